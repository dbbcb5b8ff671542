"""Clod: spots, legal cells, two rolls, forfeits, whole games, score, text."""

import pytest

from netgame.errors import IllegalMove
from netgame.game import Mark, Roll, ToMove, ToRoll, apply
from netgame.games.clod.game import Clod
from netgame.games.shared.dice_state import State

CLOD = Clod()
EMPTY = ["......"] * 6


def at(rows: list[str], roll: str = "-", side: str = "B") -> State:
    return CLOD.read_position(f"{side} {roll} {'/'.join(rows)}")


def legal(state: State) -> set[int]:
    return {move.cell for move in CLOD.moves(state)}


def rolled(state: State, *dice: int) -> State:
    return apply(CLOD, state, Roll(dice))


def placed(state: State, name: str) -> State:
    return apply(CLOD, state, CLOD.parse(state, name))


# roll 3-3 is blocked on this board, 1-1 is free
BLOCKED = ["......", ".WWW..", ".WBW..", ".WWW..", "......", "......"]


def test_black_rolls_first_then_places_then_white_rolls() -> None:
    state = CLOD.start()
    assert CLOD.turn(state) == ToRoll(0, 2, 6)
    state = rolled(state, 4, 2)
    assert CLOD.turn(state) == ToMove(0)
    assert {CLOD.board.name(cell) for cell in legal(state)} == {"b4", "d2"}
    assert CLOD.turn(placed(state, "b4")) == ToRoll(1, 2, 6)


def test_an_occupied_spot_opens_its_neighbours_without_a_second_step() -> None:
    assert len(legal(rolled(at(["......", "......", "..W...", "......", "......", "......"]), 3, 3))) == 8
    assert legal(at(BLOCKED)) == set()
    assert CLOD.turn(rolled(at(BLOCKED), 3, 3)) == ToRoll(0, 2, 6)


def test_a_blocked_first_roll_is_followed_by_a_second_one_whose_failure_forfeits_the_turn() -> None:
    state = rolled(at(BLOCKED, side="W"), 3, 3)
    assert CLOD.turn(state) == ToRoll(1, 2, 6)
    assert CLOD.write_position(state) == f"W ! {'/'.join(BLOCKED)}"
    assert CLOD.turn(rolled(state, 1, 1)) == ToMove(1)
    assert CLOD.write_position(rolled(state, 3, 3)) == f"B - {'/'.join(BLOCKED)}"


def test_a_roll_that_is_not_due_and_a_stone_that_the_roll_does_not_allow_are_refused() -> None:
    due, state = rolled(CLOD.start(), 4, 2), rolled(at(["......", "......", "..W...", *EMPTY[:3]]), 3, 3)

    with pytest.raises(IllegalMove):
        apply(CLOD, due, Roll((1, 1)))
    for wrong in (due, at(["BBBBBB"] * 6)):
        with pytest.raises(IllegalMove):
            CLOD.rolled(wrong, (1, 1))
    for name, sentence in (("c3", "there is a stone on c3 already"), ("a1", "the roll 3-3 does not allow a1")):
        with pytest.raises(IllegalMove, match=sentence):
            placed(state, name)
    with pytest.raises(IllegalMove, match="a roll of the dice comes first"):
        placed(CLOD.start(), "a1")


def test_equal_regions_are_a_draw_or_by_option_a_win_for_white() -> None:
    rows = ["BBBWWW"] * 6
    draw, white = CLOD.turn(at(rows)), Clod(ties="white").turn(at(rows))
    assert (draw.winner, draw.scores, draw.cells) == (None, (18, 18), frozenset())
    assert (white.winner, white.scores, len(white.cells)) == (1, (18, 18), 18)
    assert str(white.reason) == "the board is full: equal largest regions of 18, so White wins"


def test_marks_show_the_die_faces_the_spots_and_the_largest_regions() -> None:
    state = rolled(at(["BB....", "......", "...W..", "......", "......", "......"]), 3, 3)
    marks = CLOD.marks(state)
    assert Mark("die-3", frozenset({14})) in marks
    assert Mark("spot", frozenset({14})) in marks
    assert Mark("region", frozenset({0, 1}), 0) in marks
    assert not [mark for mark in marks if mark.kind == "region" and mark.seat == 1]
