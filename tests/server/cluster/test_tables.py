"""Tables whose players are connected to different nodes of a service."""

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.nodes import IDLE_S, Client, Service, asked_at_once, seated
from devtools.harness.server.serving import new_key, order, table_of
from devtools.harness.server.timing import pass_time, settled
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from server.ops.faults import FaultPoint
from server.storage.event_store import StoreBroken
from server.tables.service_time import SETTLE_S


async def all_hear_all(service: Service, table: str, *clients: Client) -> None:
    """Wait until these users have got all events, and check that each came once and in order."""
    numbers = list(range(1, len(service.store.rows[table]) + 1))
    for client in clients:
        assert await client.up_to(table, numbers[-1]) == numbers


async def test_of_two_commands_at_the_same_moment_one_is_refused_as_on_one_node(service: Service) -> None:
    ann, bob, table = await seated(service)
    resigns = [(line, m.SendResign(table=table, key=new_key(), match=True)) for line in (ann, bob)]
    assert sorted(getattr(reply, "code", "done") for reply in await asked_at_once(*resigns)) == ["done", "over"]
    await all_hear_all(service, table, ann, bob)


async def test_a_node_that_does_not_know_the_last_move_yet_answers_by_what_is_in_the_log(service: Service) -> None:
    first, second = service.nodes
    ann, bob, table = await seated(service)
    service.hub.loses = lambda _message: True
    command = order(first, table)
    done = await ann.ask(command)
    seen = len(service.store.rows[table])
    # it lets a player watch from an event that it does not know, and gives the same key the same answer
    again = await second.connect("Ann")
    watched = await again.ask(m.Watch(table=table, after=seen))
    assert isinstance(watched, m.Done)
    assert watched.number == seen
    assert await again.ask(command) == done
    assert len(service.store.rows[table]) == seen

    assert isinstance(await again.ask(order(first, table, which=-1)), m.Refused)
    assert isinstance(await bob.ask(order(first, table)), m.Done)  # it still waits for a move of Ann


async def test_a_lost_hint_is_healed_in_a_second_or_right_after_a_gap(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, bob, table = await seated(service)
    service.hub.loses = lambda _message: True
    for line, other, heal in ((ann, bob, service.hub.gap), (bob, ann, lambda: mock_clock.jump(1))):
        node = service.nodes[line is bob]
        await line.ask(order(node, table))
        await settled()
        assert second.match(table) != first.match(table)
        heal()
        await all_hear_all(service, table, other)


POINTS: tuple[FaultPoint, ...] = ("before_append", "in_commit", "before_acknowledge", "before_publish")


@pytest.mark.parametrize("point", POINTS)
async def test_a_move_is_neither_lost_nor_doubled_if_its_node_dies(service: Service, point: FaultPoint) -> None:
    first, second = service.nodes
    ann, bob, table = await seated(service)
    before, command = len(service.store.rows[table]), order(first, table)
    first.die_at(point)
    await ann.ask(command)
    again = await second.connect("Ann")
    await again.ask(m.Watch(table=table))
    done = await again.ask(command)

    assert first.is_dead
    assert (type(done), done.number) == (m.Done, before + 1)
    assert [row.key for row in service.store.rows[table]].count(command.key) == 1
    await all_hear_all(service, table, bob, again)


@pytest.mark.parametrize("delay", [0, 30])
async def test_spectators_at_a_third_node_see_all_in_time(service: Service, mock_clock: MockClock, delay: int) -> None:
    first, second = service.nodes
    third = await service.add()
    ann, bob, table = await seated(service, delay=delay)
    eve = await third.connect("Eve")
    await eve.ask(m.Watch(table=table))
    start = len(service.store.rows[table])
    await eve.ask(m.Watch(table=table))

    for line, node in ((ann, first), (bob, second)):
        await line.ask(order(node, table))
        await settled()
    await eve.ask(m.Ping())
    early = eve.numbers(table)

    await pass_time(mock_clock, delay + 1)
    length = len(service.store.rows[table])
    assert sorted(set(await eve.up_to(table, length))) == list(range(1, length + 1))
    assert (max(early) <= start) == bool(delay)


async def test_spectators_with_a_delay_see_the_end_that_another_node_with_a_clock_ahead_has_stored(
    service: Service, mock_clock: MockClock
) -> None:
    first, second = service.nodes
    ann, bob, table = await seated(service, delay=30)
    eve = await first.connect("Eve")
    await eve.ask(m.Watch(table=table))
    second.services.clock.set(first.services.clock.now() + 1000)
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    await pass_time(mock_clock, 32)

    await all_hear_all(service, table, ann, bob, eve)


async def test_all_nodes_drop_a_rematch_that_ended_within_its_delay_from_the_lists(
    service: Service, mock_clock: MockClock
) -> None:
    third = await service.add()
    ann, bob, table = await seated(service, delay=30)
    eve = await third.connect("Eve")
    await pass_time(mock_clock, 2)
    await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    for line in (ann, bob):
        await settled()
        made = await line.ask(m.Rematch(table=table, key=new_key()))
    listed = list[list[str]]()
    for seconds in (2, 29, 30):
        if seconds == 29:
            assert isinstance(await bob.ask(m.SendResign(table=made.table, key=new_key(), match=True)), m.Done)
        await pass_time(mock_clock, seconds)
        listed.append([info.table for info in (await eve.ask(m.ListTables())).tables])

    assert listed == [[table], [made.table], []]


async def test_of_a_flag_and_a_take_back_at_once_the_later_is_decided_again(
    service: Service, mock_clock: MockClock
) -> None:
    first, second = service.nodes
    await pass_time(mock_clock, SETTLE_S + 1)
    ann, bob, table = await seated(service, game="thud", options={"battles": 1}, clock="sudden 60")
    for line, node in ((ann, first), (bob, second)):
        await line.ask(order(node, table))
        await settled()
    offer = (await ann.ask(m.SendOffer(table=table, key=new_key(), kind="take_back"))).number
    await pass_time(mock_clock, 59)

    first.links[0].held = []
    await pass_time(mock_clock, 2)  # the flag is on its way
    answer = await bob.ask(m.SendAnswer(table=table, key=new_key(), offer=offer, accept=True))
    first.links[0].send_held()
    await pass_time(mock_clock, 2)

    kinds = [type(event_from_bytes(row.body)).__name__ for row in service.store.rows[table]]
    assert isinstance(answer, m.Done)
    assert kinds[answer.number :][0] == "TakenBack"
    assert first.match(table) == second.match(table)
    await all_hear_all(service, table, ann, bob)


async def test_a_player_who_comes_from_another_node_gets_a_table_that_is_behind_there(service: Service) -> None:
    first, _second = service.nodes
    ann, bob, table = await seated(service)
    first.links[0].held = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ann.ask, order(first, table))
        await service.settled(lambda: bool(first.links[0].held))
        resigned = await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
        bob = await first.connect("Bob")
        await bob.send(m.Watch(table=table, after=resigned.number), 99)
        await settled(IDLE_S)
        first.links[0].send_held()
        assert isinstance(await bob.reply(99), m.Done)


async def test_nobody_enters_a_table_without_its_code_while_two_nodes_make_it(
    service: Service, mock_clock: MockClock
) -> None:
    links = [node.links[0] for node in service.nodes]
    for link in links:
        link.held = []
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="secret")
    eve = await service.nodes[1].connect("Eve")
    for node in service.nodes:  # her program gives the command again when it comes back at another node
        ann = await node.connect("Ann")
        await ann.send(make, 99)
        await service.settled(lambda node=node: bool(node.links[0].held))  # type: ignore[misc]
    links[0].send_held()
    await pass_time(mock_clock, 2)
    (listed,) = await eve.tables(bool)
    take = m.TakeSeat(table=listed.table, key=new_key())
    await eve.send(take, 98)
    await settled(IDLE_S)
    links[1].send_held()

    assert isinstance(await ann.reply(99), m.Done)
    assert (await eve.reply(98)).code == "wrong_code"


async def test_a_command_that_another_node_carried_out_is_not_refused_for_lack_of_ratings(service: Service) -> None:
    async def fails(*_: object) -> None:
        raise StoreBroken("away")

    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    for client, name in ((ann, "Ann"), (bob, "Bob")):
        assert (await client.ask(m.SignUp(name=name, password="correct horse battery"))).registered
    table = await table_of(ann, bob, rated=True)
    behind = await service.add()
    behind.links[0].rating_versions = fails
    await (await behind.connect("Bob")).ask(m.Watch(table=table))
    service.hub.remove(behind.bus)
    bob, resign = await second.connect("Bob"), m.SendResign(table=table, key=new_key(), match=True)
    done = await bob.ask(resign)
    again = await (await behind.connect("Bob")).ask(resign)

    assert isinstance(done, m.Done)
    assert again == done


async def test_a_client_that_asks_for_a_table_while_the_store_is_away_is_refused_and_stays(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await first.connect("Bob")
    table = await table_of(ann, bob)
    eve = await second.connect("Eve")
    second.lose_store()
    refused = await eve.ask(m.Watch(table=table))
    second.find_store()
    assert refused.code == "internal"
    assert isinstance(await eve.ask(m.Watch(table=table)), m.Done)
