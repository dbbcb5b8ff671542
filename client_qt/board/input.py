"""What mouse and keyboard mean on a board: clicks, drags, a cursor. No drawing, no rules."""

from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from client_qt.board.geometry import Direction
from netgame.boards.geometry import Cell

DRAG_FROM_PX = 4  # a hand that clicks trembles less than this

_ARROWS: dict[int, Direction] = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}
# the corners of the number block, with its lock on and off: boards whose cells touch at corners or have six sides
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
_LEFT, _RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class InputTarget(Protocol):
    """The board as its input sees it."""

    def cell_at(self, point: QPointF) -> Cell | None: ...
    def may_drag(self, cell: Cell) -> bool: ...
    def act(self, cell: Cell) -> None: ...
    def cancel(self) -> None: ...
    def enter(self) -> None: ...
    def act_at_cursor(self) -> None: ...
    def begin_drag(self, cell: Cell, at: QPointF) -> None: ...
    def drag_to(self, at: QPointF) -> None: ...
    def end_drag(self, onto: Cell | None) -> None: ...
    def point_at(self, cell: Cell | None) -> None: ...
    def move_cursor(self, direction: Direction) -> None: ...
    def hide_cursor(self) -> None: ...


class BoardInput:
    """Turns events into what was meant. A click acts when the button goes up on the cell it went down on."""

    def __init__(self, board: InputTarget) -> None:
        self._board = board
        self._down: tuple[QPointF, Cell | None] | None = None
        self._dragging = False

    def press(self, event: QMouseEvent) -> None:
        self._board.hide_cursor()
        if event.button() == _RIGHT:
            self._stop_dragging()
            self._down = None
            self._board.cancel()
        elif event.button() == _LEFT:
            self._down = event.position(), self._board.cell_at(event.position())

    def move(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._dragging:
            self._board.drag_to(at)
        elif self._down is not None and event.buttons() & _LEFT:
            self._perhaps_drag(at)
        self._board.point_at(self._board.cell_at(at))

    def _perhaps_drag(self, at: QPointF) -> None:
        assert self._down is not None
        start, cell = self._down
        far = (at - start).manhattanLength() >= DRAG_FROM_PX
        if far and cell is not None and self._board.may_drag(cell):
            self._dragging = True
            self._board.begin_drag(cell, at)

    def release(self, event: QMouseEvent) -> None:
        if event.button() != _LEFT or self._down is None:
            return
        (_, pressed), self._down = self._down, None
        cell = self._board.cell_at(event.position())
        if self._dragging:
            self._dragging = False
            self._board.end_drag(cell)
        elif cell is None and pressed is None:
            self._board.cancel()
        elif cell is not None and cell == pressed:
            self._board.act(cell)

    def _stop_dragging(self) -> None:
        if self._dragging:
            self._dragging = False
            self._board.end_drag(None)

    def forget(self) -> None:
        """The board changed under the hand: what went down before means nothing now."""
        self._down = None
        self._dragging = False

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key meant something here."""
        plain = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if plain != Qt.KeyboardModifier.NoModifier:
            return False
        key = event.key()
        if key in _ARROWS:
            self._board.move_cursor(_ARROWS[key])
        elif key in _CORNERS and event.modifiers() & Qt.KeyboardModifier.KeypadModifier:
            self._board.move_cursor(_CORNERS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._board.enter()
        elif key == Qt.Key.Key_Space:
            self._board.act_at_cursor()
        elif key == Qt.Key.Key_Escape:
            self._stop_dragging()
            self._board.cancel()
        else:
            return False
        return True
