"""Tables that wait for their start end when their players have been away for long, over restarts as well."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from msgspec import structs
from trio.testing import MockClock

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import HURRIED, new_key, raw, running
from devtools.harness.server.timing import settled
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from server.app import Services
from server.lobby.new_tables import table_id
from server.ops.remote import Remote
from server.storage.event_store import StoreBroken
from server.tables.actor import CommandEnvelope
from server.tables.commands import User
from server.tables.expiry import AT_ONCE
from tests.server.services import come, go, services_in_memory

Here = tuple[MemoryStore, Services]
ANN, BOB = User("ann", "Ann"), User("bob", "Bob")


async def table(services: Services, who: User = ANN) -> str:
    actor = services.registry.create(table_id(who.account, new_key()))
    order = m.MakeTable(key=new_key(), game="clod", options={}, player=0)
    actor.post(CommandEnvelope(order, services.clock.now(), who))
    await settled()
    return actor.table.id


async def kinds(store: MemoryStore, table: str) -> list[str]:
    return [type(event_from_bytes(row.body)).__name__ for row in await store.read(table)]


@pytest.fixture
async def here(mock_clock: MockClock) -> AsyncIterator[Here]:
    store = MemoryStore()
    async with services_in_memory(store, limits=HURRIED) as services:
        yield store, services


async def passes(mock_clock: MockClock, seconds: float) -> None:
    mock_clock.jump(seconds)
    await settled()
    mock_clock.jump(1)
    await settled()


async def test_the_time_that_a_table_waits_begins_again_with_each_return(here: Here, mock_clock: MockClock) -> None:
    store, services = here
    line = come(services, ANN)
    made = await table(services)
    await passes(mock_clock, 7200)
    for _ in range(3):
        go(services, ANN, line)
        await passes(mock_clock, 3000)
        line = come(services, ANN)
    assert await store.unfinished() == [made]


async def sit(services: Services, made: str, *, ready: bool = True) -> None:
    """Let Bob sit down."""
    actor = services.registry.get(made)
    actor.post(CommandEnvelope(m.TakeSeat(table=made, key=new_key(), ready=ready), services.clock.now(), BOB))
    await settled()


async def test_a_table_waits_while_one_of_two_is_here_and_ends_without_both(here: Here, mock_clock: MockClock) -> None:
    store, services = here
    lines = {who: come(services, who) for who in (ANN, BOB)}
    made = await table(services)
    await sit(services, made, ready=False)
    go(services, ANN, lines[ANN])
    await passes(mock_clock, 7200)
    assert await store.unfinished() == [made]

    go(services, BOB, lines[BOB])
    await passes(mock_clock, 3600)
    assert (await kinds(store, made))[-3:] == ["Unseated", "Unseated", "Ended"]


async def test_a_match_that_has_started_goes_on_without_its_players(here: Here, mock_clock: MockClock) -> None:
    store, services = here
    made = await table(services)
    await sit(services, made)
    await passes(mock_clock, 7200)
    assert await store.unfinished() == [made]


async def test_where_it_is_so_set_tables_wait_for_ever(mock_clock: MockClock) -> None:
    store = MemoryStore()
    async with services_in_memory(store, limits=replace(HURRIED, waiting_s=0)) as services:
        made = await table(services)
        await passes(mock_clock, 10**7)
        assert await store.unfinished() == [made]


async def test_many_tables_that_are_due_at_once_end_a_few_at_a_time(here: Here, mock_clock: MockClock) -> None:
    store, services = here
    for _ in range(AT_ONCE + 5):
        await table(services)
    mock_clock.jump(3601)
    await settled()
    assert len(await store.unfinished()) == 5
    mock_clock.jump(1)
    await settled()
    assert await store.unfinished() == []


@pytest.mark.parametrize(
    ("is_online", "crashes", "waits", "ends"),
    [(False, False, (25, 50), 61), (True, False, (59,), 61), (True, True, (300,), 361)],
    ids=["away at a stop", "online at a stop", "online at a crash"],
)
async def test_a_table_ends_an_hour_after_its_player_left_or_the_server_stopped_or_started_after_a_crash(
    mock_clock: MockClock, is_online: bool, crashes: bool, waits: tuple[int, ...], ends: int
) -> None:
    store = MemoryStore()
    async with services_in_memory(store, limits=HURRIED) as services:
        if is_online:
            come(services, ANN)
        made = await table(services)
        if is_online:
            await passes(mock_clock, 7200)
        stopped = services.clock.now()
        if not crashes:
            await services.drain()

    for minutes in waits:
        async with services_in_memory(store, limits=HURRIED, at=stopped + minutes * 60_000):
            assert await store.unfinished() == [made]
    async with services_in_memory(store, limits=HURRIED, at=stopped + ends * 60_000):
        assert await store.unfinished() == []
        assert (await kinds(store, made))[-2:] == ["Unseated", "Ended"]


class FullStore(MemoryStore):
    """A store that cannot write down once since when a table waits."""

    refuses = 1

    async def note_left(self, left: Mapping[str, int]) -> None:
        if self.refuses:
            self.refuses -= 1
            raise StoreBroken("full")
        await super().note_left(left)


async def test_leaving_times_that_the_disk_refused_are_written_later(mock_clock: MockClock) -> None:
    store = FullStore()
    async with services_in_memory(store, limits=HURRIED) as services:
        made = await table(services)
        await passes(mock_clock, 1)  # two looks
        assert (store.refuses, list(await store.left([made]))) == (0, [made])


async def test_an_address_has_a_limit_of_unfinished_tables_and_refused_ones_do_not_count(tmp_path: Path) -> None:
    async with running(tmp_path, limits=replace(HURRIED, tables_per_address=2)) as serving:
        serving.services.policy.update(replace(serving.services.policy, behind_proxy=False))
        ann, bob = await raw(serving, name="Ann"), await raw(serving, name="Bob")
        make = [m.MakeTable(key=new_key(), game="clod", options={}) for _ in range(4)]
        assert (await ann.ask(m.MakeTable(key=new_key(), game="chess", options={}))).code == "unknown_game"
        first = await ann.ask(make[0])
        await bob.ask(make[1])
        assert (await bob.ask(make[2])).code == "too_many"

        await ann.ask(m.LeaveSeat(table=first.table, key=new_key()))
        assert isinstance(await bob.ask(make[3]), m.Done)


async def test_a_table_whose_maker_leaves_before_it_is_made_does_not_count(tmp_path: Path) -> None:
    async with running(tmp_path, plain=False, limits=replace(HURRIED, tables_per_address=1)) as serving:
        services, remote = serving.services, Remote("192.0.2.1")
        last_player = services.history.last_player

        async def never(_account: str, _game: str) -> None:
            leaving.cancel()
            await trio.sleep_forever()

        services.history.last_player = never  # type: ignore[method-assign]
        command = m.MakeTable(key=new_key(), game="clod", options={}, alternate=True)
        with trio.CancelScope() as leaving:
            await services.new_tables.make(command, ANN, remote)
        services.history.last_player = last_player  # type: ignore[method-assign]

        made = await services.new_tables.make(structs.replace(command, key=new_key()), ANN, remote)
        assert not isinstance(made, m.Refused)
