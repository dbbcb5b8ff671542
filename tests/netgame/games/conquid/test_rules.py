"""Conquid: known positions, the four actions and their refusals, paths, how a game ends, options, and views."""

from itertools import islice
from typing import Any

import pytest

from devtools.harness.games.vectors import vectors
from netgame.errors import OptionError
from netgame.game import Mark, Over, Piece, Text, ToMove, apply
from netgame.games.conquid.board import conquer, conquest_path
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Acquire, Action, Conquer, Conquest, Vanquish
from tests.netgame.games.conformance import is_taken, refusal
from tests.netgame.games.conquid.boards import MEDIUM, NINE, OPEN, SMALL, at, nine, played, rows_of, sized

POSITIONS = vectors("conquid", "positions")["positions"]
ILLEGAL = vectors("conquid", "illegal")["cases"]


@pytest.mark.parametrize("player", [1, 2])
@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: f"{case['id']}-{case['kind']}")
def test_the_actions_of_known_positions(case: dict[str, Any], player: int) -> None:
    game, known = sized(case), case["players"][str(player)]
    state = at(game, case["board"], player)
    length, taken = known["conquest_path_len"], conquer(state.own, state.enemy, game.layout.stride)[0] ^ state.own

    assert rows_of(game, state) == case["board"]
    assert rows_of(game, apply(game, state, Conquer())) == known["conquer"]
    assert taken.bit_count() == known["conquered"]
    assert conquest_path(state.own, game.layout).bit_count() == (length or 0)
    blocks = [corner for corner in range(len(game.board.cells)) if is_taken(game, state, Vanquish(corner))]
    assert [[*divmod(corner, game.columns)] for corner in blocks] == sorted(known["vanquish_corners"])
    if length is None:
        assert "no path" in refusal(game, state, "Q")
    else:
        over = game.turn(apply(game, state, Conquest()))
        assert isinstance(over, Over)
        assert (over.winner, len(over.cells)) == (player - 1, length)


@pytest.mark.parametrize("case", ILLEGAL, ids=lambda case: case["name"].replace(" ", "-"))
def test_moves_that_other_programs_accept_are_refused(case: dict[str, Any]) -> None:
    game, move = sized(case), case["move"]
    state = at(game, case["board"], case["player"])

    def index(place: list[int]) -> int:  # like other programs: a negative index counts from the end
        return place[0] * game.columns + place[1]

    action: Action
    match move["type"]:
        case "A":
            action = Acquire(frozenset(index(place) for place in move["locs"]))
        case "V":
            action = Vanquish(index(move["corner"]))
        case _:
            action = Conquest()
    assert refusal(game, state, action)
    assert game.write_position(state) == f"{case['player']} {'/'.join(case['board'])}"


def test_acquire_takes_exactly_three_different_empty_cells_of_the_board() -> None:
    state = played(SMALL, "A a1 b1 c1")
    three = "Acquire takes exactly three different empty cells"

    assert refusal(SMALL, state, "A b1 d1 e1") == "b1 is taken"
    assert refusal(SMALL, state, "A e4 f1 g1") == "e4 is part of a base"
    assert refusal(SMALL, state, Acquire(frozenset({3, 4}))) == three
    assert refusal(SMALL, state, Acquire(frozenset({3, 4, 5, 6}))) == three
    assert refusal(SMALL, state, Acquire([3, 3, 4])) == three  # type: ignore[arg-type]


def test_a_block_is_on_the_board_without_a_base_and_all_of_one_owner() -> None:
    state = played(MEDIUM, "A a5 b5 c5", "C", "A d5 k1 k2")

    for corner in ("z1", "aa1", "ab14", "a12"):
        assert refusal(MEDIUM, state, f"V {corner}") == f"the block at {corner} is not entirely on the board"
    assert refusal(MEDIUM, state, "V c5") == "the block at c5 contains a base cell"
    assert refusal(MEDIUM, state, "V h1") == "the block at h1 is not all of one owner"


def test_only_cells_that_share_an_edge_count_around_a_block() -> None:
    three = nine(OPEN, OPEN, OPEN, OPEN, "1111a1...b....")  # a5 and f5 touch corners, e5 is a base
    four = nine(OPEN, "1.............", OPEN, OPEN, "1111a1...b....")
    assert refusal(NINE, three, "V b1") == "only 3 of the cells around the block at b1 are yours: Vanquish needs 4"
    assert refusal(NINE, three, "V f6") == "only 1 of the cells around the block at f6 is yours: Vanquish needs 4"
    assert refusal(NINE, three, "V k6") == "none of the cells around the block at k6 are yours: Vanquish needs 4"
    assert apply(NINE, four, NINE.parse(four, "V b1")).cells == four.cells


@pytest.mark.parametrize("player", [1, 2])
def test_a_block_of_either_owner_becomes_empty(player: int) -> None:
    state = nine(*[f"{player * 1111}1........."] * 4)
    after = apply(NINE, state, NINE.parse(state, "V a1"))
    assert rows_of(NINE, after)[:5] == ["....1........."] * 4 + ["....a....b...."]
    assert NINE.turn(after) == ToMove(1)


def test_conquer_is_legal_if_it_takes_nothing_also_from_bases_and_on_a_full_board() -> None:
    rows = [".........1....", "...1a2..1b....", ".....1........"]
    full = nine(*["1" * 14] * 4, "1111a1111b1111", *["1" * 14] * 4, player=2)
    assert rows_of(NINE, apply(NINE, nine(OPEN, OPEN, OPEN, *rows), Conquer()))[3:6] == rows
    assert list(NINE.moves(full)) == [Conquer()]
    assert apply(NINE, full, Conquer()).cells == full.cells


def test_rare_actions_are_listed_first_and_the_list_is_lazy() -> None:
    game = Conquid(**Conquid.presets["large"])
    bridge, base, empty = f"....aaa{'1' * 28}bbb....", f"....aaa{'.' * 28}bbb....", "." * 42
    state = game.read_position(f"1 {'/'.join([*[empty] * 9, bridge, base, base, *[empty] * 9])}")
    first = [game.format(state, move) for move in islice(game.moves(state), 60)]

    assert first[:3] == ["Q", "C", "V h6"]
    assert [text[0] for text in first] == ["Q", "C", *["V"] * 50, *["A"] * 8]
    assert first[52] == "A a1 b1 c1"


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
