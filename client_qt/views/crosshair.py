"""Row and column of the cell that mouse or keyboard is on, and names of lines whose ends are out of sight."""

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from client_qt.look import Theme
from client_qt.look.colour import with_alpha
from client_qt.look.tokens import BoardColours
from client_qt.views.geometry import Geometry
from client_qt.views.namelines import name_lines
from client_qt.views.shown import Pointing
from client_qt.views.slab import coordinate_font, has_coordinates, readable
from netgame.boards import Board, Cell, Label

CrosshairChoice = Literal["large", "always", "never"]
MANY_CELLS = 200  # of a board on which the eye loses a line
TINT = 0.13
PAD = 3.0  # logical pixels round a name
GAP = 2.0  # between two names
EDGE = 12.0  # from the edge of the widget to the middle of a name there


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

    def paint(self, painter: QPainter, theme: Theme, geometry: Geometry, colours: BoardColours) -> None:
        """A tint along both lines, under the pieces, and their names in the other way round."""
        if self.cell is None:
            return
        lines = name_lines(geometry.board)
        cells = lines.through(self.cell)
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
                _paint_chip(painter, font, colours, _chip(font, geometry, label), label.text, strong=True)


def paint_pinned(
    painter: QPainter, theme: Theme, geometry: Geometry, colours: BoardColours, view: QRectF, strong: Cell | None
) -> None:
    """On a board that is larger than the widget: the names of lines at the edge over which they go on."""
    names, font = name_lines(geometry.board), coordinate_font(theme, geometry)
    metrics, seen = QFontMetricsF(font), _seen(geometry, view)
    marked = names.names(strong) if strong is not None else ()
    taken: list[QRectF] = []
    for name in (*marked, *sorted({label.text for label in readable(geometry.board, geometry.cell, metrics)})):
        line = [geometry.centre(cell) for cell in names.line(name) if cell in seen]
        for middle in _ends(geometry, line, names.line(name), view):
            box = _box(middle, metrics, name)
            if not any(box.adjusted(-GAP, -GAP, GAP, GAP).intersects(other) for other in taken):
                taken.append(box)
                _paint_chip(painter, font, colours, box, name, strong=name in marked)


def _seen(geometry: Geometry, view: QRectF) -> frozenset[Cell]:
    return frozenset(cell for cell in geometry.touching(view) if view.intersects(geometry.rect(cell)))


def _ends(geometry: Geometry, seen: list[QPointF], line: Sequence[Cell], view: QRectF) -> Iterator[QPointF]:
    """Where a line leaves the view: at the edge, in the direction of its outermost cells that are seen."""
    if len(line) < 2 or not seen:
        return
    inner = view.adjusted(EDGE, EDGE, -EDGE, -EDGE)
    all_of_it = [geometry.centre(cell) for cell in line]
    for points, ends in ((seen, all_of_it), (seen[::-1], all_of_it[::-1])):
        outward = ends[0] - ends[1] if len(points) < 2 else points[0] - points[1]
        if not view.contains(ends[0] + outward * 0.86):
            yield _at_edge(points[0], outward, inner)


def _at_edge(start: QPointF, way: QPointF, inner: QRectF) -> QPointF:
    """Where one comes to the edge of an area, going that way; a start beside it is brought to it first."""
    x, y = min(max(start.x(), inner.left()), inner.right()), min(max(start.y(), inner.top()), inner.bottom())
    across = ((inner.right() if way.x() > 0 else inner.left()) - x) / way.x() if abs(way.x()) > 1e-6 else math.inf
    down = ((inner.bottom() if way.y() > 0 else inner.top()) - y) / way.y() if abs(way.y()) > 1e-6 else math.inf
    steps = min(across, down)
    return QPointF(x + way.x() * steps, y + way.y() * steps)


def _paint_chip(painter: QPainter, font: QFont, colours: BoardColours, box: QRectF, text: str, *, strong: bool) -> None:
    """A name on the colour of the frame; the other way round where it is pointed at."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colours.coord if strong else with_alpha(colours.frame, 0.92))
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(colours.frame if strong else colours.coord)
    painter.setFont(font)
    painter.drawText(box.adjusted(-9, -9, 9, 9), Qt.AlignmentFlag.AlignCenter, text)


def _box(middle: QPointF, metrics: QFontMetricsF, text: str) -> QRectF:
    height = metrics.capHeight() + 2 * PAD
    width = max(height, metrics.horizontalAdvance(text) + 2 * PAD)
    return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)


def _chip(font: QFont, geometry: Geometry, label: Label) -> QRectF:
    return _box(geometry.point(label.x, label.y), QFontMetricsF(font), label.text)


def _round(geometry: Geometry, cells: Sequence[Cell]) -> QRectF:
    """The rectangle round a line of cells: of a straight one its ends say it all."""
    ends = (cells[0], cells[-1]) if geometry.is_square else cells
    found = QRectF()
    for cell in ends:
        found = found.united(geometry.rect(cell))
    return found
