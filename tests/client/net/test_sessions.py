"""Sessions at servers: what a window does there, events while answers are under way, and what is replaced or closed."""

import gc
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import ref

import pytest
import trio
import trio.testing
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QWidget

from client_qt.app.application import Application
from client_qt.dialogs.form import TableCodeDialog
from client_qt.net.session import LEFT, ServerSession
from client_qt.table.commands import Command
from client_qt.table.elsewhere import Elsewhere, Found
from client_qt.table.remote import RemoteTable
from devtools.harness.server.serving import dial, known, running, running_on_loopback
from devtools.harness.window.clicks import click, settle, type_text
from devtools.harness.window.input_devices import Keys, activate
from devtools.harness.window.opponent import Opponent, opponent
from devtools.harness.window.program import press, until
from devtools.harness.window.together import goes_on, join_by_address
from netgame.games import GAMES
from netgame.text import Text
from protocol.address import Address
from protocol.client import Session, WatchEnded
from protocol.framing import encode
from protocol.identity.server_certificate import FILE, make_identity
from protocol.messages import (
    Frozen,
    Hello,
    LeaveSeat,
    ListTables,
    MakeTable,
    Notice,
    Refused,
    Rematch,
    Say,
    SignIn,
    Tables,
    TakeSeat,
    Watch,
    Welcome,
)
from server.app import Serving
from tests.client.visiting import PASSWORD, Facing, eve_at, link_of, shown, submit, visit
from tests.protocol.client.scripted_server import SERVER, Scripted

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


async def into_the_lobby(app: Application, serving: Serving) -> None:
    await join_by_address(app, serving.port)
    await press(app.window.join, "accept_server")
    await press(app.window.join, f"lobby_{serving.fingerprint}")
    await until(lambda: app.window.page == "lobby" and link_of(app).status == "online")


async def test_a_table_with_a_position_is_made_at_a_server(ann: Application, serving: Serving) -> None:
    await into_the_lobby(ann, serving)
    await until(lambda: bool(link_of(ann).time.now()))
    assert link_of(ann).time.now() >= link_of(ann).lobby.people[0].since > 0, "before any table is watched"
    await press(ann.window.lobby, "lobby_host")
    assert "Test" in " ".join(found.text() for found in ann.window.host.findChildren(QLabel))
    ann.window.host.choose("thud")
    game = GAMES["thud"]()
    position = game.write_position(game.play(game.start(), next(game.moves(game.start()))))
    ann.window.host.position.set_text(position)
    await press(ann.window.host, "go")
    await until(lambda: ann.window.page == "table" and ann.window.table.place.waiting.isVisible())
    await press(ann.window.table.place.waiting, "copy_invitation")

    model = ann.window.table.model
    assert model.match.created.position == position
    assert ann.servers.of(model) is link_of(ann)
    assert Address.parse(QApplication.clipboard().text()) == (Address("127.0.0.1", serving.port), model.table)
    assert ann.hosting.state == "off"


async def test_the_message_of_the_day_is_said_once(ann: Application, tmp_path: Path) -> None:
    async with running(tmp_path / "s", plain=False, motd="Club night is on Friday") as serving:
        await into_the_lobby(ann, serving)
        await until(lambda: "Friday" in ann.window.banner.accessibleName())
        await shown(ann.window.lobby, "motd")
        await press(ann.window, "Close")
        ann.servers.changed.emit()
        assert not ann.window.banner.shown

        for seconds in (60, 1):
            notice = Notice(template="The server stops in {seconds} s", args={"seconds": seconds})
            ann.servers.updated.emit(link_of(ann), notice)
        assert ann.window.banner.waiting == 1

    await until(lambda: link_of(ann).status != "online" and not ann.window.banner.waiting)


async def test_the_window_goes_on_at_another_server_of_the_service(ann: Application, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        shutil.copy(make_identity(tmp_path).cert_path, tmp_path / name / FILE)
    async with running_on_loopback(tmp_path / "two", plain=False) as second:
        other = f"127.0.0.1:{second.port}"
        async with running_on_loopback(tmp_path / "one", plain=False, addresses=(other,)) as first:
            await into_the_lobby(ann, first)
            both = (other, f"127.0.0.1:{first.port}")
            await until(lambda: ann.settings.value.servers[first.fingerprint].addresses == both)

        await until(lambda: second.connections == 1 and link_of(ann).status == "online")
        assert ann.window.page == "lobby"


async def test_a_registered_player_may_open_rated_tables(ann: Application, serving: Serving) -> None:
    await into_the_lobby(ann, serving)
    await press(ann.window.lobby, "lobby_host")
    assert ann.window.host.terms.rated.isHidden()
    ann.lobby_controller.show_lobby()
    await press(ann.window.lobby, "lobby_account")
    await submit(ann, "sign_up", password=PASSWORD, again=PASSWORD)
    ann.lobby_controller.show_lobby()
    await press(ann.window.lobby, "lobby_host")
    click(next(found for found in ann.window.host.findChildren(QWidget, "game_clod")))
    terms = ann.window.host.terms
    click(terms.more)
    settle()
    assert not terms.rated_computers.isEnabled()
    activate(ann.window)
    for box in (terms.rated, terms.rated_computers):
        box.setFocus()
        Keys().press(Qt.Key.Key_Space)
    await press(ann.window.host, "go")
    await until(lambda: ann.window.page == "table" and ann.window.table.model.match is not None)
    created = ann.window.table.model.match.created
    assert created.rated
    assert created.rated_computers

    ann.window.action("home").trigger()
    ann.window.action("host").trigger()
    assert ann.window.host.terms.rated.isHidden()


ENDED = Text("The log cannot be replayed.")


@asynccontextmanager
async def made_table(tmp_path: Path) -> AsyncIterator[tuple[ServerSession, Session, str]]:
    """A session at a server, and another player with an open table there."""
    async with running(tmp_path, plain=False) as serving, opponent(known(serving)) as ann, eve_at(serving) as eve:
        yield eve, ann.session, await ann.session.make_table("clod", {}, player=0)


def are_dropped(*values: ref[Any]) -> bool:
    """Whether nothing keeps these any more."""
    gc.collect()
    return not any(value() for value in values)


async def test_wishes_to_watch_and_to_fetch_may_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with made_table(tmp_path) as (eve, _ann, table):
        opened, failed = list[RemoteTable](), list[Text]()
        for wish in (eve.watch_table, eve.fetch_finished):
            wish(table, opened.append, failed.append)
            model = eve.known_model(table)
            await until(lambda: model.match is not None or wish == eve.watch_table)  # noqa: B023
            model.close(ENDED)
            await until(lambda: opened or failed)
            assert (opened, failed) == ([], [ENDED])
            failed.clear()

        with monkeypatch.context() as change:
            change.setattr("client_qt.net.session.PATIENCE_S", 0.5)
            eve.fetch_finished(table, opened.append, failed.append)
            await until(lambda: failed)
        assert not opened
        assert eve.known_model(table) is None, "it is not followed any longer"
        eve.watch_table(table, opened.append, failed.append)
        await until(lambda: opened)


async def test_a_table_says_why_it_stops_and_why_it_is_gone_when_the_connection_is_back() -> None:
    script, opened = Scripted({Watch: encode(Frozen(table="t", template="Back at {h}", args={"h": 9}), 0)}), list[Any]()
    told = list[object]()
    async with trio.open_nursery() as nursery:
        eve = ServerSession(SERVER, "Eve", nursery, lambda _session, update: told.append(update), dial=script.dial)
        nursery.start_soon(eve.run)
        eve.retry_now()  # no pause after the loss
        eve.watch_table("t", opened.append, print)
        (model,) = await until(lambda: opened)
        await until(lambda: f"{model.stopped}" == "Back at 9")

        script.after.clear()
        script.replies[Watch] = Refused(code="no_table", template="the table is closed")
        await script.lines[-1].aclose()
        await until(lambda: f"{model.reason}" == "the table is closed")
        assert WatchEnded("t", model.reason) in told
        nursery.cancel_scope.cancel()


async def test_a_fetched_match_that_somebody_shows_is_kept_until_then(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, ann, table):
        fetched, failed = list[RemoteTable](), list[Text]()
        eve.fetch_finished(table, fetched.append, failed.append)
        model = eve.known_model(table)
        model.is_shown = True
        await ann.command(table, LeaveSeat)
        await until(lambda: fetched)
        assert eve.known_model(table) is model

        model.is_shown = False
        eve.forget(table)
        fetched.clear()
        was = ref(model)
        del model
        await until(lambda: are_dropped(was))


async def test_a_program_that_was_started_again_shows_the_talk_before_the_rematch(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, ann, first):
        sat: list[RemoteTable] = []
        eve.take_seat(first, sat.append, print)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
        await eve.say("lobby", "", "Good evening")
        await eve.say("table", first, "Good luck")
        sat[0].resign(match=True)
        await until(lambda: sat[0].match.phase == "over")
        sat[0].rematch(swap=True)
        await ann.command(first, Rematch, swap=True)
        second = await until(lambda: sat[0].rematch_offers.made)
        await eve.say("table", second, "Good luck again")

        async with trio.open_nursery() as nursery:
            again = ServerSession(eve.server, "Eve", nursery, lambda *_: None, dial=dial)
            again.identify(eve.token, None)
            nursery.start_soon(again.run)
            model = again.model(second)
            await until(lambda: model.earlier and model.rooms["table"])
            nursery.cancel_scope.cancel()

        assert [line.text for line in (*again.lobby.lines, *model.earlier, *model.rooms["table"])] == [
            "Good evening", "Good luck", "Good luck again"
        ]  # fmt: skip
        assert again.known_model(second) is model


async def test_a_shown_table_goes_on_at_the_next_session_and_goes_with_its_server(facing: Facing) -> None:
    app, old_session, old = facing.app, ref(link_of(facing.app)), ref(facing.app.window.table.model)
    app.servers.sign_in_again()
    new = app.window.table.model
    assert new is not old()
    await until(lambda: new.match is not None and new.mine)
    await facing.move()
    await until(lambda: new.can_move)
    await until(lambda: are_dropped(old, old_session))
    assert app.servers.of(new) is app.lobby_controller.current() is link_of(app)

    link = link_of(app)
    async with trio.open_nursery() as nursery:
        elsewhere = Session(link.server, "Ann", None, device=app.player_key.key, dial=dial)
        await nursery.start(elsewhere.run)
        await until(lambda: link.status == "failed")
        await press(app.window.table, "Reconnect here")
        await until(lambda: elsewhere.status == "failed")
        nursery.cancel_scope.cancel()
    model = app.window.table.model
    await until(lambda: model is not None and model.status == "online" and goes_on(app))

    app.lobby_controller.follow(link_of(app))
    app.servers.forget_server(facing.serving.fingerprint)
    assert (app.window.page, app.window.table.model) == ("home", None)
    assert app.lobby_controller.current() is None
    await until(lambda: not app.window.action("lobby").isEnabled())


async def test_home_lists_all_own_games(ann: Application, serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client_qt.settings.schema.KEEP_TABLES", 2)
    monkeypatch.setattr("client_qt.pages.home.unfinished_games.KEEP_TABLES", 2)
    session, made = await visit(ann, serving), list[RemoteTable]()
    for _ in range(3):
        session.open_table("clod", {}, made.append, print)
    await until(lambda: len(session.own_tables()) == 3 and len(ann.settings.value.tables) == 2)
    before = ann.settings.value
    for _ in range(3):
        ann.unfinished_games.tidy()

    assert ann.settings.value is before


async def test_home_keeps_a_game_until_its_end_though_the_list_does_not_show_it_yet(
    facing: Facing, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = facing.app
    session, kept = link_of(ann), [facing.table]
    await until(lambda: [last.table for last in ann.settings.value.tables] == kept)
    await until(lambda: [info.state for info in session.lobby.tables] == ["playing"])  # the last list for a while

    monkeypatch.setattr(session, "own_tables", list)  # as before the game began, also after news of the server
    ann.unfinished_games.tidy()
    assert [last.table for last in ann.settings.value.tables] == kept

    model = session.known_model(facing.table)
    assert model is not None
    model.close(LEFT)
    session.updated(session, WatchEnded(facing.table, LEFT))  # no list comes after it
    await until(lambda: ann.settings.value.tables == ())


async def test_a_server_whose_only_game_goes_on_elsewhere_is_not_played_at(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, _ann, table):
        sat = list[RemoteTable]()
        eve.take_seat(table, sat.append, print)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
        assert eve.is_played_at

        sat[0].elsewhere = Elsewhere(Found("ab" * 32, "t2", "Bob"))
        assert not eve.is_played_at


async def test_all_that_is_under_way_ends_once_when_the_session_is_closed(tmp_path: Path) -> None:
    async with made_table(tmp_path) as (eve, ann, table):
        sat, ended, closed, failed = list[RemoteTable](), list[Command](), list[Text](), list[Text]()
        eve.take_seat(table, sat.append, failed.append)
        await until(lambda: sat and sat[0].match is not None and sat[0].match.phase == "playing")
        model = sat[0]
        model.command_ended.connect(ended.append)
        model.closed.connect(closed.append)

        model.write("table", "Good luck")
        model.resign(match=True)
        eve.request(eve.profile(eve.account), print, failed.append)
        eve.fetch_finished(table, print, failed.append)
        eve.close()
        eve.close()
        await until(lambda: (len(ended), len(closed), len(failed)) == (2, 1, 2))
        assert {command.state for command in ended} == {"lost"}
        assert (model.waiting, eve.models, eve.status) == (False, [], "failed")

        eve.request(eve.profile(eve.account), print, failed.append)
        await until(lambda: len(failed) == 3)

    assert (ann.status, ann.error_code) == ("failed", "closed"), "a session of the protocol was cancelled"


async def test_late_answers_show_no_page_but_open_a_table(ann: Application, serving: Serving, other: Opponent) -> None:
    session, answered, refused = await visit(ann, serving), list[object](), list[tuple[str, Text]]()
    for page in ("history", "profile", "home"):
        ann.window.action(page).trigger()
    session.request(session.profile(session.account), answered.append, print)
    await until(lambda: answered)  # what was asked later is answered later
    assert ann.window.page == "home"
    assert not ann.window.banner.shown

    def failed(code: str, why: Text) -> None:
        refused.append((code, why))

    ann.servers.enter(serving.fingerprint, "Nobody", print, failed, password="not the right one")
    await until(lambda: refused)
    ((code, why),) = refused
    assert code == "bad_password"
    assert why != LEFT
    assert link_of(ann) is session
    assert session.status == "online", "the session before stays"

    table = await other.session.make_table("clod", {}, access="code", code="owl-elk")
    ann.lobby_controller.show_lobby()
    await press(ann.window.lobby, f"join_{table}")
    asking = ann.window.findChild(TableCodeDialog)
    assert asking is not None
    type_text(asking.field, "owl-elk")
    await press(asking, "code_go")
    asking.reject()  # before the answer
    await until(lambda: ann.window.page == "table" and ann.window.table.model is not None)


async def test_a_key_that_cannot_be_used_is_reported_in_a_dialog(ann: Application) -> None:
    ann.player_key.unusable.emit(Text("It is broken."))
    asking = await until(lambda: ann.window.findChild(QDialog, "ask"))
    await press(asking, "cancel")
    assert ann.window.page == "home"


async def test_a_table_that_was_made_after_the_player_had_given_up_is_left_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("client_qt.net.session.PATIENCE_S", 0.05)
    script, opened, failed = Scripted(), list[Any](), list[Any]()
    welcome = script.replies[Hello]
    assert isinstance(welcome, Welcome)
    script.replies[Hello] = structs.replace(welcome, games={"clod": 1})
    async with trio.open_nursery() as nursery:
        eve = ServerSession(SERVER, "Eve", nursery, lambda *_: None, dial=script.dial)
        nursery.start_soon(eve.run)
        await until(lambda: eve.status == "online")
        script.answers = False
        eve.open_table("clod", {}, opened.append, failed.append)
        await until(lambda: failed)

        script.answers = True
        eve.retry_now()
        await script.lines[-1].aclose()

        left = await script.next(LeaveSeat)
        assert (left.table, opened) == ("t", [])
        nursery.cancel_scope.cancel()


async def test_a_wish_that_had_no_connection_is_not_carried_out_when_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("client_qt.net.session.PATIENCE_S", 0.05)
    script, failed = Scripted({SignIn: encode(Tables(tables=[]))}), list[Any]()
    script.replies |= {Hello: structs.replace(script.replies[Hello], games={"clod": 1}), ListTables: Tables(tables=[])}
    script.answers = False
    async with trio.open_nursery() as nursery:
        eve = ServerSession(SERVER, "Eve", nursery, lambda *_: None, dial=script.dial)
        nursery.start_soon(eve.run)
        await script.next(Hello)
        eve.take_seat("t", print, failed.append)
        eve.open_table("clod", {}, print, failed.append)
        await until(lambda: len(failed) == 2)

        script.answers = True
        eve.retry_now()
        await script.lines[-1].aclose()
        await until(lambda: eve.lobby.is_current)
        await trio.testing.wait_all_tasks_blocked(0.05)
        assert not [asked for asked in script.asked if isinstance(asked, TakeSeat | MakeTable)]
        nursery.cancel_scope.cancel()


async def test_commands_reach_the_server_in_the_order_in_which_they_were_given() -> None:
    script, given = Scripted(), list[str]()
    async with trio.open_nursery() as nursery:
        eve = ServerSession(SERVER, "Eve", nursery, lambda *_: None, dial=script.dial)
        model = eve.model("t")
        for number in range(20):
            if number == 4:  # those before wait for the connection
                nursery.start_soon(eve.run)
            for words in (f"{number}, first", f"{number}, second"):
                model.write("table", words)
                given.append(words)
            if number >= 4:
                await until(lambda: len(said(script)) == len(given))
        nursery.cancel_scope.cancel()

    assert said(script) == given


def said(script: Scripted) -> list[str]:
    return [asked.text for asked in script.asked if isinstance(asked, Say)]


async def test_a_list_from_before_the_connection_is_not_current() -> None:
    script = Scripted({SignIn: encode(Tables(tables=[]))})
    async with trio.open_nursery() as nursery:
        eve = ServerSession(SERVER, "Eve", nursery, lambda *_: None, dial=script.dial)
        nursery.start_soon(eve.run)
        await until(lambda: eve.lobby.is_current)
        script.after.clear()
        eve.retry_now()
        await script.lines[-1].aclose()
        await until(lambda: len(script.lines) == 2 and eve.status == "online")

        assert (eve.lobby.is_current, eve.lobby.has_tables) == (False, True)
        nursery.cancel_scope.cancel()
