"""Closes tables that have not started and whose players have been offline for long.

The store keeps when the last player left, so a restart does not begin to count again. A player who was online when the
server crashed counts as gone since the next start.

The nodes of a service do not watch such tables. One of them looks at each about once a minute (`close_lapsed`).
"""

import logging
from collections.abc import Mapping, Sequence
from itertools import islice

import trio

from netgame.match.commands import CloseTable
from server.ops.limiter import Limiter
from server.ops.supervision import Wakeup, keep_trying
from server.storage.event_store import EventStore
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.service import Service
from server.tables.table import Table
from server.tables.users import Users

log = logging.getLogger(__name__)

CHECK_EVERY_S = 1.0  # while tables change or expire
LIMIT_CHECK_S = 60.0
AT_ONCE = 20  # tables that one check closes: each costs as much as a move, and thousands may be due at once


class TableExpiry:
    """The expiry of all tables in memory."""

    def __init__(
        self,
        store: EventStore,
        users: Users,
        actors: Mapping[str, TableActor],
        limiter: Limiter,
        service: Service,
    ) -> None:
        self._store, self._users, self._actors = store, users, actors
        self._limiter, self._service = limiter, service
        self._left: dict[str, int] = {}  # table -> when its last player left; the earliest first
        self._unsaved: set[str] = set()  # tables for which the store has another time
        self._changed = Wakeup()  # some are unsaved

    async def begin(self) -> None:
        """Close the tables that expired while the server did not run. No player is online yet."""
        waiting = [id for id, actor in self._actors.items() if _waits(actor.table)]
        known, now = await self._store.left(waiting), self._limiter.now()
        since = {id: min(known.get(id, now), now) for id in waiting}
        self._left = dict(sorted(since.items(), key=lambda each: each[1]))
        self._unsaved = {id for id in waiting if id not in known}
        self._close_expired(len(self._left))
        await self._save()

    async def run(self) -> None:
        """Close tables when they expire, until cancelled."""
        while True:
            if not self._unsaved:
                await self._changed.wait(self._until_next_s())
            await trio.sleep(CHECK_EVERY_S)
            self._close_expired(AT_ONCE)
            await keep_trying("when players left", self._save)

    async def drain(self) -> None:
        """Write that all players leave now, because the server is about to end. `StoreProblem`."""
        now = self._limiter.now()
        for id, actor in self._actors.items():
            if self._is_tracked(actor.table) and id not in self._left:
                self._left[id] = now
                self._unsaved.add(id)
        await self._save()

    def check(self, table: Table) -> None:
        """Update a table after a change, or after a player came or left."""
        if not self._is_tracked(table) or self._has_player(table):
            if self._left.pop(table.id, None) is not None:
                self._note_unsaved(table)
        elif table.id not in self._left:
            self._left[table.id] = self._limiter.now()
            self._note_unsaved(table)

    def check_tables_of(self, account: str) -> None:
        """Update the tables of an account that came or left."""
        for id in self._users.tables_of(account):
            if (table := self._users.tables.get(id)) is not None:
                self.check(table)

    async def close_lapsed(self, actors: Sequence[TableActor]) -> None:
        """Close those of some tables whose players left long ago, and note at which ones they are gone now.

        `StoreProblem` if the store fails.
        """
        known, changed = await self._store.left([actor.id for actor in actors]), dict[str, int]()
        now, limit_ms = self._limiter.now(), self._limiter.limits.waiting_s * 1000
        for actor in actors:
            table, since = actor.table, known.get(actor.id, 0)
            if not _waits(table):
                continue
            if self._has_player(table) or not since:
                changed[table.id] = 0 if self._has_player(table) else now
            elif limit_ms and now >= since + limit_ms:
                self._close(actor, since)
        changed = {id: at for id, at in changed.items() if at or id in known}
        if changed:
            await self._store.note_left(changed)

    def _note_unsaved(self, table: Table) -> None:
        self._unsaved.add(table.id)
        self._changed.set()

    def _until_next_s(self) -> float:
        """Return for how long no table expires. The operator may change the limit meanwhile."""
        limit_s = self._limiter.limits.waiting_s
        if not self._left or not limit_s:
            return LIMIT_CHECK_S
        gone_s = (self._limiter.now() - next(iter(self._left.values()))) / 1000
        return min(LIMIT_CHECK_S, max(0.0, limit_s - gone_s))

    def _is_tracked(self, table: Table) -> bool:
        return not self._service.is_shared and _waits(table)

    def _has_player(self, table: Table) -> bool:
        return any(account and self._users.is_online(account) for account in table.accounts)

    def _close_expired(self, most: int) -> None:
        now, limit_ms = self._limiter.now(), self._limiter.limits.waiting_s * 1000
        for id, since in list(islice(self._left.items(), most)):
            if not limit_ms or now < since + limit_ms:
                return
            del self._left[id]
            if (actor := self._actors.get(id)) is not None:
                self._close(actor, since)

    def _close(self, actor: TableActor, since: int) -> None:
        now = self._limiter.now()
        log.info("closing table %s: its players left %d s ago", actor.id, (now - since) // 1000)
        self._limiter.count("waiting")
        actor.post(CommandEnvelope(CloseTable(), now))

    async def _save(self) -> None:
        if not self._unsaved:
            return
        ids, self._unsaved = self._unsaved, set()
        try:
            await self._store.note_left({id: self._left.get(id, 0) for id in ids})
        except BaseException:
            self._unsaved |= ids
            raise


def _waits(table: Table) -> bool:
    return table.state == "open" and table.number > 0
