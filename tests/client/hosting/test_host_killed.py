"""The server of a table is killed while a guest plays there: the guest keeps the table, over a real connection."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from client_qt.app.application import Application
from client_qt.table import connection_loss
from client_qt.table.remote import RemoteTable
from protocol.address import Address
from protocol.client import session
from tests.client.clicks import settle
from tests.client.program import press, until
from tests.client.together import play_one
from tests.server.serving import known, running_on_loopback
from tests.window.faulty_link import faulty_link
from tests.window.opponent import opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "FIRST_PAUSE_S", 0.1)
    monkeypatch.setattr(session, "LONGEST_PAUSE_S", 0.2)
    for name in ("GONE_MS", "END_MS", "STOPPED_MS"):
        monkeypatch.setattr(connection_loss, name, 300)


@asynccontextmanager
async def guest_of_a_killed_server(cleo: Application, folder: Path, *, is_over: bool) -> AsyncIterator[RemoteTable]:
    """Bring a window to a table of a killed server; yield the table after the window has given it up."""
    async with running_on_loopback(folder / "s", plain=False) as serving, opponent(known(serving)) as other:
        table = await other.session.make_table("clod", {}, player=1)
        async with faulty_link(serving.port) as link:
            at_server = cleo.servers.session_to(serving.fingerprint, (Address("127.0.0.1", link.port),), "Server")
            at_server.take_seat(table, cleo.join_controller.opened.emit, lambda why: pytest.fail(str(why)))
            await play_one(cleo)
            model = cleo.window.table.model
            if is_over:
                model.resign(match=True)
                await until(cleo.window.table.result.isVisible)
        await until(lambda: model.is_given_up)
        yield model


async def test_a_match_that_is_over_can_be_saved(ann: Application, tmp_path: Path) -> None:
    async with guest_of_a_killed_server(ann, tmp_path, is_over=True):
        window, page = ann.window, ann.window.table
        await press(page.banner, "Save")
        files = await until(lambda: window.findChild(QFileDialog, "files"))
        files.fileSelected.emit(str(tmp_path / "kept.game"))
        files.close()
        await until((tmp_path / "kept.game").exists)
        await press(page.banner, "Home")
        await until(lambda: window.page == "home")
        assert not [row for row in ann.unfinished_games.rows() if row.server]


async def test_a_game_stays_among_the_unfinished_ones(ann: Application, tmp_path: Path) -> None:
    async with guest_of_a_killed_server(ann, tmp_path, is_over=False) as model:
        await press(ann.window.table.banner, "Home")
        settle()
        (row,) = [row for row in ann.unfinished_games.rows() if row.server]
        await press(ann.window.home, f"continue_{row.key}")

        assert ann.window.page == "table"
        assert ann.window.table.model is model
        assert model.is_given_up
