"""The kept picture of a board. It is painted part by part, so that no step takes long."""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPixmap, QRegion, QTransform

from client_qt.board.geometry import Geometry

TILE_CELLS = {"square": 20, "hexagon": 9}  # the side of a part that is painted at once if time is limited
TILE_PX = 512  # device pixels; a part is not larger


class BoardCache:
    """The picture of a board, and the region of it that is out of date.

    After zooming it shows the enlarged earlier picture until it is painted; after panning it is moved as a whole.
    `paint` paints an area of the board, to which the painter is clipped.
    """

    def __init__(self, paint: Callable[[QPainter, Geometry, QRectF], None]) -> None:
        self._paint = paint
        self._pixmap = QPixmap()
        self._older: tuple[QPixmap, Geometry] | None = None  # until all of the pixmap is painted
        self._geometry: Geometry | None = None
        self._stale = QRegion()  # device pixels

    @property
    def is_stale(self) -> bool:
        return not self._stale.isEmpty()

    def invalidate(self, area: QRectF, geometry: Geometry) -> None:
        """Paint an area of the board in that geometry again."""
        before = self._geometry
        if before is not None and before.size_key() == geometry.size_key():
            moved = area.translated(before.origin - geometry.origin)
            self._stale += _scaled(QRegion(moved.toAlignedRect()), before.dpr) & self._pixmap.rect()
        else:  # the board may have its earlier size again before it is painted
            self.invalidate_all()

    def invalidate_all(self) -> None:
        self._stale = QRegion(self._pixmap.rect())

    def lay_out(self, geometry: Geometry, size: QSize) -> None:
        """Show the board in this geometry and size: move or scale the picture."""
        before, self._geometry, dpr = self._geometry, geometry, geometry.dpr
        pixels = QSize(math.ceil(size.width() * dpr), math.ceil(size.height() * dpr))
        if before is not None and before.size_key() == geometry.size_key() and self._pixmap.size() == pixels:
            by = ((geometry.origin - before.origin) * dpr).toPoint()
            if not by.isNull():
                exposed = QRegion()
                self._pixmap.scroll(by.x(), by.y(), self._pixmap.rect(), exposed)
                self._stale = (self._stale.translated(by) + exposed) & self._pixmap.rect()
            return
        if before is None or not _are_similar(before, geometry):
            self._older = QPixmap(), geometry
        elif self._older is None:
            self._older = self._pixmap, before
        image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)  # to fill it would take long
        self._pixmap = QPixmap.fromImage(image, Qt.ImageConversionFlag.NoOpaqueDetection)
        self._pixmap.setDevicePixelRatio(dpr)
        self.invalidate_all()

    def draw(self, painter: QPainter, region: QRegion) -> None:
        """Draw a region of the widget; what is not painted yet since the zoom changed is shown enlarged."""
        assert self._geometry is not None
        if self._older is not None:
            older, before = self._older
            scale = self._geometry.cell / before.cell
            corner = self._geometry.origin - before.origin * scale
            missing = _scaled(self._stale, 1 / self._geometry.dpr)
            painter.setClipRegion(region & missing)
            painter.drawPixmap(QRectF(corner, older.deviceIndependentSize() * scale), older, QRectF(older.rect()))
            painter.setClipRegion(region - missing)
        painter.drawPixmap(0, 0, self._pixmap)
        painter.setClipping(False)

    def paint(self, until_s: float, region: QRegion | None = None) -> QRegion:
        """Paint what is out of date in a region of the widget, by default everywhere, until the performance counter
        shows that time. Return the painted region.
        """
        assert self._geometry is not None
        dpr, painted = self._geometry.dpr, QRegion()
        side = min(TILE_PX, math.ceil(self._geometry.cell * dpr * TILE_CELLS[self._geometry.board.shape]))
        tile = QSize(side, side) if math.isfinite(until_s) else self._pixmap.size()
        for part in _parts(self._stale if region is None else self._stale & _scaled(region, dpr), tile):
            self._paint_sheet(part)
            self._stale -= part
            painted += part
            if time.perf_counter() >= until_s:
                break
        if not self.is_stale:
            self._older = None
        return _scaled(painted, 1 / dpr)

    def _paint_sheet(self, part: QRect) -> None:
        """Paint on a small sheet: shapes that go beyond its edges cost little there, but a lot within a clip."""
        assert self._geometry is not None
        dpr = self._geometry.dpr
        area = QRectF(part.x() / dpr, part.y() / dpr, part.width() / dpr, part.height() / dpr)
        sheet = QPixmap(part.size())
        sheet.setDevicePixelRatio(dpr)
        sheet.fill(Qt.GlobalColor.transparent)
        painter = QPainter(sheet)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-area.topLeft())
        self._paint(painter, self._geometry, area)
        painter.end()
        painter = QPainter(self._pixmap)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawPixmap(area.topLeft(), sheet)
        painter.end()


def _parts(region: QRegion, tile: QSize) -> Iterator[QRect]:
    """Yield one rectangle for each tile that a region touches: many small ones would take longer."""
    bounds = region.boundingRect()
    for top in range(bounds.top(), bounds.bottom() + 1, tile.height()):
        for left in range(bounds.left(), bounds.right() + 1, tile.width()):
            part = (region & QRect(QPoint(left, top), tile)).boundingRect()
            if not part.isEmpty():
                yield part


def _scaled(region: QRegion, factor: float) -> QRegion:
    """Return a region with its coordinates multiplied, and the pixels that it covers in part."""
    if factor == 1:
        return region
    found = QRegion()
    for rect in cast("Iterable[QRect]", region):
        found += QTransform.fromScale(factor, factor).mapRect(QRectF(rect)).toAlignedRect()
    return found


def _are_similar(one: Geometry, other: Geometry) -> bool:
    """Whether a picture of one, enlarged, looks like the other."""
    return one.board is other.board and (one.dpr, one.sixths, one.rim) == (other.dpr, other.sixths, other.rim)
