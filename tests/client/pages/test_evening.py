"""An evening of two players, at a server or at one screen: the running score, the next game, and the next evening."""

import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel

from client_qt.app.application import Application
from client_qt.net.table_list import ListedServer, waiting_table
from client_qt.pages.setup.page import SetupChoice
from client_qt.settings.schema import LastOpponent
from client_qt.widgets.banner import NEWS
from client_qt.widgets.list_view import ListView
from devtools.harness.server.serving import dial, known, running
from devtools.harness.window.clicks import settle
from devtools.harness.window.engines import FakeEngines
from devtools.harness.window.opponent import Opponent
from devtools.harness.window.program import press, until
from devtools.harness.window.together import play_one
from netgame.text import Text
from protocol.client import Refusal, Session
from protocol.messages import ChallengeChanged, History, Rematch, SendOffer, SendResign
from server.app import Serving
from server.tables import clock, host_time
from tests.client.staging import notices
from tests.client.visiting import face, link_of, make_table, meet, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


def shown_score(app: Application) -> str:
    """The score of the evening as the panel shows it; empty while it is hidden."""
    label = app.window.table.panel.findChild(QLabel, "evening")
    return label.text() if not label.isHidden() else ""


def results(app: Application) -> list[str]:
    """The two numbers of the score, in their order."""
    return [found for pair in re.findall(r" (\d+) – (\d+) ", shown_score(app)) for found in pair]


async def resign(app: Application) -> None:
    """Give up the shown match."""
    model = app.window.table.model
    await until(lambda: model.match is not None and model.match.phase == "playing")
    await link_of(app).command(model.table, SendResign, match=True)


async def rematch(*apps: Application) -> None:
    """Play again at the next table."""
    before = apps[0].window.table.model
    for app in apps:
        await link_of(app).command(before.table, Rematch, swap=True)
    for app in apps:
        await until(lambda app=app: app.window.table.model is not before and is_playing(app))


def is_playing(app: Application) -> bool:
    model = app.window.table.model
    return app.window.page == "table" and model.match is not None and model.match.phase == "playing"


async def test_a_table_shows_the_score_of_the_evening(ann: Application, bob: Application, serving: Serving) -> None:
    await meet(serving, ann, bob)
    assert not shown_score(ann)

    await resign(bob)
    await until(lambda: results(ann) == ["1", "0"] and results(bob) == ["0", "1"])
    await rematch(ann, bob)
    await until(lambda: results(ann) == ["1", "0"] and results(bob) == ["0", "1"])
    await resign(ann)
    await until(lambda: results(ann) == ["1", "1"] == results(bob))

    await rematch(ann, bob)
    aborted = ann.window.table.model
    await link_of(ann).command(aborted.table, SendOffer, kind="abort")
    await until(lambda: aborted.match.ended is not None)
    await until(lambda: results(ann) == ["1", "1"] == results(bob))


async def test_earlier_games_are_asked_for_again_after_a_refusal(
    ann: Application, bob: Application, serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    await meet(serving, ann, bob)
    await resign(bob)
    await until(lambda: results(ann) == ["1", "0"])
    session, refused = link_of(ann), list[str]()
    history = session.history

    async def refuse_once(account: str, **fields: Any) -> History:
        if not refused:
            refused.append(account)
            raise Refusal("busy", Text("The server is busy."))
        return await history(account, **fields)

    monkeypatch.setattr(session, "history", refuse_once)
    await rematch(ann, bob)
    await until(lambda: refused)
    await play_one(bob)  # the sides are swapped

    await until(lambda: results(ann) == ["1", "0"])


def question(app: Application) -> str:
    """The challenge that the window asks about; empty without one."""
    return next((item.key.id for item in app.window.news.questions if item.key.kind == "challenge"), "")


async def ask_for_next(app: Application, game: str) -> None:
    """Press Next game after a match, and choose that game."""
    await until(lambda: app.window.table.result.isVisible())
    await press(app.window.table.result, "next_game")
    assert app.window.page == "challenge"
    app.window.challenge.choose(game)
    await press(app.window.challenge, "go")
    await until(lambda: app.window.page == "table")


async def test_the_next_game_is_chosen_at_the_table(ann: Application, bob: Application, serving: Serving) -> None:
    await meet(serving, ann, bob)
    before = ann.window.table.model
    await resign(bob)

    await ask_for_next(bob, "blooms")
    await until(lambda: question(ann))
    own = await until(lambda: [key for key in notices(bob.window) if key == question(ann)])
    assert bob.window.challenge.choice().terms.clock == before.match.created.clock

    await press(bob.window.table.banner, "Withdraw")
    await until(lambda: not question(ann) and own[0] not in notices(bob.window))

    await ask_for_next(bob, "blooms")
    await until(lambda: question(ann))
    await ask_for_next(ann, "thud")
    await until(lambda: notices(bob.window) == [NEWS, question(ann)])  # the question is above the own offer
    await press(ann.window.table.banner, "Accept")
    for app in (ann, bob):
        await until(lambda app=app: app.window.table.model is not before and is_playing(app))
        assert app.window.table.model.match.game.key == "blooms"
        await until(lambda app=app: sorted(results(app)) == ["0", "1"])


async def test_changes_of_the_next_game_are_answered_at_the_table(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await meet(serving, ann, bob)
    await resign(bob)
    await ask_for_next(bob, "blooms")
    note_of_bob = bob.window.banner.notice.text
    await until(lambda: question(ann))

    await press(ann.window.table.banner, "Change ...")
    ann.window.challenge.choose("thud")
    await press(ann.window.challenge, "go")
    await until(lambda: ann.window.page == "table" and question(bob))

    assert ann.window.banner.notice.text == note_of_bob.replace("Ann", "Bob")


async def test_a_rematch_leaves_no_question_of_the_evening(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await meet(serving, ann, bob)
    await resign(bob)
    await ask_for_next(bob, "blooms")
    await until(lambda: question(ann))

    await rematch(ann, bob)

    await until(lambda: not question(ann) and not link_of(bob).challenges_to(link_of(ann).account))


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
async def test_a_question_whose_answer_is_cancelled_stays(ann: Application, bob: Application, serving: Serving) -> None:
    await meet(serving, ann, bob)
    await resign(bob)
    await ask_for_next(bob, "blooms")
    asked = await until(lambda: question(ann))
    await press(ann.window.table.banner, "Change ...")
    ann.window.go_back()
    assert question(ann) == asked

    await press(ann.window.table.banner, "Decline ...")
    (silently,) = ann.window.findChildren(QAction, "decline_silently")
    silently.parent().close()
    settle()
    assert question(ann) == asked

    await press(ann.window.table.banner, "Decline ...")
    (silently,) = ann.window.findChildren(QAction, "decline_silently")
    silently.trigger()
    await until(lambda: not question(ann) and asked not in notices(bob.window))


@pytest.mark.parametrize(("names", "computers"), [(("Cleo", "Dan"), ("", "")), (("", ""), ("", "level 4"))])
async def test_players_at_one_screen_have_a_score_and_a_next_game(
    ann: Application, fake: FakeEngines, names: tuple[str, str], computers: tuple[str, str]
) -> None:
    page, form = ann.window.table, ann.window.here
    form.go.emit(SetupChoice("koom", {}, names=names, computers=computers, clock="fischer 300+5"))
    page.model.resign(match=True)
    await until(lambda: sorted(results(ann)) == ["0", "1"])
    page.result.pressed.emit("again_swap")
    await until(lambda: sorted(results(ann)) == ["0", "1"])
    page.model.resign(match=True)
    winners = ["1", "1"] if not any(computers) else ["0", "2"]
    await until(lambda: sorted(results(ann)) == winners)

    await press(page.result, "next_game")
    form.choose("clod")
    choice = form.choice()
    assert (choice.names, choice.computers, choice.clock) == (names[::-1], computers[::-1], "fischer 300+5")
    await press(form, "go")
    assert page.model.match.game.key == "clod"
    await until(lambda: sorted(results(ann)) == winners)


def near(app: Application) -> list[tuple[str, str]]:
    """The opponents on Home, each with what its button does."""
    rows = app.window.home.findChild(ListView, "opponents").rows
    return [(row.item.account, row.actions[0].name) for row in rows]


async def play_at(serving: Serving, ann: Application, bob: Application) -> None:
    """Play a short game at a server, then go home."""
    await meet(serving, ann, bob)
    await until(lambda: is_playing(ann))
    await play_one(ann)
    await resign(bob)
    for app in (ann, bob):
        await until(lambda app=app: app.window.table.model.match.phase == "over")
        app.window.action("home").trigger()


async def test_home_offers_the_last_opponent_while_they_are_there(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await play_at(serving, ann, bob)
    before, other = ann.window.table.model, link_of(bob).account
    await until(lambda: near(ann) == [(other, "again")] and near(bob) == [(link_of(ann).account, "again")])
    bob.servers.forget_server(serving.fingerprint)
    bob.window.banner.hide_text()  # it says so
    await until(lambda: not near(ann))
    await visit(bob, serving)
    await until(lambda: near(ann) == [(other, "again")])

    await press(ann.window.home, f"again_{serving.fingerprint}/{other}")
    await until(lambda: near(ann) == [(other, "withdraw")] and question(bob))
    await press(ann.window.home, f"withdraw_{serving.fingerprint}/{other}")
    await until(lambda: near(ann) == [(other, "again")] and not question(bob))

    await press(ann.window.home, f"again_{serving.fingerprint}/{other}")
    await until(lambda: question(bob))
    await press(bob.window.banner, "Accept")
    for app in (ann, bob):
        await until(lambda app=app: app.window.table.model is not before and is_playing(app))
    again, created = ann.window.table.model, before.match.created
    assert (again.match.created.game, again.match.created.clock) == (created.game, created.clock)
    assert again.mine != before.mine, "the sides are swapped"
    ann.window.action("home").trigger()
    await until(lambda: not near(ann))


async def test_two_players_who_both_press_play_again_play(ann: Application, bob: Application, serving: Serving) -> None:
    await play_at(serving, ann, bob)
    before = ann.window.table.model
    await until(lambda: near(ann) and near(bob))

    await press(ann.window.home, f"again_{serving.fingerprint}/{link_of(bob).account}")
    await until(lambda: question(bob))
    await press(bob.window.home, f"again_{serving.fingerprint}/{link_of(ann).account}")

    for app in (ann, bob):
        await until(lambda app=app: app.window.table.model is not before and is_playing(app))
    assert not question(bob)


async def test_play_again_pressed_twice_asks_once(ann: Application, bob: Application, serving: Serving) -> None:
    await play_at(serving, ann, bob)
    account = link_of(bob).account
    await until(lambda: near(ann))
    (last,) = ann.settings.value.opponents.values()
    came = list[str]()

    def heard(_session: object, update: object) -> None:
        if isinstance(update, ChallengeChanged) and update.state == "open":
            came.append(update.challenge.challenge)

    ann.servers.updated.connect(heard)
    for _round in range(2):
        for _press in range(3):
            ann.window.home.again.emit(last)
        await until(lambda: near(ann) == [(account, "withdraw")] and ann.window.banner.shown)
        ann.window.home.withdrawn.emit(last)
        await until(lambda: near(ann) == [(account, "again")])
    ann.servers.updated.disconnect(heard)

    assert len(set(came)) == 2


async def test_home_leads_to_the_waiting_table_of_the_last_opponent(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await play_at(serving, ann, bob)
    row = f"again_{serving.fingerprint}/{link_of(bob).account}"
    waiting = await make_table(bob, "thud")  # another game than the last one
    await until(lambda: waiting_table(link_of(ann).lobby.tables, link_of(bob).account))
    await until(lambda: [each.game for each in ann.window.home.findChild(ListView, "opponents").rows] == ["thud"])

    await press(ann.window.home, row)

    await until(lambda: is_playing(ann) and ann.window.table.model.table == waiting.table)


async def test_a_blocked_opponent_is_not_offered(ann: Application, bob: Application, serving: Serving) -> None:
    await play_at(serving, ann, bob)
    account = link_of(bob).account
    await until(lambda: near(ann))
    ann.lobby_controller.follow(link_of(ann))

    ann.people_controller.relate(account, "block")
    await until(lambda: not ann.settings.value.opponents)
    ann.home_controller.show()

    assert not near(ann)


async def test_home_offers_the_opponent_at_a_server_of_this_network(
    ann: Application, bob: Application, serving: Serving
) -> None:
    await play_at(serving, ann, bob)
    await until(lambda: near(ann))
    known, other = ann.settings.value, link_of(bob).account
    ann.servers.forget_server(serving.fingerprint)
    ann.settings.change(known)
    ann.home_controller.show()
    assert not near(ann), "that server is not within reach"

    there = ListedServer("network", serving.fingerprint, "Club", tuple(serving.addresses))
    ann.browser.servers = {serving.fingerprint: (there, 0)}
    ann.home_controller.show()
    await press(ann.window.home, f"again_{serving.fingerprint}/{other}")
    ann.browser.servers = {}

    await until(lambda: question(bob) and near(ann) == [(other, "withdraw")])


def test_home_offers_three_opponents_of_the_last_week(alone: Application) -> None:
    now = round(time.time() * 1000)
    days = {"edited": 0, "today": 0, "yesterday": 1, "twice": 2, "again": 2, "late": 6, "old": 8}
    for account, age in days.items():
        key = "aa" if account in ("twice", "again") else ""  # the same player at two servers
        terms = {"game": "clod" if account != "edited" else []}
        last = LastOpponent("s", account, account, key, now - age * 86_400_000, terms)
        alone.settings.change(alone.settings.value.with_opponent(last))
    alone.browser.servers = {"s": (ListedServer("network", "s", "Club", ()), 0)}
    alone.home_controller.show()
    alone.browser.servers = {}

    assert [account for account, _action in near(alone)] == ["today", "yesterday", "twice"]


@pytest.mark.parametrize("ahead_s", [-30 * 86_400, 30 * 86_400])
async def test_home_counts_the_days_by_the_clock_of_this_computer(
    ann: Application, bob: Application, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead_s: int
) -> None:
    there = SimpleNamespace(time=lambda: time.time() + ahead_s, perf_counter=time.perf_counter)
    monkeypatch.setattr(clock, "time", there)
    monkeypatch.setattr(host_time, "time", there)
    started = time.time() * 1000
    async with running(tmp_path, plain=False) as serving:
        await play_at(serving, ann, bob)
        await until(lambda: near(ann) == [(link_of(bob).account, "again")])
        (last,) = ann.settings.value.opponents.values()
        for app in (ann, bob):
            app.servers.forget_server(serving.fingerprint)

    assert started - 1 <= last.ended <= time.time() * 1000


async def test_the_next_game_against_a_computer_player_is_hosted_there(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path, plain=False, computers="all") as serving, trio.open_nursery() as nursery:
        session = Session(known(serving), "Robo", None, dial=dial, computer="level 3")
        await nursery.start(session.run)
        facing = await face(ann, serving, Opponent(session), "blooms")
        await until(lambda: is_playing(ann))
        await facing.order(SendResign, match=True)

        await press(ann.window.table.result, "next_game")

        assert (ann.window.page, ann.window.host.choice().game) == ("host", "blooms")
        await press(ann.window.host, "go")
        await until(lambda: ann.window.page == "table" and ann.window.table.model.table != facing.table)
        assert ann.table_controller.session is link_of(ann)
        ann.servers.forget_server(serving.fingerprint)
        nursery.cancel_scope.cancel()
