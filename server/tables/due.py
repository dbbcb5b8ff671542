"""Tables at which something is due while no node has them in memory: flags, starts of legs, and their lapse."""

import logging
from contextlib import ExitStack

import trio

from netgame.match.commands import Tick
from server.storage.event_store import EventStore, StoreProblem
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.clock import Clock
from server.tables.expiry import TableExpiry
from server.tables.registry import TableRegistry
from server.tables.service import Service

log = logging.getLogger(__name__)

CLAIM_EVERY_S = 1.0
BUSY_S = 0.25  # while there may be more
CLAIMED_MS = 60_000  # until the table is due again, if the node that claimed it has changed nothing
AT_ONCE = 50  # tables


class DueTables:
    """Claims due tables for this node, loads them, and lets happen what is due."""

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        service: Service,
        registry: TableRegistry,
        expiry: TableExpiry,
    ) -> None:
        self._store, self._clock, self._service = store, clock, service
        self._registry, self._expiry = registry, expiry

    async def run(self) -> None:
        """Claim tables until cancelled."""
        claimed = 0
        while True:
            await trio.sleep(BUSY_S if claimed == AT_ONCE else CLAIM_EVERY_S)
            if self._service.is_settled:
                try:
                    claimed = await self._claim()
                except StoreProblem as problem:
                    log.warning("due tables cannot be read: %s; retrying", problem)

    async def _claim(self) -> int:
        """Return how many tables were claimed."""
        now = self._clock.now()
        waiting: list[TableActor] = []
        with ExitStack() as pins:
            claimed = await self._store.claim_due(now, now + CLAIMED_MS, AT_ONCE)
            for id in claimed:
                actor = await self._registry.load(id)
                if actor is None:
                    continue
                pins.enter_context(self._registry.pinned(actor))
                if actor.table.state == "open":
                    waiting.append(actor)
                else:
                    actor.post(CommandEnvelope(Tick(), self._clock.now()))
            if waiting:
                await self._expiry.close_lapsed(waiting)
        return len(claimed)
