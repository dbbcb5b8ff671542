"""Sends frames to large audiences, a few connections at a time, so that other tasks run in between."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

import trio

from netgame.text import Text
from protocol import messages as m
from protocol.framing import encode
from server.lobby.lobby import Lobby
from server.tables.users import Peer

AT_ONCE = 32  # connections that get a frame before other tasks run; encrypting for them takes about a millisecond
MAX_WAITING = 100  # frames for one audience; then the server refuses chat to it
EVERYBODY = ""  # the audience of all users online


MakeFrame = Callable[[], tuple[bytes, Collection[Peer]]]  # called when its turn comes; the frame and who gets it


class Broadcast:
    """Queues of frames, one for each audience: the id of a table, or `EVERYBODY`.

    Each audience gets its frames in the order of the calls. Audiences take turns.
    """

    def __init__(self, lobby: Lobby[Peer]) -> None:
        self._lobby = lobby
        self._queues: dict[str, _Queue] = {}
        self._work = trio.Event()

    def is_full(self, audience: str) -> bool:
        """Tell whether too many frames wait for an audience."""
        queue = self._queues.get(audience)
        return queue is not None and len(queue.waiting) >= MAX_WAITING

    def publish(self, audience: str, message: m.Message, peers: Callable[[], Collection[Peer]]) -> None:
        """Send a message to the connections that `peers` returns when its turn comes."""
        frame = encode(message)
        self.add(audience, lambda: (frame, peers()))

    def send_to_watchers(self, table: str, message: m.Message) -> None:
        """Send a message to all connections that follow a table."""
        self.publish(table, message, lambda: self._lobby.watchers(table))

    def announce(self, text: Text | str) -> None:
        """Send a notice to everybody. A `Text` can be translated by the clients."""
        notice = text if isinstance(text, Text) else Text("{text}", {"text": text})
        message = m.Notice(template=notice.template, args=dict(notice.args))
        self.publish(EVERYBODY, message, lambda: self._lobby.peers)

    def send_presence(self, table: str) -> None:
        """Send the presence at a table to all connections that follow it, in its state at that time."""
        self.add_state(table, partial(self._presence, table))

    def _presence(self, id: str) -> tuple[bytes, Collection[Peer]]:
        table, watchers = self._lobby.tables.get(id), self._lobby.watchers(id)
        if table is None or not watchers:
            return b"", ()
        return encode(self._lobby.presence(table)), watchers

    def add(self, audience: str, make: MakeFrame) -> None:
        """Queue a frame, which is made once."""
        self._queues.setdefault(audience, _Queue()).waiting.append(make)
        self._work.set()

    def add_state(self, audience: str, make: MakeFrame) -> None:
        """Queue a frame that describes a current state, unless such a frame is waiting already."""
        queue = self._queues.setdefault(audience, _Queue())
        if queue.state is None:
            queue.state = make
            self.add(audience, make)

    async def run(self) -> None:
        """Send what is queued, until cancelled."""
        while True:
            await self._work.wait()
            self._work = trio.Event()
            while self._queues:
                for audience in list(self._queues):
                    if not self._queues[audience].send_some():
                        del self._queues[audience]
                    await trio.lowlevel.checkpoint()


class _Queue:
    """The frames that wait for one audience, and the connections that have not got the first one yet."""

    def __init__(self) -> None:
        self.waiting: deque[MakeFrame] = deque()
        self.state: MakeFrame | None = None  # the waiting one that describes a current state
        self._frame = b""
        self._rest: Iterator[Peer] = iter(())

    def send_some(self) -> bool:
        """Send to some connections; False if nothing is left to send."""
        sent = self._send()
        if not sent and self.waiting:
            make = self.waiting.popleft()
            if make is self.state:
                self.state = None
            self._frame, receivers = make()
            self._rest = iter(list(receivers))
            sent = self._send()
        return bool(sent or self.waiting)

    def _send(self) -> int:
        receivers = list(islice(self._rest, AT_ONCE))
        for receiver in receivers:
            receiver.send(self._frame)
        return len(receivers)


async def send_all(frames: Sequence[bytes], receivers: Iterable[Peer]) -> None:
    """Send frames to each connection, and return when that is done."""
    for number, receiver in enumerate(receivers, 1):
        for frame in frames:
            receiver.send(frame)
        if number % AT_ONCE == 0:
            await trio.lowlevel.checkpoint()
