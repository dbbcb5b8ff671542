"""Rows and columns of a board: their names on the rim, at the edge of a zoomed board, and at the crosshair."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QRegion

from client_qt.board.geometry import Geometry
from client_qt.board.lattice import lattice_of
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell, Label

CAPITALS = 0.8  # of the size of a font, with a little margin
LABEL_GAP = 4.0  # logical pixels between two names on the rim
STICKY_GAP = 2.0  # logical pixels between two names at the edge of the view
EDGE = 0.85  # em from the edge of the view to the middle of a name there
BEYOND = 0.86  # cells from the middle of the last cell of a line to its name on the rim
PAD = 3.0  # logical pixels around a highlighted name
_NAME = re.compile(r"([^\W\d]+)(\d+)")


class CoordinateLines:
    """The cells of each letter and of each number, taken from the names of the cells alone."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._parts: dict[Cell, tuple[str, str]] = {}
        self._cells: defaultdict[str, list[Cell]] = defaultdict(list)
        for cell, place in enumerate(board.cells):
            if found := _NAME.fullmatch(place.name):
                self._parts[cell] = found[1], found[2]
                for part in self._parts[cell]:
                    self._cells[part].append(cell)
        self._straight: dict[str, bool] = {}
        self._labels = [label for label in board.labels if label.text in self.names(_nearest(board, label))]

    def names(self, cell: Cell) -> tuple[str, ...]:
        """Return the names of the lines through a cell."""
        return self._parts.get(cell, ())

    def line(self, name: str) -> tuple[Cell, ...]:
        return tuple(self._cells.get(name, ()))

    def through(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells of both lines through a cell; bent lines are left out, since they lead the eye nowhere."""
        return frozenset(other for name in self.names(cell) if self._is_straight(name) for other in self._cells[name])

    def labels(self, cell: Cell) -> tuple[Label, ...]:
        """Return the labels of the lines through a cell."""
        return tuple(label for label in self._labels if label.text in self.names(cell))

    def _is_straight(self, name: str) -> bool:
        if name not in self._straight:
            places = [self._board.cells[cell] for cell in self._cells[name]]
            x, y = places[0].x, places[0].y
            dx, dy = places[-1].x - x, places[-1].y - y
            self._straight[name] = all(abs((place.x - x) * dy - (place.y - y) * dx) < 0.01 for place in places)
        return self._straight[name]


coordinate_lines = lru_cache(maxsize=8)(CoordinateLines)  # of the boards that are open


def _nearest(board: Board, label: Label) -> Cell:
    near = lattice_of(board).within(label.x - 1, label.y - 1, label.x + 1, label.y + 1)
    return min(
        near, key=lambda cell: abs(board.cells[cell].x - label.x) + abs(board.cells[cell].y - label.y), default=-1
    )


def coordinate_font(theme: Theme, geometry: Geometry) -> QFont:
    """Return the font of the names: a share of the cell; with large text it is larger where the rim has room."""
    sizes = theme.tokens.cell
    share = sizes.coord_size if geometry.is_square else sizes.coord_size_hex
    larger = max(1.0, theme.em / theme.tokens.type.base_px)
    readable = min(larger * sizes.coord_min_px, geometry.cell * sizes.rim / CAPITALS)
    size = round(min(sizes.coord_max_px, max(sizes.coord_min_px, geometry.cell * share)))
    font = theme.font("small", "strong")
    font.setPixelSize(max(size, math.floor(readable)))
    return font


def has_coordinates(theme: Theme, geometry: Geometry) -> bool:
    """Whether there is a rim that is wide enough for names."""
    high = coordinate_font(theme, geometry).pixelSize() * CAPITALS
    return geometry.rim and geometry.cell * theme.tokens.cell.rim >= high


def paint_coordinates(
    painter: QPainter, theme: Theme, geometry: Geometry, colours: BoardColours, area: QRectF | None = None
) -> None:
    """Paint the names on the rim; they stay upright on a rotated board."""
    if not has_coordinates(theme, geometry):
        return
    font = coordinate_font(theme, geometry)
    painter.setFont(font)
    painter.setPen(colours.coord)
    labels = _readable_labels(geometry, font)
    if area is not None:  # there may be hundreds of labels, and few in a part of the board
        left, top, right, bottom = geometry.places_in(area.adjusted(-30, -30, 30, 30))
        labels = tuple(label for label in labels if left < label.x < right and top < label.y < bottom)
    for label in labels:
        middle = geometry.point(label.x, label.y)
        painter.drawText(QRectF(middle.x() - 30, middle.y() - 15, 60, 30), Qt.AlignmentFlag.AlignCenter, label.text)


def _readable_labels(geometry: Geometry, font: QFont) -> tuple[Label, ...]:
    return _labels_in_font(geometry.board, geometry.cell, font.family(), font.pixelSize(), font.weight())


@lru_cache(maxsize=16)  # needed again for every part that is painted
def _labels_in_font(board: Board, cell: float, family: str, size: int, weight: QFont.Weight) -> tuple[Label, ...]:
    font = QFont(family)
    font.setPixelSize(size)
    font.setWeight(weight)
    return tuple(readable_labels(board, cell, QFontMetricsF(font)))


def readable_labels(board: Board, cell: float, metrics: QFontMetricsF) -> list[Label]:
    """Return the labels that fit side by side on cells of that size: all, or every second, fifth, tenth."""
    if len(board.outline) != 4:
        return list(board.labels)  # few cells, and labels that are not in a line
    widest = max((metrics.horizontalAdvance(label.text) for label in board.labels), default=0.0)
    every_column, every_row = _every(widest + LABEL_GAP, cell), _every(metrics.capHeight() + LABEL_GAP, cell)
    last = max(place.x for place in board.cells)
    return [
        label
        for label in board.labels
        if (_is_named(label.x, every_column) if 0 < label.x <= last else _is_named(label.y, every_row))
    ]


def _every(needed: float, cell: float) -> int:
    return next((every for every in (1, 2, 5, 10, 20) if every * cell >= needed), 50)


def _is_named(place: float, every: int) -> bool:
    """Whether it is the first line or one with a round number."""
    number = math.floor(place) + 1
    return number == 1 or number % every == 0 if every > 2 else number % every == 1 % every


def name_box(middle: QPointF, metrics: QFontMetricsF, text: str) -> QRectF:
    height = metrics.capHeight() + 2 * PAD
    width = max(height, metrics.horizontalAdvance(text) + 2 * PAD)
    return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)


def paint_name(painter: QPainter, font: QFont, colours: BoardColours, box: QRectF, text: str, *, strong: bool) -> None:
    """Paint the name of a line; inverted if the line is pointed at."""
    if strong:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.coord)
        painter.drawRoundedRect(box, 3, 3)
    painter.setPen(colours.frame if strong else colours.coord)
    painter.setFont(font)
    painter.drawText(box.adjusted(-9, -9, 9, 9), Qt.AlignmentFlag.AlignCenter, text)


def paint_sticky_coordinates(
    painter: QPainter,
    theme: Theme,
    geometry: Geometry,
    colours: BoardColours,
    view: QRectF,
    strong: Cell | None,
    region: QRegion,
) -> None:
    """Paint names at the edges of the view over which the board extends, highlighted for the lines of `strong`."""
    inner = _within_bands(geometry, view, 2 * theme.em * EDGE)
    if (region - inner.adjusted(1, 1, -1, -1).toRect()).isEmpty():
        return
    bands = QPainterPath()
    bands.addRect(view)
    bands.addRect(inner)  # odd-even: the area between the two
    painter.save()
    if not geometry.edge.contains(view):  # painting within a path is slow
        painter.setClipPath(geometry.edge)
    painter.fillPath(bands, colours.frame)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colours.rim, 1.6))
    painter.drawRect(inner)
    painter.restore()
    font = coordinate_font(theme, geometry)
    for box, name, is_strong in _sticky_names(theme, geometry, font, view, strong):
        if region.intersects(box.adjusted(-9, -9, 9, 9).toAlignedRect()):
            paint_name(painter, font, colours, box, name, strong=is_strong)


def _sticky_names(
    theme: Theme, geometry: Geometry, font: QFont, view: QRectF, strong: Cell | None
) -> Iterator[tuple[QRectF, str, bool]]:
    lines = coordinate_lines(geometry.board)
    metrics, edge = QFontMetricsF(font), theme.em * EDGE
    marked = lines.names(strong) if strong is not None else ()
    taken: list[QRectF] = []
    for name in (*marked, *sorted({label.text for label in _readable_labels(geometry, font)} - set(marked))):
        for middle in _line_ends(geometry, lines.line(name), view, edge):
            box = name_box(middle, metrics, name)
            if not any(box.intersects(other) for other in taken):
                if not geometry.is_square:  # rows and columns only meet in the corners, which have no names
                    taken.append(box.adjusted(-STICKY_GAP, -STICKY_GAP, STICKY_GAP, STICKY_GAP))
                yield box, name, name in marked


def _within_bands(geometry: Geometry, view: QRectF, width: float) -> QRectF:
    """Return the view without a band along each edge over which the board extends."""
    board, inner = geometry.edge.boundingRect(), QRectF(view)
    inner.setLeft(view.left() + (width if board.left() < view.left() - width / 2 else 0))
    inner.setTop(view.top() + (width if board.top() < view.top() - width / 2 else 0))
    inner.setRight(view.right() - (width if board.right() > view.right() + width / 2 else 0))
    inner.setBottom(view.bottom() - (width if board.bottom() > view.bottom() + width / 2 else 0))
    return inner


def _line_ends(geometry: Geometry, line: Sequence[Cell], view: QRectF, edge: float) -> Iterator[QPointF]:
    """Yield the points at the edge of the view where a line leaves it."""
    if len(line) < 2:
        return
    points = [geometry.centre(line[0]), geometry.centre(line[-1])]
    if geometry.is_square:  # straight
        inside = view.adjusted(2 * edge, 2 * edge, -2 * edge, -2 * edge)
        if not _passes(points[0], points[1], inside, view):
            return
        direction = (points[0] - points[1]) / (len(line) - 1)
    else:
        points = [middle for cell in line if view.contains(middle := geometry.centre(cell))]
        if not points:
            return
        direction = points[0] - points[1] if len(points) > 1 else geometry.centre(line[0]) - geometry.centre(line[1])
    inner = view.adjusted(edge, edge, -edge, -edge)
    for end, start, outward in ((line[0], points[0], direction), (line[-1], points[-1], -direction)):
        if not view.contains(geometry.centre(end) + outward * BEYOND):
            yield _at_edge(start, outward, inner)


def _passes(start: QPointF, end: QPointF, inner: QRectF, view: QRectF) -> bool:
    """Whether a row or a column passes through the view, and not only through its corners."""
    span = QRectF(start, end).normalized()
    if start.y() == end.y():
        return inner.top() < start.y() < inner.bottom() and span.left() < view.right() and span.right() > view.left()
    return inner.left() < start.x() < inner.right() and span.top() < view.bottom() and span.bottom() > view.top()


def _at_edge(start: QPointF, direction: QPointF, inner: QRectF) -> QPointF:
    """Return where a ray leaves an area; a start beside the area is moved to it first."""
    x, y = min(max(start.x(), inner.left()), inner.right()), min(max(start.y(), inner.top()), inner.bottom())
    dx, dy = direction.x(), direction.y()
    across = ((inner.right() if dx > 0 else inner.left()) - x) / dx if abs(dx) > 1e-6 else math.inf
    down = ((inner.bottom() if dy > 0 else inner.top()) - y) / dy if abs(dy) > 1e-6 else math.inf
    return QPointF(x + dx * min(across, down), y + dy * min(across, down))
