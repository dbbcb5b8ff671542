"""Tables that stopped because the disk failed go on when the disk works again."""

import logging

import trio

from server.storage.event_store import EventStore, StoreProblem
from server.tables.registry import TableRegistry
from server.tables.timers import Timers

log = logging.getLogger(__name__)

RETRY_S = 1.0


async def keep_recovering(store: EventStore, timers: Timers, registry: TableRegistry) -> None:
    """Until cancelled, try to write to a disk that failed, and let the stopped tables go on when that works."""
    while True:
        await trio.sleep(RETRY_S)
        stopped = registry.frozen_by_disk()
        if not stopped:
            continue
        try:
            await store.recover(timers.frozen_since)
            log.info("the disk works again: %d tables go on", len(stopped))
            for actor in stopped:
                actor.thaw(await store.read(actor.id, actor.table.number))
                timers.thawed(actor)
                registry.release(actor)
        except StoreProblem as problem:
            log.debug("%d tables stay frozen: %s", len(stopped), problem)
