"""Row and column of the cell that mouse or keyboard is on."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from client_qt.board.cell_state import Pointing
from client_qt.board.coordinate_lines import name_lines
from client_qt.board.geometry import Geometry
from client_qt.board.painting.background import coordinate_font, has_coordinates
from client_qt.theme import Theme
from client_qt.theme.colour import with_alpha
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell, Label

CrosshairChoice = Literal["large", "always", "never"]
MANY_CELLS = 200  # of a board on which the eye loses a line
TINT = 0.13
PAD = 3.0  # logical pixels round a name


class Crosshair:
    """Which cell has one, and what has to be painted again when it goes elsewhere."""

    def __init__(self) -> None:
        self.choice: CrosshairChoice = "large"
        self.cell: Cell | None = None

    def follow(self, board: Board, pointing: Pointing) -> bool:
        """Go to where mouse or keyboard are; whether that is elsewhere."""
        large = len(board.cells) > MANY_CELLS
        wanted = self.choice == "always" or (self.choice == "large" and large)
        cell = (pointing.hover if pointing.cursor is None else pointing.cursor) if wanted else None
        before, self.cell = self.cell, cell
        return before != cell

    def areas(self, theme: Theme, geometry: Geometry) -> list[QRectF]:
        """What it covers."""
        if self.cell is None:
            return []
        lines = name_lines(geometry.board)
        found = [_round(geometry, lines.line(name)) for name in lines.names(self.cell)]
        font = coordinate_font(theme, geometry)
        return found + [_chip(font, geometry, label).adjusted(-2, -2, 2, 2) for label in lines.labels(self.cell)]

    def paint(self, painter: QPainter, theme: Theme, geometry: Geometry, colours: BoardColours, area: QRectF) -> None:
        """A tint along both lines, under the pieces, and their names in the other way round: what an area has of it."""
        if self.cell is None:
            return
        lines = name_lines(geometry.board)
        cells = [cell for cell in lines.through(self.cell) if area.intersects(geometry.rect(cell))]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(with_alpha(colours.coord, TINT))
        if geometry.is_square:
            painter.drawPath(geometry.joined(cells))
        else:
            for cell in cells:
                painter.drawPolygon(geometry.shape(cell))
        font = coordinate_font(theme, geometry)
        if has_coordinates(theme, geometry):
            for label in lines.labels(self.cell):
                box = _chip(font, geometry, label)
                if area.intersects(box.adjusted(-1, -1, 1, 1)):
                    paint_chip(painter, font, colours, box, label.text, strong=True)


def paint_chip(painter: QPainter, font: QFont, colours: BoardColours, box: QRectF, text: str, *, strong: bool) -> None:
    """A name on the rim; the other way round where it is pointed at."""
    if strong:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.coord)
        painter.drawRoundedRect(box, 3, 3)
    painter.setPen(colours.frame if strong else colours.coord)
    painter.setFont(font)
    painter.drawText(box.adjusted(-9, -9, 9, 9), Qt.AlignmentFlag.AlignCenter, text)


def chip_box(middle: QPointF, metrics: QFontMetricsF, text: str) -> QRectF:
    height = metrics.capHeight() + 2 * PAD
    width = max(height, metrics.horizontalAdvance(text) + 2 * PAD)
    return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)


def _chip(font: QFont, geometry: Geometry, label: Label) -> QRectF:
    return chip_box(geometry.point(label.x, label.y), QFontMetricsF(font), label.text)


def _round(geometry: Geometry, cells: Sequence[Cell]) -> QRectF:
    """The rectangle round a line of cells: of a straight one its ends say it all."""
    ends = (cells[0], cells[-1]) if geometry.is_square else cells
    found = QRectF()
    for cell in ends:
        found = found.united(geometry.rect(cell))
    return found
