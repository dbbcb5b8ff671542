"""The hexagon: cells, names, border, and its bitboards."""

from math import hypot

import pytest

from netgame.boards.bitboard import dilate6, flood6
from netgame.boards.geometry import Label
from netgame.boards.hexagon import hexagon_board, hexagon_grid
from netgame.games.blooms.board import blooms_board


def test_rows_are_lettered_from_the_bottom_and_cells_numbered_from_the_left() -> None:
    board = hexagon_board(4)
    assert len(board.cells) == 37
    assert [board.cells[cell].name for cell in (0, 3, 4, 15, 21, 33, 36)] == ["g1", "g4", "f1", "d1", "d7", "a1", "a4"]


@pytest.mark.parametrize("side", range(2, 11))
def test_cells_next_to_each_other_are_one_width_apart(side: int) -> None:
    board, grid = hexagon_board(side), hexagon_grid(side)

    for cell, place in enumerate(board.cells):
        near = grid.cells(dilate6(grid.mask[cell], grid.stride) & grid.full) - {cell}
        apart = [hypot(place.x - other.x, place.y - other.y) for other in board.cells]
        assert near == {other for other, distance in enumerate(apart) if 0 < distance < 1.01}
        assert all(distance > 0.99 for other, distance in enumerate(apart) if other != cell)


def test_rows_have_their_letter_at_the_left_and_their_last_number_at_the_right() -> None:
    board = hexagon_board(5)
    middle = board.cells[board.cell("e1")].y

    assert Label("e", 0.5 - 0.8, middle) in board.labels
    assert Label("9", 8.5 + 0.8, middle) in board.labels
    bottom = [label.text for label in board.labels if label.y > board.cells[-1].y + 0.5]
    assert bottom == ["1", "2", "3", "4", "5"]
    assert len(board.labels) == 9 + 9 + 5


def test_the_outline_is_a_hexagon_around_all_cells_and_labels() -> None:
    board = hexagon_board(5)
    xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
    assert len(board.outline) == 6
    assert all(min(xs) < label.x < max(xs) and min(ys) < label.y < max(ys) for label in board.labels)
    assert max(xs) - min(xs) == pytest.approx(2 * (4 + 1.27))


def test_a_flood_stays_within_its_cells() -> None:
    board, grid = hexagon_board(2), hexagon_grid(2)
    within = grid.of(board.cell(name) for name in ("c1", "b1", "a1", "b3"))
    reached = flood6(grid.mask[board.cell("c1")], within, grid.stride)
    assert board.names(grid.cells(reached)) == "c1, b1, a1"


def test_blooms_that_one_turn_can_fence_have_at_most_two_empty_neighbours() -> None:
    board = blooms_board(3)
    corner, middle = board.mask[0], board.mask[9]
    wall = board.mask[1] << board.half
    empty = board.empty(corner | middle | wall, 0)
    assert board.threatened(corner | middle | wall, empty) == corner
