"""The bus and the shared state of the nodes of a service, for nodes in one trio run."""

from collections import deque
from collections.abc import Callable, Sequence

import msgspec
import trio

from server.cluster.bus import Bus
from server.cluster.messages import BusMessage
from server.cluster.seeks import SeeksInMemory
from server.cluster.store import DEAD_MS, KEPT_MS, LEASE_MS, LOST_MS, Node, OnlineUser, Posted
from server.lookalikes import skeletons
from server.names import numbered
from server.storage.event_store import StoreBroken


class LocalHub:
    """Connects the nodes of one process. `loses` decides which messages are lost; `gap` tells the nodes so."""

    def __init__(self) -> None:
        self.loses: Callable[[BusMessage], bool] = lambda _message: False
        self._buses: list[LocalBus] = []
        self._waiting: deque[tuple[LocalBus, BusMessage]] = deque()

    def bus(self) -> "LocalBus":
        self._buses.append(LocalBus(self))
        return self._buses[-1]

    def send(self, sender: "LocalBus", message: BusMessage) -> None:
        """Deliver a message soon to all nodes but the sender, in the order of the calls."""
        if self.loses(message) or sender not in self._buses:
            return
        self._waiting += ((bus, message) for bus in self._buses if bus is not sender)
        trio.lowlevel.current_trio_token().run_sync_soon(self._deliver)

    def _deliver(self) -> None:
        waiting, self._waiting = self._waiting, deque()
        for bus, message in waiting:
            if bus in self._buses and not bus.is_deaf:
                bus.deliver(message)

    def remove(self, bus: "LocalBus") -> None:
        """Cut a node off: it sends and receives nothing any more."""
        self._buses.remove(bus)

    def gap(self) -> None:
        for bus in list(self._buses):
            for handle in bus.on_gap:
                handle()


class LocalBus(Bus):
    """The bus of a node whose service runs in one process. Made by `LocalHub.bus`. One that `is_deaf` only sends."""

    def __init__(self, hub: LocalHub) -> None:
        super().__init__()
        self.is_deaf = False
        self._hub = hub

    def send(self, message: BusMessage) -> None:
        """Send a message to the other nodes of the hub."""
        self._hub.send(self, message)


class MemoryClusterStore(SeeksInMemory):
    """The shared state of several servers."""

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__()
        self._now = now
        self._nodes: dict[str, Node] = {}
        self._leases: dict[str, tuple[int, str]] = {}  # dead node -> until when, and the node that cleans up
        self._lost: set[str] = set()
        self._users: dict[str, OnlineUser] = {}
        self._names: dict[str, str] = {}  # skeleton -> account
        self._version = 0
        self._posted: list[tuple[int, Posted]] = []  # each with its time
        self._last = 0  # number of a message

    def lose(self, node: str) -> None:
        """Let a node have no connection from now on."""
        self._lost.add(node)

    async def beat(self, node: Node) -> bool:
        if node.id in self._lost:
            raise StoreBroken("lost")
        known = node.id in self._nodes
        read = min((node.read for node in self._nodes.values()), default=self._last)
        self._posted = [(at, posted) for at, posted in self._posted if at >= self._now() - KEPT_MS or posted[0] > read]
        self._nodes[node.id] = msgspec.structs.replace(node, heard=self._now())
        return known

    async def nodes(self) -> list[Node]:
        now = self._now()
        return [
            msgspec.structs.replace(node, age_ms=now - node.heard, connected=node.id not in self._lost)
            for node in sorted(self._nodes.values(), key=lambda node: (node.started, node.id))
        ]

    async def lease_cleanup_of(self, node: str, by: str, lost_ms: int = LOST_MS) -> int | None:
        now, row = self._now(), self._nodes.get(node)
        until, holder = self._leases.get(node, (0, by))
        if row is None or (until >= now and holder != by):
            return None
        if now - row.heard < (min(lost_ms, DEAD_MS) if node in self._lost else DEAD_MS):
            return None
        self._leases[node] = now + LEASE_MS, by
        return row.heard

    async def remove_node(self, node: str) -> list[str]:
        accounts = [user.account for user in self._users.values() if user.node == node]
        for account in accounts:
            self._remove(account)
        self.remove_seeks_of(node)
        self._nodes.pop(node, None)
        self._leases.pop(node, None)
        return accounts

    async def claim(self, user: OnlineUser) -> tuple[OnlineUser, OnlineUser | None]:
        def is_taken(name: str) -> bool:
            owners = {self._names[skeleton] for skeleton in skeletons(name) if skeleton in self._names}
            return any(
                owner != user.account and (not user.registered or self._users[owner].registered) for owner in owners
            )

        name, before = numbered(user.name, is_taken), self._users.get(user.account)
        self._remove(user.account)
        self._version += 1
        self._users[user.account] = msgspec.structs.replace(user, name=name, version=self._version)
        self._names |= dict.fromkeys(skeletons(name), user.account)
        return self._users[user.account], before

    async def release(self, account: str, version: int) -> None:
        if account in self._users and self._users[account].version <= version:
            self._remove(account)

    def _remove(self, account: str) -> None:
        self._users.pop(account, None)
        self._names = {skeleton: owner for skeleton, owner in self._names.items() if owner != account}

    async def online(self, accounts: Sequence[str] | None = None) -> list[OnlineUser]:
        wanted = list(self._users) if accounts is None else accounts
        return [self._users[account] for account in wanted if account in self._users]

    async def versions(self) -> dict[str, tuple[str, int]]:
        return {user.account: (user.node, user.version) for user in self._users.values()}

    async def post(self, node: str, messages: Sequence[bytes]) -> None:
        for body in messages:
            self._last += 1
            self._posted.append((self._now(), (self._last, node, body)))

    async def posted(self, cursor: int) -> tuple[list[Posted], int]:
        return [posted for _at, posted in self._posted if posted[0] > cursor], self._last
