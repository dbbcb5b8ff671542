"""Where things lie on a board of a given size: cells, slab, coordinates, and back from points to cells."""

import math
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import Literal

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from client_qt.board.painting.lattice import lattice_of
from client_qt.board.painting.outline import bounds, outline_of, slab_size, turned
from client_qt.board.regions import edges
from netgame.boards.geometry import Board, Cell, Point

Direction = Literal["left", "right", "up", "down", "up left", "up right", "down left", "down right"]

HEXAGON_HEIGHT = 2 / math.sqrt(3)  # of a cell that is one wide and stands on a corner
_HEXAGON = tuple((math.cos(math.radians(60 * i - 90)), math.sin(math.radians(60 * i - 90))) for i in range(6))
_ACROSS: dict[Direction, int] = {"left": -1, "right": 1, "up left": -1, "up right": 1, "down left": -1, "down right": 1}
_DOWN: dict[Direction, int] = {"up": -1, "down": 1, "up left": -1, "up right": -1, "down left": 1, "down right": 1}


class Geometry:
    """A board laid into an area, as large as fits and in the middle of it; edges of squares lie on device pixels.

    `sixths`: turned clockwise by so many times 60 degrees; squares only by half a turn, which is three. `rim`: with
    room for the coordinates.
    """

    def __init__(self, board: Board, area: QRectF, dpr: float = 1.0, sixths: int = 0, rim: bool = True) -> None:
        width, height = slab_size(board, rim, sixths)
        fitting = max(1.0, min(area.width() / width, area.height() / height))
        self._lay(board, on_half_pixels(fitting, dpr), area.center(), dpr, sixths, rim)

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
        """A board with cells of that size, that point of it (in cell widths) lying at `middle`."""
        self = cls.__new__(cls)
        self._lay(board, cell, middle, dpr, sixths, rim)
        self.move(middle - self.point(*centre))
        return self

    def _lay(self, board: Board, cell: float, middle: QPointF, dpr: float, sixths: int, rim: bool) -> None:
        self.board, self.dpr, self.sixths, self.rim, self.cell = board, dpr, sixths % 6, rim, cell
        left, top, right, bottom = bounds(board, rim, self.sixths)
        self._x0 = self._snap(middle.x() - cell * (left + right) / 2)
        self._y0 = self._snap(middle.y() - cell * (top + bottom) / 2)
        self._rects: dict[Cell, QRectF] = {}
        self._lines: tuple[dict[float, float], dict[float, float]] = ({}, {})
        self._slab: QPainterPath | None = None
        self._lattice = lattice_of(board)
        self._beside: dict[Cell, tuple[Cell | None, ...]] = {}

    def move(self, by: QPointF) -> None:
        """Lay the board somewhere else: so many pixels away, to the nearest device pixel."""
        self._x0, self._y0 = self._snap(self._x0 + by.x()), self._snap(self._y0 + by.y())
        self._rects.clear()
        self._lines = ({}, {})
        self._slab = None

    @property
    def origin(self) -> QPointF:
        """Where the corner of the grid of cells lies."""
        return QPointF(self._x0, self._y0)

    @property
    def flipped(self) -> bool:
        """Whether it is turned by half a turn."""
        return self.sixths == 3

    def same_as(self, other: "Geometry | None") -> bool:
        """Whether the other one lays the same board in the same way."""
        return other is not None and self.laid() == other.laid()

    def laid(self) -> tuple[object, ...]:
        """All that says where its cells are."""
        return *self.sized(), self._x0, self._y0

    def sized(self) -> tuple[object, ...]:
        """All that says how it looks, wherever it lies."""
        return self.board, self.dpr, self.sixths, self.rim, self.cell

    @property
    def is_square(self) -> bool:
        return self.board.shape == "square"

    def point(self, x: float, y: float) -> QPointF:
        """The place of a point given in cell widths."""
        x, y = turned(x, y, self.sixths)
        return QPointF(self._x0 + x * self.cell, self._y0 + y * self.cell)

    def place(self, point: QPointF) -> Point:
        """A point of the widget in cell widths of the board."""
        return turned((point.x() - self._x0) / self.cell, (point.y() - self._y0) / self.cell, -self.sixths)

    def centre(self, cell: Cell) -> QPointF:
        """The middle of a cell as it is drawn."""
        return self.rect(cell).center()

    def rect(self, cell: Cell) -> QRectF:
        """The rectangle round a cell; a square cell is its rectangle."""
        known = self._rects.get(cell)
        if known is None:
            known = self._rects[cell] = self._rect(cell)
        return known

    def _rect(self, cell: Cell) -> QRectF:
        place = self.board.cells[cell]
        if not self.is_square:
            middle, half = self.point(place.x, place.y), self.cell / 2
            high = half * HEXAGON_HEIGHT
            return QRectF(middle.x() - half, middle.y() - high, 2 * half, 2 * high)
        # from its corners, which are those of its neighbours: each lies on the same pixel for all of them
        left, right = sorted((self._line(0, place.x - 0.5), self._line(0, place.x + 0.5)))
        top, bottom = sorted((self._line(1, place.y - 0.5), self._line(1, place.y + 0.5)))
        return QRectF(left, top, right - left, bottom - top)

    def _line(self, axis: int, at: float) -> float:
        """The pixel of a line between squares, which many of them share: from the left at 0, from the top at 1."""
        known = self._lines[axis].get(at)
        if known is None:
            point = self.point(at, 0.0) if axis == 0 else self.point(0.0, at)
            known = self._lines[axis][at] = self._snap(point.x() if axis == 0 else point.y())
        return known

    def shape(self, cell: Cell, inset: float = 0.0) -> QPolygonF:
        """The corners of a cell, moved inwards by so many pixels."""
        return self.shape_in(self.rect(cell), inset)

    def shape_in(self, rect: QRectF, inset: float = 0.0) -> QPolygonF:
        """The corners of a cell in that rectangle, clockwise from the top left one, of a hexagon from its top."""
        if self.is_square:
            rect = rect.adjusted(inset, inset, -inset, -inset)
            return QPolygonF([rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()])
        return _hexagon(rect.height() / 2 - inset * HEXAGON_HEIGHT).translated(rect.center())

    def joined(self, cells: Iterable[Cell]) -> QPainterPath:
        """The outline round some cells taken together."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        if self.is_square:
            for run in self.runs(cells):
                path.addRect(run)
            return path.simplified()
        for cell in sorted(cells):
            # a hair larger, so that neighbours overlap and no seam is left between hexagons
            path.addPolygon(self.shape(cell, -0.01 * self.cell))
            path.closeSubpath()
        return path.simplified()

    def runs(self, cells: Iterable[Cell], upright: bool = False) -> list[QRectF]:
        """Squares as one rectangle for each unbroken row of them, or column."""
        boxes = [edges(self.rect(cell)) for cell in cells]
        across, along = (0, 1) if upright else (1, 0)  # which of them a run shares, and on which it grows
        boxes.sort(key=itemgetter(across, along))
        found: list[list[float]] = []
        for box in boxes:
            last = found[-1] if found else None
            if last is not None and last[across] == box[across] and _same(last[along + 2], box[along]):
                last[along + 2] = box[along + 2]
            else:
                found.append(list(box))
        return [QRectF(left, top, right - left, bottom - top) for left, top, right, bottom in found]

    def slab(self) -> QPainterPath:
        """The outline of the whole board, with round corners."""
        if self._slab is None:
            self._slab = self._outline()
        return self._slab

    def _outline(self) -> QPainterPath:
        corners = [self.point(x, y) for x, y in outline_of(self.board, self.rim)]
        reach = 0.32 if len(corners) == 4 else 0.5 if self.is_square else 0.7
        return with_corners(corners, self.cell * (reach if self.rim else reach * 0.6))

    def at(self, point: QPointF) -> Cell | None:
        """The cell at a point."""
        found = self._lattice.nearest(*self.place(point))
        if found is None:
            return None
        return found if self.shape(found, -0.5).containsPoint(point, Qt.FillRule.WindingFill) else None

    def touching(self, area: QRectF) -> Iterable[Cell]:
        """The cells that reach into an area, and perhaps some beside it."""
        corners = [self.place(at) for at in (area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft())]
        xs, ys, reach = [x for x, _ in corners], [y for _, y in corners], HEXAGON_HEIGHT / 2
        return self._lattice.within(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)

    def beside(self, cell: Cell) -> tuple[Cell | None, ...]:
        """The cell over each edge as it is seen, in the order of the edges of its shape."""
        known = self._beside.get(cell)
        if known is None:
            found = self._lattice.beside(cell)
            turn = -self.sixths * len(found) // 6 % len(found)
            known = self._beside[cell] = (*found[turn:], *found[:turn]) if turn else found
        return known

    def edge(self, cells: Container[Cell], within: Iterable[Cell], inset: float = 0.0) -> Iterator[QLineF]:
        """The sides of the cells of `within` that lie at the edge of `cells`, moved inwards by so many pixels."""
        for cell in within:
            beside = self.beside(cell)
            open_sides = [other is None or other not in cells for other in beside]
            if any(open_sides):
                yield from self._sides(cell, open_sides, inset)

    def _sides(self, cell: Cell, open_sides: list[bool], inset: float) -> Iterator[QLineF]:
        """Those sides of a cell. Where the line goes on over the next cell it reaches up to it."""
        corners, count = self.shape(cell), len(open_sides)
        inner = self.shape(cell, inset) if inset else corners
        for side, is_open in enumerate(open_sides):
            if is_open:
                after = (side + 1) % count
                moved = (inner.at(side) + inner.at(after)) / 2 - (corners.at(side) + corners.at(after)) / 2
                start = inner.at(side) if open_sides[side - 1] else corners.at(side) + moved
                end = inner.at(after) if open_sides[after] else corners.at(after) + moved
                yield QLineF(start, end)

    def towards(self, cell: Cell, direction: Direction, column: float | None = None) -> Cell:
        """The next cell in that direction as it is seen; the same one at the edge.

        Rows of hexagons do not lie under each other: up and down go to the next row, to where it is nearest to
        `column`, the place from left to right that one set out from.
        """
        if not self.is_square and direction in ("up", "down"):
            return self._next_row(cell, _DOWN[direction], self.column(cell) if column is None else column)
        if not self.is_square:
            turn = math.radians(0 if direction in ("left", "right") else 60)
            step_x, step_y = _ACROSS[direction] * math.cos(turn), _DOWN.get(direction, 0) * math.sin(turn)
        else:
            step_x, step_y = _ACROSS.get(direction, 0), _DOWN.get(direction, 0)
            length = math.hypot(step_x, step_y)
            step_x, step_y = step_x / length, step_y / length
        return self._next(cell, step_x, step_y)

    def column(self, cell: Cell) -> float:
        """How far to the right a cell is seen, in cell widths."""
        return self._seen(cell)[0]

    def _seen(self, cell: Cell) -> Point:
        """The middle of a cell in cell widths, on the board as it lies."""
        place = self.board.cells[cell]
        return turned(place.x, place.y, self.sixths)

    def _next_row(self, cell: Cell, down: int, column: float) -> Cell:
        height = self._seen(cell)[1] + down * HEXAGON_HEIGHT * 0.75
        row = [other for other in range(len(self.board.cells)) if abs(self._seen(other)[1] - height) < 0.1]
        return min(row, key=lambda other: (abs(self.column(other) - column), self.column(other)), default=cell)

    def _next(self, cell: Cell, step_x: float, step_y: float) -> Cell:
        here = self.board.cells[cell]
        step_x, step_y = turned(step_x, step_y, -self.sixths)
        best, best_cost = cell, math.inf
        for other, place in enumerate(self.board.cells):
            dx, dy = place.x - here.x, place.y - here.y
            along, across = dx * step_x + dy * step_y, abs(dx * step_y - dy * step_x)
            if along > 0.4 and across <= along + 1e-9:
                cost = along + 2 * across
                if cost < best_cost - 1e-9:
                    best, best_cost = other, cost
        return best

    def shade(self, cell: Cell) -> int:
        """Which of the two (or, of hexagons, three) tones a cell has; neighbours differ."""
        place = self.board.cells[cell]
        if self.is_square:
            return (math.floor(place.x) + math.floor(place.y)) % 2
        first = self.board.cells[0]  # counted from here, so that a board may lie anywhere
        row = round((place.y - first.y) / (HEXAGON_HEIGHT * 0.75))
        return (round(place.x - first.x - row / 2) - row) % 3

    def _snap(self, value: float) -> float:
        return round(value * self.dpr) / self.dpr


@lru_cache(maxsize=64)
def _hexagon(radius: float) -> QPolygonF:
    """A hexagon round the origin that stands on a corner; whoever gets it leaves it as it is."""
    return QPolygonF([QPointF(radius * x, radius * y) for x, y in _HEXAGON])


def _same(one: float, other: float) -> bool:
    """The same edge but for rounding: a rectangle keeps its width, not its right side."""
    return abs(one - other) < 1e-6


def on_half_pixels(cell: float, dpr: float) -> float:
    """That size of a cell, or a little less, so that it is a whole number of half device pixels."""
    return max(1.0, math.floor(cell * dpr * 2) / dpr / 2)


def on_even_pixels(cell: float, dpr: float) -> float:
    """That size of a cell, or a little less, so that halves of cells are whole device pixels too: pushed by any number
    of pixels the board looks just the same."""
    return max(2.0, math.floor(cell * dpr / 2) * 2) / dpr


def with_corners(corners: list[QPointF], reach: float, cut: bool = False) -> QPainterPath:
    """A closed outline whose corners are rounded, or cut off straight, that far along its sides."""
    path = QPainterPath()
    for index, corner in enumerate(corners):
        before, after = corners[index - 1] - corner, corners[(index + 1) % len(corners)] - corner
        near = min(reach, _length(before) / 2, _length(after) / 2)
        start, end = corner + before * (near / _length(before)), corner + after * (near / _length(after))
        path.lineTo(start) if index else path.moveTo(start)
        path.lineTo(end) if cut else path.quadTo(corner, end)
    path.closeSubpath()
    return path


def _length(vector: QPointF) -> float:
    return math.hypot(vector.x(), vector.y())
