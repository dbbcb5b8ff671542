"""Games by days: vacations, during which the clock of their player stands, and conditional moves, answered once."""

import threading
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import pytest
import trio
from msgspec import structs
from trio.testing import MockClock, wait_all_tasks_blocked

from devtools.harness import PATIENCE_S
from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.serving import line_of, move_of, new_key
from devtools.harness.server.timing import settled
from netgame.match import Match
from netgame.match.conditional import base_of, checked_lines
from netgame.match.events import Event, Moved, Paused, Player, Resumed
from netgame.match.time_control import DAY_MS
from protocol import messages as m
from protocol.event_codec import event_from_bytes
from server.app import Services
from server.errors import RequestRefused
from server.lobby.new_tables import table_id
from server.ops.limits import Limits
from server.storage.accounts import AccountStore
from server.storage.conditional import StoredLines
from server.storage.social import SocialStore
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.commands import AnyCommand, User
from tests.server.services import come, services_in_memory

START = 1_800_000_000_000
ANN, BOB, EVE = User("ann", "Ann"), User("bob", "Bob"), User("eve", "Eve")
DAY_S = DAY_MS // 1000


@pytest.fixture
async def services(mock_clock: MockClock) -> AsyncIterator[Services]:
    async with services_in_memory(MemoryStore(), at=START, asleep=lambda: 0) as made:
        yield made


async def give(services: Services, actor: TableActor, user: User, command: AnyCommand) -> m.Message:
    replies = list[m.Message]()
    actor.post(CommandEnvelope(command, services.clock.now(), user, on_reply=replies.append))
    await services.commit.quiet()
    return replies[0]


async def table_of(services: Services, clock: str = "days 3") -> TableActor:
    """Return a match of Ann, who is to move, and Bob."""
    for user in (ANN, BOB):
        if not services.lobby.is_online(user.account):
            come(services, user)
    actor = services.registry.create(table_id(ANN.account, new_key()))
    make = m.MakeTable(key=new_key(), game="thud", options={"battles": 1}, player=0, clock=clock)
    await give(services, actor, ANN, make)
    await give(services, actor, BOB, m.TakeSeat(table=actor.table.id, key=new_key()))
    return actor


def first_move(actor: TableActor) -> m.SendMove:
    return structs.replace(move_of(actor.table.match), table=actor.table.id, key=new_key())


async def move(services: Services, actor: TableActor, user: User) -> m.Message:
    return await give(services, actor, user, first_move(actor))


async def ask(services: Services, user: User, message: m.TakeVacation | m.EndVacation | m.GetVacation) -> m.Vacation:
    """Ask, and wait until the tables know."""
    reply = await services.vacations.answer(message, user)
    await settled()
    return reply


async def refusal(answer: Awaitable[object]) -> str:
    with pytest.raises(RequestRefused) as refused:
        await answer
    return refused.value.code


def left(actor: TableActor, player: int) -> int:
    """Return how much time a player has, as of the last event."""
    return actor.table.match.clocks.left[player]


def events(actor: TableActor, *kinds: type[Event]) -> list[Event]:
    return [event for body in actor.table.log if isinstance(event := event_from_bytes(body), kinds)]


async def test_the_clock_of_the_player_to_move_stops_and_goes_on(services: Services, mock_clock: MockClock) -> None:
    actor = await table_of(services)
    reply = await ask(services, ANN, m.TakeVacation(days=5))
    assert actor.table.paused == "vacation"
    mock_clock.jump(5 * DAY_S)
    await settled()

    assert 0 <= reply.until - (START + 5 * DAY_MS) < 1000
    assert (reply.left, reply.days) == (16, 21)
    assert actor.table.paused is None
    assert left(actor, 0) == 3 * DAY_MS
    assert [type(event) for event in events(actor, Paused, Resumed)] == [Paused, Resumed]

    # a vacation that is ended before gives days back
    await ask(services, ANN, m.TakeVacation(days=5))
    mock_clock.jump(DAY_S + 60)
    await settled()
    reply = await ask(services, ANN, m.EndVacation())
    assert (reply.until, reply.left) == (0, 14)
    assert actor.table.paused is None
    assert left(actor, 0) == 3 * DAY_MS


async def test_the_clock_of_the_other_player_runs_until_their_move_and_they_see_the_end(services: Services) -> None:
    actor = await table_of(services)
    vacation = await ask(services, BOB, m.TakeVacation(days=5))
    assert services.lobby.presence(actor.table).vacations == (0, vacation.until)
    assert actor.table.paused is None
    await move(services, actor, ANN)
    assert actor.table.paused == "vacation"
    last, pause = (event_from_bytes(body) for body in actor.table.log[-2:])
    assert isinstance(last, Moved)
    assert (type(pause), pause.at) == (Paused, last.at)


async def test_a_player_on_vacation_may_move_and_stays_so_and_the_opponent_may_not_go_on(services: Services) -> None:
    actor = await table_of(services)
    vacation = await ask(services, ANN, m.TakeVacation(days=5))
    send = first_move(actor)
    first, again = await give(services, actor, ANN, send), await give(services, actor, ANN, send)
    assert first == again
    assert len(events(actor, Moved)) == 1
    assert actor.table.paused is None
    await move(services, actor, BOB)

    assert actor.table.paused == "vacation"
    assert services.vacations.until("ann") == vacation.until
    moved = await move(services, actor, BOB)
    ready = await give(services, actor, BOB, m.ReadyUp(table=actor.id, key=new_key()))
    assert [getattr(reply, "code", "") for reply in (moved, ready)] == ["paused", "paused"]


async def test_a_game_on_time_comes_first_and_one_without_a_clock_does_not_matter(services: Services) -> None:
    actor = await table_of(services, "none")
    await ask(services, BOB, m.TakeVacation(days=1))
    assert actor.table.paused is None
    await table_of(services, "fischer 300+5")
    assert await refusal(ask(services, ANN, m.TakeVacation(days=1))) == "live_game"


async def test_the_operator_sets_the_days(mock_clock: MockClock) -> None:
    async with services_in_memory(MemoryStore(), at=START, limits=Limits(vacation_days=0)) as services:
        assert (await ask(services, ANN, m.GetVacation())).days == 0
        assert await refusal(ask(services, ANN, m.TakeVacation(days=1))) == "no_vacation"


@asynccontextmanager
async def kept() -> AsyncIterator[tuple[MemoryStore, tuple[AccountStore, SocialStore]]]:
    accounts, social = AccountStore(":memory:"), SocialStore(":memory:")
    try:
        yield MemoryStore(), (accounts, social)
    finally:
        accounts.close()
        social.close()


async def test_a_restart_carries_out_what_is_stored_and_ends_a_vacation_that_is_over(mock_clock: MockClock) -> None:
    async with kept() as (store, databases):
        async with services_in_memory(store, at=START, asleep=lambda: 0, kept=databases) as services:
            actor = await table_of(services)
            await services.vacations.answer(m.TakeVacation(days=2), ANN)  # and the server is killed
        for at, paused in ((START + 60_000, "vacation"), (START + 3 * DAY_MS, None)):
            async with services_in_memory(store, at=at, asleep=lambda: 0, kept=databases) as services:
                await settled()
                for user in (ANN, BOB):
                    come(services, user)
                await settled()
                again = services.registry.get(actor.id)
                assert again.table.paused == paused
        assert left(again, 0) == 3 * DAY_MS
        assert databases[0].vacations() == {}


# ---- conditional moves


def first_moves(actor: TableActor, count: int) -> list[str]:
    """Return the first legal move in each position, as `move` plays them."""
    return line_of(actor.table.match, count)


async def keep(services: Services, actor: TableActor, *lines: list[str], user: User = BOB) -> m.ConditionalMoves:
    message = m.SetConditionalMoves(table=actor.id, base=base_of(actor.table.match), lines=list(lines))
    return await services.conditional_moves.answer(message, user)


async def shown(services: Services, actor: TableActor, user: User = BOB) -> list[list[str]]:
    return (await services.conditional_moves.answer(m.GetConditionalMoves(table=actor.id), user)).lines


def played(actor: TableActor) -> list[tuple[int, str]]:
    return [(event.player, event.move) for event in events(actor, Moved) if isinstance(event, Moved)]


async def test_lines_of_different_tables_are_checked_one_after_the_other(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    actors = [await table_of(services) for _ in range(3)]
    gate, begun = threading.Event(), threading.Semaphore(0)

    def check(match: Match, player: Player, lines: list[list[str]]) -> tuple[tuple[str, ...], ...]:
        begun.release()
        assert gate.wait(PATIENCE_S)
        return checked_lines(match, player, lines)

    monkeypatch.setattr("server.lobby.conditional_moves.checked_lines", check)
    async with trio.open_nursery() as nursery:
        for actor in actors:
            nursery.start_soon(keep, services, actor, first_moves(actor, 4))
        while not begun.acquire(blocking=False):
            await wait_all_tasks_blocked()
        await wait_all_tasks_blocked(0.01)
        is_alone = not begun.acquire(blocking=False)
        gate.set()
    assert is_alone


async def test_the_answer_is_played_at_once_by_the_player_who_is_away(services: Services) -> None:
    actor = await table_of(services)
    line = first_moves(actor, 4)
    assert (await keep(services, actor, line)).lines == [line]
    await move(services, actor, ANN)
    await settled()

    assert played(actor) == [(0, line[0]), (1, line[1])]
    assert [getattr(event, "conditional", None) for event in events(actor, Moved)] == [False, True]
    assert await shown(services, actor) == [line[2:]]
    await move(services, actor, ANN)
    await settled()
    assert played(actor) == [(0, line[0]), (1, line[1]), (0, line[2]), (1, line[3])]
    assert await shown(services, actor) == []
    assert services.social.conditional_tables() == set()


async def test_another_move_is_not_answered_and_the_lines_are_gone(services: Services) -> None:
    actor = await table_of(services)
    match = actor.table.match
    other = list(match.game.moves(match.state))[1]
    after = match.game.play(match.state, other)
    line = [match.game.format(match.state, other), match.game.format(after, next(iter(match.game.moves(after))))]
    await keep(services, actor, line)
    await move(services, actor, ANN)
    await settled()

    assert len(played(actor)) == 1
    assert services.social.conditional_tables() == set()


async def test_nobody_else_sees_the_lines_which_are_replaced_and_deleted(services: Services) -> None:
    actor = await table_of(services)
    line = first_moves(actor, 2)
    await keep(services, actor, line)
    assert await shown(services, actor, ANN) == []
    assert all(line[1].encode() not in body for body in actor.table.log)
    assert (await keep(services, actor)).lines == []
    await move(services, actor, ANN)
    await settled()
    assert len(played(actor)) == 1


async def test_lines_for_an_earlier_position_or_of_another_user_are_refused(services: Services) -> None:
    actor = await table_of(services)
    line = first_moves(actor, 2)
    late = m.SetConditionalMoves(table=actor.id, base=base_of(actor.table.match) - 1, lines=[line])
    assert await refusal(services.conditional_moves.answer(late, BOB)) == "stale"
    assert await refusal(keep(services, actor, line, user=ANN)) == "your_turn"
    assert await refusal(keep(services, actor, line, user=EVE)) == "no_seat"
    assert await refusal(keep(services, actor, ["nonsense", "x"])) == "illegal"
    assert await refusal(keep(services, await table_of(services, "none"), line)) == "no_days"
    nowhere = m.GetConditionalMoves(table="none")
    assert await refusal(services.conditional_moves.answer(nowhere, BOB)) == "no_table"


async def test_a_player_on_vacation_answers_by_lines(services: Services) -> None:
    actor = await table_of(services)
    line = first_moves(actor, 2)
    await keep(services, actor, line)
    await ask(services, BOB, m.TakeVacation(days=3))
    await move(services, actor, ANN)
    await settled()
    assert [player for player, _move in played(actor)] == [0, 1]
    assert len(events(actor, Paused)) == 1


async def test_the_answer_to_a_move_before_a_crash_is_played_at_the_next_start(mock_clock: MockClock) -> None:
    async with kept() as (store, databases):
        async with services_in_memory(store, at=START, asleep=lambda: 0, kept=databases) as services:
            actor = await table_of(services)
            line, begun = first_moves(actor, 2), base_of(actor.table.match)
            await move(services, actor, ANN)
            await settled()
        # as if the server had died before it answered
        databases[1].set_conditional_moves(actor.id, StoredLines("bob", begun, bytes(16), (tuple(line),)))
        async with services_in_memory(store, at=START + 1000, asleep=lambda: 0, kept=databases) as services:
            for user in (ANN, BOB):
                come(services, user)
            await settled()
            again = services.registry.get(actor.id)
            assert played(again) == [(0, line[0]), (1, line[1])]


async def test_an_answer_that_is_due_twice_or_was_taken_back_is_not_played_again(services: Services) -> None:
    actor = await table_of(services)
    await keep(services, actor, first_moves(actor, 4))
    await move(services, actor, ANN)
    for _ in range(3):
        await settled()
        services.conditional_moves.check_all()
    await settled()
    assert len(played(actor)) == 2
    await give(services, actor, BOB, m.SendOffer(table=actor.id, key=new_key(), kind="take_back"))
    await give(services, actor, ANN, m.SendAnswer(table=actor.id, key=new_key(), offer=actor.number, accept=True))
    services.conditional_moves.check_all()
    await settled()

    assert len(played(actor)) == 2
    match = actor.table.match
    assert sum(match.moved) == 2
    assert len(match.history) == 2  # the start, and the move of Ann


async def test_a_move_that_is_refused_drops_the_lines_and_the_player_hears_why(services: Services) -> None:
    actor = await table_of(services)
    services.lobby.leave(services.lobby.peer_of("bob"), "bob")  # type: ignore[arg-type]
    heard = list[bytes]()
    come(services, BOB).send = heard.append
    line, begun = first_moves(actor, 1), base_of(actor.table.match)
    await move(services, actor, ANN)
    await settled()
    services.social.set_conditional_moves(actor.id, StoredLines("bob", begun, bytes(16), ((line[0], "nonsense"),)))
    services.conditional_moves.check_all()
    await settled()

    assert len(played(actor)) == 1
    assert services.social.conditional_tables() == set()
    assert any(b"nonsense" in frame for frame in heard)
