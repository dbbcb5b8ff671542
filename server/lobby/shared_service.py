"""The service of several servers that share their stores: what each of them asks and tells the others."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from server.cluster.bus import Bus
from server.cluster.messages import SeeksChanged, TableChanged
from server.cluster.nodes import Nodes
from server.cluster.presence import Presence
from server.cluster.relay import StoredRelay
from server.cluster.store import ClusterStore, Node
from server.lobby.lobby import Lobby
from server.lobby.remote_nodes import RemoteTables, online_user
from server.ops.supervision import Supervision
from server.storage.event_store import Append
from server.tables.commands import User
from server.tables.service import Service
from server.tables.service_time import ServiceTime
from server.tables.table import Table
from server.tables.users import Peer


class Part(Protocol):
    """A part that runs until it is cancelled."""

    async def run(self) -> None: ...


class SharedService(Service):
    """A service of several servers. Tables use it from the start; `connect` adds the parts that change tables."""

    is_shared = True
    seeks_every_s = 1.0  # without a hint

    def __init__(
        self, lobby: Lobby[Peer], time: ServiceTime, bus: Bus, relay: StoredRelay, store: ClusterStore
    ) -> None:
        self._lobby, self.time, self.bus, self.relay, self.store = lobby, time, bus, relay, store
        self.seeks = store
        self.on_seeks: list[Callable[[], None]] = []
        self.on_entered: list[Callable[[str], None]] = []
        bus.subscribe(SeeksChanged, lambda _message: self._seeks_changed_elsewhere())
        lobby.names_are_claimed = True

    def connect(
        self, nodes: Nodes, presence: Presence, tables: RemoteTables, followers: Sequence[Part],
        stop_all: Callable[[int], Awaitable[None]], supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        """Connect the service with the other servers. `followers` run as long as it does.

        `stop_all` pauses all running tables as of a time.
        """
        self._supervision = supervision or Supervision()
        self._nodes, self._presence, self._followers, self._stop_all = nodes, presence, followers, stop_all
        self._parts = (self.time, nodes, self.relay, presence, tables)

    async def begin(self) -> None:
        for part in self._parts:
            await part.begin()

    async def pause_running_tables(self) -> None:
        since = max(self._nodes.last_heard, await self.time.last_end())
        if self._nodes.is_first and since:
            await self._stop_all(since)
        await self._nodes.check()  # before users come: those of a dead server are not online

    async def run(self) -> None:
        parts: list[Part] = [*self._parts, *self._followers]
        await self._supervision.keep_all({type(part).__name__: part.run for part in parts})

    async def leave(self) -> None:
        try:
            await self.time.note_end()
        finally:
            await self._nodes.leave()
            await self.relay.flush()

    @property
    def nodes(self) -> Sequence[Node]:
        return self._nodes.known

    # ---- the store

    @property
    def is_settled(self) -> bool:
        return self.time.is_settled

    @property
    def is_away(self) -> bool:
        return self.time.is_away

    @property
    def away_from(self) -> int:
        return self.time.away_from

    @property
    def away_since(self) -> int:
        return self.time.away_since

    async def note_alive(self, at: int) -> None:
        """Store nothing: servers have heartbeats instead."""

    async def last_alive(self) -> int:
        return 0

    # ---- tables

    def is_current(self, table: Table) -> bool:
        return False

    def has_gone_on(self, table: Table, at: int) -> bool:
        return table.was_paused_since(at)

    def keeps(self, table: Table) -> bool:
        """Tell whether the table costs a player of this server time."""
        return table.keeps_time and any(map(self._lobby.peer_of, filter(None, table.accounts)))

    async def tables_to_open(self) -> list[str]:
        return []  # they are opened when they are needed

    def committed(self, append: Append) -> None:
        number = append.expected + len(append.bodies)
        self.bus.send(TableChanged(append.table, number, listed=bool(append.entry) or append.closes))

    # ---- users

    async def claim(self, user: User, peer: Peer) -> str | None:
        """Let a user be online here and at no other server.

        If they come from a server that may be dead, their tables pause as of its last heartbeat first.
        """
        claimed, node = await self._presence.claim(online_user(user, peer))
        try:
            if node not in ("", claimed.node):
                await self._nodes.came_from(node, user.account)
        except BaseException:  # they do not come online
            if self._lobby.peer_of(user.account) is None:
                self.release(user.account, "lost")
            raise
        return claimed.name if self._presence.holds(user.account) else None

    def release(self, account: str, cause: str) -> None:
        self._presence.release(account, cause)

    def is_elsewhere(self, account: str | None) -> bool:
        return account is not None and self._lobby.is_online(account) and self._lobby.peer_of(account) is None

    def count_elsewhere(self, network: str) -> int:
        return self._presence.count_elsewhere(network)

    def seeks_changed(self) -> None:
        self.bus.send(SeeksChanged())

    def _seeks_changed_elsewhere(self) -> None:
        for hook in self.on_seeks:
            hook()
