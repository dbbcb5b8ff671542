"""The link between a node and the database, which can be cut or slow: a proxy from one Unix socket to another."""

import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import trio

from devtools.harness.postgres import PrivatePostgres

NAME = ".s.PGSQL.5432"  # PostgreSQL's name of a socket
BYTES = 64 * 1024


class Link:
    """Run `run` in a task. Until it is cut, it passes on all bytes, each chunk after `delay_s`."""

    def __init__(self, folder: Path, postgres: PrivatePostgres) -> None:
        self.delay_s = 0.0
        self._folder, self._postgres = folder, postgres
        self._is_cut = False
        self._streams: set[trio.SocketStream] = set()

    def url(self, database: str) -> str:
        """Return the address of a database through this link, given its own address."""
        there, here = (quote(str(folder), safe="") for folder in (self._postgres.folder, self._folder))
        return database.replace(there, here)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Carry connections until cancelled."""
        with socket.socket(socket.AF_UNIX) as sock:
            sock.bind(str(self._folder / NAME))
            sock.listen(100)
            (self._folder / NAME).chmod(0o777)
            listener = trio.SocketListener(trio.socket.from_stdlib_socket(sock))
            task_status.started()
            await trio.serve_listeners(self._carry, [listener])

    def cut(self) -> None:
        """End all connections, and refuse new ones until `mend`."""
        self._is_cut = True
        for stream in self._streams:
            with suppress(OSError):
                stream.socket.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Work as it should again."""
        self._is_cut, self.delay_s = False, 0.0

    async def _carry(self, near: trio.SocketStream) -> None:
        async with near:
            if self._is_cut:
                return
            with suppress(OSError):
                async with await trio.open_unix_socket(str(self._postgres.folder / NAME)) as far:
                    self._streams |= {near, far}
                    try:
                        async with trio.open_nursery() as nursery:
                            nursery.start_soon(self._pass_on, near, far, nursery.cancel_scope)
                            nursery.start_soon(self._pass_on, far, near, nursery.cancel_scope)
                    finally:
                        self._streams -= {near, far}

    async def _pass_on(self, source: trio.SocketStream, target: trio.SocketStream, scope: trio.CancelScope) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await source.receive_some(BYTES):
                if self.delay_s:
                    await trio.sleep(self.delay_s)
                await target.send_all(data)
        scope.cancel()
