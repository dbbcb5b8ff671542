"""Conquid: paths, a full board, how a game ends, options, and views."""

from typing import Any

import pytest

from netgame.errors import OptionError
from netgame.game import Mark, Over, Piece, Text, ToMove, apply
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Conquest
from tests.netgame.games.conquid.boards import NINE, OPEN, nine, played, refusal

# paths


def test_a_path_begins_beside_any_edge_of_a_base_and_of_the_shortest_the_first_by_row_and_column_wins() -> None:
    state = nine(OPEN, OPEN, "....111111....", "....1....1....", "....a....b....", player=1)
    over = NINE.turn(apply(NINE, state, Conquest()))
    assert NINE.board.names(over.cells) == "e3, f3, g3, h3, i3, j3, e4, j4"
    state = nine(OPEN, OPEN, OPEN, ".....1111.....", "....a1.11b....", ".....1111.....", player=1)
    over = NINE.turn(apply(NINE, state, Conquest()))
    assert NINE.board.names(over.cells) == "f4, g4, h4, i4, f5, i5"
    near = Conquid(rows=5, columns=11, base=1)
    state = near.read_position("1 ..........." + "/..........." + "/....a1b...." + "/..........." * 2)
    reason = Text("Conquest: {side} has a path of {count} cells from base to base", {"side": "Left base", "count": 1})
    assert near.turn(apply(near, state, Conquest())) == Over(0, (1, 0), reason, frozenset({27})), "one cell is enough"


@pytest.mark.parametrize("row", ["....a1..1b....", "....a1121b....", "....a....b...."])
def test_a_path_does_not_lead_over_corners_enemies_or_bases(row: str) -> None:
    state = nine(OPEN, OPEN, OPEN, "......11......" if ".." in row[5:9] else OPEN, row)
    assert "no path" in refusal(NINE, state, "Q")


def test_a_path_does_not_win_before_it_is_declared() -> None:
    state = nine(OPEN, OPEN, OPEN, OPEN, "....a1111b....", player=2)
    assert NINE.turn(state) == ToMove(1)
    assert Mark("path", frozenset(range(61, 65)), 0) in NINE.marks(state)
    assert "no path" in refusal(NINE, state, "Q")  # the turn of the other side


def test_acquire_needs_three_empty_cells() -> None:
    full = "1" * 8 + "..2/" + "2" * 11 + "/1111a1b1111/" + "1" * 11 + "/" + "2" * 11
    game = Conquid(rows=5, columns=11, base=1)
    state = game.read_position(f"1 {full}")
    assert refusal(game, state, "A i1 j1 k1") == "Acquire takes three empty cells, and there are only 2"


def test_the_limit_counts_the_turns_of_both_sides() -> None:
    game = Conquid(rows=9, columns=14, base=1, turn_limit=3)
    assert game.turn(played(game, "A a1 b1 c1", "C")) == ToMove(0)
    over = game.turn(played(game, "A a1 b1 c1", "C", "A d1 e1 f1"))
    assert over == Over(None, (0, 0), Text("the limit of {count} turns is reached: a draw", {"count": 3}))


def test_conquest_comes_before_repetition_and_repetition_before_the_limit() -> None:
    way = ("A f5 g5 h5", "C", "A i5 a1 a2", "C", "Q")
    limited = Conquid(rows=9, columns=14, base=1, turn_limit=5)
    over = limited.turn(played(limited, *way))
    repeated = Conquid(rows=9, columns=14, base=1, turn_limit=4)

    assert (over.winner, over.scores) == (0, (1, 0))
    assert repeated.turn(played(repeated, "C", "C", "C")) == ToMove(1), "the same side has to be to move"
    drawn = repeated.turn(played(repeated, "C", "C", "C", "C"))
    assert (drawn.winner, drawn.scores) == (None, (0, 0))
    assert "third time" in str(drawn.reason)


@pytest.mark.parametrize(
    ("options", "bases"),
    [
        (Conquid.presets["small"], "e4, j4"),
        (Conquid.presets["medium"], "e7, f7, w7, x7, e8, f8, w8, x8"),
        (
            {"rows": 5, "columns": 15, "base": 3},
            ", ".join(f"{letter}{row}" for row in (2, 3, 4) for letter in "efgijk"),
        ),
        ({"rows": 60, "columns": 100, "base": 1}, "e31, cr31"),
    ],
)
def test_bases_are_in_the_middle_rows_four_columns_from_the_walls(options: Any, bases: str) -> None:
    game = Conquid(**options)
    assert game.board.names(game.pieces(game.start())) == bases


def test_the_centre_of_a_large_base_has_its_own_kind_of_piece() -> None:
    game = Conquid(**Conquid.presets["large"])
    pieces = game.pieces(played(game, "A a1 b1 c1"))

    assert pieces[game.board.cell("f11")] == Piece(0, "conquid_core_1")
    assert pieces[game.board.cell("ak11")] == Piece(1, "conquid_core_2")
    assert pieces[game.board.cell("ak10")] == Piece(1, "conquid_base_2")
    assert pieces[0] == Piece(0, "conquid_1")
    assert len(pieces) == 21


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"columns": 12}, "from 13 to 100 with bases of 2 x 2"),
        ({"columns": 14, "base": 3}, "from 15 to 100 with bases of 3 x 3"),
        ({"columns": 10, "base": 1}, "from 11 to 100"),
        ({"columns": 101}, "from 11 to 100"),
    ],
)
def test_an_impossible_size_of_board_is_refused_with_the_possible_ones(options: Any, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        Conquid(**options)
    assert said in str(caught.value)
