"""Which part of a board is seen: all of it, or less and larger. No drawing."""

from PySide6.QtCore import QPointF, QRectF

from client_qt.board.geometry import Geometry, on_even_pixels
from client_qt.theme import Theme
from netgame.boards.geometry import Board, Point

ROOM = 0.4  # em round the slab, for its shadow
TIGHT_ROOM = 0.15  # where cells are small every pixel is theirs
TIGHT_UNDER = 1.8  # em of a cell
LARGEST_CELL = 6.0  # em; no piece needs more
LEAST_MOST = 2.0  # times as large as the whole board: even of few cells something can be seen from near
WHOLE_UNDER = 1.02  # times; nearly the whole board is the whole board


class Viewport:
    """How much larger than fitting the board is, and which point of it is in the middle."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.zoom = 1.0
        self.air = 0.0  # em more round the slab, where there is room for all of its shadow
        self.sixths = 0
        self.rim = True
        self._centre: Point = (0.0, 0.0)

    @property
    def zoomed(self) -> bool:
        """Whether less than the whole board may be seen."""
        return self.zoom > 1.0

    def fit(self) -> None:
        """Show the whole board."""
        self.zoom = 1.0

    def lay(self, board: Board, area: QRectF, dpr: float) -> Geometry:
        """Where the board lies in an area of the widget now."""
        fitted = self._fitted(board, area, dpr)
        if not self.zoomed:
            self._centre = fitted.place(area.center())
            return fitted
        cell = on_even_pixels(fitted.cell * self.zoom, dpr)
        return self._kept_in(Geometry.of_cell(board, cell, area.center(), self._centre, dpr, self.sixths, self.rim),
                             area)  # fmt: skip

    def zoom_by(self, factor: float, at: QPointF, seen: Geometry, area: QRectF) -> None:
        """Come nearer, or go away; what is at that point of the widget stays there where it can."""
        fitted = self._fitted(seen.board, area, seen.dpr)
        most = max(LEAST_MOST, LARGEST_CELL * self._theme.em / fitted.cell)
        zoom = min(most, self.zoom * factor)
        self.zoom = zoom if zoom > WHOLE_UNDER else 1.0
        cell = on_even_pixels(fitted.cell * self.zoom, seen.dpr)
        nearer = Geometry.of_cell(seen.board, cell, at, seen.place(at), seen.dpr, self.sixths, self.rim)
        self._kept_in(nearer, area)

    def pan(self, by: QPointF, seen: Geometry, area: QRectF) -> None:
        """Push the board by so many pixels, as far as there is more of it."""
        self._centre = seen.place(area.center() - by)
        self._kept_in(Geometry.of_cell(seen.board, seen.cell, area.center(), self._centre, seen.dpr, self.sixths,
                                       self.rim), area)  # fmt: skip

    def reveal(self, rect: QRectF, seen: Geometry, area: QRectF) -> bool:
        """Bring a part of the board into view, with a cell round it; whether it had to be moved."""
        edge = min(2.0 * seen.cell, area.width() / 3, area.height() / 3)
        inner = area.adjusted(edge, edge, -edge, -edge)
        dx = max(0.0, inner.left() - rect.left()) or min(0.0, inner.right() - rect.right())
        dy = max(0.0, inner.top() - rect.top()) or min(0.0, inner.bottom() - rect.bottom())
        before = self._centre
        if dx or dy:
            self.pan(QPointF(dx, dy), seen, area)
        return self._centre != before

    def _fitted(self, board: Board, area: QRectF, dpr: float) -> Geometry:
        room = self._theme.px(ROOM + self.air)
        geometry = Geometry(board, area.adjusted(room, room, -room, -room), dpr, self.sixths, self.rim)
        if geometry.cell >= TIGHT_UNDER * self._theme.em:
            return geometry
        room = self._theme.px(TIGHT_ROOM + self.air)
        return Geometry(board, area.adjusted(room, room, -room, -room), dpr, self.sixths, self.rim)

    def _kept_in(self, geometry: Geometry, area: QRectF) -> Geometry:
        """The same, moved so that no more than needed of what is beside the board can be seen."""
        slab = geometry.slab().boundingRect()
        geometry.move(QPointF(_shift(slab.left(), slab.right(), area.left(), area.right()),
                              _shift(slab.top(), slab.bottom(), area.top(), area.bottom())))  # fmt: skip
        self._centre = geometry.place(area.center())
        return geometry


def _shift(low: float, high: float, start: float, end: float) -> float:
    """How far something is to be moved: to the middle where it is smaller than its room, else to leave no gap."""
    if high - low <= end - start:
        return (start + end - low - high) / 2
    return max(0.0, end - high) or min(0.0, start - low)
