"""Positions of cells on boards of any size and rotation, and back from points to cells."""

import math
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRect, QRectF

from client_qt.board.geometry import Direction, Geometry
from client_qt.board.lattice import lattice_of, path_order
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.boards.square import square_board
from netgame.games import GAMES
from netgame.options import variants
from tests.client.recording_board import RecordingBoard, cells

AREA = QRectF(0, 0, 700, 600)


def test_arrows_stop_at_the_edge_follow_the_corners_of_an_octagon_and_are_those_of_a_turned_board(clod: Board) -> None:
    straight, turned = (Geometry(clod, QRectF(0, 0, 300, 300), sixths=sixths) for sixths in (0, 3))
    assert turned.centre(clod.cell("a1")) == straight.centre(clod.cell("f6"))
    assert turned.next_cell(clod.cell("c3"), "left") == clod.cell("d3")

    board = GAMES["thud"]().board
    geometry = Geometry(board, QRectF(0, 0, 500, 500))
    assert geometry.next_cell(board.cell("F1"), "up") == board.cell("F1")
    assert geometry.next_cell(board.cell("F1"), "left") == board.cell("E2")
    assert geometry.next_cell(board.cell("H8"), "down") == board.cell("H9")


@settings(max_examples=60, deadline=None)
@given(st.floats(3, 90), st.sampled_from((1.0, 1.25, 1.5, 1.75, 2.0)), st.sampled_from((0, 3)))
def test_there_is_no_pixel_between_neighbours_at_any_size(cell: float, dpr: float, sixths: int) -> None:
    board = square_board(4, 7)
    geometry = Geometry.of_cell(board, cell, QPointF(200.3, 100.7), (2.1, 3.3), dpr, sixths)

    assert len(geometry.joined().toSubpathPolygons()) == 1
    assert geometry.joined(range(28)).boundingRect() == geometry.joined().boundingRect()
    assert (len(geometry.rows), len(geometry.columns)) == (4, 7)
    geometry = geometry.moved(QPointF(3.3, -7.9))
    for square in range(28):
        edge = geometry.rect(square).left() * dpr
        assert edge == pytest.approx(round(edge)), "panned, still on device pixels"


@pytest.mark.parametrize("sixths", range(6))
def test_a_turned_board_of_hexagons_is_the_same_around_its_middle(sixths: int) -> None:
    board = hexagon_board(4)
    straight, turned = Geometry(board, AREA), Geometry(board, AREA, sixths=sixths)
    scale, middle = turned.cell / straight.cell, AREA.center()

    for cell in range(len(board.cells)):
        way = straight.centre(cell) - middle
        angle = math.atan2(way.y(), way.x()) + math.radians(60 * sixths)
        length = math.hypot(way.x(), way.y()) * scale
        wanted = middle + QPointF(length * math.cos(angle), length * math.sin(angle))
        assert (turned.centre(cell) - wanted).manhattanLength() < 2.5  # the corner is on a device pixel
        assert turned.at(turned.centre(cell)) == cell
        shape = turned.shape(cell)
        for side, other in enumerate(turned.neighbours(cell)):
            if other is not None:
                edge = (shape.at(side) + shape.at((side + 1) % 6)) / 2
                assert (edge - (turned.centre(cell) + turned.centre(other)) / 2).manhattanLength() < 1
    start = board.cell("d4")
    step = turned.centre(turned.next_cell(start, "right")) - turned.centre(start)
    assert (step.x(), step.y()) == pytest.approx((turned.rect(0).width(), 0), abs=1), "the arrows do not turn"


def test_cells_are_found_by_position_on_every_board_and_none_extends_over_the_edge_of_one_without_rim() -> None:
    for board in (square_board(21, 42), hexagon_board(2), hexagon_board(10), GAMES["thud"]().board):
        for sixths in (0, 3) if board.shape == "square" else range(6):
            area = QRectF(0, 0, 900, 700)
            geometry = Geometry(board, area, 1.25, sixths)
            assert area.adjusted(-1, -1, 1, 1).contains(geometry.edge.boundingRect())
            assert geometry.at(QPointF(2, 2)) is None
            for cell in range(len(board.cells)):
                neighbours = [other for other in geometry.neighbours(cell) if other is not None]
                assert all(geometry.shade(other) != geometry.shade(cell) for other in neighbours)
                assert geometry.at(geometry.centre(cell)) == cell
                assert cell in set(geometry.touching(geometry.rect(cell)))

        geometry = Geometry(board, AREA, rim=False)
        assert all(geometry.edge.contains(at) for cell in range(len(board.cells)) for at in geometry.shape(cell))


ALL_BOARDS = [kind(**options).board for kind in GAMES.values() for options in variants(kind).values()]
LARGE = 500  # cells
TURNED_HEXAGONS = [(hexagon_board(side), sixths) for side in (2, 5) for sixths in range(6)]


def marks(board: Board) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow, pytest.mark.sweep] if len(board.cells) > LARGE else []


@pytest.mark.parametrize(
    ("board", "sixths"), [*(pytest.param(board, 0, marks=marks(board)) for board in ALL_BOARDS), *TURNED_HEXAGONS]
)
def test_the_arrows_reach_every_cell_of_every_board(board: Board, sixths: int) -> None:
    geometry = Geometry(board, QRectF(0, 0, 1280, 800), sixths=sixths)
    reached, todo = {0}, [0]
    while todo:
        cell = todo.pop()
        found = {geometry.next_cell(cell, direction) for direction in get_args(Direction)} - reached
        reached |= found
        todo += found

    assert len(reached) == len(board.cells)


def test_neighbours_are_mutual() -> None:
    for board, most in ((square_board(5, 7), 4), (hexagon_board(5), 6), (GAMES["thud"]().board, 4)):
        lattice = lattice_of(board)
        for cell in range(len(board.cells)):
            neighbours = lattice.neighbours(cell)
            assert len(neighbours) == most
            for side, other in enumerate(neighbours):
                assert other is None or lattice.neighbours(other)[(side + most // 2) % most] == cell


@pytest.mark.parametrize(("names", "is_path"), [
    (("a1", "b1", "b2", "b3", "c3"), True), (("c2",), True), (("a1", "c1"), False), (("a1", "b1", "a2", "b2"), False),
    (("b1", "a2", "b2", "c2"), False), (("a1", "c3", "d3", "c4", "d4"), False),
])  # fmt: skip
def test_a_path_starts_at_its_left_end_and_is_one_simple_line(names: tuple[str, ...], is_path: bool) -> None:
    board = square_board(4, 4)
    path = path_order(board, cells(board, *names))
    assert [board.name(cell) for cell in path] == (list(names) if is_path else [])


def test_turning_and_resizing_keep_every_cell_in_view_also_in_the_smallest_window(view: RecordingBoard) -> None:
    board = GAMES["thud"]().board
    view.set_position(board, {})
    for width, height in ((300, 500), (800, 300), (150, 150)):
        view.resize(width, height)
        for turned, taken in ((1, 3), (6, 0)):
            view.set_turned(turned)
            assert view.turned == taken, "by 180 degrees or not at all"
            area = QRect(0, 0, width, height)
            assert all(area.contains(view.cell_rect(cell).toAlignedRect()) for cell in range(len(board.cells)))

    view.resize(730, 402)  # what the menu, slim strips and hint line leave of the smallest window
    assert view.cell_rect(0).height() >= 24
    assert view.minimumSizeHint().height() <= 300

    view.set_position(square_board(60, 100), {})
    assert view.minimumSizeHint().width() <= 700
    assert view.rect().contains(view.cell_rect(5999).toAlignedRect())
