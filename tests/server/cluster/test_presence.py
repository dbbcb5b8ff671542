"""The users online at all nodes, as one of them reads them."""

from collections.abc import Callable, Sequence

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.memory_cluster import MemoryClusterStore
from server.cluster.messages import PresenceChanged, RelayMessage
from server.cluster.nodes import Nodes
from server.cluster.presence import Presence
from server.cluster.relay import Relay
from server.cluster.store import Node, OnlineUser
from server.storage.event_store import host_time

ANN = OnlineUser("ann", "Ann", node="other")


class Shared(MemoryClusterStore):
    """A shared state to which something happens before the answer to a question arrives."""

    def __init__(self) -> None:
        super().__init__(host_time)
        self.meanwhile: list[Callable[[], None]] = []

    async def online(self, accounts: Sequence[str] | None = None) -> list[OnlineUser]:
        found = await super().online(accounts)
        await self._happen()
        return found

    async def versions(self) -> dict[str, tuple[str, int]]:
        found = await super().versions()
        await self._happen()
        return found

    async def _happen(self) -> None:
        if self.meanwhile:
            await self.claim(ANN)
            self.meanwhile.pop()()


class Told(Relay):
    """A relay that keeps what it sends."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[RelayMessage] = []

    def send(self, message: RelayMessage) -> None:
        self.sent.append(message)


async def stop_tables(_accounts: Sequence[str], _at: int) -> None: ...


class Users:
    """The users online at other nodes."""

    def __init__(self) -> None:
        self.elsewhere: set[str] = set()

    def local(self, account: str) -> OnlineUser | None: ...
    def name_taken(self, account: str) -> None: ...

    def came_elsewhere(self, user: OnlineUser) -> None:
        self.elsewhere.add(user.account)

    def left_elsewhere(self, account: str, cause: str) -> None:
        self.elsewhere.discard(account)


async def test_a_node_with_very_many_users_leaves_with_one_message() -> None:
    shared, relay, node = MemoryClusterStore(host_time), Told(), Node("this", "This")
    for number in range(100):
        await shared.claim(OnlineUser(str(number), f"Guest {number}", node="this"))

    await Nodes(shared, relay, Presence(shared, relay, "this", Users()), lambda: node, stop_tables).leave()

    assert [len(message.accounts) for message in relay.sent if isinstance(message, PresenceChanged)] == [100]


async def test_a_user_who_comes_while_their_row_is_read_is_online(autojump_clock: MockClock) -> None:
    shared, users = Shared(), Users()
    presence = Presence(shared, Relay(), "this", users)
    ways: list[Callable[[], None]] = [lambda: presence.changed(["ann"]), presence.read_all]
    for told in ways:
        shared.meanwhile = [told]
        users.elsewhere.clear()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(presence.run)
            told()
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()

        assert users.elsewhere == {"ann"}
        await shared.remove_node("other")
