"""Row and column of the cell under the mouse or the keyboard's cursor."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from client_qt.board.cell_state import Pointing
from client_qt.board.coordinates import coordinate_font, coordinate_lines, has_coordinates, name_box, paint_name
from client_qt.board.geometry import Geometry
from client_qt.settings.preferences import Crosshair
from client_qt.theme import Theme
from client_qt.theme.colour import with_alpha
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell

MANY_CELLS = 200  # the eye loses a line on such a board
TINT = 0.13


def crosshair_cell(choice: Crosshair, board: Board, pointing: Pointing) -> Cell | None:
    """Return the cell whose row and column are tinted."""
    if choice == "never" or (choice == "large" and len(board.cells) <= MANY_CELLS):
        return None
    return pointing.hover if pointing.cursor is None else pointing.cursor


def crosshair_areas(theme: Theme, geometry: Geometry, cell: Cell | None) -> list[QRectF]:
    """Return the areas that a crosshair covers."""
    if cell is None:
        return []
    lines, metrics = coordinate_lines(geometry.board), QFontMetricsF(coordinate_font(theme, geometry))
    found = []
    for name in lines.names(cell):
        line, area = lines.line(name), QRectF()
        for other in (line[0], line[-1]) if geometry.is_square else line:  # the ends of a straight line are enough
            area = area.united(geometry.rect(other))
        found.append(area)
    names = [name_box(geometry.point(label.x, label.y), metrics, label.text) for label in lines.labels(cell)]
    return found + [box.adjusted(-2, -2, 2, 2) for box in names]


def paint_crosshair(
    painter: QPainter, theme: Theme, geometry: Geometry, colours: BoardColours, cell: Cell, area: QRectF
) -> None:
    """Paint a tint along both lines, under the pieces, and highlight their names."""
    lines = coordinate_lines(geometry.board)
    cells = [other for other in lines.through(cell) if area.intersects(geometry.rect(other))]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(with_alpha(colours.coord, TINT))
    if geometry.is_square:
        painter.drawPath(geometry.joined(cells))
    else:
        for other in cells:
            painter.drawPolygon(geometry.shape(other))
    if has_coordinates(theme, geometry):
        font = coordinate_font(theme, geometry)
        for label in lines.labels(cell):
            box = name_box(geometry.point(label.x, label.y), QFontMetricsF(font), label.text)
            if area.intersects(box.adjusted(-1, -1, 1, 1)):
                paint_name(painter, font, colours, box, label.text, strong=True)
