"""Where the cells of a board lie, and which is meant."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from client_qt.board.geometry import Geometry
from netgame.boards.geometry import Board
from netgame.boards.square import square_board
from netgame.games import GAMES


@pytest.mark.parametrize("size", [(200, 200), (801, 433), (1280, 800), (97, 400)])
@pytest.mark.parametrize("dpr", [1.0, 1.25, 2.0])
def test_a_board_lies_within_its_area_with_cells_on_device_pixels(size: tuple[int, int], dpr: float) -> None:
    area = QRectF(0, 0, *size)
    geometry = Geometry(GAMES["thud"]().board, area, dpr)

    assert area.adjusted(-1, -1, 1, 1).contains(geometry.slab().boundingRect())
    for cell in range(165):
        edge = geometry.rect(cell).left() * dpr
        assert edge == pytest.approx(round(edge))
        assert geometry.at(geometry.centre(cell)) == cell


def test_neighbours_share_an_edge(clod: Board) -> None:
    geometry = Geometry(clod, QRectF(0, 0, 333, 333), 1.5)

    for one, other in (("a1", "b1"), ("c3", "d3"), ("e6", "f6")):
        assert geometry.rect(clod.cell(one)).right() == geometry.rect(clod.cell(other)).left()


def test_a_turned_board_is_the_same_one_upside_down(clod: Board) -> None:
    area = QRectF(0, 0, 300, 300)
    straight, turned = Geometry(clod, area), Geometry(clod, area, sixths=3)

    assert turned.centre(clod.cell("a1")) == straight.centre(clod.cell("f6"))
    assert turned.towards(clod.cell("c3"), "left") == clod.cell("d3")


def test_arrows_stop_at_the_edge_and_go_round_the_corners_of_the_octagon() -> None:
    board = GAMES["thud"]().board
    geometry = Geometry(board, QRectF(0, 0, 500, 500))

    assert geometry.towards(board.cell("F1"), "up") == board.cell("F1")
    assert geometry.towards(board.cell("F1"), "left") == board.cell("E2")
    assert geometry.towards(board.cell("H8"), "down") == board.cell("H9")


def test_beside_the_cells_there_is_none(clod: Board) -> None:
    geometry = Geometry(clod, QRectF(0, 0, 300, 300))

    assert geometry.at(QPointF(2, 2)) is None


def test_hexagons_are_found_by_their_middles_and_differ_from_their_neighbours(hexagons: Board) -> None:
    geometry = Geometry(hexagons, QRectF(0, 0, 300, 300))

    middle = hexagons.cell("b2")
    for cell in range(7):
        assert geometry.at(geometry.centre(cell)) == cell
        assert cell == middle or geometry.shade(cell) != geometry.shade(middle)
    assert len(geometry.shape(0)) == 6
    assert not geometry.joined(frozenset(range(7))).isEmpty()


@settings(max_examples=60, deadline=None)
@given(st.floats(3, 90), st.sampled_from((1.0, 1.25, 1.5, 1.75, 2.0)), st.sampled_from((0, 3)))
def test_no_pixel_lies_between_neighbours_whatever_the_size_of_cells(cell: float, dpr: float, sixths: int) -> None:
    board = square_board(4, 7)
    geometry = Geometry.of_cell(board, cell, QPointF(200.3, 100.7), (2.1, 3.3), dpr, sixths)

    assert geometry.joined(range(28)).elementCount() == 5
    assert len(geometry.runs(range(28))) == 4
    assert len(geometry.runs(range(28), upright=True)) == 7


def test_a_crop_of_cells_that_are_no_whole_pixels_has_no_gap() -> None:
    geometry = Geometry.of_cell(square_board(6, 6), 329 / 6, QPointF(164.5, 85), (3.0, 2.1))

    assert len(geometry.runs(range(36))) == 6
