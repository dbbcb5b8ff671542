"""Names of rows and columns at the edge of a board that is larger than its view: their ends are out of sight."""

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QRegion

from client_qt.board.coordinate_lines import name_lines
from client_qt.board.crosshair import chip_box, paint_chip
from client_qt.board.geometry import Geometry
from client_qt.board.painting.background import coordinate_font, written
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Cell

GAP = 2.0  # logical pixels between two names
EDGE = 0.85  # em from the edge of the widget to the middle of a name there
BEYOND = 0.86  # cells from the middle of the last cell of a line to its name on the rim

Name = tuple[QRectF, str, bool]  # where it is, and whether its line is pointed at


class StickyCoordinates:
    """The names, worked out once for each place that the board lies in."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._names: list[Name] = []

    def paint(
        self,
        painter: QPainter,
        theme: Theme,
        geometry: Geometry,
        colours: BoardColours,
        view: QRectF,
        strong: Cell | None,
        region: QRegion,
    ) -> None:
        """Those that are seen in a region. The line of a `strong` cell is named the other way round."""
        wide = 2 * theme.em * EDGE
        inner = _within_bands(geometry, view, wide)
        if (region - inner.adjusted(1, 1, -1, -1).toRect()).isEmpty():
            return
        _paint_bands(painter, geometry, colours, view, inner)
        font = coordinate_font(theme, geometry)
        key = (*geometry.laid(), strong, view.getRect(), font, theme.em)
        if key != self._key:
            self._key, self._names = key, list(_names(theme, geometry, view, strong))
        for box, name, is_strong in self._names:
            if region.intersects(box.adjusted(-9, -9, 9, 9).toAlignedRect()):
                paint_chip(painter, font, colours, box, name, strong=is_strong)


def _names(theme: Theme, geometry: Geometry, view: QRectF, strong: Cell | None) -> Iterator[Name]:
    names, font = name_lines(geometry.board), coordinate_font(theme, geometry)
    metrics, edge = QFontMetricsF(font), theme.em * EDGE
    marked = names.names(strong) if strong is not None else ()
    taken: list[QRectF] = []
    for name in (*marked, *sorted({label.text for label in written(geometry, font)} - set(marked))):
        for middle in _ends(geometry, names.line(name), view, edge):
            box = chip_box(middle, metrics, name)
            if not any(box.intersects(other) for other in taken):
                if not geometry.is_square:  # lines of squares meet in the corners only, and go without a name there
                    taken.append(box.adjusted(-GAP, -GAP, GAP, GAP))
                yield box, name, name in marked


def _within_bands(geometry: Geometry, view: QRectF, wide: float) -> QRectF:
    """What is left of the view without a rim along each edge over which the board goes on."""
    bounds, inner = geometry.slab().boundingRect(), QRectF(view)
    inner.setLeft(view.left() + (wide if bounds.left() < view.left() - wide / 2 else 0))
    inner.setTop(view.top() + (wide if bounds.top() < view.top() - wide / 2 else 0))
    inner.setRight(view.right() - (wide if bounds.right() > view.right() + wide / 2 else 0))
    inner.setBottom(view.bottom() - (wide if bounds.bottom() > view.bottom() + wide / 2 else 0))
    return inner


def _paint_bands(painter: QPainter, geometry: Geometry, colours: BoardColours, view: QRectF, inner: QRectF) -> None:
    """That rim."""
    slab = geometry.slab()
    bands = QPainterPath()
    bands.addRect(view)
    bands.addRect(inner)  # odd-even: what lies between
    painter.save()
    if not slab.contains(view):  # to paint within a path takes long
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
