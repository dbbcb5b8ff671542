"""The relay: messages that reach all other nodes of a service even if the bus loses its hints.

They are kept until every node that is not dead has read them. A node that counted as dead may miss some. It reads again
what they may have been about.
"""

import logging
from collections.abc import Callable, Sequence

import msgspec

from server.cluster.bus import Bus, Subscriptions
from server.cluster.messages import RelayMessage, RelayWritten
from server.cluster.store import ClusterStore
from server.ops.supervision import Supervision, Wakeup, keep_trying

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

    def __init__(self, supervision: Supervision | None = None) -> None:
        super().__init__(supervision)
        self.on_missed: list[Callable[[], None]] = []

    def missed(self) -> None:
        """Note that messages may have been missed."""
        self.call(self.on_missed)

    def send(self, message: RelayMessage) -> None:
        """Send a message soon. Never waits and never fails."""


class StoredRelay(Relay):
    """A relay through the shared store. The bus says when to read it."""

    def __init__(self, store: ClusterStore, bus: Bus, node: str, supervision: Supervision | None = None) -> None:
        super().__init__(supervision)
        self._store, self._bus, self._node = store, bus, node
        self._waiting: list[bytes] = []
        self._written, self._hinted = Wakeup(), Wakeup()
        self._seen: frozenset[int] = frozenset()  # messages of the last read, which may come again
        bus.subscribe(RelayWritten, lambda _message: self._hinted.set())
        bus.on_gap.append(self._hinted.set)

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
        await self.supervision.keep_all({"relay writer": self._keep_writing, "relay reader": self._keep_reading})

    async def flush(self) -> None:
        """Write all messages that wait, before the end of this node. `StoreProblem`."""
        while waiting := list(self._waiting):
            await self._store.post(self._node, waiting)
            del self._waiting[: len(waiting)]
            self._bus.send(RelayWritten())

    async def _keep_writing(self) -> None:
        while True:
            await keep_trying("messages to other servers", self.flush, is_logged=False)
            await self._written.wait()

    async def _keep_reading(self) -> None:
        while True:
            await self._hinted.wait(READ_EVERY_S)
            await keep_trying("messages of other servers", self._read, is_logged=False)

    async def _read(self) -> None:
        posted, self.cursor = await self._store.posted(self.cursor)
        self._deliver([body for number, node, body in posted if number not in self._seen and node != self._node])
        self._seen = frozenset(number for number, _node, _body in posted)

    def _deliver(self, bodies: Sequence[bytes]) -> None:
        for body in bodies:
            try:
                message = _decode(body)
            except (msgspec.DecodeError, RecursionError):  # of a node with a newer version
                log.warning("a message of a node with another version was left out")
            else:
                self.deliver(message)
