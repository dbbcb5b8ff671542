"""Ends tables that wait for their start while none of the people who sit there is here.

The store keeps when the last of them left, so a restart does not begin to count again. A player who was here when the
server crashed counts as gone from the next start on.
"""

import logging
from collections.abc import Mapping
from itertools import islice

import trio

from netgame.match.commands import CloseTable
from server.ops.counters import Counters
from server.ops.policy import Policy
from server.storage.event_store import EventStore, StoreProblem
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.clock import Clock
from server.tables.table import Table
from server.tables.users import Users

log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
AT_ONCE = 20  # tables that one look ends: each costs as much as a move, and thousands may be due at the same moment


class TableExpiry:
    """Of all tables in memory; `run` belongs to the server's nursery."""

    def __init__(
        self,
        clock: Clock,
        store: EventStore,
        users: Users,
        rooms: Mapping[str, TableActor],
        policy: Policy,
        counters: Counters,
    ) -> None:
        self._clock, self._store, self._users, self._rooms = clock, store, users, rooms
        self._policy, self._counters = policy, counters
        self._left: dict[str, int] = {}  # by table: when its last player left; the earliest first
        self._unsaved: set[str] = set()  # tables of which the store knows something else

    async def begin(self) -> None:
        """The server starts, and no player is connected yet: end what was due meanwhile."""
        known, now = await self._store.left(), self._clock.now()
        waiting = [id for id, room in self._rooms.items() if _waits(room.table)]
        since = {id: min(known.get(id, now), now) for id in waiting}
        self._left = dict(sorted(since.items(), key=lambda each: each[1]))
        self._unsaved = {id for id in waiting if id not in known}
        self._end_due(len(self._left))
        await self._save()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await trio.sleep(LOOK_EVERY_S)
            self._end_due(AT_ONCE)
            await self._save()

    async def drained(self) -> None:
        """The server is about to end, so everybody leaves now."""
        now = self._clock.now()
        for id, room in self._rooms.items():
            if _waits(room.table) and id not in self._left:
                self._left[id] = now
                self._unsaved.add(id)
        await self._save()

    def look(self, table: Table) -> None:
        """Something changed at that table, or one of its players came or went."""
        if not _waits(table) or any(account and self._users.is_online(account) for account in table.accounts):
            if self._left.pop(table.id, None) is not None:
                self._unsaved.add(table.id)
        elif table.id not in self._left:
            self._left[table.id] = self._clock.now()
            self._unsaved.add(table.id)

    def look_at_tables_of(self, account: str) -> None:
        """A player came or went."""
        for id in self._users.tables_of(account):
            self.look(self._users.tables[id])

    def _end_due(self, most: int) -> None:
        now, patience_ms = self._clock.now(), self._policy.limits.waiting_s * 1000
        for id, since in list(islice(self._left.items(), most)):
            if not patience_ms or now < since + patience_ms:
                return
            del self._left[id]
            if (room := self._rooms.get(id)) is not None:
                log.info("table %s ends: its players left it %d s ago", id, (now - since) // 1000)
                self._counters.count_limit("waiting")
                room.post(CommandEnvelope(CloseTable(), now))

    async def _save(self) -> None:
        if not self._unsaved:
            return
        ids, self._unsaved = self._unsaved, set()
        try:
            await self._store.note_left({id: self._left.get(id, 0) for id in ids})
        except StoreProblem as problem:
            self._unsaved |= ids
            log.error("writing since when tables wait: %s", problem)


def _waits(table: Table) -> bool:
    return table.state == "open" and table.number > 0
