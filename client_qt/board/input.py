"""Meaning of mouse, wheel, touch and key events on a board."""

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QGestureEvent, QPinchGesture

from client_qt.board.geometry import Direction
from netgame.boards.geometry import Cell

DRAG_FROM_PX = 4  # a trembling hand that clicks moves less than this
ZOOM_STEP = 1.25  # for a key or a notch of the wheel
NOTCH = 120  # of an angle delta
PAN_PX = 66.0  # for a notch of the wheel

_ARROWS: dict[int, Direction] = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}
# the corners of the numeric keypad, with num lock on and off
_CORNERS: dict[int, Direction] = {
    Qt.Key.Key_7: "up left",
    Qt.Key.Key_Home: "up left",
    Qt.Key.Key_9: "up right",
    Qt.Key.Key_PageUp: "up right",
    Qt.Key.Key_1: "down left",
    Qt.Key.Key_End: "down left",
    Qt.Key.Key_3: "down right",
    Qt.Key.Key_PageDown: "down right",
}


def is_plain(event: QKeyEvent) -> bool:
    """Whether a key is pressed without Ctrl, Alt and Meta."""
    ignored = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
    return event.modifiers() & ~ignored == Qt.KeyboardModifier.NoModifier


def direction_of(event: QKeyEvent) -> Direction | None:
    """Return the direction of an arrow key or of a corner of the numeric keypad."""
    if event.modifiers() & Qt.KeyboardModifier.KeypadModifier and event.key() in _CORNERS:
        return _CORNERS[event.key()]
    return _ARROWS.get(event.key())


class PointerInput(QObject):
    """Recognises clicks, drags, panning and zooming. A click needs press and release on the same cell."""

    clicked = Signal(object)  # Cell
    clicked_beside = Signal()
    cancelled = Signal()
    drag_started = Signal(object, QPointF)  # Cell, position
    dragged = Signal(QPointF)
    dropped = Signal(object)  # Cell, or None beside the board
    panned = Signal(QPointF)
    zoomed = Signal(float, QPointF)  # factor, position
    space_tapped = Signal()  # without panning in between

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pressed: tuple[QPointF, Cell | None] | None = None
        self._is_dragging = False
        self._panned_from: QPointF | None = None
        self._pan_button = Qt.MouseButton.NoButton
        self._space_held = False
        self._space_used = False

    @property
    def shape(self) -> Qt.CursorShape | None:
        """The shape of the mouse cursor while panning."""
        if self._panned_from is not None:
            return Qt.CursorShape.ClosedHandCursor
        return Qt.CursorShape.OpenHandCursor if self._space_held else None

    def press(self, event: QMouseEvent, cell: Cell | None, can_pan: bool) -> None:
        """The middle button pans, and so does the left one while the space bar is held."""
        button = event.button()
        by_space = self._space_held and button == Qt.MouseButton.LeftButton
        if can_pan and (by_space or button == Qt.MouseButton.MiddleButton):
            self._panned_from, self._pan_button, self._space_used = event.position(), button, True
        elif button == Qt.MouseButton.RightButton:
            self.stop_drag()
            self._pressed = None
            self.cancelled.emit()
        elif button == Qt.MouseButton.LeftButton:
            self._pressed = event.position(), cell

    def move(self, event: QMouseEvent, may_drag: Callable[[Cell], bool]) -> None:
        at = event.position()
        if self._panned_from is not None:
            by, self._panned_from = at - self._panned_from, at
            self.panned.emit(by)
        elif self._is_dragging:
            self.dragged.emit(at)
        elif self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            start, cell = self._pressed
            if (at - start).manhattanLength() >= DRAG_FROM_PX and cell is not None and may_drag(cell):
                self._is_dragging = True
                self.drag_started.emit(cell, at)

    def release(self, event: QMouseEvent, cell: Cell | None) -> None:
        if self._panned_from is not None:
            if event.button() == self._pan_button:
                self._panned_from = None
        elif event.button() == Qt.MouseButton.LeftButton and self._pressed is not None:
            pressed, self._pressed = self._pressed[1], None
            if self._is_dragging:
                self._is_dragging = False
                self.dropped.emit(cell)
            elif cell is None and pressed is None:
                self.clicked_beside.emit()
            elif cell is not None and cell == pressed:
                self.clicked.emit(cell)

    def stop_drag(self) -> None:
        if self._is_dragging:
            self._is_dragging = False
            self.dropped.emit(None)

    def forget_press(self) -> None:
        """Ignore the pressed button: the turn changed meanwhile."""
        self._pressed, self._is_dragging = None, False

    def wheel(self, event: QWheelEvent, can_pan: bool) -> bool:
        """Zoom with Ctrl, else pan a zoomed board. Return whether the event is handled."""
        angle, pixels = QPointF(event.angleDelta()), QPointF(event.pixelDelta())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(ZOOM_STEP ** (angle.y() / NOTCH), event.position())
        elif can_pan:
            by = angle * (PAN_PX / NOTCH) if pixels.isNull() else pixels
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not by.x():
                by = QPointF(by.y(), 0.0)
            self.panned.emit(by)
        else:
            return False
        return True

    def gesture(self, event: QEvent, from_global: Callable[[QPointF], QPointF]) -> bool:
        """Zoom by two fingers on a touch pad or on the screen. Return whether the event is handled."""
        if event.type() == QEvent.Type.NativeGesture:
            native = cast(QNativeGestureEvent, event)
            if native.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoomed.emit(1 + native.value(), native.position())
                return True
        elif event.type() == QEvent.Type.Gesture:
            gestures = cast(QGestureEvent, event)
            pinch = gestures.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                gestures.accept(pinch)
                moved = pinch.centerPoint() - pinch.lastCenterPoint()
                if not moved.isNull() and not pinch.lastCenterPoint().isNull():  # there is none at its start
                    self.panned.emit(moved)
                self.zoomed.emit(pinch.scaleFactor(), from_global(pinch.centerPoint()))
                return True
        return False

    def hold_space(self) -> None:
        if not self._space_held:
            self._space_held, self._space_used = True, False

    def release_space(self) -> bool:
        """Return whether the space bar was held."""
        held, self._space_held = self._space_held, False
        self._panned_from = None
        if held and not self._space_used:
            self.space_tapped.emit()
        return held

    def release_all(self) -> None:
        """Stop panning: the board loses the focus."""
        self._space_held, self._panned_from = False, None
