"""Users whose connections are to different nodes of a service: who is online, under which name, and once only."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from argon2 import PasswordHasher
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server import memory_cluster as in_memory
from devtools.harness.server.memory_cluster import MemoryClusterStore
from devtools.harness.server.nodes import Client, Node, Service
from devtools.harness.server.serving import HURRIED, new_key
from protocol import messages as m
from server.cluster.messages import PresenceChanged, RelayMessage
from server.cluster.nodes import RECENT_S, Nodes
from server.cluster.presence import Presence
from server.cluster.relay import Relay
from server.cluster.store import Node as NodeRow
from server.cluster.store import OnlineUser
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.storage.accounts import FOREVER
from server.storage.event_store import host_time

TIME_FLOWS = True

ANN, BOB = b"a" * 32, b"b" * 32
PASSWORD, WRONG = "four old trolls dig", "three dwarfs throw"
HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)  # quick to check
HOME, ATTACKER = "192.0.2.1", "198.51.100.1"


async def names(client: Client, *wanted: str) -> None:
    await client.people(lambda people: sorted(person.name for person in people) == sorted(wanted))


@pytest.mark.parametrize("loses", [False, True], ids=["with hints", "without hints"])
async def test_the_users_of_all_nodes_are_in_the_list_of_each(service: Service, loses: bool) -> None:
    service.hub.loses = lambda _message: loses
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    await names(ann, "Ann", "Bob")
    await names(await (await service.add()).connect("Cid"), "Ann", "Bob", "Cid")
    await bob.stream.aclose()
    await names(ann, "Ann", "Cid")


async def test_users_of_dead_servers_are_not_online_where_the_next_one_starts(service: Service) -> None:
    for node, name in zip(service.nodes, ("Ann", "Bob"), strict=True):
        await node.connect(name)
        node.kill()
    await trio.sleep(5)
    third = await service.add()
    await third.connect("Cid")
    assert [user.name for user in third.services.lobby.users] == ["Cid"]


async def test_of_two_guests_with_one_name_one_gets_a_number_and_a_member_gets_it(service: Service) -> None:
    first, second = service.nodes
    guests = dict[str, Client]()

    async def come(node: int, token: bytes) -> None:
        client = await service.nodes[node].connect("Cleo", token)
        guests[client.signed_in.name] = client

    async with trio.open_nursery() as nursery:
        nursery.start_soon(come, 0, ANN)
        nursery.start_soon(come, 1, BOB)
    assert guests.keys() == {"Cleo", "Cleo 2"}
    assert {user.name for user in first.services.lobby.users} <= {"Cleo", "Cleo 2"}
    member = await second.connect("Dan")
    await names(member, "Cleo", "Cleo 2", "Dan")

    reply = await member.ask(m.SignUp(name="Cleo", password="correct horse battery"))

    assert reply.name == "Cleo"
    closing = [message for message in await guests["Cleo"].rest() if isinstance(message, m.Closing)]
    assert [each.code for each in closing] == ["renamed"]


async def test_an_account_that_signs_in_at_two_nodes_is_online_at_one(service: Service) -> None:
    replies = list[m.SignedIn | m.Refused]()

    async def come(node: int) -> None:
        client = await service.nodes[node].greet()
        replies.append(await client.ask(m.SignIn(name="Ann", token=ANN)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(come, 0)
        nursery.start_soon(come, 1)
    bob = await service.nodes[0].connect("Bob")
    await names(bob, "Ann", "Bob")

    [account] = {reply.account for reply in replies if isinstance(reply, m.SignedIn)}
    [row] = await service.shared.online([account])
    await service.settled(lambda: sum(len(node.services.lobby.peers) for node in service.nodes) == 2)
    owner = next(node for node in service.nodes if node.id == row.node)
    assert owner.services.lobby.peer_of(row.account) is not None


@pytest.mark.parametrize(("label", "is_copied"), [("laptop", True), ("desktop", False)])
async def test_people_with_one_key_at_two_nodes_are_told_as_at_one(
    service: Service, label: str, is_copied: bool
) -> None:
    async def come(node: int, label: str) -> Client:
        client = await service.nodes[node].greet()
        assert isinstance(await client.ask(m.SignIn(name="Ann", token=ANN, label=label)), m.SignedIn)
        return client

    first, second = await come(0, "desktop"), await come(1, label)

    [closing] = [message for message in await first.rest() if isinstance(message, m.Closing)]
    assert (closing.code, closing.args) == ("replaced", {"place": "laptop"} if is_copied else {})
    await first.stream.aclose()
    if is_copied:
        notice = await second.push(m.Notice)
        assert notice.args == {"place": "desktop"}


async def test_a_sign_in_that_another_computer_overtakes_says_which_one(service: Service) -> None:
    first, second = service.nodes
    await (await first.greet()).ask(m.SignIn(name="Ann", token=ANN, label="desktop"))
    link, freed = second.links[1], trio.Event()

    async def slow_nodes() -> Any:
        await freed.wait()
        return await service.shared.nodes()

    setattr(link, "nodes", slow_nodes)  # noqa: B010  it has all methods of its store
    laptop, refused = await second.greet(), list[m.Refused]()

    async def come() -> None:
        refused.append(await laptop.ask(m.SignIn(name="Ann", token=ANN, label="laptop")))

    await trio.sleep(RECENT_S + 1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(come)
        await service.settled(lambda: not first.services.lobby.peers)
        await (await first.greet()).ask(m.SignIn(name="Ann", token=ANN, label="tablet"))
        await trio.sleep(1)
        freed.set()

    assert [(each.code, each.args) for each in refused] == [("replaced", {"place": "tablet"})]


async def test_the_users_of_a_dead_node_are_offline_unless_they_are_back(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    await second.connect("Cid")
    await names(ann, "Ann", "Bob", "Cid")
    second.kill()
    await first.connect("Bob")

    await names(ann, "Ann", "Bob")
    assert [node.id for node in await service.shared.nodes()] == [first.id]
    await service.settled(lambda: [node.id for node in first.services.service.nodes] == [first.id])
    assert first.services.lobby.peer_of(bob.signed_in.account) is not None
    await names(ann, "Ann", "Bob")


async def test_a_node_that_was_taken_for_dead_claims_its_users_again(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    await names(ann, "Ann", "Bob")
    second.links[1].is_away = True  # to nodes and users; the logs can be reached
    await names(ann, "Ann")
    second.links[1].is_away = False
    await names(ann, "Ann", "Bob")
    assert second.services.lobby.peer_of(bob.signed_in.account) is not None


async def test_people_of_one_address_are_counted_at_all_nodes(service: Service) -> None:
    first, second = service.nodes
    for node in service.nodes:
        node.services.policy.update(Policy(limits=replace(HURRIED, connections_per_address=2)))
    await first.connect("Ann", address="192.0.2.7")
    await second.connect("Bob", address="192.0.2.7")
    await service.settled(lambda: len(second.services.lobby.users) == 2)
    one_more = await second.greet("192.0.2.7")
    refused = await one_more.ask(m.SignIn(name="Too many", token=b"z" * 32))
    assert refused.code == "too_many"


async def test_nobody_seems_to_leave_when_the_database_loses_who_is_online(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    await names(ann, "Ann", "Bob")
    left = list[bool]()
    first.services.lobby.on_people.append(
        lambda: left.append(not first.services.lobby.is_online(bob.signed_in.account))
    )
    for node in service.nodes:
        await service.shared.remove_node(node.id)
    eve = await second.connect("Eve")

    await names(ann, "Ann", "Bob", "Eve")
    await names(eve, "Ann", "Bob", "Eve")
    assert not any(left)


async def posted_and_forgotten(service: Service) -> None:
    """Wait until there was a message for all nodes, and it is not kept any more."""
    while not (await service.shared.posted(0))[0]:
        await trio.sleep(0.1)
    while (await service.shared.posted(0))[0]:
        await trio.sleep(0.1)


async def test_a_node_that_was_cut_off_long_reads_all_again(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_memory, "KEPT_MS", 1000)
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    carl, dora = await second.connect("Carl"), await second.connect("Dora")
    assert (await carl.ask(m.SignUp(name="Carl", password="correct horse battery"))).registered
    await names(ann, "Ann", "Bob", "Carl", "Dora")
    table = (await dora.ask(m.MakeTable(key=new_key(), game="clod", options={}, access="invited"))).table
    second.links[1].is_away = True  # the logs can be reached
    await names(ann, "Ann")

    moderation = first.services.moderation
    for client, what in ((bob, "mute"), (dora, "ban")):
        known = service.accounts.get(client.signed_in.account)
        await moderation.act(what, known, FOREVER, "", by="operator")
    await first.services.access.invite(table, ann.signed_in.account)
    await first.services.account_operations.operations["user.rename"]({"name": "Carl", "to": "Karl"})
    await posted_and_forgotten(service)
    second.links[1].is_away = False

    for client, code in ((dora, "banned"), (carl, "renamed")):
        assert [message.code for message in await client.rest() if isinstance(message, m.Closing)] == [code]
    await service.settled(lambda: second.services.sanctions.is_muted(bob.signed_in.account, 0))
    await service.settled(lambda: ann.signed_in.account in second.services.access.rule(table).guests)


async def test_a_node_without_users_that_was_cut_off_long_learns_that_an_address_is_not_banned_any_more(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_memory, "KEPT_MS", 1000)
    first, second = service.nodes
    bob = await first.connect("Bob", address=HOME)
    known, moderation = service.accounts.get(bob.signed_in.account), first.services.moderation
    await moderation.act("ban", known, FOREVER, "spam", by="operator", address=True)
    await service.settled(lambda: second.services.sanctions.address_ban(HOME, 0) is not None)
    second.links[1].is_away = True
    await moderation.act("unban", known, 0, "", by="operator")
    await posted_and_forgotten(service)
    second.links[1].is_away = False

    await service.settled(lambda: second.services.sanctions.address_ban(HOME, 0) is None)


async def sign_in(node: Node, name: str, address: str = HOME, **fields: Any) -> Any:
    """Return the answer to a sign-in on a new connection."""
    return await (await node.greet(address)).ask(m.SignIn(name=name, **fields))


async def test_an_account_that_one_node_changes_is_so_at_the_other(service: Service) -> None:
    first, second = service.nodes
    for node in service.nodes:
        node.services.policy.update(replace(node.services.policy, limits=Limits()))
    service.accounts.add("Ann", HASH)

    # wrong passwords at one node delay guesses at the other
    guesses = [(await sign_in(first, "Ann", ATTACKER, password=WRONG)).code for _ in range(3)]
    assert guesses == ["bad_password"] * 3
    assert (await sign_in(second, "Ann", ATTACKER, password=PASSWORD)).code == "too_soon"
    assert isinstance(await sign_in(second, "Ann", HOME, password=PASSWORD), m.SignedIn)

    # a pairing code of one node adds a computer at the other, once
    bob = await first.connect("Bob")
    code = (await bob.ask(m.MakePairingCode())).code
    assert (await sign_in(second, "Bob", link=code)).account == bob.signed_in.account
    assert (await sign_in(first, "Eve", link=code)).code == "bad_link"

    # a computer that is removed at one node is unknown at the other
    cid = await first.connect("Cid")
    code = (await cid.ask(m.MakePairingCode())).code
    [device] = (await cid.ask(m.GetDevices())).devices
    await cid.ask(m.Revoke(device=device.device))
    assert (await sign_in(second, "Cid", link=code)).code == "bad_link"
    assert (await second.connect("Cid")).signed_in.account != cid.signed_in.account

    # a name is registered at one of them
    dan, eve = await first.connect("Dan"), await second.connect("Eve")
    assert isinstance(await dan.ask(m.SignUp(name="Troll", password=PASSWORD)), m.SignedIn)
    assert (await eve.ask(m.SignUp(name="TroII", password=PASSWORD))).code == "name_taken"


@pytest.mark.parametrize(
    ("what", "code"), [("ban", "banned"), ("rename", "renamed"), ("delete", "revoked"), ("moderator", "kicked")]
)
async def test_a_change_that_meets_a_sign_in_at_another_node_counts(service: Service, what: str, code: str) -> None:
    first, second = service.nodes
    service.accounts.add("Ann", HASH)
    link, claimed, changed = second.links[1], trio.Event(), trio.Event()
    claim = link.claim

    async def slow_claim(*values: Any) -> Any:
        found = await claim(*values)
        claimed.set()
        await changed.wait()
        return found

    setattr(link, "claim", slow_claim)  # noqa: B010  it has all methods of its store
    ann = await second.greet()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ann.ask, m.SignIn(name="Ann", password=PASSWORD))
        await claimed.wait()
        await first.services.account_operations.operations[f"user.{what}"]({"name": "Ann", "to": "Anna"})
        await service.settled(lambda: True)
        changed.set()

    assert (await ann.push(m.Closing)).code == code


# ---- as one node reads them


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
            await self.claim(OnlineUser("ann", "Ann", node="other"))
            self.meanwhile.pop()()


async def test_a_node_with_very_many_users_leaves_with_one_message() -> None:
    shared, relay, sent = MemoryClusterStore(host_time), Relay(), list[RelayMessage]()
    relay.send = sent.append  # type: ignore[method-assign]
    for number in range(100):
        await shared.claim(OnlineUser(str(number), f"Guest {number}", node="this"))
    unused: Any = None
    presence = Presence(shared, relay, "this", unused)
    await Nodes(shared, relay, presence, lambda: NodeRow("this", "This"), unused).leave()

    assert [len(message.accounts) for message in sent if isinstance(message, PresenceChanged)] == [100]


async def test_a_user_who_comes_while_their_row_is_read_is_online(autojump_clock: MockClock) -> None:
    shared, elsewhere = Shared(), set[str]()
    users: Any = SimpleNamespace(
        local=lambda _account: None, came_elsewhere=lambda user: elsewhere.add(user.account),
        left_elsewhere=lambda account, _cause: elsewhere.discard(account),
    )  # fmt: skip
    presence = Presence(shared, Relay(), "this", users)
    ways: list[Callable[[], None]] = [lambda: presence.changed(["ann"]), presence.read_all]
    for told in ways:
        shared.meanwhile = [told]
        elsewhere.clear()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(presence.run)
            told()
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()

        assert elsewhere == {"ann"}
        await shared.remove_node("other")
