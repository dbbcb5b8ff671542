"""The part of a service that one of its servers is: everything that a server which is alone does not have."""

from collections.abc import Callable, Sequence
from typing import Protocol

import trio

from server.cluster.bus import Bus
from server.cluster.directory import Directory
from server.cluster.nodes import Nodes, StopTables
from server.cluster.presence import Presence
from server.cluster.relay import StoredRelay
from server.cluster.store import ClusterStore, Node, OnlineUser
from server.lobby.elsewhere import Elsewhere
from server.storage.event_store import EventStore


class Runs(Protocol):
    """A part that runs until it is cancelled."""

    async def run(self) -> None: ...


class Membership:
    """Presence, nodes, relay and directory of a server that shares its service with others.

    `followers` run as long as it does.
    """

    def __init__(
        self,
        shared: ClusterStore,
        store: EventStore,
        bus: Bus,
        relay: StoredRelay,
        elsewhere: Elsewhere,
        stop_tables: StopTables,
        describe: Callable[[], Node],
        followers: Sequence[Runs],
    ) -> None:
        self.elsewhere, self._relay, self._followers = elsewhere, relay, followers
        self.presence = Presence(shared, relay, describe().id, elsewhere)
        self.nodes = Nodes(shared, relay, self.presence, describe, stop_tables)
        self._directory = Directory(store, bus, elsewhere.take_entry)
        self.nodes.on_gone.append(elsewhere.node_gone)
        bus.on_gap.append(self.presence.read_all)

    async def begin(self) -> None:
        """Join the service, and read its users and tables."""
        await self.nodes.begin()
        await self._relay.begin()
        await self.presence.begin()
        await self._directory.begin()

    async def run(self) -> None:
        """Follow the other servers until cancelled."""
        async with trio.open_nursery() as nursery:
            own: tuple[Runs, ...] = (self.nodes, self._relay, self.presence, self._directory, self.elsewhere)
            for part in (*own, *self._followers):
                nursery.start_soon(part.run)

    def forget_table(self, table: str) -> None:
        """Drop what is known of a table that leaves memory. Its entry may not have been read yet."""
        self._directory.read_soon()
        self.elsewhere.forget_table(table)

    async def leave(self) -> None:
        """Leave the service in order. The users of this server are offline from now on."""
        await self.nodes.leave()
        await self._relay.flush()

    async def claim(self, user: OnlineUser) -> str | None:
        """Let a user be online here and at no other server. Return their name, which is unique; `StoreProblem`.

        Return None if they have signed in elsewhere meanwhile. If they come from a server that may be dead, their
        tables pause as of its last heartbeat first.
        """
        claimed, node = await self.presence.claim(user)
        try:
            if node not in ("", claimed.node):
                await self.nodes.came_from(node, user.account)
        except BaseException:  # they do not come online
            if self.elsewhere.local(user.account) is None:
                self.presence.release(user.account, "lost")
            raise
        return claimed.name if self.presence.holds(user.account) else None
