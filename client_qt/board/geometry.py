"""Positions of cells, board edge and coordinates on a board of a given size, and back from points to cells."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Literal, cast

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform

from client_qt.board.lattice import lattice_of
from netgame.boards.geometry import Board, Cell, Point

Direction = Literal["left", "right", "up", "down", "up left", "up right", "down left", "down right"]

HEXAGON_HEIGHT = 2 / math.sqrt(3)  # of a cell that is one wide and points up
MOST_OUTLINES = 16  # that are cached
SEAMLESS = 0.01  # cell widths by which hexagons overlap where they are united
BARE_RIM = 0.2  # cell widths around the cells if there are no coordinates
_HEXAGON = tuple((math.cos(math.radians(60 * i - 90)), math.sin(math.radians(60 * i - 90))) for i in range(6))
_ACROSS: dict[Direction, int] = {"left": -1, "right": 1, "up left": -1, "up right": 1, "down left": -1, "down right": 1}
_DOWN: dict[Direction, int] = {"up": -1, "down": 1, "up left": -1, "up right": -1, "down left": 1, "down right": 1}


class Geometry:
    """A board laid out in an area, as large as fits and centred. Edges of squares are on device pixels.

    `sixths` is the clockwise rotation in steps of 60 degrees; boards of squares only allow 0 and 3. `rim` leaves
    room for the coordinates.
    """

    def __init__(self, board: Board, area: QRectF, dpr: float = 1.0, sixths: int = 0, rim: bool = True) -> None:
        width, height = board_size(board, rim, sixths)
        cell = on_half_pixels(max(1.0, min(area.width() / width, area.height() / height)), dpr)
        left, top, right, bottom = _bounds(board, rim, sixths)
        self._lay_out(board, cell, area.center() - QPointF(left + right, top + bottom) * (cell / 2), dpr, sixths, rim)

    @classmethod
    def of_cell(
        cls,
        board: Board,
        cell: float,
        middle: QPointF,
        centre: Point,
        dpr: float = 1.0,
        sixths: int = 0,
        rim: bool = True,
    ) -> "Geometry":
        """Lay out a board with cells of that size, its point `centre` (in cell widths) at `middle`."""
        self = cls.__new__(cls)
        self._lay_out(board, cell, middle - QPointF(*_rotated(*centre, sixths)) * cell, dpr, sixths, rim)
        return self

    def _lay_out(self, board: Board, cell: float, origin: QPointF, dpr: float, sixths: int, rim: bool) -> None:
        self.board, self.dpr, self.sixths, self.rim, self.cell = board, dpr, sixths % 6, rim, cell
        self.is_square = board.shape == "square"
        self._x0, self._y0 = self._snap(origin.x()), self._snap(origin.y())
        self._lattice = lattice_of(board)
        self._rects: dict[Cell, QRectF] = {}
        self._grid_lines: tuple[dict[float, float], dict[float, float]] = ({}, {})
        self._outlines: dict[frozenset[Cell], list[QLineF]] = {}

    def moved(self, by: QPointF) -> "Geometry":
        """Return the same board so many pixels away, to the nearest device pixel."""
        return Geometry.of_cell(self.board, self.cell, self.origin + by, (0, 0), self.dpr, self.sixths, self.rim)

    @property
    def origin(self) -> QPointF:
        """The point (0, 0) of the board in pixels."""
        return QPointF(self._x0, self._y0)

    def size_key(self) -> tuple[object, ...]:
        """Everything that decides how the board looks, apart from its position."""
        return self.board, self.dpr, self.sixths, self.rim, self.cell

    def point(self, x: float, y: float) -> QPointF:
        """Convert a point in cell widths to pixels."""
        x, y = _rotated(x, y, self.sixths)
        return QPointF(self._x0 + x * self.cell, self._y0 + y * self.cell)

    def place(self, point: QPointF) -> Point:
        """Convert a point in pixels to cell widths."""
        return _rotated((point.x() - self._x0) / self.cell, (point.y() - self._y0) / self.cell, -self.sixths)

    def centre(self, cell: Cell) -> QPointF:
        return self.rect(cell).center()

    def rect(self, cell: Cell) -> QRectF:
        """Return the bounding rectangle of a cell; a square cell fills it."""
        if cell not in self._rects:
            self._rects[cell] = self._rect(cell)
        return self._rects[cell]

    def _rect(self, cell: Cell) -> QRectF:
        place = self.board.cells[cell]
        if not self.is_square:
            middle, half = self.point(place.x, place.y), self.cell / 2
            high = half * HEXAGON_HEIGHT
            return QRectF(middle.x() - half, middle.y() - high, 2 * half, 2 * high)
        # from grid lines, so that neighbours share the same device pixel
        left, right = self._grid_line(0, place.x - 0.5), self._grid_line(0, place.x + 0.5)
        top, bottom = self._grid_line(1, place.y - 0.5), self._grid_line(1, place.y + 0.5)
        if self.sixths:
            left, top, right, bottom = right, bottom, left, top
        return QRectF(left, top, right - left, bottom - top)

    def _grid_line(self, axis: int, at: float) -> float:
        """Return the pixel of a line between squares: from the left for axis 0, from the top for axis 1."""
        lines = self._grid_lines[axis]
        if at not in lines:
            point = self.point(at, 0.0) if axis == 0 else self.point(0.0, at)
            lines[at] = self._snap(point.x() if axis == 0 else point.y())
        return lines[at]

    def shape(self, cell: Cell, inset: float = 0.0) -> QPolygonF:
        """Return the corners of a cell, moved inwards by so many pixels."""
        return self.shape_in(self.rect(cell), inset)

    def shape_in(self, rect: QRectF, inset: float = 0.0) -> QPolygonF:
        """Return the corners of a cell in that rectangle, clockwise from the top left, of a hexagon from the top."""
        if self.is_square:
            rect = rect.adjusted(inset, inset, -inset, -inset)
            return QPolygonF([rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()])
        return _hexagon(rect.height() / 2 - inset * HEXAGON_HEIGHT).translated(rect.center())

    def shade(self, cell: Cell) -> int:
        """Return which of the two (hexagons: three) tones a cell has; neighbours differ."""
        place = self.board.cells[cell]
        if self.is_square:
            return (math.floor(place.x) + math.floor(place.y)) % 2
        first = self.board.cells[0]  # relative to it, since a board may have any origin
        row = round((place.y - first.y) / (HEXAGON_HEIGHT * 0.75))
        return (round(place.x - first.x - row / 2) - row) % 3

    def around(self, cell: Cell) -> QRectF:
        """Return the area to repaint when a cell changes."""
        return with_reach(self.rect(cell), self.cell)

    def joined(self, cells: Iterable[Cell] | None = None) -> QPainterPath:
        """Return the outline around cells, by default around all."""
        if cells is None:
            return self._around_all
        return _united(self._runs(cells) if self.is_square else [self.shape(i, -SEAMLESS * self.cell) for i in cells])

    @cached_property
    def _around_all(self) -> QPainterPath:
        if self.is_square:
            return _united(self.rows)
        scaled = QTransform.fromTranslate(self._x0, self._y0).rotate(60 * self.sixths)
        return scaled.scale(self.cell, self.cell).map(_around_hexagons(self.board))

    @cached_property
    def rows(self) -> list[QRectF]:
        """One rectangle for each unbroken row of the squares of the board."""
        return [self.rect(first).united(self.rect(last)) for first, last in self._lattice.rows]

    @cached_property
    def columns(self) -> list[QRectF]:
        return [self.rect(first).united(self.rect(last)) for first, last in self._lattice.columns]

    def _runs(self, cells: Iterable[Cell]) -> list[QRectF]:
        """Return one rectangle for each unbroken row of squares among some cells."""
        found: list[list[float]] = []
        for box in sorted((edges(self.rect(cell)) for cell in cells), key=itemgetter(1, 0)):
            last = found[-1] if found else None
            if last is not None and last[1] == box[1] and abs(last[2] - box[0]) < 1e-6:
                last[2] = box[2]
            else:
                found.append(list(box))
        return [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in found]

    def outer_sides(self, cells: Iterable[Cell], joins: Callable[[Cell], bool], inset: float = 0.0) -> Iterator[QLineF]:
        """Yield the sides of cells whose neighbours they do not join, moved inwards by `inset` pixels."""
        for cell in cells:
            is_open = [other is None or not joins(other) for other in self.neighbours(cell)]
            if not any(is_open):
                continue
            corners, count = self.shape(cell), len(is_open)
            inner = self.shape(cell, inset) if inset else corners
            for side in (side for side in range(count) if is_open[side]):
                after = (side + 1) % count
                moved = (inner.at(side) + inner.at(after)) / 2 - (corners.at(side) + corners.at(after)) / 2
                # a line that goes on over the next cell reaches up to it
                start = inner.at(side) if is_open[side - 1] else corners.at(side) + moved
                end = inner.at(after) if is_open[after] else corners.at(after) + moved
                yield QLineF(start, end)

    def outline(self, cells: frozenset[Cell]) -> list[QLineF]:
        """Return the lines around cells; cached, since areas may be large."""
        if cells not in self._outlines:
            if len(self._outlines) >= MOST_OUTLINES:
                self._outlines.clear()
            self._outlines[cells] = list(self.outer_sides(sorted(cells), cells.__contains__))
        return self._outlines[cells]

    @cached_property
    def edge(self) -> QPainterPath:
        """The outline of the whole board, with rounded corners."""
        corners = [self.point(x, y) for x, y in board_outline(self.board, self.rim)]
        reach = 0.32 if len(corners) == 4 else 0.5 if self.is_square else 0.7
        return with_corners(corners, self.cell * (reach if self.rim else reach * 0.6))

    def at(self, point: QPointF) -> Cell | None:
        """Return the cell at a point."""
        found = self._lattice.nearest(*self.place(point))
        if found is None:
            return None
        return found if self.shape(found, -0.5).containsPoint(point, Qt.FillRule.WindingFill) else None

    def touching(self, area: QRectF) -> Iterable[Cell]:
        """Return the cells that reach into an area, and perhaps some beside it."""
        left, top, right, bottom = self.places_in(area)
        reach = HEXAGON_HEIGHT / 2
        return self._lattice.within(left - reach, top - reach, right + reach, bottom + reach)

    def places_in(self, area: QRectF) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of what an area of pixels shows of the board, in cell widths."""
        return _around(
            self.place(at) for at in (area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft())
        )

    def neighbours(self, cell: Cell) -> tuple[Cell | None, ...]:
        """Return the cell across each edge of the rotated cell, in the order of the edges of its shape."""
        found = self._lattice.neighbours(cell)
        if not self.sixths:
            return found
        turn = -self.sixths * len(found) // 6 % len(found)
        return (*found[turn:], *found[:turn])

    def next_cell(self, cell: Cell, direction: Direction, column: float | None = None) -> Cell:
        """Return the next cell in that direction on the rotated board; at the edge the same one.

        Rows of hexagons are offset: up and down lead to the cell of the next row nearest to `column`, the horizontal
        position where the cursor started.
        """
        if not self.is_square and direction in ("up", "down"):
            wanted = self.column(cell) if column is None else column
            height = self._seen(cell)[1] + _DOWN[direction] * HEXAGON_HEIGHT * 0.75
            row = [other for other in range(len(self.board.cells)) if abs(self._seen(other)[1] - height) < 0.1]
            return min(row, key=lambda other: (abs(self.column(other) - wanted), self.column(other)), default=cell)
        if self.is_square:
            step_x, step_y = float(_ACROSS.get(direction, 0)), float(_DOWN.get(direction, 0))
            length = math.hypot(step_x, step_y)
            step_x, step_y = step_x / length, step_y / length
        else:
            angle = math.radians(0 if direction in ("left", "right") else 60)
            step_x, step_y = _ACROSS[direction] * math.cos(angle), _DOWN.get(direction, 0) * math.sin(angle)
        here = self.board.cells[cell]
        step_x, step_y = _rotated(step_x, step_y, -self.sixths)
        best, best_cost = cell, math.inf
        for other, place in enumerate(self.board.cells):
            dx, dy = place.x - here.x, place.y - here.y
            along, across = dx * step_x + dy * step_y, abs(dx * step_y - dy * step_x)
            if along > 0.4 and across <= along + 1e-9 and along + 2 * across < best_cost - 1e-9:
                best, best_cost = other, along + 2 * across
        return best

    def column(self, cell: Cell) -> float:
        """Return the horizontal position of a cell on the rotated board, in cell widths."""
        return self._seen(cell)[0]

    def _seen(self, cell: Cell) -> Point:
        place = self.board.cells[cell]
        return _rotated(place.x, place.y, self.sixths)

    def _snap(self, value: float) -> float:
        return round(value * self.dpr) / self.dpr


def _united(shapes: Iterable[QRectF | QPolygonF]) -> QPainterPath:
    """Return the outline around shapes that touch."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for shape in shapes:
        path.addPolygon(QPolygonF(shape))
        path.closeSubpath()
    return path.simplified()


@lru_cache(maxsize=8)  # takes long
def _around_hexagons(board: Board) -> QPainterPath:
    """Return the outline around all hexagons of a board, in cell widths."""
    hexagon = _hexagon(HEXAGON_HEIGHT / 2 + SEAMLESS)
    return _united(hexagon.translated(place.x, place.y) for place in board.cells)


@lru_cache(maxsize=64)
def _hexagon(radius: float) -> QPolygonF:
    """Return a hexagon around the origin; callers must not change it."""
    return QPolygonF([QPointF(radius * x, radius * y) for x, y in _HEXAGON])


def edges(rect: QRectF) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom; the stubs of PySide leave out this type."""
    return cast("tuple[float, float, float, float]", rect.getCoords())


def with_reach(area: QRectF, cell: float) -> QRectF:
    """Return an area with what frames and outlines of its cells cover beside it."""
    reach = 0.12 * cell + 3
    return area.adjusted(-reach, -reach, reach, reach)


def on_half_pixels(cell: float, dpr: float) -> float:
    """Round the size of a cell down to half device pixels."""
    return max(1.0, math.floor(cell * dpr * 2) / dpr / 2)


def on_even_pixels(cell: float, dpr: float) -> float:
    """Round the size of a cell down to an even number of device pixels, so that panning never changes how it looks."""
    return max(2.0, math.floor(cell * dpr / 2) * 2) / dpr


def with_corners(corners: list[QPointF], reach: float, cut: bool = False) -> QPainterPath:
    """Return a closed outline with corners rounded, or cut straight, that far along its sides."""
    path = QPainterPath()
    for index, corner in enumerate(corners):
        ends = []
        for other in (corners[index - 1], corners[(index + 1) % len(corners)]):
            side = other - corner
            length = math.hypot(side.x(), side.y())
            ends.append(corner + side * (min(reach, length / 2) / length))
        path.lineTo(ends[0]) if index else path.moveTo(ends[0])
        path.lineTo(ends[1]) if cut else path.quadTo(corner, ends[1])
    path.closeSubpath()
    return path


@lru_cache(maxsize=32)
def board_outline(board: Board, rim: bool = True) -> tuple[Point, ...]:
    """Return the corners of the board; without its rim, every side lies close to the cells."""
    if rim:
        return board.outline
    corners, count = board.outline, len(board.outline)
    sides = [_moved_in(board, corners[i], corners[(i + 1) % count]) for i in range(count)]
    return tuple(_crossing(sides[i - 1], sides[i]) for i in range(count))


def board_size(board: Board, rim: bool = True, sixths: int = 0) -> tuple[float, float]:
    """Return width and height of the rotated board in cell widths."""
    left, top, right, bottom = _bounds(board, rim, sixths)
    return right - left, bottom - top


def _bounds(board: Board, rim: bool, sixths: int) -> tuple[float, float, float, float]:
    return _around(_rotated(x, y, sixths) for x, y in board_outline(board, rim))


def _around(points: Iterable[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _rotated(x: float, y: float, sixths: int) -> Point:
    """Rotate a point clockwise about the origin by steps of 60 degrees."""
    if sixths % 3 == 0:  # exactly, so that squares stay on their pixels
        return (x, y) if sixths % 6 == 0 else (-x, -y)
    cos, sin = math.cos(math.radians(60 * sixths)), math.sin(math.radians(60 * sixths))
    return x * cos - y * sin, x * sin + y * cos


_Side = tuple[float, float, float]  # a line a * x + b * y = c with the unit normal (a, b) pointing out


def _moved_in(board: Board, start: Point, end: Point) -> _Side:
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    a, b = (end[1] - start[1]) / length, (start[0] - end[0]) / length  # corners are clockwise, y points down
    if board.shape == "square":
        reach = (abs(a) + abs(b)) / 2
    else:
        reach = max(a * x + b * y for x, y in _HEXAGON) * HEXAGON_HEIGHT / 2
    return a, b, max(a * place.x + b * place.y for place in board.cells) + reach + BARE_RIM


def _crossing(one: _Side, other: _Side) -> Point:
    (a, b, c), (d, e, f) = one, other
    both = a * e - b * d
    return (c * e - b * f) / both, (a * f - c * d) / both
