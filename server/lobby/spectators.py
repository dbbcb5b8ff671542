"""Sends events to spectators: after the players, a few at a time, and with the delay of their table."""

import heapq
from collections.abc import Callable, Iterator, Sequence

import msgpack

from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.ops.supervision import Supervision, Wakeup
from server.tables.actor import encode_log
from server.tables.clock import Clock
from server.tables.table import Table
from server.tables.users import Peer

HELD_MS = 1000  # between two looks whether a held end may be shown


class Spectators:
    """The events that spectators may see. Each table is an audience of its own."""

    def __init__(
        self, lobby: Lobby[Peer], broadcast: Broadcast, clock: Clock, supervision: Supervision | None = None
    ) -> None:
        self._supervision = supervision or Supervision()
        self._lobby, self._broadcast, self._clock = lobby, broadcast, clock
        self._shown: dict[str, int] = {}  # tables with a delay -> number of the last event that was sent
        self._due: list[tuple[int, str]] = []
        self._calls: list[tuple[int, int, Callable[[], None]]] = []  # when, and in the order of `later`
        self._count = 0  # of these
        lobby.later, lobby.shown = self.later, self.shown
        self._is_due = Wakeup()

    def send(self, table: Table, frame: bytes, peers: Sequence[Peer]) -> None:
        """Send the events after `table.published` to the spectators of a table. With a delay they are sent later."""
        if holds_end := self._holds_end(table):
            self._shown.setdefault(table.id, table.published)
        self.shown(table)
        if _is_delayed(table) or holds_end:
            assert table.match is not None, "without a match nothing is delayed"
            self._show_at(table, max(self._clock.now(), table.match.at))  # the clock of another server may be ahead
        elif peers:
            self._send(table, frame, table.published, table.number, peers)

    def forget(self, table: str) -> None:
        """Drop a table that leaves memory. When it is read again, its log says what was shown."""
        self._shown.pop(table, None)

    def shown(self, table: Table) -> int:
        """Return the number of the last event that spectators of a table may see."""
        if not _is_delayed(table) and not self._holds_end(table):
            if table.delay:
                self._shown[table.id] = table.number
            return table.number
        if table.id not in self._shown:
            self._shown[table.id] = self._last(table, self._clock.now())
            for body in table.log[self._shown[table.id] :]:
                self._show_at(table, msgpack.unpackb(body, raw=False)["at"])
        return self._shown[table.id]

    def _last(self, table: Table, now: int) -> int:
        """Return the number of the last event that spectators may see at that time."""
        last = table.number
        if _is_delayed(table):
            last = max(_events_before_start(table), _events_until(table, now - table.delay * 1000))
        match = table.match
        if match is not None and match.ended is not None and self._holds_end(table):
            last = min(last, match.ended.number - 1)
        return last

    def _holds_end(self, table: Table) -> bool:
        """Tell whether the ratings in the end of a match would tell spectators of another end too early."""
        return self._lobby.hides_rating(table, self._clock.now())

    def later(self, ms: int, call: Callable[[], None]) -> None:
        """Call a function after so many milliseconds."""
        self._count += 1
        heapq.heappush(self._calls, (self._clock.now() + ms, self._count, call))
        self._is_due.set()

    def _show_at(self, table: Table, at: int) -> None:
        """Show spectators the events up to that time, with the delay of the table."""
        heapq.heappush(self._due, (at + table.delay * 1000, table.id))
        self._is_due.set()

    async def run(self) -> None:
        """Send what is due, until cancelled."""
        while True:
            times = [due[0] for due in self._due[:1]] + [due[0] for due in self._calls[:1]]
            wait_s = (min(times) - self._clock.now()) / 1000 if times else float("inf")
            await self._is_due.wait(max(0.0, wait_s))
            self._show_due()

    def _show_due(self) -> None:
        now = self._clock.now()
        while self._calls and self._calls[0][0] <= now:
            _at, _count, call = heapq.heappop(self._calls)
            with self._supervision.guard("spectators"):
                call()
        while self._due and self._due[0][0] <= now:
            _at, id = heapq.heappop(self._due)
            with self._supervision.guard("spectators", id):
                self._show(id, now)

    def _show(self, id: str, now: int) -> None:
        table = self._lobby.tables.get(id)
        if table is None:
            self._shown.pop(id, None)
            return
        last = self._last(table, now)
        if self._holds_end(table):
            heapq.heappush(self._due, (now + HELD_MS, id))
        first = self._shown.get(id, last)
        if last > first:
            self._shown[id] = last
        peers = [peer for peer in self._lobby.watchers(id) if not self._lobby.is_player(peer, table)]
        if peers and first < last:
            self._send(table, encode_log(table, first, last), first, last, peers)

    def _send(self, table: Table, frame: bytes, after: int, last: int, peers: Sequence[Peer]) -> None:
        """Send those events to all who still watch. Some may have been sent them meanwhile, as players."""

        def receivers() -> Iterator[Peer]:  # each is looked at when its turn comes
            for peer in peers:
                watching = self._lobby.watchers(table.id).get(peer)
                if watching is None:
                    continue
                sent, watching.sent = watching.sent, max(watching.sent, last)
                if sent == after:
                    yield peer
                elif sent < last:
                    peer.send(encode_log(table, sent, last))

        self._broadcast.add(f"spectators {table.id}", lambda: (frame, receivers()))


def _is_delayed(table: Table) -> bool:
    """Tell whether events at a table are sent later.

    Before the start they are not: a spectator may sit down then, and must have all earlier events.
    """
    return bool(table.delay) and table.match is not None and table.match.phase != "open"


def hidden_since(table: Table, now: int) -> int | None:
    """Return since when spectators do not read yet what the players have written; None if they read all.

    Lines before the start are shown at once.
    """
    if not _is_delayed(table) or table.match is None:
        return None
    history = table.match.history
    return max(now - table.delay * 1000 + 1, history[0].event.at if history else 0)


def _events_before_start(table: Table) -> int:
    """Return the number of events before the start, which are sent at once.

    A rematch has its players from the start, and its first event says who has won the match before.
    """
    if table.match is not None and table.match.created.previous is not None:
        return 0
    kinds = (msgpack.unpackb(body, raw=False)["type"] for body in table.log)
    return next((count for count, kind in enumerate(kinds) if kind in ("started", "ended")), table.number)


def _events_until(table: Table, at: int) -> int:
    """Return the number of events of a log up to a time."""
    count = table.number
    while count and msgpack.unpackb(table.log[count - 1], raw=False)["at"] > at:
        count -= 1
    return count
