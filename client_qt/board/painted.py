"""How a board gets onto the screen: a kept picture of the empty board, and the cells on it that are to be painted."""

import math
import time
from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from client_qt.board.animation import BoardAnimation
from client_qt.board.cell_state import CellState
from client_qt.board.crosshair import Crosshair
from client_qt.board.geometry import Geometry
from client_qt.board.lines import BoardLines
from client_qt.board.painting.background import paint_part
from client_qt.board.painting.background_cache import MANY_CELLS, BackgroundCache
from client_qt.board.painting.cells import CellPainter
from client_qt.board.painting.marks import around
from client_qt.board.regions import rects
from client_qt.theme import Theme
from client_qt.theme.tokens import BoardColours
from netgame.boards.geometry import Board, Cell
from netgame.game import Piece

BUDGET_S = 0.005  # for painting what is out of date, each time
CELLS_AT_ONCE = 1000  # of a board of very many, when all of it changes


class PaintedBoard(QWidget):
    """Paints the faces of the cells of a board where it lies. What takes too long for one turn of the event loop is
    painted in several; a picture of the widget is whole all the same."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._board: Board | None = None
        self._faces: dict[Cell, CellState] = {}
        self._held: tuple[Piece, QPointF] | None = None  # a piece under the pointer
        self._geometry: Geometry | None = None
        self._backdrop = BackgroundCache(theme)
        self._waiting = QRegion()  # what is to be painted again in the next turns of the loop
        self._slices = QTimer(self)
        self._slices.setSingleShot(True)
        self._slices.timeout.connect(self._paint_slice)
        self._crosshair = Crosshair()
        self._motion = BoardAnimation(self)
        self._motion.moved.connect(self._update_area)
        self._lines = BoardLines(self)

    @property
    def cell_count(self) -> int:
        """How many cells the board has; none before there is one."""
        return len(self._board.cells) if self._board else 0

    # ---- where things are
    def cell_rect(self, cell: Cell) -> QRectF:
        """Where a cell is drawn."""
        assert self._geometry is not None, "no board is shown yet"
        return self._geometry.rect(cell)

    def cell_at(self, point: QPointF) -> Cell | None:
        """The cell at a point of the widget."""
        return self._geometry.at(point) if self._geometry else None

    # ---- what is to be painted again
    def _update_area(self, area: QRectF) -> None:
        self.update(area.toAlignedRect())

    def _update_all(self) -> None:
        if self.cell_count > MANY_CELLS:
            self._waiting = QRegion(self.rect())
            self._slices.start()
        else:
            self.update()

    # ---- painting
    def paintEvent(self, event: QPaintEvent) -> None:
        geometry = self._geometry
        if geometry is None:
            return
        painter, region = QPainter(self), event.region()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRegion(region)
        self._backdrop.lay(geometry, self.size(), self._colours)
        if not self._is_for_screen(painter):
            self._backdrop.work(math.inf, region)
        self._backdrop.draw(painter, region)
        painter.setClipRegion(region)
        self._paint_faces(painter, geometry, region if self.cell_count <= MANY_CELLS else self._backdrop.ready(region))
        self._paint_moving(painter, geometry)
        painter.end()
        if not self._backdrop.done:
            self._slices.start()

    def _paint_slice(self) -> None:
        """Some more of what there was no time for."""
        if self._backdrop.is_waiting:
            self.update(self._backdrop.work(time.perf_counter() + BUDGET_S))
        elif not self._waiting.isEmpty():
            bounds = self._waiting.boundingRect()
            bounds.setHeight(max(1, self.height() * CELLS_AT_ONCE // self.cell_count))
            self.update(self._waiting & bounds)
            self._waiting -= bounds
        if self._backdrop.is_waiting or not self._waiting.isEmpty():
            self._slices.start()

    @property
    def painted_whole(self) -> bool:
        """Whether all that is seen is painted as it is now."""
        return self._backdrop.done and self._waiting.isEmpty()

    def _picture_of_whole(self, geometry: Geometry) -> QPixmap:
        """The board as it lies there with all that stands on it, but for what moves; if there are very many, empty."""
        self._backdrop.lay(geometry, self.size(), self._colours)
        picture = self._backdrop.picture().copy()
        if self.cell_count <= MANY_CELLS:
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_faces(painter, geometry, QRegion(self.rect()))
            painter.end()
        return picture

    def _is_for_screen(self, painter: QPainter) -> bool:
        """Whether that paints the window; a picture of it has to be whole at once."""
        store = self.window().backingStore()
        return store is not None and painter.paintEngine().paintDevice() is store.paintDevice()

    def _paint_part(self, painter: QPainter, region: QRegion) -> None:
        """Part of the board, with its ground."""
        assert self._geometry is not None
        for rect in rects(region):
            paint_part(painter, self._theme, self._geometry, self._colours, QRectF(rect))
        self._paint_faces(painter, self._geometry, region)

    def _paint_faces(self, painter: QPainter, geometry: Geometry, region: QRegion) -> None:
        self._crosshair.paint(painter, self._theme, geometry, self._colours, QRectF(region.boundingRect()))
        cells = CellPainter(self._theme, painter, geometry, self._colours)
        reach = partial(self._reaches, region.boundingRect())
        cells.paint(self._faces, self._lines.outlines(geometry, reach), self._motion.cells, self._touched(region))
        self._lines.paint_paths(cells, self._faces, reach)

    def _paint_moving(self, painter: QPainter, geometry: Geometry) -> None:
        """What goes from cell to cell, by itself or with the pointer."""
        cells = CellPainter(self._theme, painter, geometry, self._colours)
        self._motion.paint(cells)
        if self._held is not None:
            cells.piece(self._held[0], self._held[1])

    @property
    def _colours(self) -> BoardColours:
        return self._theme.board_with(self._board.shape) if self._board else self._theme.board

    def _touched(self, region: QRegion) -> dict[Cell, CellState]:
        """The cells that reach into a region, in the order of the board."""
        assert self._geometry is not None
        geometry = self._geometry
        if (QRegion(geometry.slab().boundingRect().toAlignedRect() & self.rect()) - region).isEmpty():
            return self._faces
        near: set[Cell] = set()
        for rect in rects(region):
            near.update(geometry.touching(around(QRectF(rect), geometry.cell)))
        return {cell: self._faces[cell] for cell in sorted(near) if cell in self._faces}

    def _reaches(self, bounds: QRect, cells: Iterable[Cell]) -> bool:
        assert self._geometry is not None
        geometry = self._geometry
        return any(bounds.intersects(around(geometry.rect(cell), geometry.cell).toAlignedRect()) for cell in cells)
