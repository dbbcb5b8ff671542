"""The painted board behind everything: one picture of the whole board, or of a larger one the tiles that are seen."""

import math
from collections import OrderedDict

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from client_qt.look import Theme
from client_qt.look.tokens import BoardColours
from client_qt.views.geometry import Geometry
from client_qt.views.slab import paint_part, slab_pixmap

TILE = 384  # device pixels
SPARE = 2.0  # times as many tiles are kept as can be seen


class Backdrop:
    """Keeps what it has painted for as long as the board is as large, looks the same and lies the same way round."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._whole: QPixmap | None = None
        self._tiles: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()
        self._of: tuple[object, ...] = ()

    def forget(self) -> None:
        """Something looks different now."""
        self._whole = None
        self._tiles.clear()

    def paint(self, painter: QPainter, geometry: Geometry, colours: BoardColours, view: QRectF) -> None:
        """The whole board in a widget that is `view`."""
        if self._whole is None or self._of != geometry.laid():
            self._whole, self._of = slab_pixmap(self._theme, geometry, colours, view), geometry.laid()
        painter.drawPixmap(0, 0, self._whole)

    def paint_near(
        self, painter: QPainter, geometry: Geometry, colours: BoardColours, view: QSize, wanted: QRectF
    ) -> None:
        """Part of a board that is larger than the widget. Pushed about, it costs only what comes into view."""
        if self._of != geometry.sized():
            self._tiles.clear()
            self._whole, self._of = None, geometry.sized()
        dpr = geometry.dpr
        side, origin = TILE / dpr, geometry.slab().boundingRect().topLeft() - QPointF(2, 2)
        origin = QPointF(math.floor(origin.x() * dpr) / dpr, math.floor(origin.y() * dpr) / dpr)
        reach = wanted.translated(-origin)
        for row in range(math.floor(reach.top() / side), math.ceil(reach.bottom() / side)):
            for column in range(math.floor(reach.left() / side), math.ceil(reach.right() / side)):
                corner = origin + QPointF(column * side, row * side)
                painter.drawPixmap(corner, self._tile((column, row), geometry, colours, corner))
        seen = (view.width() / side + 1) * (view.height() / side + 1)
        while len(self._tiles) > SPARE * seen:
            self._tiles.popitem(last=False)

    def _tile(self, key: tuple[int, int], geometry: Geometry, colours: BoardColours, corner: QPointF) -> QPixmap:
        tile = self._tiles.get(key)
        if tile is None:
            tile = self._tiles[key] = self._painted(geometry, colours, corner)
        self._tiles.move_to_end(key)
        return tile

    def _painted(self, geometry: Geometry, colours: BoardColours, corner: QPointF) -> QPixmap:
        tile = QPixmap(TILE, TILE)
        tile.setDevicePixelRatio(geometry.dpr)
        tile.fill(Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-corner)
        side = TILE / geometry.dpr
        paint_part(painter, self._theme, geometry, colours, QRectF(corner.x(), corner.y(), side, side))
        painter.end()
        return tile
