"""Which part of a board is seen: all of it, or less and larger."""

from PySide6.QtCore import QPointF, QRectF

from client_qt.board.geometry import Geometry, on_even_pixels
from client_qt.theme import Theme
from netgame.boards.geometry import Board, Point

ROOM = 0.4  # em around the board, for its shadow
TIGHT_ROOM = 0.15  # em, if cells are small
TIGHT_UNDER = 1.8  # em of a cell
LARGEST_CELL = 6.0  # em; no piece needs more
LEAST_MOST = 2.0  # the largest zoom is at least this, even on boards of few cells
WHOLE_UNDER = 1.02  # a smaller zoom shows the whole board


class Viewport:
    """Zoom, rotation and centre of a board in its widget."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.zoom = 1.0
        self.margin = 0.0  # em around the board, in addition to ROOM
        self.sixths = 0
        self.rim = True
        self._centre: Point = (0.0, 0.0)

    @property
    def zoomed(self) -> bool:
        """Whether less than the whole board may be seen."""
        return self.zoom > 1.0

    def lay_out(self, board: Board, area: QRectF, dpr: float) -> Geometry:
        """Return the geometry of the board in an area of the widget."""
        geometry = self._fitted(board, area, dpr)
        if self.zoomed:
            cell = on_even_pixels(geometry.cell * self.zoom, dpr)
            geometry = Geometry.of_cell(board, cell, area.center(), self._centre, dpr, self.sixths, self.rim)
            edge = geometry.edge.boundingRect()
            dx = _shift(edge.left(), edge.right(), area.left(), area.right())
            dy = _shift(edge.top(), edge.bottom(), area.top(), area.bottom())
            geometry = geometry.moved(QPointF(dx, dy))
        self._centre = geometry.place(area.center())
        return geometry

    def zoom_by(self, factor: float, at: QPointF, seen: Geometry, area: QRectF) -> None:
        """Zoom in or out. The point `at` of the widget keeps its place on the board."""
        fitted = self._fitted(seen.board, area, seen.dpr)
        most = max(LEAST_MOST, LARGEST_CELL * self._theme.em / fitted.cell)
        zoom = min(most, self.zoom * factor)
        self.zoom = zoom if zoom > WHOLE_UNDER else 1.0
        cell = on_even_pixels(fitted.cell * self.zoom, seen.dpr)
        zoomed = Geometry.of_cell(seen.board, cell, at, seen.place(at), seen.dpr, self.sixths, self.rim)
        self._centre = zoomed.place(area.center())

    def pan(self, by: QPointF, seen: Geometry, area: QRectF) -> None:
        """Move the board by so many pixels; `lay_out` limits this to the board."""
        self._centre = seen.place(area.center() - by)

    def reveal(self, rect: QRectF, seen: Geometry, area: QRectF) -> None:
        """Move a part of the board into view, with a margin of two cells."""
        margin = min(2.0 * seen.cell, area.width() / 3, area.height() / 3)
        inner = area.adjusted(margin, margin, -margin, -margin)
        dx = max(0.0, inner.left() - rect.left()) or min(0.0, inner.right() - rect.right())
        dy = max(0.0, inner.top() - rect.top()) or min(0.0, inner.bottom() - rect.bottom())
        self.pan(QPointF(dx, dy), seen, area)

    def _fitted(self, board: Board, area: QRectF, dpr: float) -> Geometry:
        for room in (self._theme.px(ROOM + self.margin), self._theme.px(TIGHT_ROOM + self.margin)):
            geometry = Geometry(board, area.adjusted(room, room, -room, -room), dpr, self.sixths, self.rim)
            if geometry.cell >= TIGHT_UNDER * self._theme.em:
                break
        return geometry


def _shift(low: float, high: float, start: float, end: float) -> float:
    """Return how far to move something: to the middle of its room if it is smaller, else so that there is no gap."""
    if high - low <= end - start:
        return (start + end - low - high) / 2
    return max(0.0, end - high) or min(0.0, start - low)
