"""A network between a client and the server that can stop carrying data in one direction, unseen by both ends."""

import contextlib
from typing import Literal

import trio

Way = Literal["to", "from"]  # the server


class Partition:
    """A port that forwards to the server's port. Data that is held arrives when the direction is open again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.port = 0
        self._open: dict[Way, trio.Event] = {"to": trio.Event(), "from": trio.Event()}
        self.mend()

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Forward until cancelled."""
        [listener] = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listener.socket.getsockname()[1]
        task_status.started()
        await trio.serve_listeners(self._carry, [listener])

    @property
    def is_held(self) -> bool:
        """Say whether a direction is not open."""
        return not all(event.is_set() for event in self._open.values())

    def hold(self, way: Way) -> None:
        """Stop carrying data in that direction."""
        self._open[way] = trio.Event()

    def mend(self) -> None:
        """Open both directions."""
        for event in self._open.values():
            event.set()

    def carries(self, stream: trio.SocketStream) -> bool:
        """Say whether that client is connected through this network."""
        with contextlib.suppress(OSError):
            return bool(stream.socket.getpeername()[1] == self.port)
        return False

    async def _carry(self, near: trio.SocketStream) -> None:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError, OSError):
            async with near, await trio.open_tcp_stream("127.0.0.1", self._port) as far, trio.open_nursery() as both:
                both.start_soon(self._one_way, near, far, "to")
                await self._one_way(far, near, "from")
                both.cancel_scope.cancel()

    async def _one_way(self, source: trio.SocketStream, sink: trio.SocketStream, way: Way) -> None:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await source.receive_some(65536):
                await self._open[way].wait()
                await sink.send_all(data)
            await self._open[way].wait()
            await sink.send_eof()
