"""The nodes of a service: heartbeats, and the clean-up after a node that is dead."""

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

import trio

from server.cluster.messages import PresenceChanged
from server.cluster.presence import Presence
from server.cluster.relay import Relay
from server.cluster.store import BEAT_S, DEAD_MS, LOST_MS, ClusterStore, Node
from server.ops.supervision import Supervision, keep_trying
from server.storage.event_store import StoreProblem

log = logging.getLogger(__name__)

CHECK_EVERY = 2  # heartbeats
RECENT_S = 0.2  # when the users of a dead node sign in here, the nodes are not read for each of them

StopTables = Callable[[Sequence[str], int], Awaitable[None]]


class Nodes:
    """This node among the others. `describe` returns its row.

    `stop_tables` pauses the running tables of accounts as of a time: their node is dead.
    """

    def __init__(
        self,
        store: ClusterStore,
        relay: Relay,
        presence: Presence,
        describe: Callable[[], Node],
        stop_tables: StopTables,
        supervision: Supervision | None = None,
    ) -> None:
        self._supervision = supervision or Supervision()
        self._store, self._relay, self._presence = store, relay, presence
        self._describe, self._stop_tables = describe, stop_tables
        self._read_at = trio.current_time()
        self._trusts_from = 0.0  # trio's time; before it the others may have lost the database as this node has
        self.known: list[Node] = []  # the result of the last read
        self.is_first = False  # no other node ran when this one started
        self.last_heard = 0  # the time of the last heartbeat before the start, of nodes that did not leave in order
        self.on_gone: list[Callable[[str], None]] = []  # called with the id of a node that is no longer there

    async def begin(self) -> None:
        """Join the service."""
        others = await self._store.nodes()
        self.is_first = all(_is_gone(node) for node in others)
        self.last_heard = max((node.heard for node in others), default=0)
        await self._store.beat(self._describe())
        self.known = await self._store.nodes()

    async def run(self) -> None:
        """Send heartbeats and check those of the others, until cancelled."""
        await self._supervision.keep_all({"heartbeats": self._keep_beating, "nodes": self._keep_checking})

    async def leave(self) -> None:
        """Leave the service in order, with all users of this node at once."""
        self._relay.send(PresenceChanged(await self._store.remove_node(self._describe().id)))

    async def came_from(self, node: str, account: str) -> None:
        """Pause the tables of a user whose connection to another node ended, if that node may be dead.

        Other players must not gain time before the clean-up.
        """
        if trio.current_time() > self._read_at + RECENT_S:
            await self._read()
        for other in self.known:
            if other.id == node and _is_gone(other):
                await self._stop_tables([account], other.heard)

    async def _keep_beating(self) -> None:
        while True:
            await trio.sleep(BEAT_S)
            await keep_trying("the heartbeats of servers", self._beat, BEAT_S)

    async def _beat(self) -> None:
        with self._distrusting():
            is_known = await self._store.beat(self._describe())
        if not is_known:
            log.warning("this server counted as dead, or the database crashed; everything is read again")
            self._presence.claim_again()
            self._relay.missed()

    async def _keep_checking(self) -> None:
        while True:
            await trio.sleep(BEAT_S * CHECK_EVERY)
            await keep_trying("the list of servers", self.check, BEAT_S * CHECK_EVERY, is_logged=False)

    async def check(self) -> None:
        """Read the other nodes, and clean up after those that are dead. `StoreProblem`."""
        with self._distrusting():
            await self._read()
            for node in self.known if trio.current_time() >= self._trusts_from else ():
                if node.id != self._describe().id and _is_gone(node):
                    await self._clean_up(node.id)

    @contextmanager
    def _distrusting(self) -> Iterator[None]:
        """Count no node as dead for a while if the database fails in the block: it may fail for the others as well."""
        try:
            yield
        except StoreProblem:
            self._trusts_from = trio.current_time() + DEAD_MS / 1000
            raise

    async def _read(self) -> None:
        before, self.known, self._read_at = self.known, await self._store.nodes(), trio.current_time()
        for gone in {node.id for node in before} - {node.id for node in self.known}:
            for hook in self.on_gone:
                hook(gone)

    async def _clean_up(self, node: str) -> None:
        heard = await self._store.lease_cleanup_of(node, self._describe().id)
        if heard is None:
            return
        log.warning("server %s is dead; cleaning up after it", node)
        accounts = [user.account for user in await self._store.online() if user.node == node]
        await self._stop_tables(accounts, heard)
        gone = await self._store.remove_node(node)
        self._relay.send(PresenceChanged(gone))
        self._presence.changed(gone)


def _is_gone(node: Node) -> bool:
    """Tell whether a node seems to be dead."""
    return not node.connected or node.age_ms > LOST_MS
