"""Sends events to spectators: after the players, a few at a time, and with the delay of their table."""

import heapq
from collections.abc import Collection, Sequence

import msgpack
import trio

from protocol.framing import encode_events
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.tables.actor import chunk
from server.tables.clock import Clock
from server.tables.table import Table
from server.tables.users import Peer


class Spectators:
    """The events that spectators may see. Each table is an audience of its own."""

    def __init__(self, lobby: Lobby[Peer], broadcast: Broadcast, clock: Clock) -> None:
        self._lobby, self._broadcast, self._clock = lobby, broadcast, clock
        self._shown: dict[str, int] = {}  # tables with a delay -> number of the last event that was sent
        self._due: list[tuple[int, str]] = []
        self._is_due = trio.Event()

    def send(self, table: Table, frame: bytes, peers: Sequence[Peer]) -> None:
        """Send events to the spectators of a table. With a delay they are sent later."""
        self.shown(table)
        if _is_delayed(table):
            self._show_later(table)
        elif peers:
            self._send(table.id, frame, peers)

    def forget(self, table: str) -> None:
        """Drop a table that leaves memory. When it is read again, its log says what was shown."""
        self._shown.pop(table, None)

    def shown(self, table: Table) -> int:
        """Return the number of the last event that spectators of a table may see."""
        if not _is_delayed(table):
            if table.delay:
                self._shown[table.id] = table.number
            return table.number
        if table.id not in self._shown:
            self._shown[table.id] = max(
                _events_before_start(table), _events_until(table, self._clock.now() - table.delay * 1000)
            )
            if self._shown[table.id] < table.number:
                self._show_later(table)
        return self._shown[table.id]

    def _show_later(self, table: Table) -> None:
        assert table.match is not None, "without a match nothing is delayed"
        at = max(self._clock.now(), table.match.at)  # the clock of another server may be ahead
        heapq.heappush(self._due, (at + table.delay * 1000, table.id))
        self._is_due.set()

    async def run(self) -> None:
        """Send what is due, until cancelled."""
        while True:
            wait = (self._due[0][0] - self._clock.now()) / 1000 if self._due else float("inf")
            with trio.move_on_after(max(0.0, wait)):
                await self._is_due.wait()
            self._is_due = trio.Event()
            self._show_due()

    def _show_due(self) -> None:
        now = self._clock.now()
        while self._due and self._due[0][0] <= now:
            _at, id = heapq.heappop(self._due)
            table = self._lobby.tables.get(id)
            if table is None:
                self._shown.pop(id, None)
                continue
            last = _events_until(table, now - table.delay * 1000)
            first = self._shown.get(id, last)
            if last > first:
                self._shown[id] = last
            peers = [peer for peer in self._lobby.watchers(id) if not self._lobby.is_player(peer, table)]
            while peers and first < last:
                bodies = chunk(table.log, first, last)
                self._send(id, encode_events(id, bodies), peers)
                first += len(bodies)

    def _send(self, table: str, frame: bytes, peers: Sequence[Peer]) -> None:
        def still_watching() -> tuple[bytes, Collection[Peer]]:
            watchers = self._lobby.watchers(table)
            return frame, [peer for peer in peers if peer in watchers]

        self._broadcast.add(f"spectators {table}", still_watching)


def _is_delayed(table: Table) -> bool:
    """Tell whether events at a table are sent later.

    Before the start they are not: a spectator may sit down then, and must have all earlier events.
    """
    return bool(table.delay) and table.match is not None and table.match.phase != "open"


def _events_before_start(table: Table) -> int:
    """Return the number of events before the start, which are sent at once."""
    kinds = (msgpack.unpackb(body, raw=False)["type"] for body in table.log)
    return next((count for count, kind in enumerate(kinds) if kind in ("started", "ended")), table.number)


def _events_until(table: Table, at: int) -> int:
    """Return the number of events of a log up to a time."""
    count = table.number
    while count and msgpack.unpackb(table.log[count - 1], raw=False)["at"] > at:
        count -= 1
    return count
