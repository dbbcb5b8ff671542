from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel

from client_qt.app.application import Application
from devtools.harness.server.serving import running
from devtools.harness.window.clicks import button, choose_in_menu, click, settle, type_text
from devtools.harness.window.program import press, until
from devtools.harness.window.qt_run import KeptRun
from netgame.tournaments.state import Tournament
from protocol.messages import SendResign
from server.app import Serving
from tests.client.visiting import link_of, visit

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture
def serving(kept_run: KeptRun, tmp_path: Path) -> Iterator[Serving]:
    with kept_run.entered(running(tmp_path / "server", plain=False, tournaments="anybody")) as made:
        yield made


async def enter(app: Application, serving: Serving) -> None:
    await visit(app, serving)
    await until(lambda: link_of(app).has_tournaments)
    app.lobby_controller.show_lobby()
    await press(app.window.lobby, "lobby_tournaments")


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    kept_run.call(partial(enter, ann, serving))
    return ann


@pytest.fixture
def bob(kept_run: KeptRun, bob: Application, ann: Application, serving: Serving) -> Application:
    kept_run.call(partial(enter, bob, serving))
    return bob


async def make(app: Application, format: str = "round_robin", **fields: Any) -> str:
    """Make a tournament by the form; return its id."""
    await press(app.window.tournaments, "tournament_new")
    form = app.window.new_tournament
    settle()
    type_text(form.title_field, "Friday")
    form.format.choose(format)
    for name, value in {"entry": "open", **fields}.items():  # the form keeps what was chosen last
        getattr(form, name).choose(value)
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
    await direct(ann, "start")
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

    await until(lambda: state(ann).phase == "over")
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
    ann.window.tournament.tabs.setCurrentIndex(1)
    await until(lambda: ann.window.tournament.rounds.rows)
    choose_in_menu(ann.window.tournament.rounds, "result 1 1_1/0")
    await until(lambda: state(bob).rounds[0][0].points == (1, 1))

    await press(bob.window.tournament, "tournament_withdraw")
    await answer(bob)
    await until(lambda: state(ann).active == (link_of(ann).account,))
    await direct(ann, "finish")
    await answer(ann)
    await until(lambda: state(bob).phase == "over")


async def test_an_invited_player_sees_it_in_the_list(ann: Application, bob: Application) -> None:
    await make(ann, format="swiss", entry="invited")
    [info] = await until(lambda: link_of(bob).lobby.tournaments)
    assert not info.invited
    invitation = f"invite_{link_of(bob).account}"
    (await until(lambda: ann.window.tournament.director_menu().findChild(QAction, invitation))).trigger()
    await until(lambda: bob.window.tournaments.view.rows[0].chip)


async def test_an_arena_gives_the_next_opponent_by_itself(ann: Application, bob: Application) -> None:
    t = await begin(ann, bob, format="arena")
    await link_of(bob).command(t.rounds[0][0].paired.table, SendResign, match=True)
    await until(lambda: len(state(ann).rounds) > 1)
    place = state(ann).board_of(link_of(ann).account)
    ann.window.tournament.tabs.setCurrentIndex(1)
    await press(ann.window.tournament, f"open_{place.round}/{place.index}")

    await until(lambda: ann.window.page == "table" and ann.window.table.model.match)
    assert ann.window.table.model.table == place.board.paired.table


async def test_without_a_server_this_computer_hosts(alone: Application) -> None:
    alone.window.action("tournaments").trigger()
    await answer(alone, "host_here")
    await until(lambda: alone.window.page == "tournaments" and link_of(alone).has_tournaments)
    await make(alone)

    assert state(alone).director == link_of(alone).account
    alone.hosting.stop()
    await until(lambda: alone.hosting.state == "off")
