"""A TCP connection to a server that a test can break in three ways, and repair."""

import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Literal

import trio

Cut = Literal["reset", "end", "silence"]
CUTS: tuple[Cut, ...] = ("reset", "end", "silence")
_LINGER = struct.pack("ii", 1, 0)  # closing sends a RST


class FaultyLink:
    """Forwards bytes between a client and a server. After a reset or an end, new connections get the same. During
    silence connections are accepted and nothing is sent."""

    def __init__(self, nursery: trio.Nursery, target: int) -> None:
        self.port = 0
        self.taken = 0  # connections accepted while it was cut
        self.changed: Callable[[bool], None] = lambda whole: None  # called with whether bytes are forwarded
        self._nursery, self._target = nursery, target
        self._cut: Cut | None = None
        self._lines: list[tuple[trio.SocketStream, trio.SocketStream]] = []
        self._open = trio.Event()
        self._open.set()

    def cut(self, how: Cut) -> None:
        self._cut = how
        self.changed(False)
        if how == "silence":
            self._open = trio.Event()
            return
        lines, self._lines = self._lines, []
        for near, far in lines:
            self._break(near)
            far.socket.close()

    def repair(self) -> None:
        """Forward new connections again, and those that were silent; reset connections stay closed."""
        self._cut = None
        self.changed(True)
        self._open.set()

    async def serve(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listener.socket.getsockname()[1]
        task_status.started()
        await trio.serve_listeners(self._take, [listener], handler_nursery=self._nursery)

    async def _take(self, near: trio.SocketStream) -> None:
        if self._cut is not None:
            self.taken += 1
            self._break(near)
            await self._open.wait()
            if near.socket.fileno() < 0:
                return
        async with near, await trio.open_tcp_stream("127.0.0.1", self._target) as far:
            line = (near, far)
            self._lines.append(line)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._pass, near, far)
                nursery.start_soon(self._pass, far, near)
            if line in self._lines:  # it has ended by itself
                self._lines.remove(line)

    def _break(self, near: trio.SocketStream) -> None:
        if self._cut == "reset":
            near.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER)
        if self._cut in ("reset", "end"):
            near.socket.close()

    async def _pass(self, source: trio.SocketStream, sink: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in source:
                await self._open.wait()
                await sink.send_all(data)
            await sink.send_eof()


@asynccontextmanager
async def faulty_link(target: int) -> AsyncIterator[FaultyLink]:
    """Yield a link to that port of this computer."""
    async with trio.open_nursery() as nursery:
        made = FaultyLink(nursery, target)
        await nursery.start(made.serve)
        yield made
        nursery.cancel_scope.cancel()
