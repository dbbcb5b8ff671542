"""Row and column of the cell that mouse or keyboard is on, and names of lines whose ends are out of sight."""

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from client_qt.look import Theme
from client_qt.look.colour import with_alpha
from client_qt.look.tokens import BoardColours
from client_qt.views.geometry import Geometry
from client_qt.views.namelines import name_lines
from client_qt.views.shown import Pointing
from client_qt.views.slab import coordinate_font, has_coordinates, written
from netgame.boards import Board, Cell, Label

CrosshairChoice = Literal["large", "always", "never"]
MANY_CELLS = 200  # of a board on which the eye loses a line
TINT = 0.13
PAD = 3.0  # logical pixels round a name
GAP = 2.0  # between two names
EDGE = 0.85  # em from the edge of the widget to the middle of a name there
BEYOND = 0.86  # cells from the middle of the last cell of a line to its name on the rim


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
    metrics, edge = QFontMetricsF(font), theme.em * EDGE
    marked = names.names(strong) if strong is not None else ()
    taken: list[QRectF] = []
    _paint_bands(painter, geometry, colours, view, 2 * edge)
    for name in (*marked, *sorted({label.text for label in written(geometry, font)} - set(marked))):
        for middle in _ends(geometry, names.line(name), view, edge):
            box = _box(middle, metrics, name)
            if not any(box.intersects(other) for other in taken):
                if not geometry.is_square:  # lines of squares meet in the corners only, and go without a name there
                    taken.append(box.adjusted(-GAP, -GAP, GAP, GAP))
                _paint_chip(painter, font, colours, box, name, strong=name in marked)


def _paint_bands(painter: QPainter, geometry: Geometry, colours: BoardColours, view: QRectF, wide: float) -> None:
    """A rim along each edge of the view over which the board goes on."""
    slab = geometry.slab()
    bounds = slab.boundingRect()
    inner = QRectF(view)
    inner.setLeft(view.left() + (wide if bounds.left() < view.left() - wide / 2 else 0))
    inner.setTop(view.top() + (wide if bounds.top() < view.top() - wide / 2 else 0))
    inner.setRight(view.right() - (wide if bounds.right() > view.right() + wide / 2 else 0))
    inner.setBottom(view.bottom() - (wide if bounds.bottom() > view.bottom() + wide / 2 else 0))
    bands = QPainterPath()
    bands.addRect(view)
    bands.addRect(inner)  # odd-even: what lies between
    painter.save()
    painter.setClipPath(slab)
    painter.fillPath(bands, colours.frame)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colours.rim, 1.6))
    painter.drawRect(inner)
    painter.restore()


def _ends(geometry: Geometry, line: Sequence[Cell], view: QRectF, edge: float) -> Iterator[QPointF]:
    """Where a line goes on beyond the view: in the direction of its outermost cells that are seen, at the edge."""
    if len(line) < 2:
        return
    points = [geometry.centre(line[0]), geometry.centre(line[-1])]
    if geometry.is_square:  # straight
        if not _passes(points[0], points[1], view.adjusted(2 * edge, 2 * edge, -2 * edge, -2 * edge), view):
            return
        way = (points[0] - points[1]) / (len(line) - 1)
    else:
        points = [middle for cell in line if view.contains(middle := geometry.centre(cell))]
        if not points:
            return
        way = points[0] - points[1] if len(points) > 1 else geometry.centre(line[0]) - geometry.centre(line[1])
    inner = view.adjusted(edge, edge, -edge, -edge)
    for end, outward in ((line[0], way), (line[-1], -way)):
        if not view.contains(geometry.centre(end) + outward * BEYOND):
            yield _at_edge(points[0] if end == line[0] else points[-1], outward, inner)


def _passes(start: QPointF, end: QPointF, inner: QRectF, view: QRectF) -> bool:
    """Whether a row or a column goes through the view, and not through its corners alone."""
    if start.y() == end.y():
        low, high = min(start.x(), end.x()), max(start.x(), end.x())
        return inner.top() < start.y() < inner.bottom() and low < view.right() and high > view.left()
    low, high = min(start.y(), end.y()), max(start.y(), end.y())
    return inner.left() < start.x() < inner.right() and low < view.bottom() and high > view.top()


def _at_edge(start: QPointF, way: QPointF, inner: QRectF) -> QPointF:
    """Where one comes to the edge of an area, going that way; a start beside it is brought to it first."""
    x, y = min(max(start.x(), inner.left()), inner.right()), min(max(start.y(), inner.top()), inner.bottom())
    across = ((inner.right() if way.x() > 0 else inner.left()) - x) / way.x() if abs(way.x()) > 1e-6 else math.inf
    down = ((inner.bottom() if way.y() > 0 else inner.top()) - y) / way.y() if abs(way.y()) > 1e-6 else math.inf
    steps = min(across, down)
    return QPointF(x + way.x() * steps, y + way.y() * steps)


def _paint_chip(painter: QPainter, font: QFont, colours: BoardColours, box: QRectF, text: str, *, strong: bool) -> None:
    """A name on the rim; the other way round where it is pointed at."""
    if strong:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.coord)
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
