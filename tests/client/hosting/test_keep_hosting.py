"""The server keeps running when the window that hosts closes, and the next window finds it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import own_folders
from client_qt.app.startup import run
from client_qt.dialogs.question import QuestionDialog
from client_qt.hosting import own_server
from client_qt.hosting.server_process import ServerProcess
from client_qt.settings.file import SettingsFile
from client_qt.theme import Theme
from protocol.client import session
from protocol.control.client import request
from protocol.control.messages import CONTROL_FILE
from tests.client.clicks import click
from tests.client.program import around, client, press, until
from tests.client.together import goes_on, host, mover, number, play_one, was_resumed
from tests.client.visiting import guest
from tests.systems import kill

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notice at once that a server has ended or is back."""
    monkeypatch.setattr(own_server, "POLL_S", 0.1)
    monkeypatch.setattr(session, "FIRST_PAUSE_S", 0.1)
    monkeypatch.setattr(session, "LONGEST_PAUSE_S", 0.2)


@asynccontextmanager
async def server_of(home: Path) -> AsyncIterator[ServerProcess]:
    """The server that the window of that home starts; it does not survive the block."""
    server = around(home).server
    try:
        yield server
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(server.find)
            await trio.to_thread.run_sync(server.stop)


def home_of(app: Application) -> Path:
    return app.settings.path.parents[1]


async def test_the_game_goes_on_without_the_window_and_the_next_one_finds_it(theme: Theme, tmp_path: Path) -> None:
    async with server_of(tmp_path) as server, trio.open_nursery() as nursery:
        async with client(theme, tmp_path, "Ann") as ann:
            table = await nursery.start(stay_opposite, ann)
            await play_one(await mover(ann))
            await until(ann.host_controller.is_played_at)
            ann.window.close()
            await press(ann.window, "keep_hosting")
            await until(lambda: not ann.window.isVisible())
        found = await trio.to_thread.run_sync(server.find)
        server.close()
        assert found.games == 1
        assert set(found.players[0].split(" and ")) == {"Ann", "Bob"}

        async with client(theme, tmp_path, "Ann") as ann:
            await until(lambda: ann.hosting.state == "on")
            assert ann.hosting.was_running
            await press(ann.window.home, f"continue_{table}")
            await until(lambda: goes_on(ann))
            await play_one(await mover(ann))

            await press(ann.window, "Stop")
            await until(lambda: ann.hosting.state == "off")
            assert await trio.to_thread.run_sync(server.find) is None
        nursery.cancel_scope.cancel()


async def stay_opposite(app: Application, task_status: trio.TaskStatus[str] = trio.TASK_STATUS_IGNORED) -> None:
    """Play at a table that the window hosts, also after the window was closed."""
    async with guest(app) as (other, table):
        task_status.started(table)
        await other.play(table)


async def test_a_server_that_was_killed_is_started_again_with_its_games(ann: Application) -> None:
    async with guest(ann):
        before = number(ann)
        status = request(home_of(ann) / "data/server" / CONTROL_FILE, "status")[1]
        kill(status["pid"])
        await until(lambda: ann.hosting.state == "off")

        ann.window.action("home").trigger()  # at the table the lost connection may take the room of this news
        await press(ann.window, "Start it again")
        await until(lambda: ann.hosting.state == "on" and was_resumed(ann, before))
        assert not ann.window.banner.shown
        await end_match(ann)


async def test_a_second_window_finds_the_server_of_the_first_and_joins_its_games(
    ann: Application, theme: Theme
) -> None:
    table, context = await host(ann), around(home_of(ann))
    second_folders = await trio.to_thread.run_sync(own_folders, context.folders)
    assert second_folders.data == context.folders.data
    assert second_folders.config != context.folders.config
    started: list[Application] = []
    other = replace(context, folders=second_folders)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, MainWindow(theme), SettingsFile(second_folders.config), other, started.append)
        second = await until(lambda: started and started[0])
        assert second.window.home.name == "Ann", "it begins as the first one looks"
        await until(lambda: not second.window.banner.isHidden())
        assert second.hosting.state == "off"

        click(second.window.home.host_tile)
        await press(second.window.host, "go")
        await until(lambda: second.window.findChild(QuestionDialog) is not None)
        await press(second.window, "show_its_games")
        await until(lambda: second.window.page == "lobby")
        await press(second.window.lobby, f"join_{table}")
        await until(lambda: second.window.page == "table" and number(second) >= 4 and number(ann) >= 4)
        await play_one(await mover(ann, second))
        await until(lambda: number(ann) == number(second))
        await end_match(ann)
        second.leave()


async def end_match(app: Application) -> None:
    model = app.window.table.model
    model.resign(match=True)
    await until(lambda: model.match.phase == "over")


async def test_a_table_whose_hosting_was_stopped_opens_again_with_it_and_is_not_called_silent_meanwhile(
    ann: Application,
) -> None:
    table = await host(ann)
    model = ann.window.table.model
    for where in ("table", "home"):
        await stop_hosting(ann)
        assert model.is_given_up
        if where == "table":
            await press(ann.window.table.banner, "Host again")
        else:
            ann.window.action("home").trigger()
            assert {row.key for row in ann.unfinished_games.rows()} == {table}
            await press(ann.window.home, f"continue_{table}")
        await until(lambda: model.status == "online")
        assert ann.window.table.model is model
        assert ann.window.table.place.waiting.isVisible()
        await until(lambda: not ann.window.table.banner.shown)

    await stop_hosting(ann)
    assert removable(ann) == {True}, "it does not answer"
    ann.host_controller.resume()  # as at the next start
    await until(lambda: ann.hosting.state == "starting")
    await until(lambda: ann.hosting.state != "starting" or removable(ann) != {False})
    assert ann.hosting.state == "on", "while its server starts a table is not called silent"
    await until(lambda: model.status == "online")
    assert {row.key for row in ann.unfinished_games.rows()} == {table}


def removable(app: Application) -> set[bool]:
    return {row.removable for row in app.unfinished_games.rows()}


async def stop_hosting(app: Application) -> None:
    model = app.window.table.model
    app.window.action("stop_hosting").trigger()
    await press(app.window, "stop_hosting")
    await until(lambda: app.hosting.has_stopped(app.hosting.last) and model.status == "waiting")
