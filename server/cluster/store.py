"""The shared state of the nodes of a service: the nodes themselves, the users online, their wishes, and the relay."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from server.cluster.seeks import SeekStore

BEAT_S = 0.5  # between two heartbeats of a node
DEAD_MS = 3_000  # without a heartbeat; then any other node cleans up
LOST_MS = 1_000  # without a heartbeat and without a connection to the database
LEASE_MS = 60_000  # for the node that cleans up; then another one may
KEPT_MS = 60_000  # messages of the relay, and longer until all nodes have read them


class Node(msgspec.Struct, frozen=True):
    """A server of the service. Times are those of the store, in ms since 1970.

    `heard` is the time of its last heartbeat, `age_ms` how long that is ago. `read` is the cursor up to which it
    has read the relay.
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
    read: int = 0


class Device(msgspec.Struct, frozen=True):
    """The number of the key or token of a sign-in, the name and address of the computer, and the `installation`."""

    credential: int = 0
    label: str = ""
    address: str = ""
    installation: bytes = b""

    @property
    def place(self) -> str:
        """The computer, for people."""
        return self.label or self.address


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
    key: bytes = b""  # with which they have signed in
    is_old: bool = False  # as in `User`
    device: Device = Device()


Posted = tuple[int, str, bytes]  # the number of a message, the node that sent it, and the message


class ClusterStore(SeekStore, Protocol):
    """The shared state. Methods raise `StoreBroken` if the database cannot be reached; repeating them is harmless."""

    async def beat(self, node: Node) -> bool:
        """Write the heartbeat of a node. False if it had no row: it is new, or another node has removed it.

        While it has one, no message of the relay goes that it has not read.
        """

    async def nodes(self) -> list[Node]:
        """Return all nodes, the oldest first."""

    async def lease_cleanup_of(self, node: str, by: str, lost_ms: int = LOST_MS) -> int | None:
        """Let `by` clean up after a node that is dead. Return its last heartbeat; None if it lives or another one does.

        The same node may ask again, if the clean-up failed. A node is dead without a heartbeat for `DEAD_MS`, or for
        `lost_ms` if it has no connection either.
        """

    async def remove_node(self, node: str) -> list[str]:
        """Remove a node, its users and their wishes. Return the accounts."""

    async def claim(self, user: OnlineUser) -> tuple[OnlineUser, OnlineUser | None]:
        """Let a user be online at a node, and nowhere else. Return them as stored, and as before.

        No two users have names that look alike: a guest gets a number behind theirs, and loses it to a registered user.
        """

    async def release(self, account: str, version: int) -> None:
        """Remove a user, unless they signed in again after that version."""

    async def online(self, accounts: Sequence[str] | None = None) -> list[OnlineUser]:
        """Return those of these accounts that are online; by default all."""

    async def versions(self) -> dict[str, tuple[str, int]]:
        """Return the node and the version of each user online, by account."""

    async def post(self, node: str, messages: Sequence[bytes]) -> None:
        """Add messages to the relay."""

    async def posted(self, cursor: int) -> tuple[list[Posted], int]:
        """Return the messages since a cursor in the order of their numbers, and the next cursor.

        A message may come twice, and never fails to come while it is kept: for `KEPT_MS`, and until all nodes have
        read it.
        """
