"""A service of several nodes in one trio run: they share stores in memory, and clients connect to any of them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import trio
from trio.testing import wait_all_tasks_blocked

from devtools.harness.server.memory_cluster import LocalHub, MemoryClusterStore
from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import HURRIED, LOOPBACK, Listener, Raw, opened, table_of
from devtools.harness.server.timing import settled
from devtools.simulation.network import ClientEnd
from netgame.games import GAMES
from netgame.match import Match
from protocol import messages as m
from protocol.framing import Frame
from server.app import Services
from server.cluster.store import Node as NodeRow
from server.ops.counters import Counters
from server.ops.faults import FaultPoint
from server.ops.policy import Policy
from server.storage.accounts import AccountStore
from server.storage.event_store import Append, Problems, StoreBroken
from server.storage.social import SocialStore
from server.tables.clock import Clock


class Client(Raw):
    """A client that keeps the events it gets, by table, in the order of arrival, and the tables of its wishes."""

    def __init__(self, stream: ClientEnd) -> None:
        super().__init__(stream)
        self.signed_in: Any = None
        self.events: dict[str, list[dict[str, Any]]] = {}
        self.paired: list[str] = []

    async def frame(self) -> Frame | None:
        """The next frame; None at the end."""
        frame = await super().frame()
        if frame is not None and isinstance(frame.message, m.TableEvents):
            self.events.setdefault(frame.message.table, []).extend(map(dict, frame.message.events))
        elif frame is not None and isinstance(frame.message, m.SeekPaired):
            self.paired.append(frame.message.table)
        return frame

    def numbers(self, table: str) -> list[int]:
        return [happened["number"] for happened in self.events.get(table, [])]

    async def until(self, table: str, kind: str, after: int = 0) -> dict[str, Any]:
        """Return the first event of a kind after that number as soon as it has come."""
        while True:
            for happened in self.events.get(table, []):
                if happened["type"] == kind and happened["number"] > after:
                    return happened
            assert await self.push(m.TableEvents) is not None, "the connection ended"

    async def up_to(self, table: str, number: int) -> list[int]:
        """Return the numbers of all events as soon as that one has come."""
        while number not in self.numbers(table):
            assert await self.push(m.TableEvents) is not None, "the connection ended"
        return self.numbers(table)


IDLE_S, STEP_S = 0.001, 0.1
START_MS = 1_800_000_000_000


def shared_time() -> int:
    return START_MS + int(trio.current_time() * 1000)


class Link:
    """A shared store as a node sees it. A dead node gets no answers any more, and writes nothing.

    While the store `is_away`, every access fails, though what was on its way may be stored. While the node `is_deaf`,
    every access reaches the store, and no answer the node. Appends on their way wait while they are `held`. `written`
    is called when appends are in the store, before the node hears of it.
    """

    def __init__(self, store: Any, written: Callable[[], None] = lambda: None) -> None:
        self._store, self._written = store, written
        self.is_dead = self.is_away = self.is_deaf = False
        self.held: list[Callable[[], None]] | None = None

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        """Append, unless the node is dead or the store away."""
        if self.is_dead:
            return
        if self.is_away:
            problems: Problems = [StoreBroken("away") for _ in appends]
            trio.lowlevel.current_trio_token().run_sync_soon(done, problems)
            return

        def answered(problems: Problems) -> None:
            if not self.is_dead:
                self._written()
            if not self.is_dead:
                done([StoreBroken("away") for _ in appends] if self.is_away or self.is_deaf else problems)

        append = partial(self._store.append_soon, appends, answered)
        if self.held is None:
            append()
        else:
            self.held.append(append)

    def send_held(self) -> None:
        """Let the appends on their way arrive."""
        held, self.held = self.held or [], None
        for append in held:
            append()

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def ask(*arguments: Any, **more: Any) -> Any:
            result = None
            if not self.is_dead and not self.is_away:
                result = await getattr(self._store, name)(*arguments, **more)
            if self.is_dead:
                await trio.sleep_forever()
            if self.is_away or self.is_deaf:
                raise StoreBroken("away")
            return result

        return ask


class Node:
    """One server of the service."""

    def __init__(self, service: "Service", id: str, host_ahead_ms: int, more: dict[str, Any]) -> None:
        self._service, self.id, self.bus = service, id, service.hub.bus()
        self.links = [Link(service.store, lambda: self.fault("in_commit")), Link(service.shared)]
        self.is_dead = False
        self.fault: Callable[[FaultPoint], None] = lambda _point: None
        self._ended = trio.Event()
        store: Any
        shared: Any
        store, shared = self.links
        clock = Clock()
        clock.reach(clock.now() + host_ahead_ms)
        self.services = Services(
            "Test", GAMES, store, service.accounts, service.social, clock, Policy(limits=HURRIED), Counters(),
            lambda point: self.fault(point), others=(self.bus, shared), node=NodeRow(id, "Test"), **more,
        )  # fmt: skip

        self.drops_clients = False  # while the store is away for long, as a server does
        self.services.admission.is_away = lambda: self.drops_clients and self.services.service.is_away

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Run the services until the node is killed or stops."""
        async with trio.open_nursery() as nursery:
            self._nursery, self.listener = nursery, Listener(self.services, nursery)
            await nursery.start(self.services.run)
            task_status.started()
        self._ended.set()

    def match(self, table: str) -> Match | None:
        return self.services.registry.match(table)

    async def connect(self, name: str, token: bytes | None = None, address: str = LOOPBACK) -> Client:
        """Sign a client in. The token follows from the name, so that a second call is the same account."""
        client = await self.greet(address)
        client.signed_in = await client.ask(m.SignIn(name=name, token=token or name[0].lower().encode() * 32))
        assert isinstance(client.signed_in, m.SignedIn), client.signed_in
        return client

    async def greet(self, address: str = LOOPBACK) -> Client:
        client = Client(self.listener.connect(address))
        opened.append(client)
        await client.ask(m.Hello(protocols=m.PROTOCOL, program="test"))
        return client

    async def stop(self) -> None:
        """End the node in order, as `serve` does."""
        await self.services.drain()
        self._nursery.cancel_scope.cancel()
        await wait_all_tasks_blocked()

    async def leave(self) -> None:
        """Leave the service after `stop`, when all users of this node are gone."""
        await self._ended.wait()
        await self.services.leave()

    def kill(self) -> None:
        """End the node without a chance to do anything, as a power cut does. May be called at any point."""
        self.is_dead = True
        for link in self.links:
            link.is_dead = True
        self._service.shared.lose(self.id)
        self._service.hub.remove(self.bus)
        for link in self.listener.links:
            link.end()
        self._nursery.cancel_scope.cancel()

    def lose_store(self) -> None:
        """Let the node not reach the shared stores."""
        for link in self.links:
            link.is_away = True

    def find_store(self) -> None:
        """Let the node reach the shared stores again."""
        for link in self.links:
            link.is_away = False

    def die_at(self, point: FaultPoint) -> None:
        """Let the node die when it next reaches a point."""

        def fault(reached: FaultPoint) -> None:
            if reached == point and not self.is_dead:
                self.kill()

        self.fault = fault


class Service:
    """All nodes."""

    def __init__(self, nursery: trio.Nursery, store: MemoryStore) -> None:
        self.nursery, self.store, self.hub = nursery, store, LocalHub()
        self.shared = MemoryClusterStore(shared_time)
        self.accounts, self.social = AccountStore(":memory:"), SocialStore(":memory:")
        self.nodes: list[Node] = []

    async def add(self, host_ahead_ms: int = 0, **more: Any) -> Node:
        node = Node(self, f"node {len(self.nodes) + 1}", host_ahead_ms, more)
        self.nodes.append(node)
        await self.nursery.start(node.run)
        return node

    async def settled(self, is_it: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        while not is_it():
            await wait_all_tasks_blocked(IDLE_S)  # as `flowing_time` waits, so that both go on


@asynccontextmanager
async def flowing_time(step_s: float = STEP_S) -> AsyncIterator[None]:
    """Let time pass in small steps while all tasks wait, in a test with a `MockClock`."""
    clock: Any = trio.lowlevel.current_clock()

    async def flow() -> None:
        while True:
            await settled(IDLE_S)
            clock.jump(step_s)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(flow)
        yield
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def service_of(nodes: int, store: MemoryStore | None = None) -> AsyncIterator[Service]:
    async with trio.open_nursery() as nursery:
        service = Service(nursery, store or MemoryStore(shared_time))
        for _ in range(nodes):
            await service.add()
        try:
            yield service
        finally:
            nursery.cancel_scope.cancel()
            while opened:
                opened.pop().close()
    service.accounts.close()
    service.social.close()


async def seated(service: Service, **fields: Any) -> tuple[Client, Client, str]:
    """Ann at the first node, who is player 0, and Bob at the second one, who both watch their table."""
    ann, bob = [await node.connect(name) for node, name in zip(service.nodes, ("Ann", "Bob"), strict=False)]
    return ann, bob, await table_of(ann, bob, **fields)


async def asked_at_once(*asked: tuple[Client, m.Message]) -> list[Any]:
    """Let clients ask at the same moment. Return the answers in the order in which they came."""
    replies = list[Any]()

    async def ask(client: Client, message: m.Message) -> None:
        replies.append(await client.ask(message))

    async with trio.open_nursery() as nursery:
        for client, message in asked:
            nursery.start_soon(ask, client, message)
    return replies
