"""The unfinished tables of a service: their entries in the store, which all nodes follow."""

import logging
from collections.abc import Awaitable, Callable

import trio

from server.cluster.bus import Bus
from server.cluster.messages import TableChanged
from server.storage.event_store import EventStore, StoreProblem

log = logging.getLogger(__name__)

READ_EVERY_S = 1.0  # without a hint
READ_AT_MOST_EVERY_S = 0.1
AT_ONCE = 100  # entries, some milliseconds

Entry = tuple[str, bytes, int]  # a table, its entry (empty if it is over), and the number of its events


class Directory:
    """Reads changed entries. `take` gets each of them, again if it raises `StoreProblem`."""

    def __init__(self, store: EventStore, bus: Bus, take: Callable[[Entry], Awaitable[None]]) -> None:
        self._store, self._take = store, take
        self._cursor = 0
        self._hinted = trio.Event()
        bus.subscribe(TableChanged, self._table_changed)
        bus.on_gap.append(self.read_soon)

    def _table_changed(self, message: TableChanged) -> None:
        if message.listed:
            self._hinted.set()

    def read_soon(self) -> None:
        """Read the entries that have changed soon."""
        self._hinted.set()

    async def begin(self) -> None:
        """Read the entries of all unfinished tables."""
        await self._read()

    async def run(self) -> None:
        """Read entries when they change, until cancelled."""
        while True:
            with trio.move_on_after(READ_EVERY_S):
                await self._hinted.wait()
            self._hinted = trio.Event()
            try:
                await self._read()
            except StoreProblem as problem:
                log.debug("the list of tables cannot be read: %s; retrying", problem)
            await trio.sleep(READ_AT_MOST_EVERY_S)

    async def _read(self) -> None:
        entries, cursor = await self._store.listed(self._cursor)
        for count, entry in enumerate(entries, 1):
            await self._take(entry)
            if count % AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
        self._cursor = cursor
