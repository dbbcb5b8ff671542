"""Parts that games share: boards, the arithmetic of bitboards, and the history of repetitions."""

import copy
import pickle
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netgame.boards.bitboard import Grid, bits, dilate6, dilate8, flood4, flood6, largest_region4
from netgame.boards.geometry import Label, column_letters
from netgame.boards.hexagon import hexagon_board, hexagon_grid
from netgame.boards.octagon import octagon_board
from netgame.boards.square import square_board
from netgame.errors import NotationError
from netgame.games.shared.repetition import RepetitionHistory

GRID = Grid(4, [(row, column) for row in range(3) for column in range(4)])


def mask(*rows: str) -> int:
    """Return a bitboard drawn as text."""
    return GRID.of(cell for cell, letter in enumerate("".join(rows)) if letter == "#")


def test_columns_continue_after_z_as_in_a_spreadsheet_and_all_four_sides_are_labelled() -> None:
    assert [column_letters(column) for column in (0, 25, 26, 41, 51, 52)] == ["a", "z", "aa", "ap", "az", "ba"]
    labels = set(square_board(6, 6).labels)
    assert len(labels) == 24
    assert {Label("a", 0.5, -0.36), Label("a", 0.5, 6.36), Label("6", -0.36, 5.5), Label("6", 6.36, 5.5)} <= labels


def test_a_square_board_has_its_cells_row_by_row_from_the_top_left() -> None:
    board = square_board(2, 3)
    assert [place.name for place in board.cells] == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert [(place.x, place.y) for place in board.cells[:4]] == [(0.5, 0.5), (1.5, 0.5), (2.5, 0.5), (0.5, 1.5)]
    corners = [(round(x, 2), round(y, 2)) for x, y in board.outline]
    assert corners == [(-0.72, -0.72), (3.72, -0.72), (3.72, 2.72), (-0.72, 2.72)]


def test_the_octagon_has_165_squares_in_ranks_of_known_width_a_label_at_each_notch_and_eight_corners() -> None:
    board = octagon_board()
    texts, corners = [label.text for label in board.labels], board.outline
    ranks = [place.name[1:] for place in board.cells]
    assert len(board.cells) == 165
    assert [ranks.count(str(rank)) for rank in range(1, 16)] == [5, 7, 9, 11, 13, 15, 15, 15, 15, 15, 13, 11, 9, 7, 5]
    assert [board.cells[cell].name for cell in (0, 82, 164)] == ["F1", "H8", "K15"]
    assert "I8" not in {place.name for place in board.cells}

    assert len(texts) == 40
    assert {text for text in texts if texts.count(text) == 2} == {*"FGHJK", "6", "7", "8", "9", "10"}
    at = {(round(label.x, 2), round(label.y, 2)): label.text for label in board.labels}
    places = ((4.58, 0.58), (10.42, 0.58), (0.58, 10.42), (14.42, 10.42))
    assert [at[place] for place in places] == ["1", "L", "A", "11"]

    turns = [
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        for a, b, c in zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True)
    ]
    assert len(corners) == 8
    assert all(turn > 0 for turn in turns), "clockwise"


def test_rows_of_the_hexagon_are_lettered_from_the_bottom_and_cells_numbered_from_the_left() -> None:
    board = hexagon_board(4)
    assert len(board.cells) == 37
    assert [board.cells[cell].name for cell in (0, 3, 4, 15, 21, 33, 36)] == ["g1", "g4", "f1", "d1", "d7", "a1", "a4"]


@pytest.mark.parametrize("side", range(2, 11))
def test_cells_of_the_hexagon_next_to_each_other_are_one_width_apart(side: int) -> None:
    board, grid = hexagon_board(side), hexagon_grid(side)
    for cell, place in enumerate(board.cells):
        near = grid.cells(dilate6(grid.mask[cell], grid.stride) & grid.full) - {cell}
        apart = [hypot(place.x - other.x, place.y - other.y) for other in board.cells]
        assert near == {other for other, distance in enumerate(apart) if 0 < distance < 1.01}
        assert all(distance > 0.99 for other, distance in enumerate(apart) if other != cell)


def test_rows_of_the_hexagon_have_a_letter_at_the_left_a_number_at_the_right_and_the_outline_is_around() -> None:
    board = hexagon_board(5)
    middle = board.cells[board.cell("e1")].y

    assert Label("e", 0.5 - 0.8, middle) in board.labels
    assert Label("9", 8.5 + 0.8, middle) in board.labels
    bottom = [label.text for label in board.labels if label.y > board.cells[-1].y + 0.5]
    assert bottom == ["1", "2", "3", "4", "5"]
    assert len(board.labels) == 9 + 9 + 5

    xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
    assert len(board.outline) == 6
    assert all(min(xs) < label.x < max(xs) and min(ys) < label.y < max(ys) for label in board.labels)
    assert max(xs) - min(xs) == pytest.approx(2 * (4 + 1.27))


@pytest.mark.parametrize("name", ["", "A1", "a9", "a01", "a" * 10_000_000, "ａ1"])
def test_an_unknown_cell_name_is_refused_with_a_short_sentence(name: str) -> None:
    with pytest.raises(NotationError) as refused:
        square_board(6, 6).cell(name)
    assert len(str(refused.value)) < 60


@given(st.sets(st.integers(0, 300)))
def test_bits_are_listed_from_the_lowest(numbers: set[int]) -> None:
    assert list(bits(sum(1 << number for number in numbers))) == sorted(numbers)


def test_dilations_and_floods_stop_at_the_edges_and_floods_at_corners() -> None:
    spread = dilate8(mask("...#", "....", "...."), GRID.stride) & GRID.full
    assert spread == mask("..##", "..##", "....")
    within = mask("##.#", "#..#", ".##.")
    assert flood4(mask("#...", "....", "...."), within, GRID.stride) == mask("##..", "#...", "....")

    board, grid = hexagon_board(2), hexagon_grid(2)
    within = grid.of(board.cell(name) for name in ("c1", "b1", "a1", "b3"))
    reached = flood6(grid.mask[board.cell("c1")], within, grid.stride)
    assert board.names(grid.cells(reached)) == "c1, b1, a1"


def test_the_largest_region_is_the_first_of_equals_and_empty_on_an_empty_board() -> None:
    assert largest_region4(mask("##..", "....", "..##"), GRID.stride) == mask("##..", "....", "....")
    assert largest_region4(mask("#...", "....", "..##"), GRID.stride) == mask("....", "....", "..##")
    assert largest_region4(0, GRID.stride) == 0


# ---- the history of repetitions


KEYS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4096 * 2)), min_size=1, max_size=40)


def past(keys: list[tuple[int, int]]) -> RepetitionHistory:
    made = RepetitionHistory(keys[0])
    for key in keys[1:]:
        made = made.appended(key)
    return made


@given(KEYS, KEYS)
def test_the_occurrences_of_every_board_are_counted_and_the_same_boards_in_the_same_order_are_equal(
    keys: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    made, again = past(keys), past(list(keys))
    assert (made, hash(made)) == (again, hash(again))
    assert (made == past(other)) == (keys == other)
    assert made != keys
    assert made.length == len(keys)
    assert made.occurrences == keys.count(keys[-1])
    assert {key: made.count(key) for key in keys} == {key: keys.count(key) for key in keys}
    assert made.count((9, 9)) == 0


@given(KEYS, KEYS)
def test_two_continuations_of_a_history_are_independent(
    keys: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    before = past(keys)
    one, two = before, before
    for key in other:
        one = one.appended(key)
    for key in reversed(other):
        two = two.appended(key)

    assert one.count(other[0]) == two.count(other[0]) == (keys + other).count(other[0])
    assert before.count(other[0]) == keys.count(other[0])
    assert (one == two) == (other == other[::-1])


def test_a_long_history_can_be_pickled_and_copied() -> None:
    long = past([(0, number % 700) for number in range(1500)])
    sent = pickle.loads(pickle.dumps(long))
    assert sent == long
    assert (sent.length, sent.occurrences) == (long.length, long.occurrences)
    assert copy.deepcopy((long, 1)) == (long, 1)
