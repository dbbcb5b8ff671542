"""Clod: spots, legal cells, two rolls, forfeits, whole games, score, text."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netgame.errors import IllegalMove, NotationError
from netgame.game import Mark, Over, Piece, Roll, ToMove, ToRoll, apply
from netgame.games.clod.game import Clod
from netgame.games.shared.dice_board import DiceBoard, Stone
from netgame.games.shared.dice_state import State
from tests.netgame.games.clod import oracle
from tests.netgame.games.clod.dice_play import placements
from tests.netgame.games.vectors import vectors

CLOD = Clod()
LEGAL = vectors("clod", "legal")
EMPTY = ["......"] * 6


def at(rows: list[str], roll: str = "-", side: str = "B") -> State:
    return CLOD.read_position(f"{side} {roll} {'/'.join(rows)}")


def cells(squares: Any) -> set[int]:
    """Return cells of [row, column] from 0."""
    return {6 * row + column for row, column in squares}


def legal(state: State) -> set[int]:
    return {move.cell for move in CLOD.moves(state)}


def rolled(state: State, *dice: int) -> State:
    return apply(CLOD, state, Roll(dice))


def placed(state: State, name: str) -> State:
    return apply(CLOD, state, CLOD.parse(state, name))


# spots and legal cells


@pytest.mark.parametrize("layout", list(vectors("clod", "spots")["layouts"]))
def test_spots_of_every_roll_on_every_layout(layout: str) -> None:
    known = vectors("clod", "spots")
    board = DiceBoard(tuple(tuple(row) for row in known["layouts"][layout]))

    for roll, spots in known["spots"][layout].items():
        expected = {row * board.columns + column for row, column in spots}
        assert board.grid.cells(board.spots(int(roll))) == expected
        assert board.grid.cells(board.spots(int(roll[::-1]))) == expected


@pytest.mark.parametrize(
    "case",
    [case for case in LEGAL["seed_examples"] if case["layout"] == "clod"] + LEGAL["clod"],
    ids=lambda case: str(case["dice"]),
)
def test_legal_cells_of_known_positions(case: dict[str, Any]) -> None:
    state = rolled(at(case["board"]), *case["dice"])

    assert legal(state) == cells(case["legal"])
    assert CLOD.turn(state) == (ToMove(0) if case["legal"] else ToRoll(0, 2, 6))


@pytest.mark.parametrize("layout", [name for name in LEGAL["layouts"] if name != "clod"])
def test_legal_cells_ignore_the_borders_of_sub_boards(layout: str) -> None:
    board = DiceBoard(tuple(tuple(row) for row in LEGAL["layouts"][layout]))

    for case in LEGAL[layout]:
        letters = "".join(case["board"])
        free = board.grid.of(cell for cell, letter in enumerate(letters) if letter == ".")
        spots = board.rolls[tuple(case["dice"])]
        expected = {row * board.columns + column for row, column in case["legal"]}
        assert board.grid.cells(board.legal(spots, free)) == expected


boards = st.lists(st.text("BW.", min_size=6, max_size=6), min_size=6, max_size=6)
die = st.integers(1, 6)


@settings(max_examples=80)
@given(boards, die, die)
def test_any_board_and_roll_allow_what_the_slow_rules_allow(rows: list[str], die1: int, die2: int) -> None:
    expected = cells(oracle.legal_cells(rows, (die1, die2)))
    state = at(rows)
    if not any("." in row for row in rows):
        return

    assert legal(rolled(state, die1, die2)) == expected
    assert rolled(state, die1, die2) == rolled(state, die2, die1)


@settings(max_examples=40)
@given(st.lists(st.text("BW", min_size=6, max_size=6), min_size=6, max_size=6))
def test_any_full_board_has_the_largest_regions_that_the_slow_rules_find(rows: list[str]) -> None:
    over = CLOD.turn(at(rows))

    assert isinstance(over, Over)
    assert over.scores == (oracle.largest_region(rows, "B"), oracle.largest_region(rows, "W"))
    assert len(over.cells) == (max(over.scores) if over.winner is not None else 0)
    assert {"BW"["".join(rows)[cell] == "W"] for cell in over.cells} <= ({"BW"[over.winner]} if over.cells else set())


# two rolls and the forfeit

# roll 3-3 is blocked on this board, 1-1 is free
BLOCKED = ["......", ".WWW..", ".WBW..", ".WWW..", "......", "......"]


def test_black_rolls_first_then_places_then_white_rolls() -> None:
    state = CLOD.start()
    assert CLOD.turn(state) == ToRoll(0, 2, 6)

    state = rolled(state, 4, 2)
    assert CLOD.turn(state) == ToMove(0)
    assert {CLOD.board.name(cell) for cell in legal(state)} == {"b4", "d2"}

    assert CLOD.turn(placed(state, "b4")) == ToRoll(1, 2, 6)


def test_a_double_has_one_spot() -> None:
    assert {CLOD.board.name(cell) for cell in legal(rolled(CLOD.start(), 3, 3))} == {"c3"}


def test_an_occupied_spot_opens_its_neighbours_without_a_second_step() -> None:
    assert len(legal(rolled(at(["......", "......", "..W...", "......", "......", "......"]), 3, 3))) == 8
    assert legal(at(BLOCKED)) == set()
    assert CLOD.turn(rolled(at(BLOCKED), 3, 3)) == ToRoll(0, 2, 6)


def test_a_blocked_first_roll_is_followed_by_a_second_for_the_same_side() -> None:
    state = rolled(at(BLOCKED, side="W"), 3, 3)

    assert CLOD.turn(state) == ToRoll(1, 2, 6)
    assert CLOD.write_position(state) == f"W ! {'/'.join(BLOCKED)}"
    assert CLOD.turn(rolled(state, 1, 1)) == ToMove(1)


def test_a_blocked_second_roll_forfeits_the_turn() -> None:
    state = rolled(rolled(at(BLOCKED), 3, 3), 3, 3)

    assert CLOD.turn(state) == ToRoll(1, 2, 6)
    assert CLOD.write_position(state) == f"W - {'/'.join(BLOCKED)}"


def test_first_and_second_roll_are_the_same_once_a_cell_is_allowed() -> None:
    first = rolled(at(BLOCKED), 1, 1)
    second = rolled(rolled(at(BLOCKED), 3, 3), 1, 1)

    assert first == second


@pytest.mark.parametrize("dice", [(), (1,), (1, 2, 3), (0, 1), (7, 1), (1, -1), (-6, -6), (True, 1), (1.0, 2), ("1", 2),
                                  (10**100, 1), (None, 1), ([], 1), 12, "12", None, {1: 2}])  # fmt: skip
def test_dice_of_the_wrong_number_or_range_are_refused(dice: Any) -> None:
    with pytest.raises(IllegalMove, match="two dice from 1 to 6"):
        apply(CLOD, CLOD.start(), Roll(dice))


def test_a_roll_that_is_not_due_is_refused() -> None:
    with pytest.raises(IllegalMove):
        apply(CLOD, rolled(CLOD.start(), 4, 2), Roll((1, 1)))
    with pytest.raises(IllegalMove):
        CLOD.rolled(rolled(CLOD.start(), 4, 2), (1, 1))
    with pytest.raises(IllegalMove):
        CLOD.rolled(at(["BBBBBB"] * 6), (1, 1))


# refusals name the cell and the rule


def test_a_taken_cell_and_a_cell_that_the_roll_does_not_allow_are_refused_with_the_reason() -> None:
    state = rolled(at(["......", "......", "..W...", "......", "......", "......"]), 3, 3)

    for name, sentence in (("c3", "there is a stone on c3 already"), ("a1", "the roll 3-3 does not allow a1")):
        with pytest.raises(IllegalMove, match=sentence):
            placed(state, name)
    with pytest.raises(IllegalMove, match="a roll of the dice comes first"):
        placed(CLOD.start(), "a1")


@pytest.mark.parametrize("cell", [-1, 36, 10**30, True, None, "a1", 1.0])
def test_a_stone_outside_the_board_is_refused(cell: Any) -> None:
    with pytest.raises(IllegalMove):
        apply(CLOD, rolled(CLOD.start(), 1, 2), Stone(cell))


# whole games and the score


@pytest.mark.parametrize("number", range(len(vectors("clod", "games")["clod"])))
def test_whole_games_go_as_recorded(number: int) -> None:
    game = vectors("clod", "games")["clod"][number]
    state, forfeits = CLOD.start(), 0

    for turn in game["turns"]:
        seat = "BW".index(turn["player"])
        for dice in turn["rolls"]:
            assert CLOD.turn(state) == ToRoll(seat, 2, 6)
            state = rolled(state, *dice)
        if turn["cell"] is None:
            forfeits += 1
            assert CLOD.turn(state) == ToRoll(1 - seat, 2, 6)
        else:
            assert len(legal(state)) == turn["n_legal"]
            state = apply(CLOD, state, Stone(6 * turn["cell"][0] + turn["cell"][1]), seat=seat)

    over = CLOD.turn(state)
    assert isinstance(over, Over)
    assert forfeits == game["forfeits"]
    assert CLOD.write_position(state).split(" ")[2] == "/".join(game["final"])
    assert over.scores == (game["largest"]["B"], game["largest"]["W"])
    assert over.winner == {"B": 0, "W": 1, "draw": None}[game["winner"]]


@pytest.mark.parametrize("case", vectors("clod", "finished")["clod"], ids=lambda case: case["winner"])
def test_full_boards_are_counted(case: dict[str, Any]) -> None:
    over = CLOD.turn(at(case["board"]))

    assert isinstance(over, Over)
    assert over.scores == (case["largest"]["B"], case["largest"]["W"])
    assert over.winner == {"B": 0, "W": 1, "draw": None}[case["winner"]]


def test_equal_regions_are_a_draw_or_a_win_for_white_by_option() -> None:
    rows = ["BBBWWW"] * 6

    draw, white = CLOD.turn(at(rows)), Clod(ties="white").turn(at(rows))

    assert isinstance(draw, Over)
    assert isinstance(white, Over)
    assert (draw.winner, draw.scores, draw.cells) == (None, (18, 18), frozenset())
    assert (white.winner, white.scores, len(white.cells)) == (1, (18, 18), 18)
    assert str(white.reason) == "the board is full: equal largest regions of 18, so White wins"


def test_random_games_follow_the_slow_rules_and_end_after_36_placements() -> None:
    rng = Random(1)

    assert {placements(CLOD, rng, "clod") for _ in range(15)} == {36}


def test_there_is_no_draw_by_agreement_and_resigning_loses() -> None:
    state = at(["BB....", "......", "...W..", "......", "......", "......"])

    over = CLOD.resigned(state, 0)

    assert CLOD.agreed(state) is None
    assert (over.winner, over.scores, str(over.reason)) == (1, (2, 1), "Black resigned")


# text


@pytest.mark.parametrize("text", ["B - " + "/".join(EMPTY), "B 42 " + "/".join(EMPTY), "W ! " + "/".join(BLOCKED)])
def test_a_position_text_is_written_exactly_as_it_was_read(text: str) -> None:
    assert CLOD.write_position(CLOD.read_position(text)) == text


def test_the_start_has_the_published_set_up() -> None:
    assert CLOD.write_position(CLOD.start()) == "B - ....../....../....../....../....../......"


def test_a_roll_is_read_in_any_order_and_written_larger_die_first() -> None:
    assert CLOD.write_position(at(EMPTY, "24")).startswith("B 42 ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("B 33 " + "/".join(BLOCKED), "the roll 33 allows no cell here: write ! for a second roll"),
        ("B - " + "/".join(EMPTY[:5]), "the board has 6 rows, the text has 5"),
        ("B - " + "/".join([*EMPTY[:5], "....."]), "row 6 must have 6 cells"),
        ("B - " + "/".join([*EMPTY[:5], ".....b"]), "row 6 may hold only . B and W"),
    ],
)
def test_a_wrong_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        CLOD.read_position(text)

    assert str(refused.value) == sentence


@pytest.mark.parametrize("head", ["b -", "B", "B 4", "B 47", "B 04", "B --", "B 4-2", "B  -", "X -", " B -", "B ４２"])
def test_a_wrong_side_or_roll_is_refused(head: str) -> None:
    with pytest.raises(NotationError):
        CLOD.read_position(f"{head} {'/'.join(EMPTY)}")


@pytest.mark.parametrize("text", ["g1", "a7", "a0", "\u212a1", "1a", "a1 ", "a01", ""])
def test_other_texts_are_not_cells(text: str) -> None:
    with pytest.raises(NotationError):
        CLOD.parse(CLOD.start(), text)


def test_cells_are_read_in_either_case_and_written_in_lower_case() -> None:
    assert CLOD.format(CLOD.start(), CLOD.parse(CLOD.start(), "B4")) == "b4"


def test_a_move_is_described_in_a_sentence() -> None:
    state = rolled(CLOD.start(), 4, 2)

    assert str(CLOD.describe(state, CLOD.parse(state, "b4"))) == "Black places a stone on b4"


# what people see


def test_one_pick_completes_a_move() -> None:
    state = rolled(CLOD.start(), 4, 2)
    b4 = CLOD.board.cell("b4")

    assert CLOD.picks(state, ()).next == {b4, CLOD.board.cell("d2")}
    staged = CLOD.picks(state, (b4,))
    assert [CLOD.format(state, move) for move in staged.moves] == ["b4"]
    assert staged.pieces == {b4: Piece(0, "clod_black")}
    assert CLOD.picks(state, staged.picked) == staged


def test_marks_show_the_die_faces_the_spots_and_the_largest_regions() -> None:
    state = rolled(at(["BB....", "......", "...W..", "......", "......", "......"]), 3, 3)
    marks = CLOD.marks(state)

    assert Mark("die-3", frozenset({14})) in marks
    assert Mark("spot", frozenset({14})) in marks
    assert Mark("region", frozenset({0, 1}), 0) in marks
    assert not [mark for mark in marks if mark.kind == "region" and mark.seat == 1]
