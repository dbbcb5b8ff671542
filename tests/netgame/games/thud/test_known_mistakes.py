"""Known mistakes of other Thud programs: each test fails for a program with that mistake."""

from random import Random

import pytest

from netgame.boards.octagon import BOARD, GRID, NEIGHBOURS
from netgame.errors import IllegalMove
from netgame.game import apply
from netgame.games.thud.game import Thud
from netgame.games.thud.moves import Move
from netgame.games.thud.state import THUDSTONE, State
from tests.netgame.games.thud.positions import THUD, at, legal, refusal

ALONG = [f"{file}9" for file in "ABCDEFGHJKLMNOP"]  # the longest lines that the Thudstone leaves free
DOWN = [f"J{rank}" for rank in range(1, 16)]


@pytest.mark.parametrize("row", [ALONG, ALONG[::-1], DOWN, DOWN[::-1]], ids=lambda row: row[0])
def test_a_hurl_of_seven_squares_is_possible_in_every_direction(row: list[str]) -> None:
    line, target = row[:7], row[13]
    pieces = ",".join(f"d{name}" for name in line)

    assert f"d{line[-1]}-{target}x{target}" in legal(at(f"d {pieces},T{target}"))


def test_throws_follow_straight_lines_only() -> None:
    state = at("d dC8,dD8,dE8,dE9,dE10,TG9,TF12,TG10")

    for move in THUD.moves(state):
        (row, column), (row2, column2) = GRID.squares[move.origin], GRID.squares[move.target]
        assert row == row2 or column == column2 or abs(row - row2) == abs(column - column2)
    for text in ("dE8-G9xG9", "dE10-F12xF12", "dC8-G10xG10"):
        assert "is not in a straight line from" in refusal(state, text)


def test_captures_stay_next_to_the_landing_square_at_every_edge() -> None:
    rng = Random(4)
    edge = [cell for cell in range(len(BOARD.cells)) if NEIGHBOURS[cell].bit_count() < 8]
    for _ in range(20):
        trolls = rng.sample(edge, 8)
        dwarfs = rng.sample([cell for cell in edge if cell not in trolls], 24)
        state = State(GRID.of(dwarfs), GRID.of(trolls), 1)
        for move in Thud(step_captures="any").moves(state):
            row, column = GRID.squares[move.target]
            for cell in GRID.cells(move.captured):
                other = GRID.squares[cell]
                assert max(abs(other[0] - row), abs(other[1] - column)) == 1


def test_a_lone_troll_steps_to_each_neighbour_that_is_empty_and_nowhere_else() -> None:
    for cell in set(range(len(BOARD.cells))) - {THUDSTONE}:
        around = sorted(GRID.cells(NEIGHBOURS[cell]) - {THUDSTONE})
        for free in (set(around[::2]), set(around[1::2])):
            dwarfs = GRID.of(set(around) - free)
            state = State(dwarfs, GRID.mask[cell], 1)

            assert {move.target for move in THUD.moves(state)} == free
            assert {target for target in around if _takes(state, Move(1, cell, target))} == free


def _takes(state: State, move: Move) -> bool:
    try:
        THUD.check(state, move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("number", [-1, -(10**9), -(1 << 63), -(10**4000), 10**4000, 1 << 100_000], ids=hash)
def test_a_huge_number_in_a_move_is_refused_quickly(number: int) -> None:
    for move in (Move(0, number, 3), Move(0, 12, number), Move(0, 12, 13, number), Move(number, 12, 13)):
        with pytest.raises(IllegalMove):
            apply(THUD, THUD.start(), move)
