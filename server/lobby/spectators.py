"""Telling spectators what happens: after the players, a few at a time, and with the delay of their table."""

import heapq
from collections import deque
from collections.abc import Sequence
from typing import Generic

import msgpack
import trio

from protocol.framing import encode_events
from server.lobby.broadcast import AT_ONCE
from server.lobby.lobby import Lobby, PeerT
from server.tables.clock import Clock
from server.tables.table import Table


class Spectators(Generic[PeerT]):
    """What waits to be told; `run` belongs to the server's nursery."""

    def __init__(self, lobby: Lobby[PeerT], clock: Clock) -> None:
        self._lobby, self._clock = lobby, clock
        self._frames: deque[tuple[str, bytes, Sequence[PeerT]]] = deque()
        self._shown: dict[str, int] = {}  # of tables with a delay: the number of the last event that is out
        self._due: list[tuple[int, str]] = []
        self._news = trio.Event()

    def tell(self, table: Table, frame: bytes, peers: Sequence[PeerT]) -> None:
        """These follow the table without playing there. With a delay it is told later, to whoever looks on then."""
        self.shown(table)
        if _is_late(table):
            heapq.heappush(self._due, (self._clock.now() + table.delay * 1000, table.id))
        elif peers:
            self._frames.append((table.id, frame, peers))
        else:
            return
        self._news.set()

    def forget(self, table: str) -> None:
        """That table is not in memory any more. Its log says what was shown when it is read again."""
        self._shown.pop(table, None)

    def shown(self, table: Table) -> int:
        """The number of the last event that spectators of a table may know of."""
        if not _is_late(table):
            if table.delay:
                self._shown[table.id] = table.number
            return table.number
        if table.id not in self._shown:
            self._shown[table.id] = max(_open(table), _before(table, self._clock.now() - table.delay * 1000))
            if self._shown[table.id] < table.number:
                heapq.heappush(self._due, (self._clock.now() + table.delay * 1000, table.id))
                self._news.set()
        return self._shown[table.id]

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            wait = (self._due[0][0] - self._clock.now()) / 1000 if self._due else float("inf")
            with trio.move_on_after(max(0.0, wait)):
                await self._news.wait()
            self._news = trio.Event()
            self._show_due()
            while self._frames:
                await self._tell_one(*self._frames.popleft())

    def _show_due(self) -> None:
        now = self._clock.now()
        while self._due and self._due[0][0] <= now:
            _at, id = heapq.heappop(self._due)
            table = self._lobby.tables.get(id)
            if table is None:
                self._shown.pop(id, None)
            else:
                self._show(table, _before(table, now - table.delay * 1000))

    def _show(self, table: Table, last: int) -> None:
        first = self._shown.get(table.id, last)
        if last <= first:
            return
        self._shown[table.id] = last
        peers = [peer for peer in self._lobby.watchers(table.id) if not self._lobby.is_player(peer, table)]
        if peers:
            self._frames.append((table.id, encode_events(table.id, table.log[first:last]), peers))

    async def _tell_one(self, table: str, frame: bytes, peers: Sequence[PeerT]) -> None:
        for place in range(0, len(peers), AT_ONCE):
            watchers = self._lobby.watchers(table)
            for peer in peers[place : place + AT_ONCE]:
                if peer in watchers:
                    peer.send(frame)  # type: ignore[attr-defined]  # a connection
            await trio.lowlevel.checkpoint()


def _is_late(table: Table) -> bool:
    """Whether what happens there now is told later. Before the start there is nothing to hide, and who looks on may
    sit down: nothing that was told may be missing in front of what he is told at once then."""
    return bool(table.delay) and table.match is not None and table.match.phase != "open"


def _open(table: Table) -> int:
    """How many events came before the start, which everybody was told at once."""
    kinds = (msgpack.unpackb(body, raw=False)["type"] for body in table.log)
    return next((count for count, kind in enumerate(kinds) if kind in ("started", "ended")), table.number)


def _before(table: Table, at: int) -> int:
    """How many events of a log are not younger than that."""
    count = table.number
    while count and msgpack.unpackb(table.log[count - 1], raw=False)["at"] > at:
        count -= 1
    return count
