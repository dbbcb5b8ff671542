"""A board that can be looked at from nearer: zoomed round a point, pushed about, brought to where a cell is."""

import math
import time

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from client_qt.board.canvas import BoardCanvas
from client_qt.board.coordinates import StickyCoordinates
from client_qt.board.frame import Frame
from client_qt.board.painted import BUDGET_S
from client_qt.theme import Theme
from netgame.boards.geometry import Cell

STEP = 1.25  # times as large, for a key or a notch of the wheel


class ZoomedCanvas(BoardCanvas):
    """The canvas with its zoom. `zoom_changed`: whether less than the whole board may be seen now."""

    zoom_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._frame = Frame()
        self._pinned = StickyCoordinates()

    @property
    def zoomed(self) -> bool:
        """Whether less than the whole board may be seen."""
        return self._viewport.zoomed

    @property
    def zoom(self) -> float:
        """How many times as large as the whole board would be."""
        return self._viewport.zoom

    @property
    def painted_whole(self) -> bool:
        """Whether all that is seen is painted as it is now."""
        return self._frame.done if self.zoomed else super().painted_whole

    def zoom_in(self) -> None:
        self.zoom_by(STEP)

    def zoom_out(self) -> None:
        self.zoom_by(1 / STEP)

    def zoom_fit(self) -> None:
        """Show the whole board."""
        self.zoom_by(0.0)

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Come nearer; what is at that point stays there: by default the keyboard's cursor, or the middle."""
        if self._geometry is None:
            return
        before = self.zoomed
        middle = QPointF(self.width() / 2, self.height() / 2)
        if at is None and self._pointing.cursor is not None:
            at = self._geometry.centre(self._pointing.cursor)
        whole = self._geometry
        self._viewport.zoom_by(factor, at or middle, whole, QRectF(self.rect()))
        if self.zoomed and not before and self.isVisible():
            self._frame.remember(self._picture_of_whole(whole), whole)
        self._lay_out()
        if self.zoomed != before:
            self.zoom_changed.emit(self.zoomed)

    def pan(self, by: QPointF) -> None:
        """Push a board that is larger than its view."""
        if self._geometry is not None and self.zoomed:
            self._viewport.pan(by, self._geometry, QRectF(self.rect()))
            self._lay_out()

    def reveal(self, cell: Cell) -> None:
        """Have a cell to be seen."""
        if self._geometry is not None and self.zoomed:
            area = QRectF(self.rect())
            if self._viewport.reveal(self._geometry.rect(cell), self._geometry, area):
                self._lay_out()

    # ---- painting
    def paintEvent(self, event: QPaintEvent) -> None:
        geometry, region = self._geometry, event.region()
        if geometry is None or not self.zoomed:
            self._frame.forget()
            super().paintEvent(event)
            return
        until = time.perf_counter() + BUDGET_S
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._frame.lay(geometry, self.size())
        self._frame.work(self._paint_part, until if self._is_for_screen(painter) else math.inf, region)
        self._frame.draw(painter, geometry, region)
        self._paint_moving(painter, geometry)
        if geometry.rim:
            view = QRectF(self.rect())
            self._pinned.paint(painter, self._theme, geometry, self._colours, view, self._crosshair.cell, region)
        painter.end()
        if not self._frame.done:
            self._slices.start()

    def _paint_slice(self) -> None:
        if not self.zoomed or self._geometry is None:
            super()._paint_slice()
            return
        self._frame.lay(self._geometry, self.size())
        self.update(self._frame.work(self._paint_part, time.perf_counter() + BUDGET_S))
        if not self._frame.done:
            self._slices.start()

    def _update_area(self, area: QRectF) -> None:
        if self.zoomed and self._geometry is not None:
            self._frame.lay(self._geometry, self.size())  # the area is where the board lies now
            self._frame.spoil(area.toAlignedRect())
        super()._update_area(area)

    def _update_all(self) -> None:
        if self.zoomed:
            self._frame.spoil_all()
            self.update()
        else:
            super()._update_all()

    def _look_changed(self) -> None:
        self._frame.forget()
        super()._look_changed()
