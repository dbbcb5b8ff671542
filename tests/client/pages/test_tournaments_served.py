from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QDialog, QFileDialog, QLabel

from client_qt.app.application import Application
from client_qt.news import NewsKey
from client_qt.pages.tournaments.time_dialog import TimeDialog
from client_qt.text.tournament_words import when_words
from devtools.harness.server.serving import running
from devtools.harness.window.clicks import button, choose_in_menu, click, list_texts, settle, type_text
from devtools.harness.window.program import press, until
from devtools.harness.window.qt_run import KeptRun
from netgame.tournaments.state import Tournament
from protocol.messages import People, Person, SendResign, Tournaments
from server.app import Serving
from tests.client.visiting import link_of, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture
def serving(kept_run: KeptRun, tmp_path: Path) -> Iterator[Serving]:
    with kept_run.entered(running(tmp_path / "server", plain=False, tournaments="anybody")) as made:
        yield made


async def come(app: Application, serving: Serving) -> None:
    await visit(app, serving)
    await until(lambda: link_of(app).has_tournaments)
    await enter(app)


async def enter(app: Application) -> None:
    """Show the list of the tournaments."""
    app.lobby_controller.show_lobby()
    await press(app.window.lobby, "lobby_tournaments")


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    kept_run.call(partial(come, ann, serving))
    return ann


@pytest.fixture
def bob(kept_run: KeptRun, bob: Application, ann: Application, serving: Serving) -> Application:
    kept_run.call(partial(come, bob, serving))
    return bob


async def make(app: Application, format: str = "round_robin", **fields: Any) -> str:
    """Make a tournament by the form; return its id."""
    await press(app.window.tournaments, "tournament_new")
    form = app.window.new_tournament
    settle()
    type_text(form.title_field, "Friday")
    form.format.choose(format)
    for name, value in {"entry": "open", **fields}.items():  # the form keeps what was chosen last
        field = getattr(form, name)
        field.setChecked(value) if isinstance(value, bool) else field.choose(value)
    await press(form, "tournament_go")
    await until(lambda: app.window.page == "tournament" and app.tournament_controller.state)
    return state(app).id


def state(app: Application) -> Tournament:
    return app.tournament_controller.state


async def direct(app: Application, name: str) -> None:
    (await until(lambda: app.window.tournament.director_menu().findChild(QAction, f"direct_{name}"))).trigger()


async def answer(app: Application, name: str = "go_on") -> None:
    dialog = await until(lambda: next((each for each in app.window.findChildren(QDialog) if each.isVisible()), None))
    click(button(dialog, name))


async def begin(ann: Application, bob: Application, **fields: Any) -> Tournament:
    """Let both play in a tournament that Ann has made and started."""
    tournament = await make(ann, **fields)
    await press(ann.window.tournament, "tournament_enter")
    await press(bob.window.tournaments, f"open_{tournament}")
    await press(bob.window.tournament, "tournament_enter")
    await until(lambda: len(state(ann).players) == 2)
    await press(ann.window.tournament, "tournament_next")
    await until(lambda: state(ann).rounds and state(bob).rounds)
    return state(ann)


async def test_a_tournament_is_made_played_and_saved(ann: Application, bob: Application, tmp_path: Path) -> None:
    t = await begin(ann, bob)
    table, page = t.rounds[0][0].paired.table, ann.window.tournament
    for app in (ann, bob):
        await until(lambda app=app: app.window.banner.shown)

    await press(bob.window.tournament, "tournament_play")
    await until(lambda: bob.window.page == "table" and bob.window.table.model.match)
    assert bob.window.table.model.table == table
    await until(lambda: not bob.window.banner.shown)  # it said that the game begins
    await link_of(bob).command(table, SendResign, match=True)
    await press(bob.window.table, "to_tournament")
    await until(lambda: bob.window.page == "tournament")
    assert state(bob).id == t.id
    assert bob.window.windowTitle().startswith(t.created.title)

    await until(lambda: state(ann).phase == "over")
    assert not page.director_menu().findChildren(QAction, QRegularExpression("^invite_"))
    page.tabs.setCurrentIndex(0)
    assert page.standings.rows[0].key == link_of(ann).account
    assert page.findChild(QLabel, "tournament_state").text()

    page.save_menu().findChild(QAction, "save_records").trigger()
    dialog = await until(lambda: ann.window.findChild(QFileDialog))
    folder = tmp_path / "records"
    folder.mkdir()
    dialog.fileSelected.emit(str(folder))
    dialog.close()
    await until(lambda: sorted(path.suffix for path in folder.iterdir()) == [".html", ".json", ".netgame"])

    page.tabs.setCurrentIndex(1)
    await press(page, "open_1/0")
    await until(lambda: ann.window.page == "table" and ann.window.table.model.match.ended)


async def test_the_director_pauses_corrects_and_ends_and_a_player_withdraws(ann: Application, bob: Application) -> None:
    await begin(ann, bob, format="swiss")
    await direct(ann, "pause")
    await until(lambda: state(ann).is_paused)
    await press(ann.window.tournament, "tournament_next")
    await until(lambda: not state(ann).is_paused)
    await direct(ann, "pause")
    await until(lambda: state(ann).is_paused)
    ann.window.tournament.tabs.setCurrentIndex(1)
    await until(lambda: ann.window.tournament.rounds.rows)
    choose_in_menu(ann.window.tournament.rounds, "result 1 1_1/0")
    await until(lambda: state(bob).rounds[0][0].points == (1, 1))
    await until(lambda: not ann.window.tournament.director_menu().findChild(QAction, "direct_pair"))  # no game is open

    await press(bob.window.tournament, "tournament_withdraw")
    await answer(bob)
    await until(lambda: state(ann).active == (link_of(ann).account,))
    await direct(ann, "finish")
    await answer(ann)
    await until(lambda: state(bob).phase == "over")

    choose_in_menu(ann.window.tournament.rounds, "forfeit 0 2_1/0")
    await until(lambda: state(bob).rounds[0][0].points == (0, 2))
    assert not state(bob).rounds[0][0].played
    await press(ann.window.tournament, "tournament_next")
    await answer(ann)
    await until(lambda: state(bob).is_confirmed)
    await until(lambda: not ann.window.tournament.rounds.rows[0].end)  # nothing can be changed any more


async def test_two_players_agree_on_a_time(ann: Application, bob: Application) -> None:
    t = await begin(ann, bob, format="swiss", appointments=True, every=7 * 86_400)
    for app in (ann, bob):
        await until(lambda app=app: app.window.banner.shown)  # it asks for a time
        app.window.tournament.tabs.setCurrentIndex(1)
    assert not ann.window.tournament.findChild(QAbstractButton, "tournament_play").isVisible()
    await press(ann.window.tournament, "propose_1/0")
    dialog = await until(lambda: ann.window.findChild(TimeDialog))
    at = dialog.value()
    click(button(dialog, "propose_go"))

    await press(bob.window.tournament, "accept_1/0")
    await until(lambda: state(ann).rounds[0][0].appointment.agreed_at == at)
    assert state(ann).rounds[0][0].paired == t.rounds[0][0].paired
    await until(lambda: when_words(at) in ann.window.tournament.findChild(QLabel, "tournament_state").text())


async def invite(ann: Application, bob: Application, **fields: Any) -> NewsKey:
    """Let Ann make a tournament and invite Bob; return the question that Bob gets."""
    tournament = await make(ann, format="swiss", **fields)
    invitation = f"invite_{link_of(bob).account}"
    (await until(lambda: ann.window.tournament.director_menu().findChild(QAction, invitation))).trigger()
    key = NewsKey(link_of(bob).fingerprint, "tournament", tournament)
    await until(lambda: bob.window.news.is_open(key))
    await until(lambda: not ann.window.tournament.director_menu().findChild(QAction, invitation))
    return key


async def test_an_invited_player_is_asked_and_takes_part(ann: Application, bob: Application) -> None:
    key, first = await invite(ann, bob, entry="invited"), link_of(bob)
    assert bob.window.tournaments.view.rows[0].chip
    bob.servers.sign_in_again()
    await until(lambda: link_of(bob) is not first and link_of(bob).status == "online")
    await until(lambda: bob.window.news.is_open(key))

    await press(bob.window, "Take part")

    await until(lambda: bob.window.page == "tournament" and state(bob) and link_of(bob).account in state(bob).players)
    await until(lambda: bob.window.news.get(key) is None)
    assert link_of(bob).lobby.tournaments[0].mine


@pytest.mark.parametrize("way", ["not now", "cancel", "block"])
async def test_an_invitation_is_asked_no_more(ann: Application, bob: Application, way: str) -> None:
    key, director = await invite(ann, bob), link_of(ann).account
    match way:
        case "not now":
            await press(bob.window, "Not now")
            assert not bob.window.news.is_open(key)
            await direct(ann, "pause")
            await until(lambda: bob.window.tournaments.view.rows[0].chip and state(ann).is_paused)
        case "cancel":
            await direct(ann, "cancel")
            await answer(ann)
        case "block":
            bob.people_controller.relate(director, "block")

    await until(lambda: not bob.window.news.is_open(key))


def list_tournaments(app: Application, **changes: Any) -> None:
    """Let the server list the only tournament with those changes."""
    session = link_of(app)
    (info,) = session.lobby.tournaments
    session.lobby.tournaments = [replace(info, **changes)]
    app.servers.updated.emit(session, Tournaments(tournaments=session.lobby.tournaments))


@pytest.mark.parametrize("is_refused", [False, True])
async def test_an_invitation_is_open_while_there_is_a_place(
    ann: Application, bob: Application, is_refused: bool
) -> None:
    key = await invite(ann, bob)
    (info,) = link_of(bob).lobby.tournaments
    if is_refused:
        await press(bob.window, "Not now")
    list_tournaments(bob, players=info.places)
    assert not bob.window.news.is_open(key)

    list_tournaments(bob, players=info.players)

    assert bob.window.news.is_open(key) is not is_refused


async def test_a_refused_invitation_is_not_asked_again_after_a_new_sign_in(ann: Application, bob: Application) -> None:
    key = await invite(ann, bob)
    await press(bob.window, "Not now")
    first = link_of(bob)
    bob.servers.sign_in_again()
    await until(lambda: link_of(bob) is not first and link_of(bob).status == "online")
    session = link_of(bob)
    session.knows_relations = True  # the server may tell it before the list of the tournaments
    bob.lobby_controller.related.emit()
    await until(lambda: session.has_tournaments and session.lobby.tournaments)

    assert bob.window.news.get(key) is not None
    assert not bob.window.news.is_open(key)


async def test_only_people_who_may_enter_are_offered_for_an_invitation(ann: Application, bob: Application) -> None:
    await make(ann, format="swiss")

    def offered() -> list[str]:
        found = ann.window.tournament.director_menu().findChildren(QAction, QRegularExpression("^invite_"))
        return [action.objectName().removeprefix("invite_") for action in found]

    def find_bob() -> Person | None:
        return next((who for who in link_of(ann).lobby.people if who.account == link_of(bob).account), None)

    person = await until(find_bob)
    link_of(ann).lobby.people.append(replace(person, account="hal", computer="level 3"))
    ann.servers.updated.emit(link_of(ann), People(people=[], count=0))
    await until(lambda: offered() == [link_of(bob).account])

    ann.people_controller.relate(link_of(bob).account, "block")
    await until(lambda: offered() == [])


async def test_an_arena_gives_the_next_opponent_by_itself(ann: Application, bob: Application) -> None:
    t = await begin(ann, bob, format="arena")
    await link_of(bob).command(t.rounds[0][0].paired.table, SendResign, match=True)
    await until(lambda: len(state(ann).rounds) > 1)
    place = state(ann).board_of(link_of(ann).account)
    ann.window.tournament.tabs.setCurrentIndex(1)
    await press(ann.window.tournament, f"open_{place.round}/{place.index}")

    await until(lambda: ann.window.page == "table" and ann.window.table.model.match)
    assert ann.window.table.model.table == place.board.paired.table


def rows(app: Application) -> str:
    return " ".join(list_texts(app.window.tournaments))


async def test_an_arena_that_is_paused_for_over_an_hour_keeps_its_time_and_ends_by_it(
    kept_run: KeptRun, ann: Application, bob: Application
) -> None:
    ann.window.new_tournament.arena.setValue(20)
    t = await begin(ann, bob, format="arena")
    await direct(ann, "pause")
    await until(lambda: state(bob).is_paused)
    await press(bob.window.tournament, "tournament_play")
    await press(bob.window.table, "resign")
    await answer(bob, "resign_match")
    await press(bob.window.table, "to_tournament")
    await until(lambda: not any(state(app).board_of(link_of(app).account) for app in (ann, bob)))
    await kept_run.pass_time(3700)

    await enter(bob)
    assert link_of(bob).is_played_at
    assert when_words(t.ends_at) not in rows(bob), "the time stands still"
    await press(bob.window.tournaments, f"open_{t.id}")
    assert len(state(bob).rounds) == 1
    await press(ann.window.tournament, "tournament_next")
    await until(lambda: len(state(bob).rounds) == 2)
    assert state(bob).ends_at > t.ends_at + 3_700_000
    await enter(bob)
    await until(lambda: when_words(state(bob).ends_at) in rows(bob))

    await kept_run.pass_time(1200)  # a flag falls, and the player who did not come is not paired again
    await until(lambda: all(state(app).phase == "over" for app in (ann, bob)))
    await until(lambda: not link_of(bob).is_played_at)  # the list comes a moment later than the events
    assert [len(boards) for boards in state(bob).rounds] == [1, 1]
    await until(lambda: ann.window.tournament.standings.rows[0].key == link_of(ann).account)
    await until(lambda: when_words(state(bob).ends_at) not in rows(bob))


async def test_without_a_server_this_computer_hosts(alone: Application) -> None:
    alone.window.action("tournaments").trigger()
    await answer(alone, "host_here")
    await until(lambda: alone.window.page == "tournaments" and link_of(alone).has_tournaments)
    await make(alone)

    assert state(alone).director == link_of(alone).account
    alone.hosting.stop()
    await until(lambda: alone.hosting.state == "off")
