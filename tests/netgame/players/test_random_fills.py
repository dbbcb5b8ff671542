"""Random fills of a board of Clod say who is ahead, and which cell decides."""

from itertools import product
from random import Random
from typing import Any

import pytest

from netgame.game import ToMove
from netgame.games import GAMES
from netgame.games.clod.game import Clod
from netgame.games.shared.dice_fills import Fills
from netgame.players import Limits, choose
from tests.netgame.games.cases import AnyGame

SMALL = "BBBBBB/B.BBBB/WW.WWW/BBBBBW/WWWWWW/.WWWW."
LARGE = "/".join([*["B" * 12] * 7, "WWWWW.WWWWWW", *["B" * 12] * 2, *["W" * 12] * 7, "W..WWWWWW..W"])


def rolled_onto(game: AnyGame, side: str, rows: str, cell: str) -> Any:
    """Return that position after a roll that allows this cell and others."""
    before = game.read_position(f"{side} - {rows}")
    for dice in product(range(1, 7), repeat=2):
        state = game.rolled(before, dice)
        names = [game.format(state, move) for move in game.moves(state)]
        if cell in names and len(names) > 1:
            return state
    raise AssertionError("no roll allows it")


@pytest.mark.parametrize(("key", "rows", "cell"), [("clod", SMALL, "c3"), ("royalclod", LARGE, "f8")])
@pytest.mark.parametrize("side", ["B", "W"])  # Black closes the path, White cuts it
@pytest.mark.parametrize("nodes", [3, 200])
def test_the_cell_that_joins_or_cuts_the_largest_region_is_taken(
    key: str, rows: str, cell: str, side: str, nodes: int
) -> None:
    game = GAMES[key]()
    state = rolled_onto(game, side, rows, cell)
    assert isinstance(game.turn(state), ToMove)
    assert game.format(state, choose(game, state, Limits(nodes, seed=1))) == cell


def judged(game: Clod, rows: str) -> tuple[float, dict[str, float]]:
    """Return the value of a position for Black, and what a black stone on each free cell adds."""
    black, free, _, _ = game.read_position(f"B - {rows}")
    board = game.dice_board
    judgement = Fills(board, 64, game.ties == "white").judge(black, free, Random(1).getrandbits)
    cells = board.grid.cells(free)
    return judgement.value, {board.board.name(cell): judgement.gain(board.grid.bit[cell]) for cell in cells}


@pytest.mark.parametrize(
    ("ties", "rows", "value"),
    [
        ("draw", "BBBBBB/" * 4 + "WWWWWW/WWWWW.", 1.0),
        ("draw", "WWWWWW/" * 5 + "BBBBB.", -1.0),
        ("draw", "/".join(["BBBWWW"] * 6), 0.0),
        ("white", "/".join(["BBBWWW"] * 6), -0.5),
    ],
)
def test_a_decided_position_has_the_value_of_its_end(ties: Any, rows: str, value: float) -> None:
    assert judged(Clod(ties=ties), rows)[0] == value


def test_the_deciding_cell_adds_most() -> None:
    _, gains = judged(Clod(), SMALL)
    assert max(gains, key=gains.__getitem__) == "c3"
    assert gains["c3"] > 0.5
