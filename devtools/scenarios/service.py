"""The world of a scenario with a service of two nodes. Ann and Bob are connected to different ones."""

from dataclasses import dataclass, field

import trio
import trio.testing

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.nodes import IDLE_S, Node, Service, shared_time
from devtools.harness.server.serving import LOOPBACK, End
from devtools.harness.server.timing import settled
from devtools.scenarios.people import SYNC, Person
from devtools.scenarios.world import World
from server.storage.event_store import Row

NODES = 2
PEOPLE = ("Ann", "Bob", "Carl", "Eve", "Dora")  # connect to the first node, the second one, the first one, ...


@dataclass
class ServiceWorld(World):
    """Each further connection of a person is to the other node."""

    service: Service | None = None
    nodes: list[Node] = field(default_factory=list)  # that run

    @property
    def is_running(self) -> bool:
        return bool(self.nodes)

    async def start(self) -> None:
        """Start all nodes."""
        if self.service is None:
            self.service = Service(self.nursery, MemoryStore(shared_time))
        self.nodes = [await self.service.add() for _ in range(NODES)]

    async def start_process(self) -> None:
        raise AssertionError("these nodes are no processes")

    async def register(self, account: str) -> None:
        self.service.accounts.register(account)

    async def line_for(self, person: Person) -> End:
        before = len(person.older) + (person.line is not None)
        return self.nodes[(PEOPLE.index(person.name) + before) % len(self.nodes)].listener.connect(LOOPBACK)

    async def stop(self) -> None:
        """Stop all nodes in order."""
        for node in self.nodes:
            await node.stop()
            await node.leave()
        self.nodes = []

    async def crash(self) -> None:
        """Kill all nodes at once."""
        await self.settle()
        for node in self.nodes:
            node.kill()
        self.nodes = []
        self.let_go()

    async def idle(self) -> None:
        """Wait until every task waits, also those that use worker threads for a moment."""
        await trio.testing.wait_all_tasks_blocked(IDLE_S)

    async def written(self) -> None:
        """Let all clients ask, so that all nodes have read everything of this second."""
        for line in self.open_lines():
            await line.ask(SYNC)

    async def settle(self) -> None:
        """Wait until all nodes have told each other everything."""
        await super().settle()
        await settled()  # a node reads with a thread who is invited
        while any(self._is_behind(node) for node in self.nodes):
            await trio.testing.wait_all_tasks_blocked(IDLE_S)
        await super().settle()

    def _is_behind(self, node: Node) -> bool:
        """Say whether that node has a table in memory, and does not know all of its events."""
        known = ((node.match(table), self.service.store.rows[table]) for table in self.tables)
        is_away = any(link.is_away for link in node.links)
        return not is_away and any(match is not None and match.number < len(rows) for match, rows in known)

    async def rows(self, table: str) -> list[Row]:
        return self.service.store.rows[table]
