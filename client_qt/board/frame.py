"""What is seen of a board that is larger than its view, kept as a picture: it is pushed about as a whole, and painted
anew a piece at a time, so that no single step takes long."""

import math
import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap, QRegion

from client_qt.board.geometry import Geometry
from client_qt.board.regions import rects

Paint = Callable[[QPainter, QRegion], None]

GRID = 8  # logical pixels; a multiple of it is a whole number of device pixels on every usual screen
AT_ONCE = 320 * 192  # logical pixels of a piece; a low one is wider
HIGH = 24 * GRID


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

    @property
    def is_waiting(self) -> bool:
        """Whether there is a picture, and something of it out of date."""
        return self._picture is not None and not self._stale.isEmpty()

    @property
    def stale(self) -> QRegion:
        """What is out of date."""
        return self._stale

    @property
    def has_older(self) -> bool:
        """Whether something stands in for what is out of date."""
        return self._older is not None

    def picture(self) -> QPixmap:
        """As far as it is painted."""
        assert self._picture is not None
        return self._picture

    def fits(self, size: QSize, geometry: Geometry) -> bool:
        """Whether there is a picture of that size."""
        return self._picture is not None and self._picture.size() == _pixels(size, geometry.dpr)

    def put(self, picture: QPixmap, geometry: Geometry) -> None:
        """Have this picture, nothing of which is out of date."""
        self._picture, self._geometry, self._stale, self._older = picture, geometry, QRegion(), None

    def forget(self) -> None:
        """Nothing of it is of use any more."""
        self._picture = self._geometry = self._older = None

    def remember(self, picture: QPixmap, geometry: Geometry) -> None:
        """What was to be seen before there was a frame."""
        self._older = picture, geometry

    def spoil(self, area: QRect) -> None:
        """Something looks different there; what is out of sight is painted when it comes into it."""
        if self._picture is not None:
            self._stale += area & _view(self._picture)

    def spoil_all(self) -> None:
        if self._picture is not None:
            self._stale = QRegion(_view(self._picture))

    def work(self, paint: Paint, until: float, within: QRegion | None = None) -> QRegion:
        """Paint as much of what is out of date as there is time for: what was painted. `until` is by the counter of
        performance; one piece is painted in any case, so that there is an end to it."""
        picture, painted = self._picture, QRegion()
        if picture is None:
            return painted
        self._stale &= _view(picture)
        for piece in _pieces(self._stale if within is None else self._stale & within):
            _paint_piece(picture, piece, paint)
            self._stale -= piece
            painted += piece
            if time.perf_counter() >= until:
                break
        if self._stale.isEmpty():
            self._older = None
        return painted

    def draw(self, onto: QPainter, geometry: Geometry, region: QRegion) -> None:
        """Show it in a region: what is out of date as it was before, as large as the board is now."""
        assert self._picture is not None
        stale = region & self._stale
        if stale.isEmpty() or self._older is None:
            onto.drawPixmap(0, 0, self._picture)
            return
        onto.setClipRegion(stale)
        self._draw_older(onto, geometry)
        onto.setClipRegion(region - stale)
        onto.drawPixmap(0, 0, self._picture)
        onto.setClipping(False)

    def lay(self, geometry: Geometry, size: QSize) -> None:
        """The picture for a board that lies there: the same one pushed, or a new one."""
        picture, before, dpr = self._picture, self._geometry, geometry.dpr
        if picture is not None and before is not None:
            if self.fits(size, geometry) and geometry.sized() == before.sized():
                self._geometry = geometry
                if not geometry.same_as(before):
                    self._push(picture, (geometry.origin - before.origin) * dpr, dpr)
                return
            if not _alike(before, geometry):
                self._older = None
            elif self._older is None or self._stale.isEmpty():
                self._older = picture, before
        made = QPixmap(_pixels(size, dpr))
        made.setDevicePixelRatio(dpr)
        made.fill(Qt.GlobalColor.transparent)
        self._picture, self._geometry, self._stale = made, geometry, QRegion(QRect(QPoint(0, 0), size))

    def _push(self, picture: QPixmap, by: QPointF, dpr: float) -> None:
        dx, dy = round(by.x()), round(by.y())
        self._stale.translate(round(dx / dpr), round(dy / dpr))
        self._stale = _grown(self._stale)
        open_now = QRegion()
        picture.scroll(dx, dy, picture.rect(), open_now)
        for rect in rects(open_now):
            self._stale += _logical(rect, dpr)

    def _draw_older(self, onto: QPainter, geometry: Geometry) -> None:
        assert self._older is not None
        picture, before = self._older
        scale = geometry.cell / before.cell
        corner = geometry.origin - before.origin * scale
        size = picture.deviceIndependentSize() * scale
        onto.drawPixmap(QRectF(corner, size), picture, QRectF(picture.rect()))


def _alike(one: Geometry, other: Geometry) -> bool:
    """Whether a picture of the one, enlarged, could stand for the other."""
    return (one.board, one.sixths, one.rim) == (other.board, other.sixths, other.rim)


def _paint_piece(picture: QPixmap, piece: QRect, paint: Paint) -> None:
    """On a sheet of its own: what is painted beyond its edges costs next to nothing there."""
    dpr = picture.devicePixelRatio()
    sheet = QPixmap(_pixels(piece.size(), dpr))
    sheet.setDevicePixelRatio(dpr)
    sheet.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(-piece.topLeft())
    paint(painter, QRegion(piece))
    painter.end()
    painter = QPainter(picture)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.drawPixmap(piece.topLeft(), sheet)
    painter.end()


def _pieces(region: QRegion) -> Iterator[QRect]:
    """Rectangles on the grid that cover a region, none of them large; those in the middle first."""
    covered = QRegion()
    for rect in rects(region):
        covered += _on_grid(rect)
    middle = covered.boundingRect().center()
    found = [piece for rect in rects(covered) for piece in _cut(rect)]
    yield from sorted(found, key=lambda piece: (piece.center() - middle).manhattanLength())


def _cut(rect: QRect) -> Iterator[QRect]:
    wide = max(GRID, AT_ONCE // min(HIGH, rect.height()) // GRID * GRID)
    for top in range(rect.top(), rect.bottom() + 1, HIGH):
        for left in range(rect.left(), rect.right() + 1, wide):
            right, bottom = min(left + wide, rect.right() + 1), min(top + HIGH, rect.bottom() + 1)
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
