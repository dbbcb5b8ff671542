"""Tables that stopped because the disk failed go on when the disk works again."""

import logging
from collections.abc import Sequence

import trio

from server.storage.event_store import EventStore, StoreProblem
from server.tables.actor import TableActor
from server.tables.registry import TableRegistry
from server.tables.timers import Timers

log = logging.getLogger(__name__)

RETRY_S = 1.0


class Recovery:
    """The recovery from failures of the disk."""

    def __init__(self, store: EventStore, timers: Timers, registry: TableRegistry) -> None:
        self._store, self._timers, self._registry = store, timers, registry
        self._frozen = trio.Event()

    def check(self, actor: TableActor) -> None:
        """Begin to try again if the disk has stopped a table."""
        if actor.is_frozen_by_disk:
            self._frozen.set()

    async def run(self) -> None:
        """While a disk that failed has stopped tables, try to write to it, and let them go on when that works."""
        while True:
            await self._frozen.wait()
            await trio.sleep(RETRY_S)
            if stopped := self._registry.frozen_by_disk():
                await self._try_again(stopped)
            else:
                self._frozen = trio.Event()

    async def _try_again(self, stopped: Sequence[TableActor]) -> None:
        try:
            await self._store.recover(self._timers.frozen_since)
            log.info("the disk works again: %d tables go on", len(stopped))
            for actor in stopped:
                actor.thaw(await self._store.read(actor.id, actor.table.number))
                self._timers.thawed(actor)
                self._registry.release(actor)
        except StoreProblem as problem:
            log.debug("%d tables stay frozen: %s", len(stopped), problem)
