"""Where things lie on a board of a given size: cells, slab, coordinates, and back from points to cells."""

import math
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPolygonF

from netgame.boards import Board, Cell, Point

Direction = Literal["left", "right", "up", "down"]

HEXAGON_HEIGHT = 2 / math.sqrt(3)  # of a cell that is one wide and stands on a corner
_STEP = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def slab_size(board: Board) -> tuple[float, float]:
    """Width and height of the whole board in cell widths."""
    xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
    return max(xs) - min(xs), max(ys) - min(ys)


class Geometry:
    """A board laid into an area, as large as fits and in the middle of it; edges of squares lie on device pixels."""

    def __init__(self, board: Board, area: QRectF, dpr: float = 1.0, flipped: bool = False) -> None:
        width, height = slab_size(board)
        fitting = max(1.0, min(area.width() / width, area.height() / height))
        cell = max(1.0, math.floor(fitting * dpr * 2) / dpr / 2)
        self._lay(board, cell, area.center(), dpr, flipped)

    @classmethod
    def of_cell(cls, board: Board, cell: float, middle: QPointF, centre: Point, dpr: float = 1.0) -> "Geometry":
        """A board with cells of that size, that point of it (in cell widths) lying at `middle`."""
        self = cls.__new__(cls)
        self._lay(board, cell, middle, dpr, False)
        moved = self.point(*centre) - middle
        self._x0 = self._snap(self._x0 - moved.x())
        self._y0 = self._snap(self._y0 - moved.y())
        return self

    def _lay(self, board: Board, cell: float, middle: QPointF, dpr: float, flipped: bool) -> None:
        self.board, self.dpr, self.flipped, self.cell = board, dpr, flipped, cell
        self._turn = -1.0 if flipped else 1.0
        xs, ys = [x for x, _ in board.outline], [y for _, y in board.outline]
        self._x0 = self._snap(middle.x() - self._turn * cell * (min(xs) + max(xs)) / 2)
        self._y0 = self._snap(middle.y() - self._turn * cell * (min(ys) + max(ys)) / 2)

    def same_as(self, other: "Geometry | None") -> bool:
        """Whether the other one lays the same board in the same way."""
        return other is not None and vars(self) == vars(other)

    @property
    def is_square(self) -> bool:
        return self.board.shape == "square"

    def point(self, x: float, y: float) -> QPointF:
        """The place of a point given in cell widths."""
        return QPointF(self._x0 + self._turn * x * self.cell, self._y0 + self._turn * y * self.cell)

    def centre(self, cell: Cell) -> QPointF:
        """The middle of a cell as it is drawn."""
        return self.rect(cell).center()

    def rect(self, cell: Cell) -> QRectF:
        """The rectangle round a cell; a square cell is its rectangle."""
        place = self.board.cells[cell]
        half = 0.5 if self.is_square else HEXAGON_HEIGHT / 2
        one, other = self.point(place.x - 0.5, place.y - half), self.point(place.x + 0.5, place.y + half)
        if not self.is_square:
            return QRectF(one, other).normalized()
        corner = QPointF(self._snap(one.x()), self._snap(one.y()))
        return QRectF(corner, QPointF(self._snap(other.x()), self._snap(other.y()))).normalized()

    def shape(self, cell: Cell, inset: float = 0.0) -> QPolygonF:
        """The corners of a cell, moved inwards by so many pixels."""
        rect = self.rect(cell)
        if self.is_square:
            rect = rect.adjusted(inset, inset, -inset, -inset)
            return QPolygonF([rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()])
        radius = rect.height() / 2 - inset * HEXAGON_HEIGHT
        centre = rect.center()
        angles = [math.radians(60 * i - 90) for i in range(6)]
        return QPolygonF([centre + QPointF(radius * math.cos(a), radius * math.sin(a)) for a in angles])

    def joined(self, cells: frozenset[Cell]) -> QPainterPath:
        """The outline round some cells taken together."""
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for cell in sorted(cells):
            # a hair larger, so that neighbours overlap and no seam is left between hexagons
            path.addPolygon(self.shape(cell, 0.0 if self.is_square else -0.01 * self.cell))
            path.closeSubpath()
        return path.simplified()

    def slab(self) -> QPainterPath:
        """The outline of the whole board, with round corners."""
        corners = [self.point(x, y) for x, y in self.board.outline]
        return _rounded(corners, self.cell * (0.32 if len(corners) == 4 else 0.5))

    def at(self, point: QPointF) -> Cell | None:
        """The cell at a point."""
        x = (point.x() - self._x0) * self._turn / self.cell
        y = (point.y() - self._y0) * self._turn / self.cell
        found = min(range(len(self.board.cells)), key=lambda cell: self._distance(cell, x, y))
        return found if QPolygonF(self.shape(found, -0.5)).containsPoint(point, Qt.FillRule.WindingFill) else None

    def _distance(self, cell: Cell, x: float, y: float) -> float:
        place = self.board.cells[cell]
        return (place.x - x) ** 2 + (place.y - y) ** 2

    def towards(self, cell: Cell, direction: Direction) -> Cell:
        """The next cell in that direction as it is seen; the same one at the edge."""
        step_x, step_y = _STEP[direction]
        here = self.board.cells[cell]
        best, best_cost = cell, math.inf
        for other, place in enumerate(self.board.cells):
            dx, dy = (place.x - here.x) * self._turn, (place.y - here.y) * self._turn
            along, across = dx * step_x + dy * step_y, abs(dx * step_y) + abs(dy * step_x)
            if along > 0.4 and across <= along:
                cost = along + 2 * across
                if cost < best_cost:
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


def _rounded(corners: list[QPointF], radius: float) -> QPainterPath:
    path = QPainterPath()
    for index, corner in enumerate(corners):
        before, after = corners[index - 1] - corner, corners[(index + 1) % len(corners)] - corner
        reach = min(radius, _length(before) / 2, _length(after) / 2)
        start, end = corner + before * (reach / _length(before)), corner + after * (reach / _length(after))
        path.lineTo(start) if index else path.moveTo(start)
        path.quadTo(corner, end)
    path.closeSubpath()
    return path


def _length(vector: QPointF) -> float:
    return math.hypot(vector.x(), vector.y())
