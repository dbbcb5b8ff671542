"""The tables in memory, by id: read from the store, kept while they are needed, then forgotten."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

import trio

from netgame.match import Match
from netgame.match.commands import CloseTable
from netgame.text import Text
from protocol import messages as m
from server.errors import DatabaseFailed
from server.ops.supervision import Item, Supervision
from server.storage.event_store import EventStore, Row, StoreBroken
from server.tables.actor import FAULTY, TableActor
from server.tables.clock import Clock
from server.tables.commands import User
from server.tables.service import Service
from server.tables.table import ELSEWHERE, ContinuedElsewhere
from server.tables.users import Peer, Users

log = logging.getLogger(__name__)

READ_AT_ONCE = 100  # tables at the start: one query for each would take longer than all the rest
CACHE_SIZE, CACHE_S = 50, 60.0  # unused tables that were read from disk, or go on elsewhere
CACHE_CHECK_S = 5.0


class TableRegistry:
    """The actors of all tables in memory.

    A table stays while the service keeps it, while it is watched, pinned or at work, and for some time after it was
    read from disk: reading is expensive, and a hostile client would request the same table again and again.
    `create_actor` makes the actor of a table without events. `load_access` reads its access rule. `publish` sends
    a message to some of the connections at a table.
    """

    def __init__(
        self,
        actors: dict[str, TableActor],
        users: Users,
        store: EventStore,
        clock: Clock,
        create_actor: Callable[[str], TableActor],
        load_access: Callable[[str], Awaitable[None]],
        publish: Callable[[str, m.Message, Callable[[], Collection[Peer]]], None],
        service: Service,
        supervision: Supervision | None = None,
    ) -> None:
        self._supervision = supervision or Supervision()
        self._actors, self._users, self._store, self._clock = actors, users, store, clock
        self._create_actor, self._load_access, self._publish = create_actor, load_access, publish
        self._service = service
        self.on_create: list[Callable[[str], None]] = []  # called with the id of each new table
        self.on_load: list[Callable[[TableActor], None]] = []  # called with each table that was read from disk
        self.on_forget: list[Callable[[str], None]] = []  # called with the id of each table that leaves memory
        self._reading: dict[str, trio.Event] = {}  # tables that are being read from disk
        self._folding = trio.Lock()  # one table at a time
        self._cached: dict[str, float] = {}  # tables that were read from disk, and until when they stay

    async def open_unfinished(self) -> None:
        """Read the tables whose match is not over, as far as this server has to have them in memory."""
        ids = await self._service.tables_to_open()
        for start in range(0, len(ids), READ_AT_ONCE):
            some = ids[start : start + READ_AT_ONCE]
            for id, rows in zip(some, await self._store.logs(some), strict=True):
                if (actor := await self._open(id, rows)) is not None:
                    self.release(actor)
        log.info("%d tables are open", len(self._actors))

    async def run(self) -> None:
        """Forget tables that were read from disk, when their time is over, until cancelled."""
        while True:
            await trio.sleep(CACHE_CHECK_S)
            now = trio.current_time()
            for id in [id for id, until in self._cached.items() if until < now]:
                self._drop_cached(id)

    def get(self, id: str) -> TableActor | None:
        """Return the actor of a table in memory."""
        return self._actors.get(id)

    @property
    def ids(self) -> list[str]:
        """The tables in memory."""
        return list(self._actors)

    def frozen_by_disk(self) -> list[TableActor]:
        """Return the tables that stopped because the disk failed."""
        return [actor for actor in self._actors.values() if actor.is_frozen_by_disk]

    def match(self, id: str) -> Match | None:
        """Return the match at a table in memory."""
        actor = self._actors.get(id)
        return actor.table.match if actor is not None else None

    async def load(self, id: str) -> TableActor | None:
        """Return the actor of a table, which is read from disk if necessary; None if there is no such table.

        One that is being made here has no events yet. `StoreProblem` if it cannot be read.
        """
        if (made := self._actors.get(id)) is not None and made.is_new:  # another server may have been faster
            with self.pinned(made):
                await self.refresh(made)
        while id in self._reading:  # read at the same time twice, one of them might miss an event
            await self._reading[id].wait()
        if id not in self._actors:
            self._reading[id] = trio.Event()
            try:
                rows = await self._store.read(id)
                async with self._folding:
                    actor = await self._open(id, rows)
                if actor is not None:
                    for hook in self.on_load:
                        hook(actor)
                    self._cache(id)
            finally:
                self._reading.pop(id).set()
        return self._actors.get(id)

    async def refresh(self, actor: TableActor) -> None:
        """Take over what other servers have added to the log of a table. `StoreProblem` if the store fails."""
        actor.follow(await self._store.read(actor.id, actor.number))
        await actor.followed()

    def refuses(self, id: str, command: m.MakeTable, user: User) -> bool:
        """Tell whether a command that makes a new table would be refused."""
        return isinstance(self._create_actor(id).table.decide(user, command, self._clock.now()).reply, m.Refused)

    def create(self, id: str) -> TableActor:
        """Return the actor of a new table, which has no events yet."""
        if (actor := self._actors.get(id)) is None:
            actor = self._add(self._create_actor(id))
            for hook in self.on_create:
                hook(id)
        return actor

    async def _open(self, id: str, rows: Sequence[Row]) -> TableActor | None:
        """Open a table with these events. None if there are none, or if it was opened meanwhile."""
        if not rows or id in self._actors:
            return None
        actor = self._create_actor(id)
        table = actor.table

        async def fold() -> None:
            for _ in table.loading(rows):
                await trio.lowlevel.checkpoint()

        await self._supervision.try_item("table", id, fold)
        if table.access != "open":
            try:
                await self._load_access(id)
            except DatabaseFailed as error:
                raise StoreBroken(str(error)) from error
        # after the last wait, as `set_aside` only reaches tables that are in memory
        if (item := self._supervision.item("table", id)) is not None and table.frozen is None:
            table.frozen = _reason(item)
        if table.frozen is not None:
            log.log(logging.INFO if table.is_elsewhere else logging.ERROR, "table %s: %s", id, table.frozen)
        return self._add(actor)

    def set_aside(self, item: Item) -> None:
        """Freeze a table that was set aside, perhaps by another server."""
        actor = self._actors.get(item.id)
        if actor is not None and (actor.table.frozen is None or actor.is_frozen_by_disk):
            self._cache(item.id)
            actor.freeze(_reason(item))

    def _cache(self, id: str) -> None:
        """Keep a table that is not needed in memory for a while. If there are many such tables, the oldest one goes."""
        self._cached[id] = trio.current_time() + CACHE_S
        if len(self._cached) > CACHE_SIZE:
            self._drop_cached(next(iter(self._cached)))

    def _add(self, actor: TableActor) -> TableActor:
        self._actors[actor.table.id] = actor
        self._users.add(actor.table)
        return actor

    def release(self, actor: TableActor) -> None:
        """Forget a table unless it is still needed. Its log stays on disk."""
        table = actor.table
        if self._users.watchers(table.id) or not actor.is_idle:  # first, as after most commands
            return
        is_frozen = table.frozen is not None and not table.is_elsewhere
        if self._service.keeps(table) or is_frozen or table.id in self._cached:
            return
        if self._actors.get(table.id) is actor:
            del self._actors[table.id]
            self._users.remove(table)
            for forget in self.on_forget:
                forget(table.id)

    def _drop_cached(self, id: str) -> None:
        del self._cached[id]
        if (actor := self._actors.get(id)) is not None:
            self.release(actor)

    @contextmanager
    def pinned(self, actor: TableActor) -> Iterator[None]:
        """Keep the table in memory until the end of the block."""
        actor.pins += 1
        try:
            yield
        finally:
            actor.pins -= 1
            self.release(actor)

    async def close_table(self, actor: TableActor, notice: m.Notice, *, started: bool = False) -> m.Message:
        """Close a table and send a notice to its watchers. Return `Done` or the refusal.

        With `started` a match that has started ends without a result; otherwise it is refused.
        """
        watchers = list(self._users.watchers(actor.table.id))
        with self.pinned(actor):
            reply = await actor.carry_out(CloseTable(started), self._clock.now())
        if isinstance(reply, m.Done):
            self._publish(actor.table.id, notice, lambda: watchers)
        return reply


def _reason(item: Item) -> Text:
    """Return why a table is frozen that was set aside."""
    return ELSEWHERE if item.reason == ContinuedElsewhere.__name__ else FAULTY
