"""Repetition in Conquid, and a game replayed from its notation."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netgame.boards.bitboard import bits
from netgame.game import Over, apply
from netgame.games.conquid.board import vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Acquire, Action, Conquer, Vanquish
from netgame.games.conquid.state import State

GAME = Conquid(rows=5, columns=11, base=1)
# a short cycle: one side builds in one corner, and blocks are emptied again
CHOICES = st.lists(st.integers(0, 9), max_size=60)


def choose(game: Conquid, state: State, choice: int) -> Action:
    """Return a legal action by a number, mostly Vanquish and Conquer, so that boards repeat."""
    corners = list(bits(vanquish_corners(state.own, state.enemy, game.layout)))
    empty = list(bits(game.layout.ordinary & ~(state.cells[0] | state.cells[1])))
    if choice < 5 and corners:
        return Vanquish(game.layout.grid.cell[corners[choice % len(corners)]])
    if choice < 8 and len(empty) >= 3:
        return Acquire(frozenset(game.layout.grid.cell[bit] for bit in empty[:3]))
    return Conquer()


def played(choices: list[int]) -> list[State]:
    """Return the states of a game, up to its end."""
    states = [GAME.start()]
    for choice in choices:
        if isinstance(GAME.turn(states[-1]), Over):
            break
        states.append(apply(GAME, states[-1], choose(GAME, states[-1], choice)))
    return states


@settings(max_examples=80, deadline=None)
@given(CHOICES)
@pytest.mark.slow
def test_the_game_ends_with_the_first_third_occurrence(choices: list[int]) -> None:
    states = played(choices)
    seen: Counter[str] = Counter()

    for number, state in enumerate(states):
        seen[GAME.write_position(state)] += 1
        is_third = seen[GAME.write_position(state)] == 3
        assert isinstance(GAME.turn(state), Over) == is_third
        assert state.history.length == number + 1
