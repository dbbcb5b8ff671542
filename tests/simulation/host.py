"""A simulated computer with the real server: it starts, crashes, stops in order, and starts again."""

import trio

from netgame.games import GAMES
from protocol.address import Address
from server.app import Services
from server.net.session import Session
from server.ops.counters import Counters
from server.ops.policy import Policy
from server.ops.remote import Remote
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.clock import Clock
from tests.server.serving import HURRIED
from tests.simulation.disk import Disk, store_on
from tests.simulation.network import Link, Network, ServerEnd
from tests.simulation.world import World

ADDRESS = Address("10.0.0.1", 7763)


class Host:
    """One server. `clock_ahead_ms` is by how much the clock of its computer is wrong at the next start."""

    def __init__(self, world: World, network: Network) -> None:
        self._world, self._network = world, network
        self.disk = Disk(world)
        self.accounts, self.social = AccountStore(":memory:"), SocialStore(":memory:")
        self.clock_ahead_ms = 0
        self.starts = 0
        self.away: list[tuple[int, int]] = []  # when it did not run, in ms since 1970
        self._ended_at = 0
        self.services: Services | None = None
        self._scope = trio.CancelScope()
        self._links: list[Link] = []
        self._gone = trio.Event()

    async def start(self, nursery: trio.Nursery) -> None:
        """Start the server, and return when it listens."""
        self.starts += 1
        self._gone = trio.Event()
        self._world.trace.note("start", self.starts)
        await nursery.start(self._run)
        if self._ended_at:
            self.away.append((self._ended_at, self._world.now_ms()))

    async def _run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        try:
            with trio.CancelScope() as self._scope:
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    store = store_on(self.disk, lambda part: self._world.chance((self.starts, part)), nursery)
                    clock = Clock()
                    clock.set(self._world.now_ms() + self.clock_ahead_ms)
                    self.services = Services(
                        "Club", GAMES, store, self.accounts, self.social, clock, Policy(limits=HURRIED), Counters(),
                        asleep=lambda: 0,
                    )  # fmt: skip
                    await nursery.start(self.services.run)
                    self._network.listening[ADDRESS] = self._accept
                    task_status.started()
        finally:
            self._gone.set()

    def _accept(self, link: Link, address: Address) -> bool:
        assert self.services is not None, "it listens"
        remote = Remote(address.host, address.port)
        if not self.services.admission.admit(remote):
            return False
        end = ServerEnd(link, HURRIED.outbound_bytes)
        self._links.append(link)
        self._nursery.start_soon(Session(end, self.services.sessions, remote, ADDRESS.host).run)  # type: ignore[arg-type]
        return True

    async def crash(self) -> None:
        """End at once, as by a power cut."""
        self._world.trace.note("crash")
        self._ended_at = self._world.now_ms()
        del self._network.listening[ADDRESS]
        for link in self._links:
            link.cut()
        self._links, self.services = [], None
        self._scope.cancel()
        await self._gone.wait()

    async def stop(self) -> None:
        """End in order."""
        assert self.services is not None, "it runs"
        self._world.trace.note("stop")
        del self._network.listening[ADDRESS]
        await self.services.drain()
        self._scope.cancel()
        await self._gone.wait()
        self._links, self.services = [], None
        self._ended_at = self._world.now_ms()
