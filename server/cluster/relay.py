"""The relay: messages that reach all other nodes of a service even if the bus loses its hints.

They are kept until every node that is not dead has read them. A node that counted as dead may miss some. It reads again
what they may have been about.
"""

import logging
from collections.abc import Callable, Sequence

import msgspec
import trio

from server.cluster.bus import Bus, Subscriptions
from server.cluster.messages import RelayMessage, RelayWritten
from server.cluster.store import ClusterStore
from server.storage.event_store import StoreProblem

log = logging.getLogger(__name__)

READ_EVERY_S = 1.0  # without a hint
MAX_WAITING = 10_000  # messages, while the database cannot be reached

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(RelayMessage).decode


class Relay(Subscriptions):
    """Sends messages to all other nodes. The order of one node's messages is kept; a message may come twice.

    This is the relay of a server that is alone: it does nothing. The callables of `on_missed` are called when messages
    of other nodes may have been missed.
    """

    cursor = 0  # all messages before it were read

    def __init__(self) -> None:
        super().__init__()
        self.on_missed: list[Callable[[], None]] = []

    def missed(self) -> None:
        """Note that messages may have been missed."""
        for handle in self.on_missed:
            handle()

    def send(self, message: RelayMessage) -> None:
        """Send a message soon. Never waits and never fails."""


class StoredRelay(Relay):
    """A relay through the shared store. The bus says when to read it."""

    def __init__(self, store: ClusterStore, bus: Bus, node: str) -> None:
        super().__init__()
        self._store, self._bus, self._node = store, bus, node
        self._waiting: list[bytes] = []
        self._written, self._hinted = trio.Event(), trio.Event()
        self._seen: frozenset[int] = frozenset()  # messages of the last read, which may come again
        bus.subscribe(RelayWritten, lambda _message: self._hinted.set())
        bus.on_gap.append(lambda: self._hinted.set())

    def send(self, message: RelayMessage) -> None:
        if len(self._waiting) >= MAX_WAITING:
            log.error("a message for other nodes was dropped: the database has not taken any for long")
            return
        self._waiting.append(_encode(message))
        self._written.set()

    async def begin(self) -> None:
        """Leave out the messages that were sent before the start of this node."""
        _posted, self.cursor = await self._store.posted(0)

    async def run(self) -> None:
        """Write and read messages until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._keep_writing)
            nursery.start_soon(self._keep_reading)

    async def flush(self) -> None:
        """Write all messages that wait, before the end of this node."""
        await self._write()

    async def _keep_writing(self) -> None:
        while True:
            await self._written.wait()
            self._written = trio.Event()
            if not await self._write():
                await trio.sleep(READ_EVERY_S)
                self._written.set()

    async def _write(self) -> bool:
        waiting, self._waiting = self._waiting, []
        try:
            if waiting:
                await self._store.post(self._node, waiting)
        except StoreProblem as problem:
            log.debug("messages for other nodes could not be written: %s; retrying", problem)
            self._waiting = waiting + self._waiting
            return False
        self._bus.send(RelayWritten())
        return True

    async def _keep_reading(self) -> None:
        while True:
            with trio.move_on_after(READ_EVERY_S):
                await self._hinted.wait()
            self._hinted = trio.Event()
            try:
                posted, self.cursor = await self._store.posted(self.cursor)
            except StoreProblem as problem:
                log.debug("messages of other nodes could not be read: %s; retrying", problem)
                continue
            self._deliver([body for number, node, body in posted if number not in self._seen and node != self._node])
            self._seen = frozenset(number for number, _node, _body in posted)

    def _deliver(self, bodies: Sequence[bytes]) -> None:
        for body in bodies:
            try:
                message = _decode(body)
            except msgspec.DecodeError:  # of a node with a newer version
                log.warning("a message of a node with another version was left out")
            else:
                self.deliver(message)
