"""A connection to a server in memory that a test can break in three ways, and repair."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import cycle
from typing import Any, Literal

import trio

from devtools.harness.server.serving import LOOPBACK, PORTS, TOKENS, listening
from devtools.simulation.network import WINDOW, ClientEnd, Link
from protocol.address import Address
from server.app import Serving

Cut = Literal["reset", "end", "silence"]
CUTS: tuple[Cut, ...] = ("reset", "end", "silence")
BREAKS = {"reset": Link.cut, "end": Link.end}


class FaultyLink:
    """Forwards bytes between clients and a server; clients reach it like a server. After a reset or an end, new
    connections get the same. During silence connections are accepted and nothing is forwarded."""

    def __init__(self, nursery: trio.Nursery, serving: Serving, first: Cut) -> None:
        self.address = Address("localhost", next(PORTS))  # 127.0.0.1 is not remembered
        self.fingerprint = serving.fingerprint
        self.how: Cut | None = None
        self._ways = cycle(CUTS[CUTS.index(first) :] + CUTS[: CUTS.index(first)])
        self._nursery, self._server = nursery, serving.addresses[0]
        self._lines: dict[Link, trio.CancelScope] = {}
        self._open = trio.Event()
        self._open.set()

    def cut(self, how: Cut | None = None) -> None:
        """Break it in that way, or in another way than the last time."""
        self.how = how or next(self._ways)
        if self.how == "silence":
            self._open = trio.Event()
            return
        for near, scope in self._lines.items():
            BREAKS[self.how](near)
            scope.cancel()

    def repair(self) -> None:
        """Forward new connections again, and those that were silent."""
        self.how = None
        self._open.set()

    def connect(self, _host: str) -> ClientEnd:
        near = Link(TOKENS, 0)
        if self.how in BREAKS:
            BREAKS[self.how](near)
        else:
            self._nursery.start_soon(self._serve, near)
        return ClientEnd(near)

    async def _serve(self, near: Link) -> None:
        async def send(data: bytes) -> None:
            near.here.put(data)

        with trio.CancelScope() as self._lines[near]:
            await self._open.wait()
            far = listening[self._server].connect(LOOPBACK)
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._pass, partial(near.there.get, WINDOW), far.send_all, nursery)
                    nursery.start_soon(self._pass, far.receive_some, send, nursery)
            finally:
                far.reset()
        near.end()
        del self._lines[near]

    async def _pass(
        self, read: Callable[[], Awaitable[bytes]], write: Callable[[bytes], Awaitable[Any]], both: trio.Nursery
    ) -> None:
        with suppress(trio.BrokenResourceError):
            while data := await read():
                await self._open.wait()
                await write(data)
        both.cancel_scope.cancel()


@asynccontextmanager
async def faulty_link(serving: Serving, first: Cut = "silence") -> AsyncIterator[FaultyLink]:
    """Yield a link to that server, which is cut in this way first."""
    async with trio.open_nursery() as nursery:
        made = FaultyLink(nursery, serving, first)
        listening[made.address] = made
        yield made
        listening[made.address] = None
        nursery.cancel_scope.cancel()
