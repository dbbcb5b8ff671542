"""Users online at the nodes of a service: each is online at one node only, and all nodes know them."""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec
import trio

from server.cluster.messages import PresenceChanged
from server.cluster.relay import Relay
from server.cluster.store import ClusterStore, OnlineUser
from server.ops.supervision import Wakeup, keep_trying

log = logging.getLogger(__name__)

READ_ALL_EVERY_S = 60.0  # in case a bug of ours loses a change
SETTLE_S = 2.0  # for all nodes to claim their users again, after a crash of the database
RELEASED_AT_ONCE = 100


class Roster(Protocol):
    """The users online as the lobby of a node knows them."""

    def local(self, account: str) -> OnlineUser | None:
        """Return a user with a connection to this node."""

    def came_elsewhere(self, user: OnlineUser) -> None:
        """A user is online at another node now. Their connection to this node ends."""

    def left_elsewhere(self, account: str, cause: str) -> None:
        """A user is no longer online at another node."""

    def name_taken(self, account: str) -> None:
        """Another user has the name of a user of this node by now. Their connection ends."""


class Presence:
    """The users of this node and of all others."""

    def __init__(self, store: ClusterStore, relay: Relay, node: str, roster: Roster) -> None:
        self._store, self._relay, self._node, self._roster = store, relay, node, roster
        self._claimed: dict[str, int] = {}  # accounts online here -> version of their row
        self._elsewhere: dict[str, OnlineUser] = {}
        self._from_network: Counter[str] = Counter()  # users at other nodes
        self._released: dict[str, tuple[int, str]] = {}  # accounts that left -> version of their row, cause
        self._changed: dict[str, str] = {}  # accounts to read -> cause, if they are offline
        self._read_all_at, self._settled_at = trio.current_time() + READ_ALL_EVERY_S, 0.0  # trio's time
        self._forgotten: dict[str, int] = {}  # rows of this node without a user, at the last complete reading
        self._work = Wakeup()
        relay.subscribe(PresenceChanged, lambda message: self.changed(message.accounts, message.cause))

    async def claim(self, user: OnlineUser) -> tuple[OnlineUser, str]:
        """Let a user be online here and nowhere else. Return them with a unique name, and the node where they were.

        `StoreProblem` if the database cannot be reached.
        """
        stored, before = await self._store.claim(msgspec.structs.replace(user, node=self._node))
        self._claimed[user.account] = max(stored.version, self._claimed.get(user.account, 0))
        self._note_elsewhere(user.account, None)
        self._relay.send(PresenceChanged([user.account]))
        return stored, before.node if before is not None else ""

    def holds(self, account: str) -> bool:
        """Tell whether the last claim of an account still holds: no other node has claimed it since."""
        return account in self._claimed

    def release(self, account: str, cause: str) -> None:
        """Let a user who was online here be offline soon."""
        if (version := self._claimed.pop(account, None)) is not None:
            self._released[account] = version, cause
            self._work.set()

    def count_elsewhere(self, network: str) -> int:
        """Return how many users from a network are online at other nodes."""
        return self._from_network[network]

    def changed(self, accounts: Iterable[str], cause: str = "lost") -> None:
        """Read soon whether accounts are online. `cause`: why, if they are not."""
        self._changed |= dict.fromkeys(accounts, cause)
        self._work.set()

    def read_all(self) -> None:
        """Read all users online soon."""
        self._read_all_at = trio.current_time()
        self._work.set()

    def claim_again(self) -> None:
        """Claim the users of this node soon: their rows are gone. Those of others may be gone for a moment, too."""
        self._settled_at = trio.current_time() + SETTLE_S
        self.read_all()

    async def begin(self) -> None:
        """Read all users online."""
        self._apply(await self._store.online(), {}, {})

    async def run(self) -> None:
        """Write the users that leave, and read those that come and leave elsewhere, until cancelled."""
        while True:
            await self._work.wait(max(0.0, self._read_all_at - trio.current_time()))
            await keep_trying("users online", self._take_changes)

    async def _take_changes(self) -> None:
        try:
            await self._write_released()
            await self._read()
        except BaseException:  # also after a fault: changes that were taken are read again
            self.read_all()
            raise

    async def _write_released(self) -> None:
        while self._released:
            account, (version, cause) = next(iter(self._released.items()))
            await self._store.release(account, version)
            if self._released.get(account) == (version, cause):
                del self._released[account]
            self._relay.send(PresenceChanged([account], cause))

    async def _read(self) -> None:
        if (now := trio.current_time()) >= self._read_all_at:
            self._read_all_at = self._settled_at if now < self._settled_at else now + READ_ALL_EVERY_S
            known = {account: user.version for account, user in self._elsewhere.items()} | self._claimed
            rows = await self._store.versions()
            gone = known.keys() if now >= self._settled_at else self._claimed.keys()
            different = [account for account, (_node, version) in rows.items() if known.get(account) != version]
            self._changed = dict.fromkeys([*different, *(gone - rows.keys())], "lost") | self._changed
            self._release_forgotten(rows)
        while self._changed:
            some = {account: self._changed.pop(account) for account in list(self._changed)[:RELEASED_AT_ONCE]}
            claimed = dict(self._claimed)
            users = await self._store.online(list(some))
            await self._apply_and_claim(users, some, claimed)

    async def _apply_and_claim(self, users: list[OnlineUser], asked: dict[str, str], claimed: dict[str, int]) -> None:
        for account in self._apply(users, asked, claimed):
            if (user := self._roster.local(account)) is None:
                continue
            stored, _before = await self.claim(user)
            if self._roster.local(account) is None:  # they left meanwhile
                self.release(account, "lost")
            elif stored.name != user.name:
                self._roster.name_taken(account)

    def _apply(self, users: list[OnlineUser], asked: dict[str, str], claimed: dict[str, int]) -> list[str]:
        """Take over the rows of the accounts that were asked for.

        `claimed`: the users of this node when the reading began. Return those of them that have no row.
        """
        rows = {user.account: user for user in users}
        for account in rows.keys() | asked:
            row, known = rows.get(account), self._elsewhere.get(account)
            if row is None or row.node == self._node:
                if known is not None and (row is None or row.version > known.version):
                    self._note_elsewhere(account, None)
                    if row is None:
                        self._roster.left_elsewhere(account, asked[account])
            elif row.version > self._claimed.get(account, 0) and (row != known or self._roster.local(account)):
                self._claimed.pop(account, None)
                self._note_elsewhere(account, row)
                self._roster.came_elsewhere(row)
        missing = (claimed.keys() & asked.keys()) - rows.keys()
        return [account for account in missing if self._claimed.get(account) == claimed[account]]

    def _note_elsewhere(self, account: str, row: OnlineUser | None) -> None:
        if (known := self._elsewhere.pop(account, None)) is not None:
            self._from_network[known.network] -= 1
            if not self._from_network[known.network]:
                del self._from_network[known.network]
        if row is not None:
            self._elsewhere[account] = row
            self._from_network[row.network] += 1

    def _release_forgotten(self, rows: Mapping[str, tuple[str, int]]) -> None:
        """Release rows of this node whose users did not come online after all, or left it unnoticed."""
        forgotten = {
            account: version
            for account, (node, version) in rows.items()
            if node == self._node and account not in self._claimed and self._roster.local(account) is None
        }
        for account, version in forgotten.items():
            if self._forgotten.get(account) == version:
                self._released[account] = version, "lost"
                self._work.set()
        self._forgotten = forgotten
