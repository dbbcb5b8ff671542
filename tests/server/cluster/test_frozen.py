"""Tables that one node has frozen or set aside, and what the other nodes know of that."""

from typing import Any

import pytest
from trio.testing import MockClock

from devtools.harness.server.nodes import Client, Node, Service, seated
from devtools.harness.server.serving import new_key, order
from devtools.harness.server.timing import pass_time, settled
from protocol import messages as m
from server.lobby.table_access import TableAccess
from server.tables.table import ELSEWHERE, ContinuedElsewhere


def set_aside(node: Node, table: str, reason: Exception) -> None:
    actor = node.services.registry.get(table)
    assert actor is not None
    actor.set_aside(ExceptionGroup("", [reason]))


async def frozen_by_disk(node: Node, player: Client, table: str) -> m.SendMove:
    """Let the store of a node fail for a move. Return the move, which is not stored."""
    command = order(node, table)
    node.lose_store()
    assert (await player.ask(command)).code == "unconfirmed"
    node.find_store()
    return command


@pytest.mark.parametrize("reason", ["disk", "fault", "elsewhere"])
async def test_a_player_comes_back_to_a_frozen_table_with_events_of_another_node(service: Service, reason: str) -> None:
    first, _second = service.nodes
    ann, bob, table = await seated(service)
    service.hub.loses = lambda _message: True
    if reason == "disk":
        await frozen_by_disk(first, ann, table)
    offer = m.SendOffer(table=table, key=new_key(), kind="pause")
    done = await bob.ask(offer)
    assert isinstance(done, m.Done)
    if reason != "disk":
        set_aside(first, table, KeyError() if reason == "fault" else ContinuedElsewhere())

    again = await first.connect("Bob")
    watched = await again.ask(m.Watch(table=table, after=done.number))
    assert isinstance(watched, m.Done)
    assert watched.number == done.number
    assert await ann.up_to(table, done.number)
    assert await again.ask(offer) == done
    assert (await again.ask(m.SendResign(table=table, key=new_key(), match=True))).code == "frozen"


async def test_a_table_that_is_set_aside_while_the_disk_fails_waits_for_the_operator(
    service: Service, mock_clock: MockClock
) -> None:
    first, _second = service.nodes
    ann, _bob, table = await seated(service)
    command = await frozen_by_disk(first, ann, table)
    read = first.links[0].read

    async def reads(*arguments: Any) -> Any:
        rows = await read(*arguments)
        set_aside(first, table, KeyError())
        return rows

    first.links[0].read = reads
    await pass_time(mock_clock, 3)
    first.links[0].read = read
    assert (await ann.ask(order(first, table))).code == "frozen"

    assert first.services.supervision.retry("table", table)
    await settled()
    assert isinstance(await ann.ask(command), m.Done)


async def test_a_server_that_has_not_heard_of_it_takes_no_events_of_a_table_set_aside(service: Service) -> None:
    first, second = service.nodes
    ann, bob, table = await seated(service)
    service.hub.loses = lambda _message: True
    offer = m.SendOffer(table=table, key=new_key(), kind="pause")
    done = await ann.ask(offer)
    set_aside(first, table, ContinuedElsewhere())
    await first.services.supervision.save()
    length = len(service.store.rows[table])
    refused = await bob.ask(m.SendResign(table=table, key=new_key(), match=True))
    again = await (await second.connect("Ann")).ask(offer)

    assert (refused.code, refused.template) == ("frozen", ELSEWHERE.template)
    assert again == done
    assert len(service.store.rows[table]) == length


@pytest.mark.parametrize(("reason", "states"), [(KeyError(), ["frozen"]), (ContinuedElsewhere(), [])])
async def test_all_nodes_list_a_table_that_was_set_aside_as_it_is(
    service: Service, mock_clock: MockClock, reason: Exception, states: list[str]
) -> None:
    first, _second = service.nodes
    third = await service.add()
    ann, bob, table = await seated(service)
    eve = await third.connect("Eve")
    await pass_time(mock_clock, 2)
    set_aside(first, table, reason)
    await pass_time(mock_clock, 2)
    dan = await (await service.add()).connect("Dan")

    async def listed() -> list[list[str]]:
        return [[info.state for info in (await each.ask(m.ListTables())).tables] for each in (ann, bob, eve, dan)]

    assert await listed() == [states] * 4
    assert (await bob.ask(m.SendResign(table=table, key=new_key(), match=True))).code == "frozen"

    assert first.services.supervision.retry("table", table)
    await pass_time(mock_clock, 2)
    assert await listed() == [["playing"]] * 4
    assert isinstance(await bob.ask(m.SendResign(table=table, key=new_key(), match=True)), m.Done)
    await pass_time(mock_clock, 2)
    assert await listed() == [[]] * 4


async def test_a_table_is_frozen_that_was_set_aside_while_a_node_read_it(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = [await node.connect(name) for node, name in zip(service.nodes, ("Ann", "Bob"), strict=True)]
    make = m.MakeTable(key=new_key(), game="clod", options={}, access="code", code="secret")
    table = (await ann.ask(make)).table
    assert isinstance(await bob.ask(m.TakeSeat(table=table, key=new_key(), code="secret")), m.Done)
    load = TableAccess.load

    async def loads(access: TableAccess, id: str) -> None:
        await load(access, id)
        third.services.supervision.set_aside("table", id, ExceptionGroup("", [KeyError()]))

    monkeypatch.setattr(TableAccess, "load", loads)
    third = await service.add()
    bob = await third.connect("Bob")
    assert (await bob.ask(m.SendResign(table=table, key=new_key(), match=True))).code == "frozen"
