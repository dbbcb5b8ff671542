"""A vacation begins at one node, and the other player moves at another one."""

from collections.abc import AsyncIterator

import pytest
from trio.testing import MockClock

from netgame.match.time_control import DAY_MS
from protocol import messages as m
from server.lobby.vacations import READ_EVERY_S
from tests.server.cluster.nodes import Service, flowing_time, move, service_of, table_of


@pytest.fixture
async def service(mock_clock: MockClock) -> AsyncIterator[Service]:
    async with service_of(2) as made:
        yield made


def pauses(service: Service, table: str) -> list[str]:
    return [row.body for row in service.store.rows[table] if b"vacation" in row.body]


async def test_a_move_at_another_node_stops_the_clock_of_a_player_on_vacation(
    service: Service, mock_clock: MockClock
) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob, clock="days 3")
    async with flowing_time(mock_clock):
        vacation = await bob.ask(m.TakeVacation(days=2))
        assert isinstance(vacation, m.Vacation)
        await service.settled(lambda: first.services.vacations.until(bob.signed_in.account) == vacation.until)

        assert isinstance(await ann.ask(move(first, table)), m.Done)
        await bob.until(table, "paused")

    assert len(pauses(service, table)) == 1


@pytest.mark.slow
async def test_a_node_that_heard_nothing_reads_it_within_a_minute(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob, clock="days 3")
    account = ann.signed_in.account
    until = first.services.clock.now() + DAY_MS
    await service.accounts.in_thread(
        service.accounts.change_vacation, account, lambda before: type(before)(2027, 1, until)
    )  # by a node that stopped at that moment

    began = mock_clock.current_time()
    async with flowing_time(mock_clock):
        await service.settled(lambda: bool(pauses(service, table)))

    assert mock_clock.current_time() - began <= READ_EVERY_S + 1
