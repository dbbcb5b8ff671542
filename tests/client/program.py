"""The whole client, started and ended by a test in one loop with others."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import trio
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from client_qt.app.application import Application
from client_qt.app.context import AppContext
from client_qt.app.main_window import MainWindow
from client_qt.app.second_window import FOLDER
from client_qt.app.startup import run
from client_qt.hosting.server_process import ServerProcess
from client_qt.settings.file import Folders, SettingsFile
from client_qt.theme import Theme
from tests.client import clicks
from tests.client.clicks import button, list_part
from tests.server.serving import own_port

LOOK_AGAIN_S = 0.01


async def until(condition: Callable[[], Any]) -> Any:
    """Wait for something to be seen; the time limit is that of the test."""
    while not (seen := condition()):
        await trio.sleep(LOOK_AGAIN_S)
    return seen


def folders_of(home: Path, number: int) -> Folders:
    """The folders of a window: all have the same data, and each its own settings."""
    found = Folders.find(str(home))
    return found if number < 2 else replace(found, config=found.config / f"{FOLDER}{number}")


def around(home: Path, what: str = "", number: int = 1) -> AppContext:
    folders = folders_of(home, number)
    server = ServerProcess(folders.data, "none", ("127.0.0.1",))
    return AppContext(folders, server, "none", "test-computer.local", what)


@asynccontextmanager
async def client(
    theme: Theme, home: Path, name: str, invitation: str = "", record: str = "", number: int = 1
) -> AsyncIterator[Application]:
    """A client with its window open, closed again and ended in order afterwards. `number`: which window of one home."""
    folders = folders_of(home, number)
    if not folders.data.exists():
        own_port(folders.data)
    settings = SettingsFile(folders.config)
    settings.change(replace(settings.value, name=name))
    started: list[Application] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, MainWindow(theme), settings, around(home, invitation or record, number), started.append)
        app = await until(lambda: started and started[0])
        app.window.resize(1280, 800)  # the screen of the tests is smaller
        await _painted(app.window)
        yield app
        app.leave()


async def _painted(window: QWidget) -> None:
    """Wait until the window has been seen, or cannot be."""
    first = FirstPaint(window)
    with trio.move_on_after(1):
        await until(lambda: first.seen or not window.isVisible())


class FirstPaint(QObject):
    """Sees that a window is painted."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.seen = False
        window.installEventFilter(self)

    def eventFilter(self, _window: QObject, event: QEvent) -> bool:
        self.seen = self.seen or event.type() == QEvent.Type.Paint
        return False


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
