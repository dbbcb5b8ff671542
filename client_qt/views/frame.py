"""What is seen of a board that is larger than its view, kept as a picture: it is pushed about as a whole, and painted
anew a piece at a time, so that no single step takes long."""

import math
import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion

from client_qt.views.geometry import Geometry
from client_qt.views.regions import rects

Paint = Callable[[QPainter, QRegion], None]

GRID = 8  # logical pixels; a multiple of it is a whole number of device pixels on every usual screen
WIDE, HIGH = 40 * GRID, 24 * GRID  # of a piece
BUDGET_S = 0.006  # for painting pieces, each time


class Frame:
    """The picture, what of it is out of date, and the picture from before the last zoom, which is shown meanwhile."""

    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._geometry: Geometry | None = None
        self._stale = QRegion()
        self._older: tuple[QPixmap, Geometry] | None = None

    @property
    def done(self) -> bool:
        """Whether nothing of it is out of date."""
        return self._picture is not None and self._stale.isEmpty()

    def forget(self) -> None:
        """Nothing of it is of use any more."""
        self._picture = self._geometry = self._older = None

    def spoil(self, area: QRect) -> None:
        """Something looks different there."""
        self._stale += area

    def spoil_all(self) -> None:
        if self._picture is not None:
            self._stale = QRegion(_view(self._picture))

    def show(self, onto: QPainter, geometry: Geometry, size: QSize, paint: Paint) -> bool:
        """Draw it, after painting as much of what is out of date as there is time for; whether that was all."""
        picture = self._fitting(geometry, size)
        todo = [] if self._stale.isEmpty() else list(_pieces(self._stale & _view(picture)))
        until = time.perf_counter() + BUDGET_S
        while todo and time.perf_counter() < until:
            piece = todo.pop()
            _paint_piece(picture, piece, paint)
            self._stale -= piece
        if todo and self._older is not None:
            self._show_older(onto, geometry)
            onto.setClipRegion(QRegion(_view(picture)) - self._stale)
            onto.drawPixmap(0, 0, picture)
            onto.setClipping(False)
            return False
        onto.drawPixmap(0, 0, picture)
        if not todo:
            self._stale, self._older = QRegion(), None
        return not todo

    def _fitting(self, geometry: Geometry, size: QSize) -> QPixmap:
        """The picture for a board that lies there: the same one pushed, or a new one."""
        picture, before, dpr = self._picture, self._geometry, geometry.dpr
        if picture is not None and before is not None and picture.size() == _pixels(size, dpr):
            if geometry.same_as(before):
                return picture
            if geometry.sized() == before.sized():
                self._geometry = geometry
                self._push(picture, (geometry.origin - before.origin) * dpr, dpr)
                return picture
            if self._older is None or self._stale.isEmpty():
                self._older = picture, before
        made = QPixmap(_pixels(size, dpr))
        made.setDevicePixelRatio(dpr)
        made.fill(Qt.GlobalColor.transparent)
        self._picture, self._geometry, self._stale = made, geometry, QRegion(QRect(QPoint(0, 0), size))
        return made

    def _push(self, picture: QPixmap, by: QPointF, dpr: float) -> None:
        dx, dy = round(by.x()), round(by.y())
        self._stale.translate(round(dx / dpr), round(dy / dpr))
        self._stale = _grown(self._stale)
        open_now = QRegion()
        picture.scroll(dx, dy, picture.rect(), open_now)
        for rect in rects(open_now):
            self._stale += _logical(rect, dpr)

    def _show_older(self, onto: QPainter, geometry: Geometry) -> None:
        """The older picture, as large as the board is now."""
        assert self._older is not None
        picture, before = self._older
        scale = geometry.cell / before.cell
        corner = geometry.origin - before.origin * scale
        size = picture.deviceIndependentSize() * scale
        onto.setClipRegion(self._stale)
        onto.drawPixmap(QRectF(corner, size), picture, QRectF(picture.rect()))


def _paint_piece(picture: QPixmap, piece: QRect, paint: Paint) -> None:
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(piece)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.fillRect(piece, Qt.GlobalColor.transparent)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    paint(painter, QRegion(piece))
    painter.end()


def _pieces(region: QRegion) -> Iterator[QRect]:
    """Rectangles on the grid that cover a region, none of them large."""
    covered = QRegion()
    for rect in rects(region):
        covered += _on_grid(rect)
    for rect in rects(covered):
        for top in range(rect.top(), rect.bottom() + 1, HIGH):
            for left in range(rect.left(), rect.right() + 1, WIDE):
                right, bottom = min(left + WIDE, rect.right() + 1), min(top + HIGH, rect.bottom() + 1)
                yield QRect(left, top, right - left, bottom - top)


def _on_grid(rect: QRect) -> QRect:
    left, top = rect.left() // GRID * GRID, rect.top() // GRID * GRID
    right, bottom = -(-(rect.right() + 1) // GRID) * GRID, -(-(rect.bottom() + 1) // GRID) * GRID
    return QRect(left, top, right - left, bottom - top)


def _grown(region: QRegion) -> QRegion:
    """A pixel more on all sides, where it was pushed by a part of one."""
    found = QRegion()
    for rect in rects(region):
        found += rect.adjusted(-1, -1, 1, 1)
    return found


def _logical(rect: QRect, dpr: float) -> QRect:
    left, top = math.floor(rect.left() / dpr) - 1, math.floor(rect.top() / dpr) - 1
    right, bottom = math.ceil((rect.right() + 1) / dpr) + 1, math.ceil((rect.bottom() + 1) / dpr) + 1
    return QRect(left, top, right - left, bottom - top)


def _pixels(size: QSize, dpr: float) -> QSize:
    return QSize(math.ceil(size.width() * dpr), math.ceil(size.height() * dpr))


def _view(picture: QPixmap) -> QRect:
    size = picture.deviceIndependentSize()
    return QRect(0, 0, math.ceil(size.width()), math.ceil(size.height()))
