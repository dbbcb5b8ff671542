"""Known mistakes of other Thud programs: each test fails for a program with that mistake."""

import pytest

from netgame.boards.octagon import BOARD, GRID, NEIGHBOURS
from netgame.errors import IllegalMove
from netgame.game import apply
from netgame.games.thud.moves import Move
from netgame.games.thud.state import THUDSTONE, State
from tests.netgame.games.thud.positions import THUD


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
