"""RoyalClod: spots on six sub-boards, legal cells across their borders, whole games, score, text."""

from typing import Any

import pytest

from devtools.harness.games.vectors import vectors
from netgame.errors import NotationError, OptionError
from netgame.game import Roll, apply
from netgame.games.royalclod.game import RoyalClod
from netgame.games.shared.dice_state import State
from netgame.options import option_values, variants

NAMES = {"tall": "royal_3rows_2cols", "wide": "royal_2rows_3cols"}  # names in the vectors
GAMES = {"tall": RoyalClod(), "wide": RoyalClod(layout="wide")}
both_layouts = pytest.mark.parametrize("layout", list(GAMES))


def at(game: RoyalClod, rows: list[str], roll: str = "-", side: str = "B") -> State:
    return game.read_position(f"{side} {roll} {'/'.join(rows)}")


def cells(game: RoyalClod, squares: Any) -> set[int]:
    """Return cells of [row, column] from 0."""
    return {game.dice_board.columns * row + column for row, column in squares}


def legal(game: RoyalClod, state: State) -> set[int]:
    return {move.cell for move in game.moves(state)}


@both_layouts
def test_each_sub_board_shows_the_die_faces_on_its_own_diagonal(layout: str) -> None:
    game = GAMES[layout]
    faces = {mark.kind: mark.cells for mark in game.marks(game.start())}
    known = vectors("clod", "spots")["spots"][NAMES[layout]]
    assert faces == {f"die-{die}": cells(game, known[f"{die}{die}"]) for die in range(1, 7)}


def test_an_occupied_spot_opens_cells_of_the_next_sub_board() -> None:
    game = GAMES["tall"]
    empty = ["." * 12] * 18
    state = apply(game, at(game, ["." * 5 + "W" + "." * 6, *empty[1:]]), Roll((1, 6)))
    assert {game.board.cell(name) for name in ("e1", "e2", "f2", "g1", "g2")} <= legal(game, state)
    assert game.board.cell("f1") not in legal(game, state)


def test_the_option_ties_decides_over_equal_regions() -> None:
    rows = ["BBBBBBWWWWWW"] * 18
    draw = GAMES["tall"].turn(at(GAMES["tall"], rows))
    white = RoyalClod(ties="white").turn(at(GAMES["tall"], rows))
    assert (draw.winner, draw.scores) == (None, (108, 108))
    assert (white.winner, white.scores) == (1, (108, 108))


def test_there_are_two_layouts_of_216_cells_and_tall_is_the_default() -> None:
    tall, wide = GAMES.values()

    assert list(variants(RoyalClod)) == ["tall", "wide"]
    assert option_values(RoyalClod()) == {"layout": "tall", "ties": "draw"}
    with pytest.raises(OptionError):
        RoyalClod(layout="round")  # type: ignore[arg-type]
    for game, last in ((tall, "l18"), (wide, "r12")):
        cells = game.board.cells
        assert (cells[0].name, cells[-1].name, len(cells)) == ("a1", last, 216)
    with pytest.raises(NotationError, match="the board has 18 rows, the text has 12"):
        tall.read_position(wide.write_position(wide.start()))


def test_the_status_of_a_side_is_its_largest_region() -> None:
    game = GAMES["tall"]
    state = at(game, ["BB.B.....WWW", *["." * 12] * 17])
    assert [str(game.status_text(state, seat)) for seat in (0, 1)] == ["largest region 2", "largest region 3"]
