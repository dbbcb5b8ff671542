"""Clocks, flags and pauses at tables whose players are connected to different nodes of a service."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from devtools.harness.server.nodes import Client, Node, Service, seated, service_of, shared_time
from devtools.harness.server.serving import HURRIED, order, table_of
from devtools.harness.server.timing import Asleep, pass_time, settled
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from server.admin.checks import Checks
from server.ops.policy import Policy
from server.ops.remote import Remote
from server.tables.service_time import AWAY_S, SETTLE_S
from server.tables.table import OVERDUE_MS

FREE_S = 30  # of the first move of each player
THUD: dict[str, Any] = {"game": "thud", "options": {"battles": 1}, "clock": "sudden 60"}


@pytest.fixture
async def service(mock_clock: MockClock) -> AsyncIterator[Service]:
    async with service_of(2) as made:
        await pass_time(mock_clock, SETTLE_S + 1)
        yield made


async def timed_table(service: Service, **fields: Any) -> tuple[Client, Client, str]:
    """Ann at the first node is to move, with Bob at the second node. Both have 60 s, and the first move is made."""
    ann, bob, table = await seated(service, **(THUD | fields))
    for line, node in zip((ann, bob), service.nodes, strict=False):
        assert isinstance(await line.ask(order(node, table)), m.Done)
        await settled()
    return ann, bob, table


def events(service: Service, table: str) -> list[Any]:
    return [event_from_bytes(row.body) for row in service.store.rows[table]]


def kinds(service: Service, table: str, since: int) -> list[str]:
    """Return the kinds of the events after a number."""
    return [type(event).__name__ for event in events(service, table)[since:]]


def left(node: Node, table: str) -> tuple[int, int]:
    return node.match(table).clocks.read(node.services.clock.now())


# ---- flags


async def test_a_flag_falls_at_the_node_of_the_player_not_before(service: Service, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(service)
    await pass_time(mock_clock, 60)
    done = await ann.ask(order(service.nodes[0], table))  # while the other node waits for the flag
    assert isinstance(done, m.Done)
    await pass_time(mock_clock, 10)
    assert not service.nodes[1].match(table).ended
    await pass_time(mock_clock, 51)

    for line in (ann, bob):
        ended = await line.until(table, "ended")
        assert (ended["reason"], ended["player"], ended["clocks"][1]) == ("flag", 1, 0)


@pytest.fixture
def soon_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let unused tables leave the memory of a node within eight seconds."""
    monkeypatch.setattr("server.tables.registry.CACHE_S", 5.0)
    monkeypatch.setattr("server.tables.registry.CACHE_CHECK_S", 1.0)


@pytest.mark.usefixtures("soon_let_go")
async def test_a_flag_falls_though_no_node_has_the_table_in_memory(service: Service, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(service)
    for line in (ann, bob):
        line.close()
    await pass_time(mock_clock, 8)
    assert [node.match(table) for node in service.nodes] == [None, None]
    await pass_time(mock_clock, 60 + OVERDUE_MS // 1000)
    assert kinds(service, table, -1) == ["Ended"]
    assert events(service, table)[-1].reason == "flag"


# ---- one time


async def test_an_hour_between_the_clocks_of_two_hosts_is_invisible(mock_clock: MockClock) -> None:
    async with service_of(0) as service:
        first = await service.add()
        second = await service.add(host_ahead_ms=3_600_000)
        await pass_time(mock_clock, SETTLE_S + 1)
        ann, _bob, table = await timed_table(service)
        await pass_time(mock_clock, 20)
        await ann.ask(order(first, table))
        await settled()

        assert abs(first.services.clock.now() - second.services.clock.now()) <= 1
        assert all(abs(event.at - shared_time()) < 60_000 for event in events(service, table))
        assert abs(left(first, table)[0] - 40_000) <= 10


async def test_a_clock_that_drifts_follows_the_store_without_a_pause(service: Service, mock_clock: MockClock) -> None:
    _ann, _bob, table = await timed_table(service)
    number = len(service.store.rows[table])
    clock = service.nodes[0].services.clock
    clock.reach(clock.now() + 400)
    await pass_time(mock_clock, 6)
    assert abs(clock.now() - shared_time()) <= 5
    assert kinds(service, table, number) == []


# ---- stops, and a store that is away


async def test_the_death_of_a_node_pauses_tables_and_charges_nobody(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, bob, table = await timed_table(service)
    others = [await table_of(ann, bob, **THUD) for _ in range(29)]
    await pass_time(mock_clock, 20)
    first.kill()
    await pass_time(mock_clock, 6)
    assert all(kinds(service, other, -1) == ["Paused"] for other in (table, *others))
    await pass_time(mock_clock, 44)
    paused = await bob.until(table, "paused")
    assert (paused["cause"], paused["clocks"]) == ("restart", [40_000, 60_000])
    ann = await second.connect("Ann")

    await bob.until(table, "resumed")
    await ann.ask(m.Watch(table=table))
    assert abs(left(second, table)[0] - 40_000) <= 1_000


async def test_a_player_of_a_dead_node_goes_on_at_once_uncharged(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    _ann, bob, table = await timed_table(service)
    await pass_time(mock_clock, 20)
    first.kill()
    number = len(service.store.rows[table])
    await pass_time(mock_clock, 2)
    ann = await second.connect("Ann")
    await ann.ask(m.Watch(table=table))
    done = await ann.ask(order(second, table))

    assert isinstance(done, m.Done)
    moved = await bob.until(table, "moved", number)
    assert abs(moved["clocks"][0] - 40_000) <= 1_000


async def test_a_node_that_was_suspended_or_stops_pauses_only_what_it_must(
    service: Service, mock_clock: MockClock
) -> None:
    first, second = service.nodes
    _ann, bob, table = await timed_table(service)
    spare = await service.add(asleep=(asleep := Asleep()))
    await (await spare.connect("Carl")).ask(m.Watch(table=table))
    number = len(service.store.rows[table])

    asleep.ms += 3_600_000
    await pass_time(mock_clock, 5)
    await spare.stop()
    await pass_time(mock_clock, 5)
    assert kinds(service, table, number) == []

    await pass_time(mock_clock, 10)
    await first.stop()
    await pass_time(mock_clock, 30)
    assert (await bob.until(table, "paused"))["cause"] == "drain"
    await second.connect("Ann")

    await bob.until(table, "resumed")
    assert abs(left(second, table)[0] - 40_000) <= 1_000


@pytest.mark.parametrize("crashes", [False, True])
async def test_no_player_is_charged_while_no_node_runs(service: Service, mock_clock: MockClock, crashes: bool) -> None:
    ann, bob, table = await timed_table(service)
    ann.close()
    bob.close()
    await pass_time(mock_clock, 10)
    for node in service.nodes:
        if crashes:
            node.kill()
        else:
            await node.stop()
            await node.leave()
    mock_clock.jump(30)
    spare = await service.add()
    await pass_time(mock_clock, SETTLE_S + 2)
    for name in ("Ann", "Bob"):
        await (await spare.connect(name)).ask(m.Watch(table=table))

    assert kinds(service, table, -2) == ["Paused", "Resumed"]
    assert abs(left(spare, table)[0] - 50_000) <= 1_000


async def test_a_store_that_was_away_charges_nobody(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    ann, bob, table = await timed_table(service)
    await pass_time(mock_clock, 20)

    number = len(service.store.rows[table])
    for node in service.nodes:
        node.lose_store()
    refused = await ann.ask(order(first, table))
    await pass_time(mock_clock, 100)
    for node in service.nodes:
        node.find_store()
    await pass_time(mock_clock, 5)

    assert refused.code == "unconfirmed"
    await bob.until(table, "resumed")
    assert not second.match(table).ended
    assert isinstance(await ann.ask(order(first, table)), m.Done)
    assert abs((await bob.until(table, "moved", number))["clocks"][0] - 35_000) <= 5_000


# ---- tables that wait


async def test_a_table_whose_player_left_long_ago_is_closed_anywhere(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    for node in service.nodes:
        node.services.policy.update(Policy(limits=replace(HURRIED, waiting_s=60)))
    ann, bob = await first.connect("Ann"), await second.connect("Bob")
    make = [m.MakeTable(key=name * 16, game="clod", options={}) for name in (b"a", b"b")]
    left, of_bob = [(await client.ask(order)).table for client, order in zip((ann, bob), make, strict=True)]
    number = len(service.store.rows[of_bob])
    ann.close()
    await pass_time(mock_clock, 1)
    first.kill()
    await pass_time(mock_clock, 130)

    assert kinds(service, left, -1) == ["Ended"]
    assert kinds(service, of_bob, number) == []


async def test_the_clients_of_a_node_without_a_store_are_sent_away(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes[:2]
    first.drops_clients = True
    ann = await first.connect("Ann")
    await pass_time(mock_clock, 1)
    first.lose_store()
    await pass_time(mock_clock, AWAY_S + 2)

    ended = [message for message in await ann.rest() if isinstance(message, m.Closing)]
    assert [closing.code for closing in ended] == ["away"]
    assert not first.services.admission.admit(Remote("127.0.0.1", 1))
    assert second.services.admission.admit(Remote("127.0.0.1", 1))


async def test_an_operator_sees_since_when_the_database_is_away(
    service: Service, mock_clock: MockClock, nursery: trio.Nursery
) -> None:
    services = service.nodes[0].services
    checks = Checks(services.store, services.service, services.timers, nursery.start_soon, None, None)
    assert not (await checks.run()).errors
    last = services.clock.now()

    service.nodes[0].lose_store()
    await pass_time(mock_clock, AWAY_S + 600)

    [error] = (await checks.run()).errors
    assert "disk" not in error
    assert f"{datetime.fromtimestamp(last // 1000, UTC):%Y-%m-%d %H:%M}" in error


async def test_a_store_that_was_away_charges_nobody_who_was_sent_away(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    _ann, _bob, table = await timed_table(service)
    number = len(service.store.rows[table])
    await pass_time(mock_clock, 20)

    for node in service.nodes:
        node.drops_clients = True
        node.lose_store()
    await pass_time(mock_clock, 100)
    assert [node.match(table) for node in service.nodes] == [None, None]
    for node in service.nodes:
        node.find_store()
    await pass_time(mock_clock, 2)
    ann, _bob = await second.connect("Ann"), await first.connect("Bob")
    await ann.ask(m.Watch(table=table))
    await pass_time(mock_clock, 10)

    assert kinds(service, table, number)[:2] == ["Paused", "Resumed"]
    assert not second.match(table).ended
    assert abs(left(second, table)[0] - 30_000) <= 5_000


async def test_a_node_that_is_back_leaves_matches_of_others_alone(service: Service, mock_clock: MockClock) -> None:
    first, second = service.nodes
    _ann, _bob, table = await timed_table(service)
    first.drops_clients = True
    first.lose_store()
    await pass_time(mock_clock, 6)
    ann = await second.connect("Ann")
    await ann.ask(m.Watch(table=table))
    await pass_time(mock_clock, 3)
    assert isinstance(await ann.ask(order(second, table)), m.Done)
    number = len(service.store.rows[table])
    first.find_store()
    await pass_time(mock_clock, 10)

    assert kinds(service, table, number) == []


# ---- absence, and which node has a table in memory

ABSENCE: dict[str, Any] = {"clock": "none", "absence": "forfeit 60"}


async def test_a_player_who_leaves_is_absent_until_they_come_anywhere(service: Service, mock_clock: MockClock) -> None:
    _first, second = service.nodes
    ann, bob, table = await timed_table(service, **ABSENCE)
    number = len(service.store.rows[table])
    ann.close()
    await pass_time(mock_clock, 20)
    await second.connect("Ann")
    await pass_time(mock_clock, 3)
    assert kinds(service, table, number) == ["Absent", "Returned"]
    await bob.until(table, "returned", number)


async def test_the_opponent_of_an_absent_player_elsewhere_may_claim(service: Service, mock_clock: MockClock) -> None:
    ann, bob, table = await timed_table(service, **ABSENCE)
    claim = m.SendClaim(table=table, key=b"c" * 16, what="win")
    ann.close()
    await pass_time(mock_clock, 30)
    assert (await bob.ask(claim)).code == "not_yet"
    await pass_time(mock_clock, 40)
    ann = await service.nodes[0].connect("Ann")
    assert (await bob.ask(claim)).code == "is_back"
    ann.close()
    await pass_time(mock_clock, 70)

    assert isinstance(await bob.ask(claim), m.Done)


async def test_a_player_of_a_dead_node_is_absent_after_the_pause_only(service: Service, mock_clock: MockClock) -> None:
    first, _second = service.nodes
    _ann, bob, table = await timed_table(service, **ABSENCE)
    number = len(service.store.rows[table])
    first.kill()
    await pass_time(mock_clock, 50)
    assert kinds(service, table, number)[0] == "Paused"
    assert isinstance(await bob.ask(m.SendClaim(table=table, key=b"c" * 16, what="win")), m.Refused)


@pytest.mark.usefixtures("soon_let_go")
async def test_a_node_has_only_tables_in_memory_that_its_users_need(service: Service, mock_clock: MockClock) -> None:
    _ann, bob, table = await timed_table(service)
    spare = await service.add()
    await pass_time(mock_clock, 1)
    assert spare.match(table) is None
    await bob.ask(m.Unwatch(table=table))
    await pass_time(mock_clock, 8)
    assert service.nodes[1].match(table) is not None  # its clock runs for Bob
    bob.close()
    await pass_time(mock_clock, 2)

    assert service.nodes[1].match(table) is None
