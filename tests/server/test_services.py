"""The services without a network: rated matches, audiences, what is forgotten, and a suspended computer."""

import random
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from itertools import count, pairwise

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.timing import Asleep, counted_steps, settled
from netgame.match.rating import START
from protocol import messages as m
from server.app import Services
from server.errors import DatabaseFailed
from server.lobby.broadcast import AT_ONCE
from server.lobby.new_tables import table_id
from server.ops.remote import Remote
from server.storage.accounts import AccountStore
from server.storage.event_store import Append, Problems
from server.storage.social import SocialStore
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.commands import AnyCommand, Dice, User
from server.tables.registry import CACHE_CHECK_S, CACHE_S, CACHE_SIZE
from server.tables.table import Table
from tests.server.services import services_in_memory

keys = count(1)
PEOPLE = {name: User(name.lower(), name, registered=name != "Eve") for name in ("Ann", "Bob", "Carl", "Eve")}


class SlowStore(MemoryStore):
    """A store whose commits take five turns of all other tasks."""

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        async def append() -> None:
            for _ in range(5):
                await trio.lowlevel.checkpoint()
            MemoryStore.append_soon(self, appends, done)

        trio.lowlevel.spawn_system_task(append)


@pytest.fixture
def asleep() -> Asleep:
    return Asleep()


@pytest.fixture
async def services(asleep: Asleep, mock_clock: MockClock) -> AsyncIterator[Services]:
    async with services_in_memory(SlowStore(), dice=Dice(random.Random(1)), asleep=asleep) as made:
        yield made


async def test_a_server_with_nothing_to_do_wakes_up_less_than_once_a_second(autojump_clock: MockClock) -> None:
    async with services_in_memory(MemoryStore()):
        with counted_steps() as steps:
            await trio.sleep(3600)
    assert steps.count < 3600


async def give(services: Services, actor: TableActor, name: str, order: AnyCommand) -> None:
    actor.post(CommandEnvelope(order, services.clock.now(), PEOPLE[name]))
    await services.commit.quiet()


def key() -> bytes:
    return next(keys).to_bytes(16, "big")


async def table_of(services: Services, first: str, second: str = "", **fields: object) -> TableActor:
    actor = services.registry.create(table_id(PEOPLE[first].account, key()))
    make = m.MakeTable(key=key(), game="thud", options={"battles": 1}, player=0, **fields)  # type: ignore[arg-type]
    await give(services, actor, first, make)
    if second:
        await give(services, actor, second, m.TakeSeat(table=actor.table.id, key=key()))
    return actor


def resign(actor: TableActor) -> m.SendResign:
    return m.SendResign(table=actor.table.id, key=key(), match=True)


async def test_matches_of_one_player_that_end_at_once_all_count_and_carry_what_they_did_to_the_ratings(
    services: Services,
) -> None:
    tables = [await table_of(services, "Ann", name, rated=True) for name in ("Bob", "Carl", "Bob")]
    for actor in tables:
        actor.post(CommandEnvelope(resign(actor), services.clock.now(), PEOPLE["Ann"]))
    await services.commit.quiet()

    anns, bobs = zip(*(actor.table.match.ended.ratings for actor in tables), strict=True)
    assert [change.before for change in anns] == [START, anns[0].after, anns[1].after]
    assert [change.before for change in bobs] == [START, START, bobs[0].after]
    assert anns[0].after < START < bobs[0].after


async def test_a_rated_table_is_for_registered_players_and_the_own_position_of_a_game(services: Services) -> None:
    eves = await table_of(services, "Eve", "Ann", rated=True)
    anns = await table_of(services, "Ann", "Eve", rated=True)
    placed = services.registry.create(table_id("ann", key()))
    position = "W - B...../....../....../....../....../.....W"
    await give(services, placed, "Ann", m.MakeTable(key=key(), game="clod", options={}, position=position, rated=True))
    assert eves.table.match is placed.table.match is None
    assert anns.table.accounts == ("ann", None)


async def test_a_listener_that_fails_does_not_hurt_the_table(services: Services) -> None:
    def fails(table: Table, _is_own: bool) -> None:
        raise ZeroDivisionError

    services.changes.on_finished.append(fails)
    actor = await table_of(services, "Ann", "Bob")
    await give(services, actor, "Bob", resign(actor))

    assert actor.table.is_over
    assert actor.table.frozen is None


async def test_a_computer_that_was_suspended_stops_the_clocks_and_one_that_dozed_for_a_moment_does_not(
    services: Services, asleep: Asleep, mock_clock: MockClock
) -> None:
    actor = await table_of(services, "Ann", "Bob", clock="sudden 300")
    await wait_all_tasks_blocked()  # the ticks have begun

    for ms, paused in ((4_000, None), (3_600_000, "restart")):
        asleep.ms += ms
        mock_clock.jump(1)
        await wait_all_tasks_blocked()
        await services.commit.quiet()

        assert actor.table.paused == paused


async def over(services: Services) -> str:
    """Return a table with a finished match that is only on disk."""
    actor = await table_of(services, "Ann", "Bob")
    await give(services, actor, "Ann", m.SendResign(table=actor.table.id, key=key(), match=True))
    services.registry.release(actor)
    assert services.registry.get(actor.table.id) is None
    return actor.table.id


async def test_a_table_that_was_read_stays_for_a_while_but_only_so_many(
    services: Services, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await over(services)
    await services.projection.up_to_now()  # the history reads it, too
    reads: list[str] = []
    read = services.store.read
    monkeypatch.setattr(services.store, "read", lambda id: reads.append(id) or read(id))

    for _ in range(10):
        actor = await services.registry.load(table)
        assert actor is not None
        services.registry.release(actor)
    assert reads == [table]
    mock_clock.jump(CACHE_S + 2 * CACHE_CHECK_S)
    await wait_all_tasks_blocked()
    assert services.registry.get(table) is None

    tables = [await over(services) for _ in range(CACHE_SIZE + 3)]
    for table in tables:
        await services.registry.load(table)
    assert [services.registry.get(table) is not None for table in tables] == [False] * 3 + [True] * CACHE_SIZE


async def test_simultaneous_loads_return_the_same_actor_and_while_they_read_the_log_others_have_their_turns(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, actors, turns = await over(services), list[TableActor](), 0
    monkeypatch.setattr("server.tables.table.LOADED_AT_ONCE", 1)

    async def ask() -> None:
        actors.append(await services.registry.load(table))

    async with trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(ask)
        while len(actors) < 5:
            turns += 1
            await trio.lowlevel.checkpoint()

    assert len(set(actors)) == 1
    assert turns >= actors[0].table.number


class Listener:
    """A connection that keeps the frames it gets."""

    remote = Remote("192.0.2.1", 1)

    def __init__(self) -> None:
        self.told: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.told.append(frame)


def crowd(services: Services, count: int = 10 * AT_ONCE) -> list[Listener]:
    listeners = [Listener() for _ in range(count)]
    for number, listener in enumerate(listeners):
        services.lobby.enter(listener, User(f"account {number}", f"Guest {number}"))  # type: ignore[arg-type]
    return listeners


async def test_a_notice_reaches_a_crowd_a_few_at_a_time(services: Services, mock_clock: MockClock) -> None:
    listeners, told = crowd(services), [0]
    mock_clock.jump(1)
    await wait_all_tasks_blocked()  # they have the list of people
    for listener in listeners:
        listener.told.clear()
    services.broadcast.announce("The kitchen closes at ten")

    while told[-1] < len(listeners):
        await trio.lowlevel.checkpoint()
        told.append(sum(len(listener.told) for listener in listeners))

    assert max(after - before for before, after in pairwise(told)) <= 2 * AT_ONCE  # two turns, as trio shuffles tasks


async def test_presence_is_encoded_once_for_all_watchers(services: Services, mock_clock: MockClock) -> None:
    actor = await table_of(services, "Ann", "Bob")
    listeners = crowd(services)
    for listener in listeners:
        services.lobby.watch(listener, actor.table.id)  # type: ignore[arg-type]

    services.lobby.enter(Listener(), User("ann", "Ann"))  # type: ignore[arg-type]
    await settled()

    assert all(len(listener.told) == 1 for listener in listeners)
    assert len({id(listener.told[0]) for listener in listeners}) == 1


async def test_a_rated_table_that_waits_for_another_one_does_nothing(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, versions = trio.Event(), services.store.rating_versions

    async def waits(accounts: Sequence[str], game: str) -> Mapping[str, int]:
        await gate.wait()
        return await versions(accounts, game)

    monkeypatch.setattr(services.store, "rating_versions", waits)
    tables = [await table_of(services, "Ann", rated=True) for _ in range(2)]
    for name, actor in zip(("Bob", "Carl"), tables, strict=True):
        order = m.TakeSeat(table=actor.table.id, key=key())
        actor.post(CommandEnvelope(order, services.clock.now(), PEOPLE[name]))
    for _ in range(10):
        await trio.lowlevel.checkpoint()

    with counted_steps() as steps:
        for _ in range(100):
            await trio.lowlevel.checkpoint()

    assert steps.count < 150
    assert [actor.table.accounts for actor in tables] == [("ann", None)] * 2
    gate.set()
    await services.commit.quiet()
    assert [actor.table.accounts for actor in tables] == [("ann", "bob"), ("ann", "carl")]


async def test_a_rated_match_whose_ratings_cannot_be_read_goes_on_when_they_can(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(accounts: Sequence[str], game: str) -> None:
        raise DatabaseFailed("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(services.store, "rating_versions", fails)
        actor = await table_of(services, "Ann", "Bob", rated=True)
        assert actor.table.accounts == ("ann", None)
    await give(services, actor, "Bob", m.TakeSeat(table=actor.table.id, key=key()))
    assert actor.table.accounts == ("ann", "bob")


def names_in(value: object, seen: set[int]) -> Iterator[str]:
    """The texts by which something is kept, anywhere in the collections of a value of ours."""
    if id(value) in seen or isinstance(value, MemoryStore | SocialStore | AccountStore | trio.Nursery):
        return
    seen.add(id(value))
    parts: list[object] = []
    if isinstance(value, Mapping):
        parts = [*value, *value.values()]
    elif isinstance(value, list | set | deque | tuple):
        parts = list(value)
    elif type(value).__module__.startswith("server."):
        parts = list(getattr(value, "__dict__", {}).values())
    for part in parts:
        if isinstance(part, str):
            yield part
        yield from names_in(part, seen)


async def test_a_table_that_is_let_go_leaves_nothing_in_memory(services: Services, mock_clock: MockClock) -> None:
    ann = Listener()
    services.lobby.enter(ann, User("ann", "Ann"))  # type: ignore[arg-type]
    services.lobby.enter(Listener(), User("bob", "Bob"))  # type: ignore[arg-type]
    actor = services.registry.create(table_id("ann", key()))
    table = actor.table.id
    await services.access.set_code(table, "swordfish")
    make = m.MakeTable(key=key(), game="clod", options={}, player=0, access="code", code="swordfish", delay=30)
    await give(services, actor, "Ann", make)
    answers: list[m.Message] = []
    answers.append(
        await services.lobby_requests.carry_out(m.Invite(table=table, key=key(), account="bob"), PEOPLE["Ann"])
    )
    await give(services, actor, "Bob", m.TakeSeat(table=table, key=key()))
    services.lobby.watch(ann, table)  # type: ignore[arg-type]
    await give(services, actor, "Bob", resign(actor))
    answers.append(await services.lobby_requests.carry_out(m.Rematch(table=table, key=key()), PEOPLE["Ann"]))
    assert [type(answer) for answer in answers] == [m.Done, m.Done]
    assert table in set(names_in(services, set()))

    services.lobby.unwatch(ann, table)  # type: ignore[arg-type]
    services.registry.release(actor)
    for _ in range(5):
        mock_clock.jump(8)
        await wait_all_tasks_blocked()

    assert table not in set(names_in(services, set()))
    assert services.access.rule(table).code == ""
    assert await services.registry.load(table) is not None
    assert services.access.rule(table).code == "swordfish"
    assert services.access.rule(table).guests == {"bob"}
