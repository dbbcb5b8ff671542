"""Turns at tables that another node of a service has in memory, or none."""

from collections.abc import AsyncIterator

import pytest
from trio.testing import MockClock

from protocol import messages as m
from server.notices.turns import Turns
from server.storage.notices import News
from tests.server.cluster.nodes import Node, Service, move, service_of, table_of


@pytest.fixture
async def service(mock_clock: MockClock) -> AsyncIterator[Service]:
    async with service_of(3) as made:
        yield made


class TurnsOf:
    """The turns as a node finds them."""

    def __init__(self, node: Node) -> None:
        self._services = s = node.services
        self._turns = Turns(s.lobby, s.registry, s.store)

    async def of(self, account: str) -> list[News]:
        return await self._turns.news_of(account, self._services.clock.now(), -1)

    def is_in_memory(self, table: str) -> bool:
        return self._services.registry.get(table) is not None


async def test_each_node_finds_the_turns_at_tables_of_the_others(service: Service) -> None:
    first, second, third = service.nodes
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    table = await table_of(ann, bob, clock="days 3")
    turns, accounts = TurnsOf(third), [line.signed_in.account for line in (ann, bob)]
    lobby = third.services.lobby
    await service.settled(lambda: (entry := lobby.live(table)) is not None and entry.state == "playing")
    assert not turns.is_in_memory(table)

    before = [await turns.of(account) for account in accounts]
    done = await (ann if before[0] else bob).ask(move(first, table))
    length = len(service.store.rows[table])
    await service.settled(lambda: (match := third.match(table)) is None or match.number == length)
    after = [await turns.of(account) for account in accounts]

    assert isinstance(done, m.Done)
    assert sorted(map(len, before)) == sorted(map(len, after)) == [0, 1]
    assert [len(each) for each in before] == [1 - len(each) for each in after]
