"""From the opponent's send to changed pixels: two programs and a server, three processes on loopback, with TLS."""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import trio
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.application import Application
from client_qt.app.context import AppContext
from client_qt.app.main_window import MainWindow
from client_qt.app.startup import run
from client_qt.hosting import server_process
from client_qt.settings.file import Folders, SettingsFile
from client_qt.table.remote import RemoteTable
from client_qt.theme import Theme
from client_qt.trio_guest import run_trio
from devtools.bench.figure import Figure
from devtools.harness.games.random_moves import any_move
from devtools.harness.server.process import ServerProcess
from protocol.address import Address
from protocol.client import Server

ROOT = Path(__file__).parents[2]
TRIPS = 200
FIRST = 5  # not counted, while everything is loaded
PATIENCE_S = 60


def trips() -> Iterator[Figure]:
    """Measure from the opponent's move through the server until our program shows it."""
    with tempfile.TemporaryDirectory() as folder:
        taken = sorted(_in_qt(Path(folder)))
    name = "opponent's send to board painted, through a server on loopback"
    yield Figure(f"{name}, p50", statistics.median(taken), "ms", len(taken))
    yield Figure(f"{name}, p99", taken[int(len(taken) * 0.99) - 1], "ms", len(taken))


def _in_qt(folder: Path) -> list[float]:
    """Return the milliseconds of each trip."""
    app = QApplication.instance() or QApplication(["bench"])
    assert isinstance(app, QApplication)
    theme = Theme(app)
    theme.system_reduces_motion = True  # the first frame of an animation shows nothing new
    taken: list[float] = []

    async def work(_quit: object) -> None:
        with trio.fail_after(PATIENCE_S):
            server = await ServerProcess.start(folder / "server")
            try:
                assert server.process.stdout is not None
                told = await trio.to_thread.run_sync(server.process.stdout.readline)
                taken.extend(await _play(theme, folder, Server(told.split()[1], (Address("127.0.0.1", server.port),))))
            finally:
                with trio.CancelScope(shield=True):
                    await server.end()

    run_trio(app, work)
    return taken


async def _play(theme: Theme, folder: Path, server: Server) -> list[float]:
    folders = Folders.find(str(folder / "ann"))
    settings = SettingsFile(folders.config)
    settings.change(replace(settings.value, name="Ann"))
    around = AppContext(
        folders, server_process.ServerProcess(folders.data, "none", ("127.0.0.1",)), "none", "bench.local"
    )
    send, receive = trio.open_memory_channel[Application](1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, MainWindow(theme), settings, around, send.send_nowait)
        app = await receive.receive()
        opponent = [sys.executable, "-m", "devtools.bench.opposing"]
        words = [*opponent, str(server.addresses[0].port), server.fingerprint or ""]
        process = await trio.lowlevel.open_process(words, stdout=subprocess.PIPE, cwd=ROOT)
        try:
            return await _measured(app, server, process)
        finally:
            process.kill()
            app.leave()


async def _measured(app: Application, server: Server, opponent: trio.Process) -> list[float]:
    app.window.resize(1280, 800)
    assert opponent.stdout is not None
    told = _lines(opponent.stdout)
    eye = Eye(app)
    link = app.servers.session_to(server.fingerprint or "", server.addresses, "Club")
    link.take_seat((await anext(told))["table"], eye.shows, _fail)
    taken: list[float] = []
    async for trip in told:
        if trip["number"] < eye.first:
            continue  # it came before anyone looked
        while trip["number"] not in eye.painted:
            await trio.sleep(0.0005)
        taken.append((eye.painted[trip["number"]] - trip["sent"]) * 1000)
        if len(taken) == TRIPS + FIRST:
            break
    return taken[FIRST:]


def _fail(why: object) -> None:
    raise RuntimeError(str(why))


async def _lines(stream: trio.abc.ReceiveStream) -> AsyncIterator[dict[str, Any]]:
    kept = b""
    async for data in stream:
        *whole, kept = (kept + data).split(b"\n")
        for line in whole:
            yield json.loads(line)


class Eye(QObject):
    """Sees when a position in which we are to move is painted, and moves then."""

    def __init__(self, app: Application) -> None:
        super().__init__()
        self.painted: dict[int, float] = {}  # by the number of the event that led there, seconds
        self.first = sys.maxsize  # of these numbers
        self._app, self._board = app, app.window.table.board
        self._awaited = self._known = 0  # numbers: not on the screen so far; seen last
        self._model: RemoteTable | None = None

    def shows(self, model: RemoteTable) -> None:
        """The table is shown."""
        self._app.table_controller.show(model)
        self._model = model
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        model.changed.connect(self._changed)
        self._changed()

    def eventFilter(self, seen: QObject, event: QEvent) -> bool:
        if self._awaited and event.type() == QEvent.Type.Paint and self._is_board(seen):
            QTimer.singleShot(0, self, partial(self._painted, self._awaited))  # when all of it is on the screen
            self._awaited = 0
        return False

    def _is_board(self, seen: QObject) -> bool:
        return isinstance(seen, QWidget) and (seen is self._board or self._board.isAncestorOf(seen))

    def _changed(self) -> None:
        assert self._model is not None
        match = self._model.match
        if match is None or match.number == self._known or self._model.waiting:
            return
        self._known = match.number
        if match.phase == "between" and not match.ready & self._model.mine:
            self._model.ready()
        elif self._model.can_move and self.first > match.number:  # it may be on the screen already
            self.first = match.number + 1
            self._move()
        elif self._model.can_move:
            self._awaited = match.number

    def _painted(self, number: int) -> None:
        self.painted[number] = time.monotonic()
        self._move()

    def _move(self) -> None:
        assert self._model is not None
        match = self._model.match
        if match is not None and self._model.can_move:
            self._model.play(any_move(match.game, match.state, match.number))
