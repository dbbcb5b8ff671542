"""The whole client; a test starts and ends it in its own loop, also beside others."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import trio
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from trio.testing import MockClock

from client_qt.app.application import Application
from client_qt.app.context import AppContext
from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import FOLDER
from client_qt.app.startup import run
from client_qt.computer.engines import Engines
from client_qt.hosting.server_process import ServerProcess
from client_qt.settings.file import Folders, SettingsFile
from client_qt.table.local import LocalTable
from client_qt.theme import Theme
from devtools.harness.server.serving import own_port
from devtools.harness.window import clicks
from devtools.harness.window.clicks import button, list_part
from devtools.harness.window.engines import AT_ONCE
from devtools.harness.window.own_server import OwnServer
from devtools.harness.window.play import play_on, seeded_table


async def until(condition: Callable[[], Any]) -> Any:
    """Wait until the condition is true and return its value; the test has a time limit."""
    pause_s = 0.001
    while not (value := condition()):
        await trio.sleep(pause_s)
        pause_s = min(2 * pause_s, 0.02)
    return value


def pass_time(seconds: float) -> None:
    """Let the time of trio jump forward, so that limits run out."""
    clock = trio.lowlevel.current_clock()
    assert isinstance(clock, MockClock)
    clock.jump(seconds)


def folders_of(home: Path, number: int) -> Folders:
    """Return the folders of a window; all windows of a home have the same data and their own settings."""
    found = Folders.find(str(home))
    return found if number < 2 else replace(found, config=found.config / f"{FOLDER}{number}")


def real_server(data: Path) -> ServerProcess:
    """The server of a window as a process of its own."""
    if not data.exists():
        own_port(data)
    return ServerProcess(data, "none", ("127.0.0.1",))


def around(
    home: Path,
    what: str = "",
    number: int = 1,
    engines: Engines = AT_ONCE,
    server_in: Callable[[Path], ServerProcess] = OwnServer,
) -> AppContext:
    folders = folders_of(home, number)
    server = server_in(folders.data)
    return AppContext(folders, server, "none", "test-computer.local", what, engines=engines)


@asynccontextmanager
async def client(
    theme: Theme,
    home: Path,
    name: str,
    record: str = "",
    number: int = 1,
    engines: Engines = AT_ONCE,
    server_in: Callable[[Path], ServerProcess] = OwnServer,
) -> AsyncIterator[Application]:
    """Run a client with an open window. `number` tells the windows of one home apart."""
    folders = folders_of(home, number)
    settings = SettingsFile(folders.config)
    settings.change(replace(settings.value, name=name))
    started: list[Application] = []
    async with trio.open_nursery() as nursery:
        context = around(home, record, number, engines, server_in)
        nursery.start_soon(run, MainWindow(theme), settings, context, started.append)
        app = await until(lambda: started and started[0])
        app.window.resize(1280, 800)  # the screen of the tests is smaller
        await _painted(app.window)
        yield app
        app.leave()


async def _painted(window: QWidget) -> None:
    """Wait until the window is painted or hidden."""
    first = FirstPaint(window)
    with trio.move_on_after(1):
        await until(lambda: first.seen or not window.isVisible())


class FirstPaint(QObject):
    """Notes that a window is painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.seen = False
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        self.seen = self.seen or event.type() == QEvent.Type.Paint
        return False


def play_here(app: Application, key: str, turns: int, seed: int = 1) -> LocalTable:
    """Begin a game at this computer, show it, and play some turns."""
    table = seeded_table(key, seed)
    show_here(app, table)
    play_on(table, turns)
    return table


def show_here(app: Application, table: LocalTable) -> None:
    """Show a game at this computer as one that was begun."""
    table.setParent(app)
    app.records_controller.opened.emit(table)


async def press(parent: QWidget, name: str) -> None:
    def is_there() -> bool:
        if list_part(parent, name) is not None:
            return True
        try:
            return button(parent, name).isEnabled()
        except AssertionError:
            return False

    await until(is_there)
    clicks.press(parent, name)
