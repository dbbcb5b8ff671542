"""Tables at which something is due while no node has them in memory: flags, starts of legs, and their lapse."""

from contextlib import ExitStack

import trio

from netgame.match.commands import Tick
from server.errors import StoreProblem
from server.ops.supervision import Supervision, keep_trying
from server.storage.event_store import EventStore
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.clock import Clock
from server.tables.expiry import TableExpiry
from server.tables.registry import TableRegistry
from server.tables.service import Service

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
        supervision: Supervision | None = None,
    ) -> None:
        self._supervision = supervision or Supervision()
        self._store, self._clock, self._service = store, clock, service
        self._registry, self._expiry = registry, expiry

    async def run(self) -> None:
        """Claim tables until cancelled."""
        claimed = 0
        while True:
            await trio.sleep(BUSY_S if claimed == AT_ONCE else CLAIM_EVERY_S)
            claimed = await keep_trying("due tables", self._claim)

    async def _claim(self) -> int:
        """Return how many tables were claimed. `StoreProblem`."""
        if not self._service.is_settled:
            return 0
        now = self._clock.now()
        waiting: list[TableActor] = []
        problems: list[StoreProblem] = []
        with ExitStack() as pins:
            claimed = await self._store.claim_due(now, now + CLAIMED_MS, AT_ONCE)
            for id in claimed:
                if self._supervision.item("due table", id) is not None:
                    continue
                with self._supervision.attempt("due table", id, problems):
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
        if problems:
            raise problems[0]
        return len(claimed)
