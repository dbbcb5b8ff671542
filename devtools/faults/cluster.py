"""A service of several nodes on PostgreSQL, whose nodes, database, links and load balancer are killed at random."""

import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import get_args

import trio

from devtools.faults.fairness import Interval
from devtools.faults.link import Link
from devtools.faults.player import Player
from devtools.faults.postgres_evidence import is_caught_up
from devtools.faults.results import Wanted
from devtools.faults.victim import NoServer, Victim
from devtools.harness.postgres import PrivatePostgres
from devtools.harness.server.balancer import Balancer
from protocol.client import Address, Server
from protocol.identity.server_certificate import FILE, Identity, make_identity
from server.ops.faults import FaultPoint
from server.storage.event_store import host_time

POINTS: tuple[FaultPoint, ...] = get_args(FaultPoint)
HARMS = (
    *POINTS, *POINTS, "random", "random", "random", "start", "stop", "stop", "two nodes", "database restart",
    "database crash", "link cut", "link cut", "link slow", "balancer", "line",
)  # fmt: skip
KILLED = frozenset({*POINTS, "random", "start", "two nodes"})
UPGRADE_EVERY = 4  # acknowledged commands of each player
PROGRESS_S = 2.0  # to wait for acknowledged commands before the next harm
DOOM_S = 1.0  # to wait until a point is passed
DOWN_S = 1.0  # at most, until a killed node or balancer starts again
CUT_S = 2.0  # at most
SLOW_S = 2.0  # at most, in which each message is late by
DELAY_S = 0.15  # at most
STOP_S = 0.3
STARTS = 100  # attempts: a node does not start without its database


class Node:
    """One server of the service, and its link to the database."""

    def __init__(self, name: str, port: int, victim: Victim, link: Link) -> None:
        self.name, self.port, self.victim, self.link = name, port, victim, link
        self.is_free = False  # it runs, and nothing is being done to it
        self.is_linked = True

    async def start(self) -> None:
        """Start it, again and again while its database is away."""
        for attempt in range(1, STARTS + 1):
            try:
                await self.victim.start()
                break
            except NoServer:
                if attempt == STARTS or not self.victim.has_failed:
                    raise
                await trio.sleep(0.2)
        self.is_free = True


class ServiceKiller:
    """Runs the service, and does harm to it. Several things may be broken at a time."""

    def __init__(
        self,
        nodes: Sequence[Node],
        postgres: PrivatePostgres,
        database: str,
        balancer: Balancer | None,
        identity: Identity,
        seed: int,
        nursery: trio.Nursery,
    ) -> None:
        self.kills: Counter[str] = Counter(dict.fromkeys(HARMS, 0))
        del self.kills["line"]
        self.stops = self.failures = self.lines = self.readers = 0
        self.answers_s: list[float] = []
        self._nodes, self._postgres, self._database, self._balancer = nodes, postgres, database, balancer
        self._identity, self._rng, self._nursery = identity, Random(f"killer {seed}"), nursery
        self._players: Sequence[Player] = ()
        self._taken, self._more = 0, trio.Event()
        self.others: list[Interval] = []  # when something else than a node was harmed
        self._repairs = 0  # under way
        self._is_database_free = True

    def taken(self) -> None:
        """Count one more acknowledged command."""
        self._taken += 1
        self._more.set()
        self._more = trio.Event()

    def server(self, number: int) -> Server:
        """Return the service as that player knows it: some by the balancer only, the others by all nodes in some order.

        Neighbours in numbers know different nodes first, so the two players of a table are on different nodes.
        """
        ports = [node.port for node in self._nodes]
        turned = ports[number % len(ports) :] + ports[: number % len(ports)]
        if self._balancer is not None and number % 4 == 3:
            turned = [self._balancer.port]
        return Server(self._identity.fingerprint, tuple(Address("127.0.0.1", port) for port in turned))

    async def begin(self, players: Sequence[Player]) -> None:
        """Start all nodes."""
        self._players = players
        for node in self._nodes:  # one after the other: the first one makes the tables of the database
            await node.start()
        if self._balancer is not None:
            self._balancer.start()

    async def harm(self) -> None:
        """Do one kind of harm. Its repair goes on beside the next one, but something always works."""
        while self._repairs >= max(1, len(self._nodes) - 1):
            await trio.sleep(0.02)
        await self._some_orders(self._rng.choice((0, 1, 2, 4, 8, 16)))
        harm = self._rng.choice(HARMS)
        match harm:
            case "database restart" | "database crash" if self._is_database_free:
                self._is_database_free = False
                self._repair(self._restart_database, "fast" if harm == "database restart" else "immediate")
            case "balancer" if self._balancer is not None:
                self._balancer.kill()
                self._repair(self._start_balancer)
            case "line":
                await self._break_lines()
                return
            case "database restart" | "database crash" | "balancer":
                return
            case _:
                free = [node for node in self._nodes if node.is_free]
                if not free:
                    await trio.sleep(0.05)
                    return
                self._rng.shuffle(free)
                chosen = free[: 2 if harm == "two nodes" else 1]
                for node in chosen:
                    node.is_free = False
                    self._repair(self._harm_node, node, harm)
                self.kills[harm] += len(chosen)
                return
        self.kills[harm] += 1

    def _repair(self, work: Callable[..., object], *arguments: object) -> None:
        self._repairs += 1
        self._nursery.start_soon(self._repair_by, work, arguments)

    async def _repair_by(self, work: Callable[..., object], arguments: Sequence[object]) -> None:
        began = host_time()
        await work(*arguments)  # type: ignore[misc]
        if not arguments or arguments[-1] not in KILLED:
            self.others.append((began, host_time()))
        self._repairs -= 1

    async def heal(self) -> None:
        """Return when everything works again."""
        while self._repairs:
            await trio.sleep(0.05)

    async def is_caught_up(self) -> bool:
        """Say whether the history holds all finished matches."""
        return await trio.to_thread.run_sync(is_caught_up, self._database)

    async def stop(self) -> None:
        """Stop all nodes in order."""
        for node in self._nodes:
            await node.victim.stop()

    # ---- harm

    async def _harm_node(self, node: Node, harm: str) -> None:
        match harm:
            case "link cut" | "link slow":
                await self._harm_link(node, harm)
                node.is_free = True
                return
            case "random" | "two nodes":
                await node.victim.kill()
            case "start":
                await node.victim.kill()
                await node.victim.launch()
                await trio.sleep(self._rng.uniform(0, node.victim.start_s))
                await node.victim.kill_unless_ended()
            case "stop":
                await self._stop(node)
            case point:
                await self._kill_at(node, point)  # type: ignore[arg-type]
        await trio.sleep(self._rng.uniform(0, DOWN_S))
        await node.start()

    async def _stop(self, node: Node) -> None:
        """Stop a node in order; now and then kill it meanwhile."""
        await node.victim.tell_to_stop()
        if self._rng.random() < 0.3:
            with trio.move_on_after(self._rng.uniform(0, STOP_S)):
                await node.victim.stopped()
                self.stops += 1
                return
            await node.victim.kill_unless_ended()
        else:
            await node.victim.stopped()
            self.stops += 1

    async def _kill_at(self, node: Node, point: FaultPoint) -> None:
        """Kill at that point. If no command comes to this node, kill it anyway."""
        node.victim.doom(point)
        with trio.move_on_after(DOOM_S):
            await node.victim.killed()
        node.victim.spare()
        if not node.victim.gone.is_set():
            await node.victim.kill()

    async def _harm_link(self, node: Node, harm: str) -> None:
        self.failures += 1
        if harm == "link cut":
            node.link.cut()
            await trio.sleep(self._rng.uniform(0, CUT_S))
        else:
            node.link.delay_s = self._rng.uniform(0, DELAY_S)
            await trio.sleep(self._rng.uniform(0, SLOW_S))
        node.link.mend()

    async def _restart_database(self, mode: str) -> None:
        await trio.to_thread.run_sync(self._postgres.stop, mode)
        await trio.to_thread.run_sync(self._postgres.start)
        self._is_database_free = True

    async def _start_balancer(self) -> None:
        assert self._balancer is not None
        await trio.sleep(self._rng.uniform(0, DOWN_S))
        self._balancer.start()

    async def _break_lines(self) -> None:
        """Break connections. The nodes go on."""
        for player in self._rng.sample(self._players, self._rng.randint(1, len(self._players))):
            self.others.append((host_time(), host_time()))
            await player.break_line()
            self.lines += 1

    async def _some_orders(self, number: int) -> None:
        enough = self._taken + number
        with trio.move_on_after(PROGRESS_S):
            while self._taken < enough:
                await self._more.wait()


class Upgrader(ServiceKiller):
    """Upgrades the service: each node in turn is drained, stopped in order and started again."""

    async def harm(self) -> None:
        """Upgrade the next node, after some progress at all tables."""
        enough = self._taken + UPGRADE_EVERY * len(self._players)
        while self._taken < enough:
            await self._more.wait()
        node = self._nodes[self.stops % len(self._nodes)]
        await self._set_state(node, "drain")
        await node.victim.stop()
        self.stops += 1
        await node.start()
        await self._set_state(node, "ready")
        self.kills["upgrade"] += 1

    async def _set_state(self, node: Node, state: str) -> None:
        if self._balancer is not None:
            await self._balancer.ask(f"set server servers/{node.name} state {state}")


@asynccontextmanager
async def service(
    folder: Path,
    ports: Sequence[int],
    postgres: PrivatePostgres,
    database: str,
    front: Balancer | None,
    wanted: Wanted,
    words: Sequence[str],
) -> AsyncIterator[ServiceKiller]:
    """Provide a service of one node for each port. Nothing runs at first."""
    identity = make_identity(folder)
    async with trio.open_nursery() as nursery:
        nodes = [
            await nursery.start(_run_node, folder / f"node{number}", port, identity, postgres, database, words)
            for number, port in enumerate(ports, 1)
        ]
        kind = Upgrader if wanted.rolling else ServiceKiller
        yield kind(nodes, postgres, database, front, identity, wanted.seed, nursery)
        nursery.cancel_scope.cancel()


async def _run_node(
    folder: Path,
    port: int,
    identity: Identity,
    postgres: PrivatePostgres,
    database: str,
    words: Sequence[str],
    *,
    task_status: trio.TaskStatus[Node],
) -> None:
    (folder / "data").mkdir(parents=True)
    shutil.copy(identity.cert_path, folder / "data" / FILE)
    link = Link(folder, postgres)
    async with trio.open_nursery() as nursery:
        await nursery.start(link.run)
        given = ["--port", str(port), "--database", link.url(database), *words]
        async with Victim.open(folder, *given) as victim:
            task_status.started(Node(folder.name, port, victim, link))
            await trio.sleep_forever()
