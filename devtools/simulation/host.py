"""The simulated computers with the real servers: they start, crash, stop in order, and start again."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import trio

from devtools.faults.player import Broken
from devtools.harness.server.faulting import faulting
from devtools.harness.server.memory_cluster import LocalBus, LocalHub, MemoryClusterStore
from devtools.harness.server.nodes import Link as StoreLink
from devtools.harness.server.serving import HURRIED
from devtools.simulation.coverage import Coverage
from devtools.simulation.disk import Accounts, Delay, Disk, Social, store_on
from devtools.simulation.network import Link, Network, ServerEnd
from devtools.simulation.sinks import Sinks
from devtools.simulation.world import World, wait_of
from netgame.games import GAMES
from netgame.match.events import Created
from protocol import messages as m
from protocol.address import Address
from protocol.client import Server
from protocol.event_codec import event_from_bytes
from protocol.identity.device_key import DeviceKey
from server.app import DRAIN_S, LEAVE_S, Services
from server.cluster.store import Node
from server.errors import leaves
from server.net.session import Session
from server.ops.counters import Counters, MessageT
from server.ops.faults import FaultPoint
from server.ops.policy import Policy
from server.ops.remote import Remote
from server.ops.supervision import Work
from server.tables.clock import Clock
from server.tables.commands import Dice
from server.tables.host_keys import HostKeys

# memory: more than a real computer has; the others: so that people reach them
LIMITS = replace(
    HURRIED, memory_mib=1 << 22, seats=10, watched=9, table_burst=12, notice_after_s=60, notice_gap_s=60,
    sign_in_burst=10, sign_in_per_minute=20, computer_players=1,
)  # fmt: skip
DOOM_S = 60.0  # at most, until a command passes the point of a crash


class Service:
    """All servers, and what they share: the stores, and if there are several also the bus."""

    def __init__(self, world: World, network: Network, nodes: int) -> None:
        self.world, self.network = world, network
        self.disk = Disk(world)
        self.accounts, self.social = Accounts(":memory:"), Social(":memory:")
        self.sinks = Sinks(world, self.accounts)
        self.hub, self.shared = LocalHub(), MemoryClusterStore(world.now_ms)
        self.hosts = [Host(self, Address(f"10.0.0.{number}", 7763)) for number in range(1, nodes + 1)]
        self.away: list[tuple[int, int]] = []  # when no server ran, in ms since 1970
        self._ended_at = 0

    def known_to(self, number: int) -> Server:
        """Return the service as that person knows it. Neighbours know different nodes first."""
        addresses = [host.address for host in self.hosts]
        turned = number % len(addresses)
        return Server(None, (*addresses[turned:], *addresses[:turned]))

    def unfinished_tables(self) -> set[str]:
        """Return the tables that are in the lists of all people."""
        gone = {*self.disk.closed, *self.world.promises.gone}
        rows = {table: rows for table, rows in self.disk.rows.items() if rows and table not in gone}
        firsts = {table: event_from_bytes(rows[0].body) for table, rows in rows.items()}
        return {table for table, first in firsts.items() if isinstance(first, Created) and first.access != "invited"}

    def fill_disk(self, is_full: bool) -> None:
        """Let nothing be written from now on, or again."""
        self.disk.is_full = self.accounts.is_full = self.social.is_full = is_full

    def note_running(self) -> None:
        """Note whether a server runs."""
        runs = any(host.services is not None for host in self.hosts)
        if not runs and not self._ended_at:
            self._ended_at = self.world.now_ms()
        elif runs and self._ended_at:
            self.away.append((self._ended_at, self.world.now_ms()))
            self._ended_at = 0


class SlowStore:
    """The shared state as a node reaches it: a request and its answer take time."""

    def __init__(self, store: MemoryClusterStore, chance: Random, delay: Delay) -> None:
        self._store, self._chance, self._delay = store, chance, delay

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        return partial(self._ask, getattr(self._store, name))

    async def _ask(self, call: Callable[..., Awaitable[Any]], *arguments: Any, **more: Any) -> Any:
        wait = wait_of(self._chance) + self._delay(self._chance)
        if self._chance.random() < 0.5:
            await trio.sleep(wait)
            return await call(*arguments, **more)
        result = await call(*arguments, **more)
        await trio.sleep(wait)
        return result


class MetRefusals(Counters):
    """The counters of a server. Refusals count as met."""

    def __init__(self, coverage: Coverage) -> None:
        super().__init__()
        self._coverage = coverage

    def count_reply(self, message: MessageT) -> MessageT:
        if isinstance(message, m.Refused):
            self._coverage.note_refusal(message.code, message.template)
        return super().count_reply(message)


KEYS = HostKeys([DeviceKey.from_seed(b"the key of the club, as on disk!")])


class Host:
    """One server, whose `keys` sign the logs.

    `clock_ahead_ms` is by how much the clock of its computer is wrong at the next start. `delay_s` is by how much the
    link to the shared stores delays an access at most.
    """

    def __init__(self, service: Service, address: Address, keys: HostKeys = KEYS) -> None:
        self._service, self.address, self._world, self._keys = service, address, service.world, keys
        self.clock_ahead_ms, self.delay_s = 0, 0.0
        self.policy = Policy(limits=LIMITS)
        self._counters = MetRefusals(self._world.coverage)
        self.starts = 0
        self.services: Services | None = None
        self._scope = trio.CancelScope()
        self._links: list[Link] = []
        self._gone = trio.Event()
        self._bus: LocalBus | None = None  # if there are other nodes
        self._stores: list[StoreLink] = []  # the same
        self._doom: FaultPoint | None = None  # where it crashes
        self.tasks: dict[str, None] = {}  # those that have run
        self._faults: dict[str, Exception] = {}  # by the task that fails next

    @property
    def id(self) -> str:
        """The id of the node that runs."""
        return f"{self.address.host} {self.starts}"

    def kept(self) -> dict[str, int]:
        """Return how much the running server keeps for users, to compare it with that of an empty server."""
        assert self.services is not None, "it runs"
        lobby, connections = self.services.lobby, self.services.admission.connections
        return {
            "tasks": _count(self._nursery), "connections": len(connections), "people": len(lobby.users),
            "watched tables": sum(bool(lobby.watchers(table)) for table in lobby.tables),
            "finished tables": sum(table.is_over for table in lobby.tables.values()),
        }  # fmt: skip

    async def start(self, nursery: trio.Nursery) -> None:
        """Start the server, and return when it listens."""
        self.starts, self._doom = self.starts + 1, None
        self._faults.clear()
        self._gone = trio.Event()
        self._world.trace.note("start", self.id)
        await nursery.start(self._run)

    async def _run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        try:
            with trio.CancelScope() as self._scope:
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    store: Any = store_on(
                        self._service.disk, self._chance, nursery, lambda: self._fault("in_commit"), self._delay
                    )
                    more: dict[str, Any] = {}
                    if len(self._service.hosts) > 1:
                        shared = StoreLink(SlowStore(self._service.shared, self._chance("shared"), self._delay))
                        store, self._bus = StoreLink(store), self._service.hub.bus()
                        self._stores = [store, shared]
                        more = {"others": (self._bus, shared), "node": Node(self.id, "Club")}
                    clock = Clock()
                    clock.set(self._world.now_ms() + self.clock_ahead_ms)
                    services = Services(
                        "Club", GAMES, store, self._service.accounts, self._service.social, clock,
                        self.policy, self._counters, self._fault, Dice(self._chance("dice")), asleep=lambda: 0,
                        keys=self._keys, channels=self._service.sinks.channels, **more,
                    )  # fmt: skip
                    services.supervision.wrap = self._with_faults
                    await nursery.start(services.run)
                    self.services = services
                    self._service.network.listening[self.address] = self._accept
                    self._service.note_running()
                    task_status.started()
        except* Exception as group:
            raise Broken(f"a server ended by itself: {next(leaves(group))!r}") from group
        finally:
            self._gone.set()

    def _with_faults(self, name: str, run: Work) -> Work:
        self.tasks[name] = None
        return faulting(run, lambda: self._faults.pop(name, None))

    def fail(self, task: str, fault: Exception) -> None:
        """Let a task of the server fail when it next wakes up."""
        self._world.trace.note("fault", self.id, task, type(fault).__name__)
        self._faults[task] = fault

    def _chance(self, part: object) -> Random:
        return self._world.chance((self.id, part))

    def _delay(self, chance: Random) -> float:
        return chance.uniform(0, self.delay_s) if self.delay_s else 0.0

    def _accept(self, link: Link, address: Address) -> bool:
        assert self.services is not None, "it listens"
        remote = Remote(address.host, address.port)
        if not self.services.admission.admit(remote):
            return False
        end: Any = ServerEnd(link, LIMITS.outbound_bytes)
        self._links.append(link)
        self._nursery.start_soon(Session(end, self.services.sessions, remote, self.address.host).run)
        return True

    async def crash(self, point: FaultPoint | None = None, *, is_noticed: bool = True) -> None:
        """End at once, as by a power cut, or when a command next passes that point.

        `is_noticed`: the shared store sees that the connection has ended.
        """
        self._doom = point
        with trio.move_on_after(0 if point is None else DOOM_S):
            await self._gone.wait()
        self._lose_power(point)
        if is_noticed:
            self._service.shared.lose(self.id)
        await self._end()

    def _fault(self, point: FaultPoint) -> None:
        if point == self._doom and not self._scope.cancel_called:
            self._world.coverage.note("fault points", point)
            self._lose_power(point)

    def _lose_power(self, point: FaultPoint | None) -> None:
        if self._scope.cancel_called:
            return
        self._world.trace.note("crash", self.id, point or "")
        for store in self._stores:
            store.is_dead = True
        for link in self._links:
            link.end()
        self._unplug()

    def _unplug(self) -> None:
        self._service.network.listening.pop(self.address, None)
        self._scope.cancel()

    async def stop(self) -> None:
        """End in order."""
        services = self.services
        assert services is not None, "it runs"
        self._world.trace.note("stop", self.id)
        del self._service.network.listening[self.address]
        with trio.move_on_after(DRAIN_S):
            await services.drain()
        self._unplug()
        await self._end(services.leave)

    async def _end(self, leave: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint) -> None:
        await self._gone.wait()
        with trio.move_on_after(LEAVE_S):
            await leave()
        if self._bus is not None:
            self._service.hub.remove(self._bus)
        self._links, self.services = [], None
        self._service.note_running()

    def lose_store(self, is_away: bool, is_deaf: bool = False) -> None:
        """Cut the node off from the shared stores, or connect it again. A deaf one gets no answers and messages."""
        self._world.trace.note("cut off" if is_away else "deaf" if is_deaf else "connected", self.id)
        for store in self._stores:
            store.is_away, store.is_deaf = is_away, is_deaf
        if self._bus is not None:
            self._bus.is_deaf = is_deaf


def _count(nursery: trio.Nursery) -> int:
    """Return the number of tasks in a nursery and in those of its tasks."""
    return sum(1 + sum(map(_count, task.child_nurseries)) for task in nursery.child_tasks)
