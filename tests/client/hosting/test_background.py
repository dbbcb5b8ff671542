"""Hosting goes on without the window, is found by the next start, and ends when it is told to."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from PySide6.QtWidgets import QApplication, QLabel
from server.cli.background import find, stop

from client_qt.app.application import Application
from client_qt.app.running import run
from client_qt.app.second_window import own_folders
from client_qt.dialogs.question import QuestionDialog
from client_qt.hosting.background import InBackground, words_of
from client_qt.hosting.own_server import CannotServe
from client_qt.settings.file import SettingsFile
from client_qt.theme import Theme, program_icon, without_underline
from netgame.text import Text
from tests.client.clicks import click, settle
from tests.client.program import around, client, press, until
from tests.client.staging import seen
from tests.client.together import both_at_a_table, goes_on, host, mover, number, play_one

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture(autouse=True)
def no_window_is_left(qapp: QApplication) -> Iterator[None]:
    yield
    for widget in QApplication.topLevelWidgets():
        widget.close()
        widget.deleteLater()
    settle()


@asynccontextmanager
async def nothing_left_in(home: Path) -> AsyncIterator[Path]:
    """The folder that hosted games are in; no server is left there in the end."""
    data = around(home).folders.data
    try:
        yield data
    finally:
        with trio.CancelScope(shield=True):
            if await trio.to_thread.run_sync(find, data) is not None:
                await trio.to_thread.run_sync(stop, data)


def banner(app: Application) -> str:
    return " ".join(label.text() for label in app.window.banner.findChildren(QLabel))


async def keep_hosting(app: Application) -> None:
    app.window.close()
    await press(app.window, "keep_hosting")
    await until(lambda: not app.window.isVisible())


async def test_the_game_goes_on_without_the_window_and_the_next_start_finds_it(theme: Theme, tmp_path: Path) -> None:
    async with nothing_left_in(tmp_path / "a") as data, client(theme, tmp_path / "b", "Bob") as bob:
        async with client(theme, tmp_path / "a", "Ann") as ann:
            table = await both_at_a_table(ann, bob)
            await play_one(await mover(ann, bob))
            await until(lambda: number(ann) == number(bob) and ann.host_controller.is_played_at())
            await keep_hosting(ann)
        found = await trio.to_thread.run_sync(find, data)
        assert found is not None
        assert found.games == 1
        assert set(found.players[0].split(" and ")) == {"Ann", "Bob"}
        await until(lambda: bob.window.table.model is not None and bob.window.table.model.status == "online")
        await until(lambda: "Ann has left for now" in seen(bob.window.table.banner))
        assert "connection lost" not in seen(bob.window.table.banner)
        before = number(bob)

        async with client(theme, tmp_path / "a", "Ann") as ann:
            await until(lambda: "Hosting in the background since" in banner(ann))
            assert "1 game" in banner(ann)
            await press(ann.window.home, f"continue_{table}")
            await until(lambda: goes_on(ann) and goes_on(bob))
            await play_one(await mover(ann, bob))
            await until(lambda: number(ann) == number(bob) > before)
            assert ann.hosting.state == "off", "it is hosted elsewhere"

            await press(ann.window.banner, "Stop")
            await until(lambda: "Hosting has stopped" in banner(ann))
            assert await trio.to_thread.run_sync(find, data) is None


async def test_closing_does_as_it_was_chosen_once_for_all(theme: Theme, tmp_path: Path) -> None:
    async with nothing_left_in(tmp_path / "a") as data, client(theme, tmp_path / "b", "Bob") as bob:
        async with client(theme, tmp_path / "a", "Ann") as ann:
            await both_at_a_table(ann, bob)
            await until(ann.host_controller.is_played_at)
            settings = SettingsFile(tmp_path / "a" / "config")
            chosen = replace(settings.value.preferences, on_close="background")
            ann._settings.change(replace(ann._settings.value, preferences=chosen))
            ann.window.close()
            await until(lambda: not ann.window.isVisible())
        assert await trio.to_thread.run_sync(find, data) is not None


class Refusing:
    """A computer on which no server can be started."""

    async def start(self, data: Path, name: str) -> None:
        raise CannotServe(Text("There is no memory left"))

    async def stop(self, data: Path) -> None: ...

    async def look(self, data: Path) -> InBackground | None:
        return None


async def test_where_it_cannot_be_handed_over_the_window_stays_and_hosts_on(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "b", "Bob") as bob, client(theme, tmp_path / "a", "Ann") as ann:
        await both_at_a_table(ann, bob)
        await until(ann.host_controller.is_played_at)
        ann.background._unattended = Refusing()
        ann.window.close()
        await press(ann.window, "keep_hosting")

        await until(lambda: "There is no memory left" in banner(ann))
        await until(lambda: ann.hosting.state == "on")
        assert ann.window.isVisible()
        await until(lambda: goes_on(ann) and goes_on(bob))


class Slow(Refusing):
    """One on which it takes long."""

    def __init__(self) -> None:
        self.go_on = trio.Event()

    async def start(self, data: Path, name: str) -> None:
        await self.go_on.wait()
        await super().start(data, name)


async def test_who_closes_again_while_the_games_are_handed_over_does_not_leave_them_to_nobody(
    theme: Theme, tmp_path: Path
) -> None:
    async with client(theme, tmp_path / "b", "Bob") as bob, client(theme, tmp_path / "a", "Ann") as ann:
        await both_at_a_table(ann, bob)
        await until(ann.host_controller.is_played_at)
        slow = ann.background._unattended = Slow()
        ann.window.close()
        await press(ann.window, "keep_hosting")
        await until(lambda: ann.hosting.state == "off")

        ann.window.close()
        assert ann.window.isVisible()
        assert ann.background.is_busy
        slow.go_on.set()
        await until(lambda: ann.hosting.state == "on" and not ann.background.is_busy)


@pytest.mark.qt_log_ignore("systemTrayWindowChanged", extend=True)  # there is no corner for signs in a test
async def test_a_window_out_of_sight_has_a_sign_that_says_what_is_played_and_opens_it(
    theme: Theme, tmp_path: Path
) -> None:
    async with client(theme, tmp_path / "a", "Ann") as ann:
        ann.background.hosted = InBackground(0, 2, ("Ann and Bob", "Mika & Jo"))
        QApplication.setWindowIcon(program_icon(theme))
        tray = ann.shutdown.tray
        tray.show()
        ann.window.hide()
        words = [without_underline(action.text()) for action in tray.menu.actions() if action.text()]
        assert words[1:3] == ["Ann and Bob", "Mika & Jo"]
        assert words[3:] == ["Open", "Stop hosting and quit", "Quit, and keep hosting"]

        next(action for action in tray.menu.actions() if action.objectName() == "tray_open").trigger()

        assert ann.window.isVisible()
        assert not tray.shown
        assert "2 games" in banner(ann)


async def test_a_second_window_is_told_who_hosts_and_joins_the_games_of_the_first(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path / "a", "Ann") as first, trio.open_nursery() as nursery:
        table = await host(first)
        folders = around(tmp_path / "a").folders
        second_folders = await trio.to_thread.run_sync(own_folders, folders)
        assert second_folders.data == folders.data
        assert second_folders.config != folders.config
        started: list[Application] = []
        other = replace(around(tmp_path / "a"), folders=second_folders)
        nursery.start_soon(run, theme, SettingsFile(second_folders.config), other, started.append)
        second = await until(lambda: started and started[0])
        assert second.window.home.name == "Ann", "it begins as the first one looks"
        await until(lambda: "Another window of this program hosts games" in banner(second))

        click(second.window.home.host_door)
        await press(second.window.host, "go")
        await until(lambda: second.window.findChild(QuestionDialog) is not None)
        await press(second.window, "show_its_games")
        await until(lambda: second.window.page == "lobby")
        await press(second.window.lobby, f"join_{table}")
        await until(lambda: second.window.page == "table" and number(second) >= 4 and number(first) >= 4)
        await play_one(await mover(first, second))
        await until(lambda: number(first) == number(second))
        second.leave()


@pytest.mark.parametrize(("games", "words"), [(1, "1 game"), (0, "0 games"), (3, "3 games")])
async def test_what_runs_in_the_background_is_counted(games: int, words: str) -> None:
    assert words in words_of(InBackground(1_700_000_000_000, games))
