"""Where the control socket is: a Unix socket in the data folder that only its owner may use.

Where there are none (Windows), a port on loopback, and beside the place a file with it and a token that only the owner
may read.
"""

import hmac
import json
import os
import secrets
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from server.admin.control.errors import ControlError, NoServer

FILE = "control.sock"
BACKLOG = 8
MAX_PATH = 100  # bytes; systems allow 104 to 108
TIMEOUT_S = 60.0

Kind = Literal["unix", "loopback"]
KIND: Kind = "unix" if hasattr(socket, "AF_UNIX") and sys.platform != "win32" else "loopback"


@dataclass(frozen=True)
class Listening:
    """The socket of a server, and what has to be said first on a connection; empty where the system knows who may."""

    sock: socket.socket
    token: str = ""

    def admits(self, token: str) -> bool:
        """Whether who says that may give commands."""
        return hmac.compare_digest(self.token.encode(), token.encode())


@contextmanager
def listening(path: Path, kind: Kind = KIND) -> Iterator[Listening]:
    """Listen there for the length of the block; `ControlError` if that is not possible."""
    try:
        _make_room(path)
        made = _listen_unix(path) if kind == "unix" else _listen_loopback(path)
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    try:
        yield made
    finally:
        made.sock.close()
        path.unlink(missing_ok=True)


def connected(path: Path, kind: Kind = KIND) -> tuple[socket.socket, str]:
    """A blocking connection to the server that listens there, and what to say first; `NoServer` if there is none."""
    try:
        sock, token = _connect_unix(path) if kind == "unix" else _connect_loopback(path)
    except PermissionError as error:
        raise ControlError(
            "{path} belongs to somebody else. Give the command as the user who runs the server", path=str(path)
        ) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoServer("No server runs in {folder}", folder=str(path.parent)) from error
    return sock, token


def _make_room(path: Path) -> None:
    """Remove what a server left that was killed. Nobody else has this place, for the lock on the folder is ours."""
    try:
        there = path.lstat()
    except FileNotFoundError:
        return
    if not (stat.S_ISSOCK(there.st_mode) or (stat.S_ISREG(there.st_mode) and there.st_size < 1000)):
        raise _unusable(path, "something else lies there")
    if stat.S_ISREG(there.st_mode):
        _read_loopback(path)  # of our own making, otherwise it stays
    path.unlink()


# ---- Unix


def _listen_unix(path: Path) -> Listening:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with _short(path) as name:
            sock.bind(name)
        os.chmod(path, 0o600)  # nobody can connect before it listens
        sock.listen(BACKLOG)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return Listening(sock)


def _connect_unix(path: Path) -> tuple[socket.socket, str]:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        sock.settimeout(TIMEOUT_S)
        with _short(path) as name:
            sock.connect(name)
    except BaseException:
        sock.close()
        raise
    return sock, ""


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """A name of that place that fits into the address of a socket."""
    if len(os.fsencode(path)) <= MAX_PATH:
        yield str(path)
    elif sys.platform == "linux":
        folder = os.open(path.parent, os.O_PATH | os.O_DIRECTORY)
        try:
            yield f"/proc/self/fd/{folder}/{path.name}"
        finally:
            os.close(folder)
    else:
        raise _unusable(path, f"its name has more than {MAX_PATH} bytes")


# ---- loopback


def _listen_loopback(path: Path) -> Listening:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        sock.bind(("127.0.0.1", 0))
        sock.listen(BACKLOG)
        sock.setblocking(False)
        token = secrets.token_hex(32)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            json.dump({"port": sock.getsockname()[1], "token": token}, file)
    except BaseException:
        sock.close()
        raise
    return Listening(sock, token)


def _connect_loopback(path: Path) -> tuple[socket.socket, str]:
    port, token = _read_loopback(path)
    return socket.create_connection(("127.0.0.1", port), TIMEOUT_S), token


def _read_loopback(path: Path) -> tuple[int, str]:
    try:
        told = json.loads(path.read_text("ascii"))
        return int(told["port"]), str(told["token"])
    except (ValueError, KeyError, TypeError) as error:
        raise _unusable(path, "something else lies there") from error


def _unusable(path: Path, reason: str) -> ControlError:
    return ControlError(
        "The control socket cannot be at {path} ({reason}). Choose another place with the setting control",
        path=str(path),
        reason=reason,
    )
