"""Matches by days at several nodes: whose turn it is, conditional moves, and vacations."""

import pytest
import trio

from devtools.harness.server.nodes import Client, Service, flowing_time, seated
from devtools.harness.server.serving import line_of, order
from devtools.harness.server.timing import settled
from netgame.match.conditional import base_of
from netgame.match.events import Moved
from netgame.match.time_control import DAY_MS
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from server.lobby.vacations import READ_EVERY_S
from server.notices.turns import Turns


async def test_each_node_finds_the_turns_at_tables_of_the_others(service: Service) -> None:
    third = (await service.add()).services
    ann, bob, table = await seated(service, clock="days 3")
    turns, accounts = Turns(third.lobby, third.registry, third.store), [each.signed_in.account for each in (ann, bob)]
    async with flowing_time():
        await service.settled(lambda: (entry := third.lobby.live(table)) is not None and entry.state == "playing")
        assert third.registry.get(table) is None
        before = await turns.news_of(dict.fromkeys(accounts, -1), third.clock.now())
        assert isinstance(await ann.ask(order(service.nodes[0], table)), m.Done)
        length = len(service.store.rows[table])
        await service.settled(lambda: (match := third.registry.match(table)) is None or match.number == length)
        after = await turns.news_of(dict.fromkeys(accounts, -1), third.clock.now())

    assert [[len(found[account]) for account in accounts] for found in (before, after)] == [[1, 0], [0, 1]]


# ---- conditional moves


def players_of_moves(service: Service, table: str) -> list[int]:
    events = (event_from_bytes(row.body) for row in service.store.rows[table])
    return [event.player for event in events if isinstance(event, Moved)]


async def keep_first_moves(client: Client, service: Service, table: str) -> None:
    """Store the first move of the opponent and the answer to it."""
    match = service.nodes[1].match(table)
    kept = await client.ask(m.SetConditionalMoves(table=table, base=base_of(match), lines=[line_of(match, 2)]))
    assert isinstance(kept, m.ConditionalMoves), kept
    await settled()


async def test_a_move_at_another_node_is_answered_once(service: Service) -> None:
    first, second = service.nodes
    ann, bob, table = await seated(service, game="thud", clock="days 3")
    await keep_first_moves(bob, service, table)
    async with flowing_time():
        assert isinstance(await ann.ask(order(first, table)), m.Done)
        await service.settled(lambda: len(players_of_moves(service, table)) == 2)
        await service.settled(lambda: second.services.social.conditional_tables() == set())
    assert players_of_moves(service, table) == [0, 1]


async def test_another_node_answers_if_the_node_of_the_move_dies(service: Service) -> None:
    first, second = service.nodes
    ann, bob, table = await seated(service, game="thud", clock="days 3")
    await keep_first_moves(bob, service, table)
    first.die_at("before_publish")
    await ann.send(order(first, table))
    async with flowing_time():
        await ann.rest()
        again = await second.connect("Ann")
        await again.ask(m.Watch(table=table))
        await service.settled(lambda: len(players_of_moves(service, table)) == 2)

    assert players_of_moves(service, table) == [0, 1]


# ---- vacations


def pauses(service: Service, table: str) -> int:
    return sum(b"vacation" in row.body for row in service.store.rows[table])


async def test_a_move_at_another_node_stops_the_clock_during_a_vacation(service: Service) -> None:
    first = service.nodes[0]
    ann, bob, table = await seated(service, clock="days 3")
    async with flowing_time():
        vacation = await bob.ask(m.TakeVacation(days=2))
        assert isinstance(vacation, m.Vacation)
        await service.settled(lambda: first.services.vacations.until(bob.signed_in.account) == vacation.until)
        assert isinstance(await ann.ask(order(first, table)), m.Done)
        await bob.until(table, "paused")
    assert pauses(service, table) == 1


@pytest.mark.slow
async def test_a_node_that_heard_of_no_vacation_reads_it_in_a_minute(service: Service) -> None:
    ann, _bob, table = await seated(service, clock="days 3")
    until = service.nodes[0].services.clock.now() + DAY_MS
    await service.accounts.in_thread(
        service.accounts.change_vacation, ann.signed_in.account, lambda before: type(before)(2027, 1, until)
    )  # by a node that stopped at that moment
    began = trio.current_time()
    async with flowing_time():
        await service.settled(lambda: bool(pauses(service, table)))
    assert trio.current_time() - began <= READ_EVERY_S + 1
