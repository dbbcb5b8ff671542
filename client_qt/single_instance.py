"""A single instance for each settings folder: a second start hands its link or record to the open window.

The window listens on a local socket that only the same user can reach. It is in the settings folder, so that a program
with another folder for temporary files finds it, or else named after that folder.
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
WAIT_MS = 1000  # for the connection to the other instance
ANSWER_MS = 5000  # for its answer; it may just have been started
TAKEN = b"ok"
SOCKET = "window"  # in the settings folder
MOST_PATH = 80  # bytes; a socket has 108 on Linux and 104 on a Mac, and Qt adds some while it makes one
_ANY_PROCESS = -1  # ASFW_ANY
ACTIVATION_TOKEN = "XDG_ACTIVATION_TOKEN"  # of the desktop: a window with it may come to the front on Wayland
SHOW = "\x1bshow"  # neither a path nor a link: show the hidden window


def hand_over(folder: Path, argument: str) -> bool:
    """Send a link, a path or SHOW to the instance with that folder; False if none accepts it."""
    socket = QLocalSocket()
    socket.connectToServer(_name(folder))
    if not socket.waitForConnected(WAIT_MS):
        return False
    if sys.platform == "win32":  # which lets only the program that the user has just started come to the front
        ctypes.windll.user32.AllowSetForegroundWindow(_ANY_PROCESS)
    token = os.environ.get(ACTIVATION_TOKEN, "")
    socket.write(f"{argument}\n{token}\n".encode("utf-8", "surrogateescape"))
    taken = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == TAKEN
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

    `launch_requested` carries their argument; `show_requested`: a start without one while this is hidden. After `hold`,
    arguments wait for `release`, until the program can open them.
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
        self._held: list[str] | None = None  # what was handed over before the program can open it

    def listen(self) -> bool:
        """Start listening; False if another instance listens already."""
        if is_open(self._folder):  # listening would take the name from it
            return False
        QLocalServer.removeServer(self.name)  # left by an instance that was killed
        return bool(self._server.listen(self.name))

    def hold(self) -> None:
        """Keep what is handed over, until `release`."""
        self._held = []

    def release(self) -> None:
        """Emit what was handed over since `hold`, and from now on at once."""
        held, self._held = self._held or [], None
        for argument in held:
            self.launch_requested.emit(argument)

    def receive(self, argument: str) -> None:
        """Take a link or a record that another start, or the system, hands over."""
        if self._held is not None:
            self._held.append(argument)
        else:
            self.launch_requested.emit(argument)

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
        if socket.state() != QLocalSocket.LocalSocketState.ConnectedState:
            return  # the other program waits no longer, and opens it itself
        line = bytes(socket.readLine(MOST_BYTES + 1).data())
        token = bytes(socket.readLine(MOST_BYTES).data()).strip()  # programs before this version send none
        show = line == SHOW.encode() + b"\n"
        is_taken = self.hidden() if show else line.endswith(b"\n") and len(line) > 1
        if is_taken:
            socket.write(TAKEN)
            socket.flush()
        socket.disconnectFromServer()
        if not is_taken:
            return  # the other program becomes another player, with its own window and token
        if token:
            os.environ[ACTIVATION_TOKEN] = token.decode("ascii", "ignore")
        if show:
            self.show_requested.emit()
        else:
            self.receive(line[:-1].decode("utf-8", "surrogateescape"))


def _name(folder: Path) -> str:
    """Return the path or name of the socket. A relative name is below TMPDIR on Unix, and a pipe on Windows."""
    path = os.fsencode(folder.absolute() / SOCKET)
    if os.name != "nt" and len(path) <= MOST_PATH and folder.is_dir():
        return os.fsdecode(path)
    return f"netgame-{hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:20]}"
