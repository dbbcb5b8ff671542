"""Tables whose players are connected to different nodes of a service."""

from collections.abc import AsyncIterator

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from protocol import messages as m
from tests.server.cluster.nodes import Service, move, service_of, table_of
from tests.server.serving import new_key


@pytest.fixture
async def service(mock_clock: MockClock) -> AsyncIterator[Service]:
    async with service_of(2) as made:
        yield made


def everything(service: Service, table: str) -> list[int]:
    """Return the numbers of all events of a table."""
    return list(range(1, len(service.store.rows[table]) + 1))


async def test_each_player_gets_the_moves_of_the_other_in_order(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob)

    for _ in range(3):
        for line, node in ((ann, first), (bob, second)):
            assert isinstance(await line.ask(move(node, table)), m.Done)
            await wait_all_tasks_blocked()

    all_events = everything(service, table)
    assert await ann.up_to(table, all_events[-1]) == all_events
    assert await bob.up_to(table, all_events[-1]) == all_events


async def test_of_two_commands_at_the_same_moment_one_is_refused_as_on_one_node(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob)
    resign = m.SendResign(table=table, key=new_key(), match=True)

    replies = dict[str, object]()

    async def ask(line: object, name: str, message: m.Message) -> None:
        replies[name] = await line.ask(message)  # type: ignore[attr-defined]

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask, ann, "ann", resign)
        nursery.start_soon(ask, bob, "bob", m.SendResign(table=table, key=new_key(), match=True))

    assert sorted(type(reply).__name__ for reply in replies.values()) == ["Done", "Refused"]
    assert [reply.code for reply in replies.values() if isinstance(reply, m.Refused)] == ["over"]
    all_events = everything(service, table)
    assert await ann.up_to(table, all_events[-1]) == await bob.up_to(table, all_events[-1]) == all_events


async def test_the_same_key_at_another_node_gets_the_same_answer(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob)
    service.hub.loses = lambda _message: True  # the other node does not know of it yet
    command = move(first, table)
    done = await ann.ask(command)
    length = len(service.store.rows[table])

    again = await second.connect("Ann")
    answer = await again.ask(command)

    assert answer == done
    assert len(service.store.rows[table]) == length


async def test_a_command_is_refused_only_for_what_is_in_the_log_by_now(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob)
    service.hub.loses = lambda _message: True
    await ann.ask(move(first, table))

    answer = await bob.ask(move(first, table))  # at a node that still waits for a move of Ann

    assert isinstance(answer, m.Done)


async def test_a_lost_hint_is_healed_within_a_second(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob)
    service.hub.loses = lambda _message: True
    await ann.ask(move(first, table))
    await wait_all_tasks_blocked()
    assert second.match(table) != first.match(table)

    mock_clock.jump(1)

    all_events = everything(service, table)
    assert await bob.up_to(table, all_events[-1]) == all_events


async def test_hints_that_may_be_lost_are_healed_at_once(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob)
    service.hub.loses = lambda _message: True
    await ann.ask(move(first, table))

    service.hub.gap()

    all_events = everything(service, table)
    assert await bob.up_to(table, all_events[-1]) == all_events


async def test_who_has_seen_more_than_a_node_knows_may_watch_there(service: Service) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob)
    service.hub.loses = lambda _message: True
    await ann.ask(move(first, table))
    seen = len(service.store.rows[table])

    again = await second.connect("Ann")
    watched = await again.ask(m.Watch(table=table, after=seen))

    assert isinstance(watched, m.Done)
    assert watched.number == seen
