"""Boards that are turned, without coordinates, with a crosshair: what is seen, and what the keyboard means then."""

import math

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from client_qt.board.coordinate_lines import name_lines
from client_qt.board.crosshair import TINT
from client_qt.board.geometry import Geometry
from client_qt.board.painting.outline import slab_size
from client_qt.theme import Theme
from client_qt.theme.colour import mix
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.boards.square import square_board
from netgame.games import GAMES
from tests.client.seen import LEFT, Seen, alike, cells, picks

AREA = QRectF(0, 0, 700, 600)


@pytest.mark.parametrize("sixths", range(6))
def test_a_turned_board_of_hexagons_is_the_same_one_round_its_middle(sixths: int) -> None:
    board = hexagon_board(4)
    straight, turned = Geometry(board, AREA), Geometry(board, AREA, sixths=sixths)
    scale, middle = turned.cell / straight.cell, AREA.center()

    for cell in range(len(board.cells)):
        way = straight.centre(cell) - middle
        angle = math.atan2(way.y(), way.x()) + math.radians(60 * sixths)
        length = math.hypot(way.x(), way.y()) * scale
        wanted = middle + QPointF(length * math.cos(angle), length * math.sin(angle))
        assert (turned.centre(cell) - wanted).manhattanLength() < 2.5  # the corner lies on a device pixel
        assert turned.at(turned.centre(cell)) == cell


@pytest.mark.parametrize("sixths", range(6))
def test_cells_beside_each_other_are_seen_in_the_order_of_the_edges(sixths: int) -> None:
    board = hexagon_board(4)
    geometry = Geometry(board, AREA, sixths=sixths)

    for cell in range(len(board.cells)):
        shape = geometry.shape(cell)
        for side, other in enumerate(geometry.beside(cell)):
            if other is not None:
                edge = (shape.at(side) + shape.at((side + 1) % 6)) / 2
                between = (geometry.centre(cell) + geometry.centre(other)) / 2
                assert (edge - between).manhattanLength() < 1


@pytest.mark.parametrize("sixths", range(6))
def test_arrows_go_where_they_point_on_a_turned_board(view: Seen, sixths: int) -> None:
    board = hexagon_board(5)
    view.set_position(board, {})
    view.set_turned(sixths)
    view.set_cursor(board.cell("e5"))

    QTest.keyClick(view, Qt.Key.Key_Right)

    assert view.cursor_cell is not None
    went = view.cell_rect(view.cursor_cell).center() - view.cell_rect(board.cell("e5")).center()
    assert went.x() == pytest.approx(view.cell_rect(0).width(), abs=1)
    assert went.y() == pytest.approx(0, abs=1)


def test_a_click_on_a_turned_board_picks_what_is_seen_there(view: Seen) -> None:
    board = hexagon_board(5)
    view.set_position(board, {})
    view.set_picks(picks(board, "a1"))
    straight = view.at("a1")
    view.set_turned(1)

    QTest.mouseClick(view, LEFT, pos=straight)
    QTest.mouseClick(view, LEFT, pos=view.at("a1"))

    assert straight != view.at("a1")
    assert view.names() == ["a5", "a1"]


def test_squares_turn_by_half_a_turn_or_not_at_all(view: Seen, clod: Board) -> None:
    view.set_position(clod, {})
    straight = view.at("a1")

    view.set_turned(1)
    assert view.flipped
    view.set_turned(view.turned + 3)

    assert view.at("a1") == straight


@pytest.mark.parametrize("board", [GAMES["thud"]().board, square_board(6, 6), hexagon_board(5)])
def test_without_coordinates_the_cells_have_the_room(view: Seen, board: Board) -> None:
    view.set_position(board, {})
    before = view.cell_rect(0).width()

    view.set_coordinates_shown(False)

    assert view.cell_rect(0).width() > before
    assert slab_size(board, rim=False) < slab_size(board)
    for cell in range(len(board.cells)):
        assert view.rect().contains(view.cell_rect(cell).toAlignedRect())


def test_no_cell_reaches_over_a_slab_without_its_rim() -> None:
    for board in (GAMES["thud"]().board, hexagon_board(5), square_board(3, 8)):
        geometry = Geometry(board, AREA, rim=False)
        slab = geometry.slab()
        for cell in range(len(board.cells)):
            assert all(slab.contains(corner) for corner in geometry.shape(cell))


def test_row_and_column_under_the_pointer_are_tinted_on_a_large_board(view: Seen, theme: Theme) -> None:
    board = square_board(21, 42)
    view.resize(1000, 560)
    view.set_position(board, {})

    QTest.mouseMove(view, view.at("m9"))

    for name, tinted in (("c9", True), ("m20", True), ("c10", False)):
        place = board.cells[board.cell(name)]
        tone = theme.board.cell_a if (math.floor(place.x) + math.floor(place.y)) % 2 == 0 else theme.board.cell_b
        seen = view.image().pixelColor(view.at(name))
        assert tinted == (seen.lightness() < mix(tone, theme.board.coord, TINT / 2).lightness())


def test_the_crosshair_follows_the_keyboard_and_leaves_no_trace(view: Seen) -> None:
    board = square_board(21, 42)
    view.set_position(board, {})
    plain = view.image()
    view.set_cursor(board.cell("m9"))
    view.move_cursor("down")
    assert view.image() != plain

    view.hide_cursor()

    assert view.image() == plain


@pytest.mark.parametrize(("choice", "small", "large"), [("large", 0, 1), ("always", 1, 1), ("never", 0, 0)])
def test_where_there_is_a_crosshair_is_a_choice(view: Seen, clod: Board, choice: str, small: int, large: int) -> None:
    view.set_crosshair(choice)  # type: ignore[arg-type]
    for board, wanted in ((clod, small), (square_board(12, 18), large)):
        view.set_position(board, {})
        plain = view.image()
        QTest.mouseMove(view, view.at("b2"))
        assert (view.image() != plain) == bool(wanted)
        view.point_at(None)


def test_the_names_of_the_crosshair_s_lines_are_written_the_other_way_round(view: Seen, theme: Theme) -> None:
    board = square_board(6, 6)
    view.set_position(board, {})
    view.set_crosshair("always")
    QTest.mouseMove(view, view.at("c3"))

    label = view.cell_rect(board.cell("c1")).translated(0, -view.cell_rect(0).height() * 0.86)
    beside = view.cell_rect(board.cell("d1")).translated(0, -view.cell_rect(0).height() * 0.86)

    def dark(rect: QRectF) -> int:
        image, area = view.image(), rect.toAlignedRect()
        return sum(
            alike(image.pixelColor(x, y), theme.board.coord)
            for x in range(area.left(), area.right())
            for y in range(max(0, area.top()), area.bottom())
        )

    assert dark(label) > 3 * dark(beside) > 0


def test_the_lines_of_a_cell_are_those_that_its_name_says() -> None:
    board = GAMES["thud"]().board
    lines = name_lines(board)

    through = lines.through(board.cell("H1"))

    assert cells(board, "H15", "F1", "K1") <= through
    assert len(through) == 5 + 15 - 1
    assert {label.text for label in lines.labels(board.cell("H1"))} == {"H", "1"}


def test_a_row_of_hexagons_is_tinted_and_a_bent_line_is_not() -> None:
    board = hexagon_board(4)

    assert name_lines(board).through(board.cell("d2")) == cells(board, *(f"d{i}" for i in range(1, 8)))
