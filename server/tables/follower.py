"""Keeps the tables in memory of this node up to date with what other nodes add to their logs."""

from collections.abc import Mapping
from contextlib import suppress

import trio

from server.cluster.bus import Bus
from server.cluster.messages import TableChanged
from server.ops.supervision import Wakeup, keep_trying
from server.storage.event_store import EventStore, StoreProblem
from server.tables.actor import TableActor

READERS = 4  # tables that are read at the same time
HEAL_S = 1.0


class Follower:
    """Reads the events of a table when a hint says that there are more, and once a second whether there are any.

    `tables` are those in memory, by id.
    """

    def __init__(self, bus: Bus, store: EventStore, tables: Mapping[str, TableActor]) -> None:
        self._store, self._tables = store, tables
        self._behind: dict[str, None] = {}  # tables to read, the first first
        self._readers = trio.lowlevel.ParkingLot()
        self._gap = Wakeup()
        bus.subscribe(TableChanged, self._take_hint)
        bus.on_gap.append(self._gap.set)

    async def run(self) -> None:
        """Follow all tables in memory, until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._heal)
            for _ in range(READERS):
                nursery.start_soon(self._read)

    def _take_hint(self, hint: TableChanged) -> None:
        table = self._tables.get(hint.table)
        if table is not None and table.number < hint.number:
            self._read_soon(hint.table)

    def _read_soon(self, id: str) -> None:
        self._behind[id] = None
        self._readers.unpark()

    async def _read(self) -> None:
        while True:
            while not self._behind:
                await self._readers.park()
            id = next(iter(self._behind))
            del self._behind[id]
            if (table := self._tables.get(id)) is not None:
                with suppress(StoreProblem):  # `_heal` finds the table again
                    table.follow(await self._store.read(id, table.number))

    async def _heal(self) -> None:
        """Find tables whose hints were lost."""
        while True:
            await self._gap.wait(HEAL_S)
            if self._tables:
                await keep_trying("the tables of other servers", self._compare, is_logged=False)

    async def _compare(self) -> None:
        for id, number in (await self._store.lengths(list(self._tables))).items():
            table = self._tables.get(id)
            if table is not None and table.number < number:
                self._read_soon(id)
