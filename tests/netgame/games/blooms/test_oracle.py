"""Blooms compared with the slow oracle, on random games and on unreachable arrangements."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netgame.errors import IllegalMove
from netgame.game import Over
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.state import State, position_of
from tests.netgame.games.blooms import oracle
from tests.netgame.games.blooms.positions import game, legal, played

KINDS: list[dict[str, Any]] = [
    {"variant": "race"},
    {"repetition": "none"},
    {"repetition": "draw3"},
    {"repetition": "superko"},
]


def agree(blooms: Blooms, state: State, position: oracle.Position) -> set[str]:
    """Compare a state with the oracle and return its legal turns."""
    names = blooms.board.name
    colours = {"bloom_1a": "a", "bloom_1b": "b", "bloom_2a": "c", "bloom_2b": "d"}
    assert {names(cell): colours[piece.kind] for cell, piece in blooms.pieces(state).items()} == position.stones
    expected, turn = oracle.result(position), blooms.turn(state)
    if isinstance(turn, Over):
        winner = None if turn.winner is None else turn.winner + 1
        assert (winner, turn.scores) == expected
    else:
        assert expected is None
        assert (turn.seat + 1, blooms.score(state)) == (position.to_move, oracle.scores(position))  # type: ignore[union-attr]
        empty, stones = state[2], position.stones
        for own, player in ((state[0], position.to_move), (state[1], 3 - position.to_move)):
            fenced = {
                names(cell)
                for cell in blooms.rules.hexagon.cells(
                    blooms.rules.hexagon.flatten(blooms.rules.hexagon.fenced(own, empty))
                )
            }
            assert fenced == oracle.fenced(blooms.side, stones, oracle.OWN[player])
    turns = legal(blooms, state)
    assert turns == oracle.legal(position)
    return turns


def compare_game(blooms: Blooms, rng: Random, turns: int, skipped: int = 0) -> None:
    """Compare a random game with many captures; the first turns are only played."""
    target = blooms.rules.goal if blooms.rules.race else None
    state, position = blooms.start(), oracle.start(blooms.side, target, blooms.repetition)
    for number in range(turns):
        found = sorted(legal(blooms, state) if number < skipped else agree(blooms, state, position))
        if not found:
            break
        turn = max(rng.sample(found, min(3, len(found))), key=lambda turn: _captured(position, turn))
        state = played(blooms, [turn], state)
        following = oracle.after(position, turn)
        assert following is not None
        position = following
        assert sum(position.captures) == sum(position_of(state).captures)


def _captured(position: oracle.Position, turn: str) -> int:
    stones = position.stones | oracle.places(position, turn)
    return len(oracle.fenced(position.side, stones, oracle.OWN[3 - position.to_move]))


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=str)
def test_games_on_the_smallest_board_follow_the_slow_rules(options: dict[str, Any]) -> None:
    rng = Random(5)
    for _ in range(8):
        compare_game(game(2, **options), rng, 60)


@pytest.mark.slow
@pytest.mark.parametrize("options", KINDS, ids=str)
@pytest.mark.parametrize("side", [3, 4])
def test_games_on_larger_boards_follow_the_slow_rules(options: dict[str, Any], side: int) -> None:
    # on the larger board only the middle game has few enough turns to try all
    compare_game(game(side, **options), Random(side), 30, skipped=20 if side == 4 else 0)


@st.composite
def arrangements(draw: st.DrawFn, sides: tuple[int, ...] = (2, 3)) -> tuple[int, str]:
    """Return a side and a position text of any arrangement, also with fenced blooms of both sides."""
    side = draw(st.sampled_from(sides))
    alphabet = draw(st.sampled_from(["abcd.", "abcd.....", "aabbcd.", "acd", "ab.", "abbbbbbcccccccd..", "ac......."]))
    rows = "/".join(
        "".join(draw(st.lists(st.sampled_from(alphabet), min_size=width, max_size=width)))
        for width in (side + min(row, 2 * side - 2 - row) for row in range(2 * side - 1))
    )
    passer = draw(st.sampled_from(["- -", "1 -", "2 -", "1 p", "2 p"]))
    return side, f"{draw(st.sampled_from('12'))} {rows} 0-0 {passer}"


@settings(max_examples=80, deadline=None)
@given(arrangements((2,)), st.sampled_from(KINDS))
def test_small_arrangements_have_the_turns_that_the_slow_rules_find(
    arrangement: tuple[int, str], options: dict[str, Any]
) -> None:
    compare_arrangement(arrangement, options)


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(arrangements((3, 3, 4)), st.sampled_from(KINDS))
def test_arrangements_have_the_turns_that_the_slow_rules_find(
    arrangement: tuple[int, str], options: dict[str, Any]
) -> None:
    compare_arrangement(arrangement, options)


def _is_accepted(blooms: Blooms, state: State, turn: str) -> bool:
    try:
        blooms.check(state, blooms.parse(state, turn))
    except IllegalMove:
        return False
    return True


def compare_arrangement(arrangement: tuple[int, str], options: dict[str, Any]) -> None:
    side, text = arrangement
    blooms = game(side, **options)
    state = blooms.read_position(text)
    position = oracle.read(side, text, blooms.rules.goal if blooms.rules.race else None, blooms.repetition)
    if not isinstance(blooms.turn(state), Over):  # a race without an empty cell, which no game reaches
        turns = agree(blooms, state, position)
        for turn in oracle.every_turn(position):
            assert _is_accepted(blooms, state, turn) == (turn in turns)
        for turn in list(turns)[:5]:
            following = oracle.after(position, turn)
            assert following is not None
            assert blooms.write_position(played(blooms, [turn], state)).split(" ")[2] == "-".join(
                map(str, following.captures)
            )
