"""What wheel, pinch, middle button and space bar mean on a board that can be zoomed. No drawing."""

from typing import Protocol, cast

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QGestureEvent, QPinchGesture

from client_qt.board.zooming import STEP
from netgame.boards.geometry import Cell

NOTCH = 120  # of an angle delta
LINES = 3  # a notch of the wheel pushes by so many lines
LINE_PX = 22.0
_SHAPES = Qt.CursorShape


class ZoomTarget(Protocol):
    """The board as this hand sees it."""

    @property
    def zoomed(self) -> bool: ...
    @property
    def has_cursor(self) -> bool: ...
    def zoom_by(self, factor: float, at: QPointF | None = None) -> None: ...
    def pan(self, by: QPointF) -> None: ...
    def cell_at(self, point: QPointF) -> Cell | None: ...
    def point_at(self, cell: Cell | None) -> None: ...
    def act_at_cursor(self) -> None: ...
    def mapFromGlobal(self, point: QPointF, /) -> QPointF: ...
    def setCursor(self, cursor: QCursor | Qt.CursorShape, /) -> None: ...


class ZoomHand:
    """Every method says whether the event meant something here; if not it is for others."""

    def __init__(self, board: ZoomTarget) -> None:
        self._board = board
        self._from: QPointF | None = None  # where the board is held
        self._button = Qt.MouseButton.NoButton
        self._space = False
        self._pushed = False

    def wheel(self, event: QWheelEvent) -> bool:
        """With Ctrl nearer or farther, round the pointer; without, a board that is zoomed is pushed."""
        at, turned = event.position(), event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._board.zoom_by(STEP ** (turned.y() / NOTCH), at)
        elif self._board.zoomed:
            by = QPointF(event.pixelDelta()) if not event.pixelDelta().isNull() else QPointF(turned) * _PUSH
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not by.x():
                by = QPointF(by.y(), 0.0)
            self._board.pan(by)
        else:
            return False
        self._board.point_at(self._board.cell_at(at))
        return True

    def gesture(self, event: QEvent) -> bool:
        """Two fingers, on a touch pad or on the screen."""
        if event.type() == QEvent.Type.NativeGesture:
            native = cast(QNativeGestureEvent, event)
            if native.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self._board.zoom_by(1 + native.value(), native.position())
                return True
        elif event.type() == QEvent.Type.Gesture:
            gestures = cast(QGestureEvent, event)
            pinch = gestures.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                gestures.accept(pinch)
                self._board.zoom_by(pinch.scaleFactor(), self._board.mapFromGlobal(pinch.centerPoint()))
                return True
        return False

    def press(self, event: QMouseEvent) -> bool:
        """The middle button takes hold of the board, and the left one while the space bar is down."""
        by_space = self._space and event.button() == Qt.MouseButton.LeftButton
        if not self._board.zoomed or not (by_space or event.button() == Qt.MouseButton.MiddleButton):
            return False
        self._from, self._button = event.position(), event.button()
        self._pushed = True
        self._board.setCursor(_SHAPES.ClosedHandCursor)
        return True

    def move(self, event: QMouseEvent) -> bool:
        if self._from is None:
            return False
        self._board.pan(event.position() - self._from)
        self._from = event.position()
        return True

    def release(self, event: QMouseEvent) -> bool:
        if self._from is None or event.button() != self._button:
            return self._from is not None
        self._from = None
        self._board.setCursor(_SHAPES.OpenHandCursor if self._space else _SHAPES.ArrowCursor)
        self._board.point_at(self._board.cell_at(event.position()))
        return True

    def key_down(self, event: QKeyEvent) -> bool:
        """The space bar of a hand that is at the mouse: what it means is known when it goes up."""
        if event.key() != Qt.Key.Key_Space or not self._board.zoomed or self._board.has_cursor:
            return False
        if not event.isAutoRepeat():
            self._space, self._pushed = True, False
            self._board.setCursor(_SHAPES.OpenHandCursor)
        return True

    def key_up(self, event: QKeyEvent) -> bool:
        if event.key() != Qt.Key.Key_Space or not self._space or event.isAutoRepeat():
            return False
        self.let_go()
        if not self._pushed:
            self._board.act_at_cursor()
        return True

    def let_go(self) -> None:
        """Nothing is held any more."""
        if self._space or self._from is not None:
            self._space, self._from = False, None
            self._board.setCursor(_SHAPES.ArrowCursor)


_PUSH = LINES * LINE_PX / NOTCH
