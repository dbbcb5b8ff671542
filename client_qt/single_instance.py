"""A single instance for each settings folder: a second start hands its link or record to the open window.

The window listens on a local socket that only the same user can reach, named after the settings folder.
"""

import ctypes
import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

MOST_BYTES = 4096  # a path or a link
WAIT_MS = 1000  # for the answer of the other instance
TAKEN = b"ok"
_ANY_PROCESS = -1  # ASFW_ANY
SHOW = "\x1bshow"  # neither a path nor a link: show the hidden window


def hand_over(folder: Path, argument: str) -> bool:
    """Send a link, a path or SHOW to the instance with that folder; False if none accepts it."""
    socket = QLocalSocket()
    socket.connectToServer(_name(folder))
    if not socket.waitForConnected(WAIT_MS):
        return False
    if sys.platform == "win32":  # which lets only the program that the user has just started come to the front
        ctypes.windll.user32.AllowSetForegroundWindow(_ANY_PROCESS)
    socket.write(argument.encode("utf-8", "surrogateescape") + b"\n")
    taken = socket.waitForReadyRead(WAIT_MS) and bytes(socket.readAll().data()) == TAKEN
    socket.disconnectFromServer()
    return taken


def is_open(folder: Path) -> bool:
    """Is an instance with that folder running?"""
    socket = QLocalSocket()
    socket.connectToServer(_name(folder))
    there = socket.waitForConnected(WAIT_MS)
    socket.abort()
    return there


def absolute(argument: str) -> str:
    """Make a path absolute, for an instance with another working directory."""
    return argument if "://" in argument or not Path(argument).exists() else str(Path(argument).absolute())


class SingleInstance(QObject):
    """Listens for other starts.

    `launch_requested` carries their argument; `show_requested`: a start without one while this is hidden.
    """

    launch_requested = Signal(object)  # str; Qt would lose bytes of paths that are no text
    show_requested = Signal()

    def __init__(self, folder: Path, parent: QObject | None = None, hidden: Callable[[], bool] = lambda: False) -> None:
        super().__init__(parent)
        self.hidden = hidden
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._opened)
        self._folder, self.name = folder, _name(folder)

    def listen(self) -> bool:
        """Start listening; False if another instance listens already."""
        if is_open(self._folder):  # listening would take the name from it
            return False
        QLocalServer.removeServer(self.name)  # left by an instance that was killed
        return bool(self._server.listen(self.name))

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _opened(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setParent(self)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() > MOST_BYTES:
                socket.abort()
            return
        line = bytes(socket.readLine(MOST_BYTES + 1).data())
        show = line == SHOW.encode() + b"\n"
        if not show or self.hidden():
            socket.write(TAKEN)
            socket.flush()
        socket.disconnectFromServer()
        if show and self.hidden():
            self.show_requested.emit()
        elif not show and line.endswith(b"\n") and len(line) > 1:
            self.launch_requested.emit(line[:-1].decode("utf-8", "surrogateescape"))


def _name(folder: Path) -> str:
    digest = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:20]
    return f"netgame-{digest}"
