"""A relay between a server and PostgreSQL that can lose the answer to a statement."""

import socket
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

SOCKET = ".s.PGSQL.5432"  # as libpq names it in a folder
AT_ONCE = 65_536


class Relay:
    """Forwards connections to PostgreSQL, whose socket is in that folder, for the length of a `with` block."""

    def __init__(self, target: Path) -> None:
        self._target = str(target / SOCKET)
        self._folder = tempfile.TemporaryDirectory(prefix="netgame-relay-", dir="/tmp")  # a short path, for a socket
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{self._folder.name}/{SOCKET}")
        self._listener.listen()
        self._open: set[socket.socket] = set()
        self._word: bytes | None = None
        self.lost = threading.Event()  # an answer was lost

    def __enter__(self) -> "Relay":
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        self._folder.cleanup()

    def through(self, address: str) -> str:
        """Return the address of a database through this relay."""
        return f"{address.partition('?host=')[0]}?host={quote(self._folder.name, safe='')}"

    def lose_answer_to(self, word: bytes) -> None:
        """Cut the next connection that sends these bytes, as soon as PostgreSQL answers: it has committed then."""
        self._word = word

    def cut(self) -> None:
        """Cut all connections now."""
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                near, _address = self._listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(self._target)
            armed = threading.Event()
            self._open |= {near, far}
            threading.Thread(target=self._forward, args=(near, far, armed, True), daemon=True).start()
            threading.Thread(target=self._forward, args=(far, near, armed, False), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, armed: threading.Event, is_request: bool) -> None:
        with suppress(OSError):
            while data := source.recv(AT_ONCE):
                if is_request and self._word is not None and self._word in data:
                    self._word = None
                    armed.set()
                elif not is_request and armed.is_set():
                    self.lost.set()
                    break
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            self._open.discard(end)
