"""The program of the host is killed while somebody sits at a table there: what the guest has left, with a real line."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from client_qt.app.application import Application
from client_qt.table import connection_loss as lostline
from client_qt.theme import Theme
from protocol.address import Address
from protocol.client import Server, session
from tests.client.clicks import settle
from tests.client.program import client, press, until
from tests.client.staging import seen
from tests.server.serving import running
from tests.window.faulty_link import faulty_link
from tests.window.opponent import opponent

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds stand for minutes here."""
    monkeypatch.setattr(session, "FIRST_PAUSE_S", 0.1)
    monkeypatch.setattr(session, "LONGEST_PAUSE_S", 0.2)
    for name in ("GONE_MS", "END_MS", "STOPPED_MS"):
        monkeypatch.setattr(lostline, name, 300)


@asynccontextmanager
async def guest_at_a_table(theme: Theme, folder: Path, ended: bool) -> AsyncIterator[Application]:
    """Cleo sits there, and the host is gone from one moment to the next."""
    async with (
        running(folder / "s", plain=False) as serving,
        opponent(Server(serving.fingerprint, serving.addresses)) as other,
        client(theme, folder / "c", "Cleo") as cleo,
    ):
        table = await other.session.make_table("clod", {}, player=1)
        async with faulty_link(serving.port) as line:
            linked = cleo.servers.session_to(serving.fingerprint, (Address("127.0.0.1", line.port),), "Ann's computer")
            linked.take_seat(table, cleo._show_table, lambda why: pytest.fail(str(why)))
            page = cleo.window.table
            await until(lambda: page.builder.active)
            assert page.builder.picks is not None
            page.builder.pick(min(cell for cell in page.builder.picks.next if isinstance(cell, int)))
            await until(lambda: not page.builder.active)
            if ended:
                assert page.model is not None
                page.model.resign(match=True)
                await until(page.result.isVisible)
        yield cleo


async def test_after_the_end_the_position_the_result_and_the_record_stay(theme: Theme, tmp_path: Path) -> None:
    async with guest_at_a_table(theme, tmp_path, ended=True) as cleo:
        window, page = cleo.window, cleo.window.table
        await until(lambda: "The match is over. You can save it, or go home." in seen(page.banner))
        assert "Reconnecting" not in seen(window)
        assert "Bob wins." in seen(page.result)
        await press(page.banner, "Save")
        files = await until(lambda: window.findChild(QFileDialog, "files"))
        files.fileSelected.emit(str(tmp_path / "kept.game"))
        files.close()
        await until((tmp_path / "kept.game").exists)
        await press(page.banner, "Home")
        await until(lambda: "Cleo" in seen(window.home))
        assert not [row for row in cleo.unfinished_games.rows() if row.server], "nothing to go on with"


async def test_in_the_middle_the_game_stays_at_home_to_go_on_with(theme: Theme, tmp_path: Path) -> None:
    async with guest_at_a_table(theme, tmp_path, ended=False) as cleo:
        page = cleo.window.table
        await until(lambda: "The server does not run any more. The game is kept there" in seen(page.banner))
        await press(page.banner, "Home")
        settle()
        (row,) = [row for row in cleo.unfinished_games.rows() if row.server]
        assert "does not answer" in seen(cleo.window.home)
        await press(cleo.window.home, f"continue_{row.key}")

        assert cleo.window.page == "table"
        assert "The game is kept there" in seen(page.banner)
