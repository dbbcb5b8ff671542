"""Conditional moves at a server: kept for one player, answered at once and once, also after a crash."""

from collections.abc import AsyncIterator

import pytest
from trio.testing import MockClock

from devtools.harness.server.memory_store import MemoryStore
from devtools.harness.server.timing import settled
from netgame.match import Match
from netgame.match.conditional import base_of
from netgame.match.events import Moved, Paused
from protocol import messages as m
from server.app import Services
from server.errors import RequestRefused
from server.storage.conditional import StoredLines
from server.tables.actor import TableActor
from server.tables.commands import User
from tests.server.lobby.test_vacations import ANN, BOB, START, ask, events, give, kept, key, move, table_of
from tests.server.services import come, services_in_memory

EVE = User("eve", "Eve")


@pytest.fixture
async def services(mock_clock: MockClock) -> AsyncIterator[Services]:
    async with services_in_memory(MemoryStore(), at=START, asleep=lambda: 0) as made:
        yield made


def match_of(actor: TableActor) -> Match:
    assert actor.table.match is not None
    return actor.table.match


def first_moves(actor: TableActor, count: int) -> list[str]:
    """Return the first legal move in each position, as `move` plays them."""
    match = match_of(actor)
    state, found = match.state, list[str]()
    for _ in range(count):
        next_move = next(iter(match.game.moves(state)))
        found.append(match.game.format(state, next_move))
        state = match.game.play(state, next_move)
    return found


async def keep(services: Services, actor: TableActor, *lines: list[str], user: User = BOB) -> m.ConditionalMoves:
    message = m.SetConditionalMoves(table=actor.id, base=base_of(match_of(actor)), lines=list(lines))
    return await services.conditional_moves.answer(message, user)


async def shown(services: Services, actor: TableActor, user: User = BOB) -> list[list[str]]:
    return (await services.conditional_moves.answer(m.GetConditionalMoves(table=actor.id), user)).lines


async def refusal(services: Services, actor: TableActor, *lines: list[str], user: User = BOB) -> str:
    with pytest.raises(RequestRefused) as refused:
        await keep(services, actor, *lines, user=user)
    return refused.value.code


def played(actor: TableActor) -> list[tuple[int, str]]:
    return [(event.player, event.move) for event in events(actor, Moved) if isinstance(event, Moved)]


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
    match = match_of(actor)
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
    late = m.SetConditionalMoves(table=actor.id, base=base_of(match_of(actor)) - 1, lines=[line])

    with pytest.raises(RequestRefused, match="stale"):
        await services.conditional_moves.answer(late, BOB)

    assert await refusal(services, actor, line, user=ANN) == "your_turn"
    assert await refusal(services, actor, line, user=EVE) == "no_seat"
    assert await refusal(services, actor, ["nonsense", "x"]) == "illegal"
    assert await refusal(services, await table_of(services, "none"), line) == "no_days"
    with pytest.raises(RequestRefused, match="no_table"):
        await services.conditional_moves.answer(m.GetConditionalMoves(table="none"), BOB)


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
            line, begun = first_moves(actor, 2), base_of(match_of(actor))
            await move(services, actor, ANN)
            await settled()
        # as if the server had died before it answered
        databases[1].set_conditional_moves(actor.id, StoredLines("bob", begun, bytes(16), (tuple(line),)))
        async with services_in_memory(store, at=START + 1000, asleep=lambda: 0, kept=databases) as services:
            for user in (ANN, BOB):
                come(services, user)
            await settled()
            again = services.registry.get(actor.id)
            assert again is not None
            assert played(again) == [(0, line[0]), (1, line[1])]


async def test_an_answer_that_is_due_twice_is_played_once(services: Services) -> None:
    actor = await table_of(services)
    line = first_moves(actor, 4)
    await keep(services, actor, line)
    await move(services, actor, ANN)
    await settled()

    for _ in range(3):
        services.conditional_moves.check_all()
        await settled()

    assert len(played(actor)) == 2


async def test_an_answer_that_was_taken_back_is_not_played_again(services: Services) -> None:
    actor = await table_of(services)
    await keep(services, actor, first_moves(actor, 2))
    await move(services, actor, ANN)
    await settled()
    await give(services, actor, BOB, m.SendOffer(table=actor.id, key=key(), kind="take_back"))
    await give(services, actor, ANN, m.SendAnswer(table=actor.id, key=key(), offer=actor.number, accept=True))
    services.conditional_moves.check_all()
    await settled()

    assert len(played(actor)) == 2
    match = match_of(actor)
    assert sum(match.moved) == 2
    assert len(match.history) == 2  # the start, and the move of Ann


async def test_a_move_that_is_refused_drops_the_lines_and_the_player_hears_why(services: Services) -> None:
    actor = await table_of(services)
    services.lobby.leave(services.lobby.peer_of("bob"), "bob")  # type: ignore[arg-type]
    heard = list[bytes]()
    come(services, BOB).send = heard.append
    line, begun = first_moves(actor, 1), base_of(match_of(actor))
    await move(services, actor, ANN)
    await settled()

    services.social.set_conditional_moves(actor.id, StoredLines("bob", begun, bytes(16), ((line[0], "nonsense"),)))
    services.conditional_moves.check_all()
    await settled()

    assert len(played(actor)) == 1
    assert services.social.conditional_tables() == set()
    assert any(b"nonsense" in frame for frame in heard)
