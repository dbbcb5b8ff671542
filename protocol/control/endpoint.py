"""The control socket: a Unix socket in the data folder that only its owner may use.

On systems without Unix sockets (Windows) it is a port on loopback. A file at the path holds the port and a token, and
only its owner may read that file.
"""

import hmac
import json
import os
import secrets
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from protocol.control.messages import CommandError, NoServer
from protocol.files import write_whole

BACKLOG = 8
MAX_PATH = 100  # bytes; systems allow 104 to 108
MAX_PORT_FILE = 1000  # bytes
TIMEOUT_S = 60.0

Kind = Literal["unix", "loopback"]
KIND: Kind = "unix" if hasattr(socket, "AF_UNIX") and sys.platform != "win32" else "loopback"


@dataclass(frozen=True)
class Listener:
    """The socket of a server, and the token that each request must carry; empty where file permissions suffice."""

    sock: socket.socket
    token: str = ""

    def admits(self, token: str) -> bool:
        """Whether a request with that token may be carried out."""
        return hmac.compare_digest(self.token.encode(), token.encode())


@contextmanager
def listen(path: Path, kind: Kind = KIND) -> Iterator[Listener]:
    """Listen at a path for the length of the block; `CommandError` if that is not possible."""
    try:
        _remove_stale(path)
        listener = _listen_unix(path) if kind == "unix" else _listen_loopback(path)
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    try:
        yield listener
    finally:
        listener.sock.close()
        path.unlink(missing_ok=True)


def connect(path: Path, kind: Kind = KIND, timeout_s: float = TIMEOUT_S) -> tuple[socket.socket, str]:
    """Return a blocking connection to the server that listens at a path, and its token; `NoServer` if none does."""
    try:
        if sys.platform == "win32" or kind == "loopback":
            port, token = _read_port_file(path)
            return socket.create_connection(("127.0.0.1", port), timeout_s), token
        with _closed_on_failure(socket.AF_UNIX) as sock:
            sock.settimeout(timeout_s)
            with _short_name(path) as name:
                sock.connect(name)
        return sock, ""
    except PermissionError as error:
        raise CommandError(
            "{path} belongs to another user. Run the command as the user of the server", path=str(path)
        ) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoServer("No server runs in {folder}", folder=str(path.parent)) from error


def _remove_stale(path: Path) -> None:
    """Remove the socket of a killed server. No other server uses it, because this one has locked the folder."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    if not (stat.S_ISSOCK(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_size < MAX_PORT_FILE)):
        raise _unusable(path, "another file has this name")
    if stat.S_ISREG(found.st_mode):
        _read_port_file(path)  # `CommandError` if it is another file
    path.unlink()


@contextmanager
def _closed_on_failure(family: socket.AddressFamily) -> Iterator[socket.socket]:
    with ExitStack() as stack:
        yield stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
        stack.pop_all()


# ---- Unix


def _listen_unix(path: Path) -> Listener:
    if sys.platform == "win32":
        raise NotImplementedError("Windows has no sockets with a path")
    with _closed_on_failure(socket.AF_UNIX) as sock:
        with _short_name(path) as name:
            sock.bind(name)
        os.chmod(path, 0o600)  # before it listens, so no other user can have connected
        sock.listen(BACKLOG)
        sock.setblocking(False)
    return Listener(sock)


@contextmanager
def _short_name(path: Path) -> Iterator[str]:
    """Return a name of a path that fits into the address of a socket."""
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


def _listen_loopback(path: Path) -> Listener:
    with _closed_on_failure(socket.AF_INET) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(BACKLOG)
        sock.setblocking(False)
        token = secrets.token_hex(32)
        content = json.dumps({"port": sock.getsockname()[1], "token": token})
        write_whole(path, content.encode(), private=True, replace=False)
    return Listener(sock, token)


def _read_port_file(path: Path) -> tuple[int, str]:
    try:
        content = json.loads(path.read_text("ascii"))
        return int(content["port"]), str(content["token"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _unusable(path, "another file has this name") from error


def _unusable(path: Path, reason: str) -> CommandError:
    return CommandError(
        "The control socket cannot be at {path} ({reason}). Choose another path with the setting control",
        path=str(path),
        reason=reason,
    )
