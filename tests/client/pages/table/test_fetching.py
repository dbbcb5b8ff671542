"""A table whose match is not here yet: it shows no other game, and its server can be tried again."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel

from client_qt.app.actions import SPECS
from client_qt.app.application import Application
from client_qt.settings.schema import KnownServer, LastTable
from tests.client.clicks import button, settle
from tests.client.program import play_here, press, until
from tests.qt_trio_plugin import KeptRun

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]

FINGERPRINT, NOBODY = "11" * 32, "127.0.0.1:1"  # nothing listens there
TABLE = LastTable(FINGERPRINT, "t1", "thud", "Ann")


@pytest.fixture
def app(kept_run: KeptRun, bob: Application) -> Application:
    """A client that continues a game whose host is gone, after it has shown another game."""
    server = KnownServer(FINGERPRINT, "Ann's computer", addresses=(NOBODY,))
    bob.settings.change(replace(bob.settings.value.with_server(server), tables=(TABLE,)))
    kept_run.call(lambda: go_on(bob))
    return bob


async def go_on(app: Application) -> None:
    play_here(app, "clod", 3)
    app.window.action("home").trigger()
    await press(app.window.home, "continue_t1")
    await until(lambda: app.window.page == "table")
    settle()


def label(app: Application, name: str) -> str:
    found = app.window.table.fetching.findChild(QLabel, f"fetching_{name}")
    return found.text() if found.isVisible() else ""


async def test_it_says_which_server_it_tries_and_why_that_fails(app: Application) -> None:
    await until(lambda: label(app, "reason"))

    assert "Thud" in label(app, "title")
    assert "Ann" in label(app, "title")
    assert "Ann's computer" in label(app, "state")
    assert NOBODY in label(app, "addresses")


async def test_it_shows_nothing_of_another_game_and_enables_nothing_of_a_match(app: Application) -> None:
    window = app.window
    buttons = [found for found in window.table.findChildren(QAbstractButton) if found.isVisible()]

    assert not window.table.board.isVisible()
    assert {found.objectName() for found in buttons} == {"fetching_home", "fetching_remove", "fetching_retry"}
    assert not [spec.name for spec in SPECS.values() if spec.at_table and window.action(spec.name).isVisible()]
    assert not window.findChild(QLabel, "shield").isVisible()
    assert "Thud" in window.windowTitle()


async def test_another_attempt_begins_at_once(app: Application) -> None:
    (session,) = app.servers.sessions.values()
    await until(lambda: session.status == "waiting")
    statuses: list[str] = []
    app.servers.changed.connect(lambda: statuses.append(session.status))

    await press(app.window.table, "fetching_retry")

    await until(lambda: "connecting" in statuses)
    assert button(app.window.table, "fetching_retry").isEnabled()


async def test_the_game_can_be_removed_from_the_unfinished_ones(app: Application) -> None:
    await press(app.window.table, "fetching_remove")

    assert app.window.page == "home"
    assert not app.settings.value.tables


async def test_home_keeps_the_game_and_the_other_game_is_shown_again(app: Application) -> None:
    await press(app.window.table, "fetching_home")
    assert app.window.page == "home"
    assert app.settings.value.tables == (TABLE,)

    play_here(app, "clod", 1)
    settle()

    assert app.window.table.board.isVisible()
    assert app.window.table.board.hasFocus()
    assert app.window.action("flip").isVisible()
