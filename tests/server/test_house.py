"""A house without a network: rated matches, who hears of an end, and a computer that was suspended."""

import random
from collections.abc import AsyncIterator
from itertools import count

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from netgame.events import Ended, Player, RatingChange
from netgame.games import GAMES
from netgame.match import Match
from netgame.rating import START, Rating, rated
from protocol import messages as m
from server.accounts import Accounts
from server.clock import Clock
from server.house import ALL_EVERY_S, KEPT, KEPT_S, House
from server.orders import Dice, Order, Who
from server.room import Job, Room
from server.store import Append, MemoryStore, StoreProblem
from server.table import Table

keys = count(1)
PEOPLE = {name: Who(name.lower(), name) for name in ("Ann", "Bob", "Carl", "Eve")}


class SlowStore(MemoryStore):
    """A store whose commits take as long as the others need for whatever they can do meanwhile."""

    async def append(self, appends: list[Append]) -> list[StoreProblem | None]:  # type: ignore[override]
        for _ in range(5):
            await trio.lowlevel.checkpoint()
        return await super().append(appends)


class Ratings:
    """A `Registry` in memory: everybody but Eve is registered."""

    def __init__(self) -> None:
        self.now: dict[str, Rating] = {}
        self.count = 0

    def is_registered(self, account: str) -> bool:
        return account != "eve"

    def rate(self, match: Match, ended: Ended) -> tuple[RatingChange, RatingChange] | None:
        first, second = (self.now.get(seat.account, START) for seat in match.seats if seat is not None)
        after = rated(first, second, {0: 2, 1: 0, None: 1}[ended.winner])
        return RatingChange(before=first, after=after[0]), RatingChange(before=second, after=after[1])

    def last_player(self, account: str, game: str) -> Player | None:
        return 0 if account == "ann" else None

    def finished(self, table: Table) -> None:
        self.count += 1
        assert table.match is not None
        assert table.match.ended is not None
        for account, change in zip(table.accounts, table.match.ended.ratings or (), strict=False):
            assert account is not None
            assert self.now.get(account, START) == change.before
            self.now[account] = change.after


class Asleep:
    ms = 0

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def registry() -> Ratings:
    return Ratings()


@pytest.fixture
def asleep() -> Asleep:
    return Asleep()


@pytest.fixture
async def house(registry: Ratings, asleep: Asleep, mock_clock: MockClock) -> AsyncIterator[House]:
    accounts = Accounts(":memory:")
    async with trio.open_nursery() as nursery:
        made = House(
            "Test", GAMES, SlowStore(), accounts, Clock(), Dice(random.Random(1)), registry=registry, asleep=asleep
        )
        made.on_finished.append(registry.finished)
        await nursery.start(made.run)
        yield made
        nursery.cancel_scope.cancel()
    accounts.close()


async def give(house: House, room: Room, name: str, order: Order) -> None:
    room.post(Job(order, house.clock.now(), PEOPLE[name]))
    await house._desk.quiet()


def key() -> bytes:
    return next(keys).to_bytes(16, "big")


async def table_of(house: House, first: str, second: str, **fields: object) -> Room:
    room = house.new_room(house.table_made_by(PEOPLE[first].account, key()))
    make = m.MakeTable(key=key(), game="thud", options={"battles": 1}, player=0, **fields)  # type: ignore[arg-type]
    await give(house, room, first, make)
    await give(house, room, second, m.TakeSeat(table=room.table.id, key=key()))
    return room


def resign(room: Room) -> m.SendResign:
    return m.SendResign(table=room.table.id, key=key(), match=True)


async def test_a_rated_match_carries_what_it_did_to_the_ratings(house: House, registry: Ratings) -> None:
    room = await table_of(house, "Ann", "Bob", rated=True)
    match = room.table.match

    await give(house, room, "Bob", resign(room))

    assert match is not None
    assert match.created.rated
    assert registry.now["ann"] > START > registry.now["bob"]
    assert registry.count == 1


async def test_two_matches_of_one_player_that_end_at_the_same_moment_both_count(
    house: House, registry: Ratings
) -> None:
    tables = [await table_of(house, "Ann", name, rated=True) for name in ("Bob", "Carl", "Bob")]

    for room in tables:
        room.post(Job(resign(room), house.clock.now(), PEOPLE["Ann"]))
    await house._desk.quiet()

    assert registry.count == 3
    assert registry.now["ann"][1] < registry.now["carl"][1]  # surer, after three


async def test_only_who_is_registered_makes_and_joins_a_rated_table(house: House) -> None:
    eves = await table_of(house, "Eve", "Ann", rated=True)
    anns = await table_of(house, "Ann", "Eve", rated=True)

    assert eves.table.match is None
    assert anns.table.accounts == ("ann", None)


async def test_a_rated_match_starts_from_the_games_own_position(house: House) -> None:
    position = "W - B...../....../....../....../....../.....W"
    room = house.new_room(house.table_made_by("ann", key()))

    await give(house, room, "Ann", m.MakeTable(key=key(), game="clod", options={}, position=position, rated=True))

    assert room.table.match is None


async def test_who_alternates_has_the_other_side_next(house: House) -> None:
    room = house.new_room(house.table_made_by("ann", key()))

    await give(house, room, "Ann", m.MakeTable(key=key(), game="thud", options={}, alternate=True))

    assert room.table.accounts == (None, "ann")


async def test_a_listener_that_fails_does_not_hurt_the_next_order(house: House, registry: Ratings) -> None:
    def fails(table: Table) -> None:
        raise ZeroDivisionError

    house.on_finished.append(fails)
    room = await table_of(house, "Ann", "Bob")

    await give(house, room, "Bob", resign(room))

    assert room.table.is_over
    assert registry.count == 1
    assert room.table.frozen is None


async def test_a_computer_that_was_suspended_stops_the_clocks_though_its_own_stood_still(
    house: House, asleep: Asleep, mock_clock: MockClock
) -> None:
    room = await table_of(house, "Ann", "Bob", clock="sudden 300")
    assert room.table.paused is None

    asleep.ms += 3_600_000
    mock_clock.jump(1)
    await wait_all_tasks_blocked()
    await house._desk.quiet()

    assert room.table.paused == "restart"


async def test_a_computer_that_dozed_for_a_moment_does_not(house: House, asleep: Asleep, mock_clock: MockClock) -> None:
    room = await table_of(house, "Ann", "Bob", clock="sudden 300")

    asleep.ms += 4_000
    mock_clock.jump(1)
    await wait_all_tasks_blocked()
    await house._desk.quiet()

    assert room.table.paused is None


# ---- tables that are only on disk


async def over(house: House) -> str:
    """A table whose match is over, and that nobody has in memory."""
    room = await table_of(house, "Ann", "Bob")
    await give(house, room, "Ann", m.SendResign(table=room.table.id, key=key(), match=True))
    house.leave_room(room)
    assert house.room_now(room.table.id) is None
    return room.table.id


async def test_a_table_that_was_read_stays_for_a_while(
    house: House, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await over(house)
    reads: list[str] = []
    read = house.store.read
    monkeypatch.setattr(house.store, "read", lambda id: reads.append(id) or read(id))

    for _ in range(10):
        room = await house.room(table)
        assert room is not None
        house.leave_room(room)
    assert reads == [table]
    mock_clock.jump(KEPT_S + 2 * ALL_EVERY_S)
    await wait_all_tasks_blocked()
    assert house.room_now(table) is None


async def test_only_so_many_that_were_read_stay(house: House) -> None:
    tables = [await over(house) for _ in range(KEPT + 3)]

    for table in tables:
        await house.room(table)

    assert [house.room_now(table) is not None for table in tables] == [False] * 3 + [True] * KEPT


async def test_two_who_ask_at_once_get_the_same_room(house: House) -> None:
    table, rooms = await over(house), list[Room | None]()

    async def ask() -> None:
        rooms.append(await house.room(table))

    async with trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(ask)
    assert len(set(rooms)) == 1


async def test_while_a_long_log_is_read_others_have_their_turns(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table, turns = await over(house), 0
    monkeypatch.setattr("server.table.LOADED_AT_ONCE", 1)

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(count_turns)
        room = await house.room(table)
        nursery.cancel_scope.cancel()

    assert room is not None
    assert turns >= room.table.number
