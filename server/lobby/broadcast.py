"""Sends frames to large audiences, a few connections at a time, so that other tasks run in between."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import islice

import trio

from netgame.text import Text
from protocol import messages as m
from protocol.framing import encode
from server.cluster.messages import Dismissed, ToAudience, ToUser
from server.cluster.relay import Relay
from server.lobby.lobby import Lobby
from server.ops.supervision import Supervision, Wakeup
from server.tables.users import Peer

AT_ONCE = 32  # connections that get a frame before other tasks run; encrypting for them takes about a millisecond
MAX_WAITING = 100  # frames for one audience; then the server refuses chat to it
EVERYBODY = ""  # the audience of all users online


MakeFrame = Callable[[], tuple[bytes, Iterable[Peer]]]  # called when its turn comes; the frame and who gets it


class Broadcast:
    """Queues of frames, one for each audience: the id of a table, or `EVERYBODY`.

    Each audience gets its frames in the order of the calls. Audiences take turns. `relay` reaches the users at other
    servers of the service.
    """

    def __init__(self, lobby: Lobby[Peer], relay: Relay | None = None, supervision: Supervision | None = None) -> None:
        self._supervision = supervision or Supervision()
        self._lobby, self._relay = lobby, relay or Relay()
        self._relay.subscribe(ToAudience, self._relayed_to_audience)
        self._relay.subscribe(ToUser, self._relayed_to_user)
        self._relay.subscribe(Dismissed, self._relayed_dismissal)
        self._queues: dict[str, _Queue] = {}
        self._work = Wakeup()

    def is_full(self, audience: str) -> bool:
        """Tell whether too many frames wait for an audience."""
        queue = self._queues.get(audience)
        return queue is not None and len(queue.waiting) >= MAX_WAITING

    def publish(self, audience: str, message: m.Message, peers: Callable[[], Collection[Peer]]) -> None:
        """Send a message to the connections that `peers` returns when its turn comes."""
        frame = encode(message)
        self.add(audience, lambda: (frame, peers()))

    def send_to_watchers(self, table: str, message: m.Message) -> None:
        """Send a message to all connections here that follow a table."""
        self.publish(table, message, lambda: self._lobby.watchers(table))

    def send_to_all_watchers(self, table: str, message: m.Message) -> None:
        """Send a message to all users who follow a table, at any server."""
        self.send_to_watchers(table, message)
        self.tell_elsewhere(table, message)

    def tell_elsewhere(self, audience: str, message: m.Message) -> None:
        """Send a message to an audience at all other servers."""
        self._relay.send(ToAudience(audience, encode(message)))

    def send_to_user(self, account: str, message: m.Message) -> None:
        """Send a message to a user online at any server."""
        if (peer := self._lobby.peer_of(account)) is not None:
            peer.send(encode(message))
        elif self._lobby.is_online(account):
            self._relay.send(ToUser(account, encode(message)))

    def dismiss(self, account: str, closing: m.Closing) -> None:
        """End the connection of a user online at any server. They may have come online elsewhere a moment ago."""
        if (peer := self._lobby.peer_of(account)) is not None:
            peer.dismiss(closing)
        else:
            self._relay.send(Dismissed(account, closing.code, closing.template, dict(closing.args)))

    def announce(self, text: Text | str, *, everywhere: bool = True) -> None:
        """Send a notice to everybody, or to those at this server. A `Text` can be translated by the clients."""
        notice = text if isinstance(text, Text) else Text("{text}", {"text": text})
        message = m.Notice(template=notice.template, args=dict(notice.args))
        self.publish(EVERYBODY, message, lambda: self._lobby.peers)
        if everywhere:
            self.tell_elsewhere(EVERYBODY, message)

    def address_of(self, account: str) -> str | None:
        """Return the address of a user online, as bans count it."""
        peer = self._lobby.peer_of(account)
        return peer.remote.key if peer is not None else self._lobby.address_elsewhere(account)

    # ---- messages of other servers

    def _relayed_to_audience(self, message: ToAudience) -> None:
        if message.table == EVERYBODY:
            self.add(EVERYBODY, lambda: (message.frame, self._lobby.peers))
        elif self._lobby.watchers(message.table):
            self.add(message.table, lambda: (message.frame, self._lobby.watchers(message.table)))

    def _relayed_to_user(self, message: ToUser) -> None:
        if (peer := self._lobby.peer_of(message.account)) is not None:
            peer.send(message.frame)

    def _relayed_dismissal(self, message: Dismissed) -> None:
        if (peer := self._lobby.peer_of(message.account)) is not None:
            peer.dismiss(m.Closing(code=message.code, template=message.template, args=message.args))

    # ---- queues

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
            while self._queues:
                for audience in list(self._queues):
                    with self._supervision.guard("broadcast", audience) as attempt:
                        has_more = self._queues[audience].send_some()
                    if not attempt.has_failed and not has_more:  # after a fault the next frame is sent
                        del self._queues[audience]
                    await trio.lowlevel.checkpoint()
            await self._work.wait()


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
            self._rest = iter(list(receivers) if isinstance(receivers, Collection) else receivers)
            sent = self._send()
        return bool(sent or self.waiting)

    def _send(self) -> int:
        receivers = list(islice(self._rest, AT_ONCE))
        for receiver in receivers:
            receiver.send(self._frame)
        return len(receivers)


async def send_all(frame: bytes, receivers: Iterable[Peer]) -> None:
    """Send a frame to each connection, and return when that is done."""
    for number, receiver in enumerate(receivers, 1):
        receiver.send(frame)
        if number % AT_ONCE == 0:
            await trio.lowlevel.checkpoint()
