"""Play now at a server, by windows and by a player without one."""

from functools import partial

import pytest
from PySide6.QtWidgets import QLabel

from client_qt.app.application import Application
from client_qt.pages.play_now.dialog import USUAL_CLOCK, PlayNowDialog
from client_qt.table.remote import RemoteTable
from server.app import Serving
from server.net.session import STOPPING
from tests.client.program import press, until
from tests.client.visiting import link_of, visit
from tests.client.widget_tools import emitted
from tests.qt_trio_plugin import KeptRun
from tests.window.opponent import Opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture
def ann(kept_run: KeptRun, ann: Application, serving: Serving) -> Application:
    """Ann, who knows the server."""
    kept_run.call(lambda: visit(ann, serving))
    kept_run.call(partial(until, lambda: link_of(ann).lobby.seeks is not None))
    return ann


def shown(app: Application) -> str:
    """The words of the card of the page that is shown."""
    page = app.window.lobby if app.window.page == "lobby" else app.window.home
    words = page.findChild(QLabel, "play_now_words")
    return words.text() if words is not None and words.isVisible() else ""


async def search(app: Application, button: str) -> None:
    """Look for an opponent by the button and the form."""
    await press(app.window, button)
    dialog = await until(lambda: app.window.findChild(PlayNowDialog))
    await press(dialog, "play_now_go")
    await until(lambda: app.window.findChild(PlayNowDialog) is None)


async def opened(app: Application) -> RemoteTable:
    await until(lambda: app.window.page == "table" and app.table_controller.model is not None)
    model = app.table_controller.model
    assert isinstance(model, RemoteTable)
    await until(lambda: model.match is not None and None not in model.match.seats)
    return model


async def test_two_who_want_the_same_are_at_a_table_at_once(ann: Application, other: Opponent) -> None:
    found = emitted(ann.play_now_controller.found)
    await search(ann, "play_now_button")
    await until(lambda: "Club" in shown(ann))

    await other.session.seek(games=["clod"], clocks=[USUAL_CLOCK])

    model = await opened(ann)
    assert model.match is not None
    assert model.match.created.clock == USUAL_CLOCK
    assert len(found) == 1
    assert ann.settings.value.seek.clocks == (USUAL_CLOCK,)


async def test_a_search_is_cancelled_and_ends_with_the_connection(ann: Application, serving: Serving) -> None:
    ann.lobby_controller.show_lobby()
    await search(ann, "lobby_play_now")
    await until(lambda: shown(ann))

    await press(ann.window, "play_now_cancel")
    await until(lambda: not shown(ann))
    await search(ann, "lobby_play_now")
    await until(lambda: shown(ann))
    for peer in serving.services.lobby.peers:
        peer.dismiss(STOPPING)
    await until(lambda: not shown(ann) and ann.window.banner.shown)


async def test_a_click_in_the_lobby_accepts_a_wish(ann: Application, other: Opponent) -> None:
    ann.lobby_controller.show_lobby()
    await other.session.seek(games=["thud"], clocks=["days 3"])
    await until(lambda: ann.window.lobby.seeks.rows)

    await press(ann.window.lobby, f"accept_{ann.window.lobby.seeks.rows[0].key}")

    model = await opened(ann)
    assert model.match is not None
    assert (model.match.created.game, model.match.created.clock) == ("thud", "days 3")


async def test_home_offers_the_last_server_without_a_connection(ann: Application) -> None:
    await until(lambda: "Club" in shown(ann))
    session = link_of(ann)
    session.close()
    ann.servers.sessions.clear()
    ann.play_now_controller.show()

    assert "Club" in shown(ann)
