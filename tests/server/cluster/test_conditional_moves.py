"""Conditional moves that are set at one node, while the other player moves at another one."""

from collections.abc import AsyncIterator

import pytest
from trio.testing import MockClock

from netgame.match import Match
from netgame.match.conditional import base_of
from netgame.match.events import Moved
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from tests.server.cluster.nodes import Client, Node, Service, flowing_time, move, service_of, table_of
from tests.server.timing import settled


@pytest.fixture
async def service(mock_clock: MockClock) -> AsyncIterator[Service]:
    async with service_of(2) as made:
        yield made


def moves_in(service: Service, table: str) -> list[Moved]:
    found = (event_from_bytes(row.body) for row in service.store.rows[table])
    return [event for event in found if isinstance(event, Moved)]


def match_at(node: Node, table: str) -> Match:
    match = node.match(table)
    assert match is not None
    return match


async def keep_first_moves(client: Client, match: Match, table: str) -> None:
    state, line = match.state, list[str]()
    for _ in range(2):
        next_move = next(iter(match.game.moves(state)))
        line.append(match.game.format(state, next_move))
        state = match.game.play(state, next_move)
    kept = await client.ask(m.SetConditionalMoves(table=table, base=base_of(match), lines=[line]))
    assert isinstance(kept, m.ConditionalMoves), kept


async def test_a_move_at_another_node_is_answered_once(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob, game="thud", clock="days 3")
    await keep_first_moves(bob, match_at(second, table), table)
    await settled()

    async with flowing_time(mock_clock):
        assert isinstance(await ann.ask(move(first, table)), m.Done)
        await service.settled(lambda: len(moves_in(service, table)) == 2)
        await service.settled(lambda: second.services.social.conditional_tables() == set())

    assert [event.player for event in moves_in(service, table)] == [0, 1]


async def test_another_node_answers_if_the_node_of_the_move_dies(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob, game="thud", clock="days 3")
    await keep_first_moves(bob, match_at(second, table), table)
    await settled()
    first.die_at("before_publish")

    await ann.send(move(first, table))
    async with flowing_time(mock_clock):
        await ann.rest()
        again = await second.connect("Ann")
        await again.ask(m.Watch(table=table))
        await service.settled(lambda: len(moves_in(service, table)) == 2)

    assert [event.player for event in moves_in(service, table)] == [0, 1]
