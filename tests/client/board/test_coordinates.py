"""Names of rows and columns: on the rim, at the edge of a zoomed board, and at the crosshair."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from client_qt.board.cell_state import Pointing
from client_qt.board.coordinates import coordinate_font, coordinate_lines, has_coordinates, readable_labels
from client_qt.board.crosshair import crosshair_cell
from client_qt.board.geometry import Geometry
from client_qt.settings.preferences import Crosshair
from client_qt.theme import Theme
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.boards.square import square_board
from netgame.games import GAMES
from tests.client.recording_board import RecordingBoard, alike, cells, colours_in


@pytest.mark.parametrize(("rows", "columns", "cell"), [(60, 100, 12.0), (60, 100, 7.5), (21, 42, 14.0), (14, 28, 40.0)])
def test_names_on_the_rim_never_overlap(theme: Theme, rows: int, columns: int, cell: float) -> None:
    font = theme.font("small", "strong")
    font.setPixelSize(10)
    metrics = QFontMetricsF(font)
    labels = readable_labels(square_board(rows, columns), cell, metrics)

    top = sorted((label.x * cell, metrics.horizontalAdvance(label.text)) for label in labels if label.y < 0)
    for (x, width), (following, next_width) in pairwise(top):
        assert x + width / 2 < following - next_width / 2
    left = sorted(label.y * cell for label in labels if label.x < 0)
    assert all(below - above > metrics.capHeight() for above, below in pairwise(left))
    assert {"a", "1"} <= {label.text for label in labels}


@pytest.mark.parametrize("board", [GAMES["thud"]().board, square_board(6, 6), hexagon_board(5)])
def test_without_coordinates_the_cells_are_larger(view: RecordingBoard, board: Board) -> None:
    view.set_position(board, {})
    before = view.cell_rect(0).width()
    view.set_coordinates_shown(False)
    assert view.cell_rect(0).width() > before
    assert all(view.rect().contains(view.cell_rect(cell).toAlignedRect()) for cell in range(len(board.cells)))


def test_names_stay_at_the_edge_of_a_zoomed_board_and_follow_it(view: RecordingBoard, theme: Theme) -> None:
    view.set_position(square_board(21, 42), {})
    view.zoom_by(5.0)
    band = QRectF(0, 12, view.width() - 1, 1)
    assert theme.board.coord.name() in colours_in(view.image(), band)
    before = view.image().copy(0, 0, view.width(), 20)
    view.pan(QPointF(-500, 0))
    assert view.image().copy(0, 0, view.width(), 20) != before

    view.set_coordinates_shown(False)
    assert theme.board.coord.name() not in colours_in(view.image(), band)


def test_the_lines_of_a_cell_are_those_of_its_name_and_only_straight_ones_of_hexagons() -> None:
    board, hexagons = GAMES["thud"]().board, hexagon_board(4)
    lines = coordinate_lines(board)
    through = lines.through(board.cell("H1"))

    assert cells(board, "H15", "F1", "K1") <= through
    assert len(through) == 5 + 15 - 1
    assert {label.text for label in lines.labels(board.cell("H1"))} == {"H", "1"}
    straight = cells(hexagons, *(f"d{i}" for i in range(1, 8)))
    assert coordinate_lines(hexagons).through(hexagons.cell("d2")) == straight


@pytest.mark.parametrize(("choice", "small", "large"), [("large", 0, 1), ("always", 1, 1), ("never", 0, 0)])
def test_the_crosshair_is_a_choice(choice: Crosshair, small: int, large: int) -> None:
    for board, wanted in ((square_board(6, 6), small), (square_board(12, 18), large)):
        assert (crosshair_cell(choice, board, Pointing(hover=3)) == 3) == bool(wanted)
        assert (crosshair_cell(choice, board, Pointing(hover=3, cursor=4)) == 4) == bool(wanted)
        assert crosshair_cell(choice, board, Pointing()) is None


def test_the_crosshair_tints_row_and_column_and_leaves_no_trace(view: RecordingBoard, theme: Theme) -> None:
    size = view.size()
    view.resize(1000, 560)
    view.set_position(square_board(21, 42), {})
    plain = view.image()

    QTest.mouseMove(view, view.at("m9"))

    image = view.image()
    for name, tinted in (("c9", True), ("m20", True), ("c10", False)):
        assert (image.pixelColor(view.at(name)) != plain.pixelColor(view.at(name))) == tinted
    view.point_at(None)
    assert view.image() == plain

    view.set_position(square_board(6, 6), {})
    view.set_crosshair("always")
    view.resize(size)
    QTest.mouseMove(view, view.at("c3"))
    image = view.image()

    def inked(name: str) -> int:
        area = view.rect_of(name).translated(0, -view.rect_of(name).height() * 0.86).toAlignedRect() & image.rect()
        places = [(x, y) for x in range(area.left(), area.right()) for y in range(area.top(), area.bottom())]
        return sum(alike(image.pixelColor(x, y), theme.board.coord) for x, y in places)

    assert inked("c1") > 3 * inked("d1") > 0, "its names are inverted"


@pytest.mark.parametrize("game", list(GAMES))
def test_large_text_makes_the_names_on_the_rim_larger(theme: Theme, game: str) -> None:
    board = GAMES[game]().board
    geometry = Geometry.of_cell(board, 18.0, QPointF(0, 0), (0, 0))
    before = coordinate_font(theme, geometry).pixelSize()
    theme.choose(zoom=1.5)
    after = coordinate_font(theme, geometry).pixelSize()
    assert after > before
    assert has_coordinates(theme, geometry)
