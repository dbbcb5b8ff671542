"""Tables that stopped go on: when the store works again, or when the operator lets one be tried again."""

import logging
from functools import partial

import trio

from netgame.match.commands import Pause
from server.errors import StoreProblem
from server.ops.supervision import Item, Supervision, Wakeup, keep_trying
from server.storage.event_store import EventStore
from server.tables.actor import FAULTY, CommandEnvelope, TableActor
from server.tables.registry import TableRegistry
from server.tables.table import ELSEWHERE
from server.tables.timers import Timers

log = logging.getLogger(__name__)

RETRY_S = 1.0


class Recovery:
    """The recovery of tables from failures of the disk, and from faults of the server."""

    def __init__(
        self, store: EventStore, timers: Timers, registry: TableRegistry, supervision: Supervision | None = None
    ) -> None:
        self._store, self._timers, self._registry = store, timers, registry
        self._supervision = supervision or Supervision()
        self._retried: list[Item] = []
        self._work = Wakeup()

    def check(self, actor: TableActor) -> None:
        """Begin to try again if the disk has stopped a table."""
        if actor.is_frozen_by_disk:
            self._work.set()

    def retry(self, item: Item) -> None:
        """Let a table go on soon that was set aside. A table that is not in memory goes on when it is read."""
        self._retried.append(item)
        self._work.set()

    async def run(self) -> None:
        """While tables wait for it, try to write to the disk, and let them go on when that works."""
        while True:
            while self._retried:
                await keep_trying("the log of a table", partial(self._reload, self._retried[0]))
                del self._retried[0]
            while self._registry.frozen_by_disk():
                await trio.sleep(RETRY_S)
                await keep_trying("frozen tables", self._try_again, RETRY_S, is_logged=False)
            await self._work.wait()

    async def _reload(self, item: Item) -> None:
        """Read a table again, and pause it as of when it was set aside: its clocks did not run since."""
        actor = self._registry.get(item.id)
        if actor is None or actor.table.frozen not in (FAULTY, ELSEWHERE):
            return
        with self._registry.pinned(actor):
            table = actor.table
            with self._supervision.attempt("table", item.id) as attempt:
                await self._supervision.save()  # else the store may still take no events
                rows = await self._store.read(item.id)
                if self._supervision.item("table", item.id) is not None:  # it was set aside again meanwhile
                    return
                actor.reload(rows)
                if table.keeps_time and table.paused is None and table.match is not None:
                    actor.post(CommandEnvelope(Pause("restart"), max(item.at, table.match.at)))
                actor.tell_thawed()
            if attempt.error is not None:
                actor.set_aside(attempt.error)

    async def _try_again(self) -> None:
        await self._store.recover(self._timers.frozen_since)
        stopped = self._registry.frozen_by_disk()
        problems: list[StoreProblem] = []
        for actor in stopped:
            with self._supervision.attempt("table", actor.id, problems):
                rows = await self._store.read(actor.id, actor.table.number)
                if actor.is_frozen_by_disk:  # else it was set aside meanwhile
                    actor.thaw(rows)
                    self._timers.thawed(actor)
                    self._registry.release(actor)
        if len(problems) < len(stopped):
            log.info("the store works again: %d tables go on", len(stopped) - len(problems))
        if problems:
            raise problems[0]
