"""The shared state of the nodes of a service: the nodes themselves, the users online, and the relay."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from server.lookalikes import skeletons
from server.names import numbered
from server.storage.event_store import StoreBroken

BEAT_S = 0.5  # between two heartbeats of a node
DEAD_MS = 3_000  # without a heartbeat; then any other node cleans up
LOST_MS = 1_000  # without a heartbeat and without a connection to the database
LEASE_MS = 60_000  # for the node that cleans up; then another one may
KEPT_MS = 60_000  # messages of the relay


class Node(msgspec.Struct, frozen=True):
    """A server of the service. Times are those of the store, in ms since 1970.

    `heard` is the time of its last heartbeat, `age_ms` how long that is ago.
    """

    id: str
    name: str
    version: str = ""
    address: str = ""
    started: int = 0
    draining: bool = False
    connections: int = 0
    heard: int = 0
    age_ms: int = 0
    connected: bool = True  # to the database


class OnlineUser(msgspec.Struct, frozen=True):
    """A user online, and the node of their connection. `version` grows with each sign-in at any node."""

    account: str
    name: str
    registered: bool = False
    since: int = 0
    moderator: bool = False
    computer: str = ""
    address: str = ""  # as bans count it
    network: str = ""  # as limits count it
    node: str = ""
    version: int = 0


Posted = tuple[int, str, bytes]  # the number of a message, the node that sent it, and the message


class ClusterStore(Protocol):
    """The shared state. Methods raise `StoreBroken` if the database cannot be reached; repeating them is harmless."""

    async def beat(self, node: Node) -> bool:
        """Write the heartbeat of a node. False if it had no row: it is new, or another node has removed it."""

    async def nodes(self) -> list[Node]:
        """Return all nodes, the oldest first."""

    async def take_over(self, node: str, by: str, lost_ms: int = LOST_MS) -> int | None:
        """Let `by` clean up after a node that is dead. Return its last heartbeat; None if it lives or another one does.

        A node is dead without a heartbeat for `DEAD_MS`, or for `lost_ms` if it has no connection either.
        """

    async def remove_node(self, node: str) -> list[str]:
        """Remove a node and its users. Return their accounts."""

    async def claim(self, user: OnlineUser) -> tuple[OnlineUser, OnlineUser | None]:
        """Let a user be online at a node, and nowhere else. Return them as stored, and as before.

        No two users have names that look alike: a guest gets a number behind theirs, and loses it to a registered user.
        """

    async def release(self, account: str, version: int) -> None:
        """Remove a user, unless they signed in again after that version."""

    async def online(self, accounts: Sequence[str] | None = None) -> list[OnlineUser]:
        """Return those of these accounts that are online; by default all."""

    async def post(self, node: str, messages: Sequence[bytes]) -> None:
        """Add messages to the relay."""

    async def posted(self, cursor: int) -> tuple[list[Posted], int]:
        """Return the messages since a cursor in the order of their numbers, and the next cursor.

        A message may come twice, and never fails to come while it is kept.
        """


class MemoryClusterStore:
    """A shared state for several servers in one trio run, for tests. `broken`: nodes that cannot reach it."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._nodes: dict[str, Node] = {}
        self._leases: dict[str, int] = {}
        self._lost: set[str] = set()
        self._users: dict[str, OnlineUser] = {}
        self._names: dict[str, str] = {}  # skeleton -> account
        self._version = 0
        self._posted: list[Posted] = []

    def lose(self, node: str) -> None:
        """Let a node have no connection from now on."""
        self._lost.add(node)

    async def beat(self, node: Node) -> bool:
        if node.id in self._lost:
            raise StoreBroken("lost")
        known = node.id in self._nodes
        self._nodes[node.id] = msgspec.structs.replace(node, heard=self._now())
        return known

    async def nodes(self) -> list[Node]:
        now = self._now()
        return [
            msgspec.structs.replace(node, age_ms=now - node.heard, connected=node.id not in self._lost)
            for node in sorted(self._nodes.values(), key=lambda node: node.started)
        ]

    async def take_over(self, node: str, by: str, lost_ms: int = LOST_MS) -> int | None:
        now, row = self._now(), self._nodes.get(node)
        if row is None or self._leases.get(node, 0) > now:
            return None
        if now - row.heard < (min(lost_ms, DEAD_MS) if node in self._lost else DEAD_MS):
            return None
        self._leases[node] = now + LEASE_MS
        return row.heard

    async def remove_node(self, node: str) -> list[str]:
        accounts = [user.account for user in self._users.values() if user.node == node]
        for account in accounts:
            self._remove(account)
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

    async def post(self, node: str, messages: Sequence[bytes]) -> None:
        self._posted += [(number, node, body) for number, body in enumerate(messages, len(self._posted) + 1)]

    async def posted(self, cursor: int) -> tuple[list[Posted], int]:
        return self._posted[cursor:], len(self._posted)
