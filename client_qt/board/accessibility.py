"""Boards for screen readers: cells are children with names, positions and states of their own."""

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QWindow
from shiboken6 import isValid

from client_qt.board.widget import BoardView
from netgame.boards.geometry import Cell


class _Accessible(QAccessibleInterface):
    """The answers that a board and its cells have in common."""

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self._view = view

    def isValid(self) -> bool:
        return isValid(self._view)

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._view.window().windowHandle() if self.isValid() else None

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Ignore: boards and cells cannot be renamed."""


class CellAccessible(_Accessible):
    """One cell. It has no QObject."""

    def __init__(self, board: "BoardAccessible", view: BoardView, cell: Cell) -> None:
        super().__init__(view)
        self._board, self._cell = board, cell

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface:
        return self._board

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def rect(self) -> QRect:
        area = self._view.cell_rect(self._cell).toRect()
        return QRect(self._view.mapToGlobal(area.topLeft()), area.size())

    def text(self, kind: QAccessible.Text) -> str:
        match kind:
            case QAccessible.Text.Name:
                return self._view.describe_cell(self._cell)
            case QAccessible.Text.Description:
                return self._view.describe_place(self._cell)
            case _:
                return ""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.selectable = self._view.takes(self._cell)
        state.focused = self._view.hasFocus() and self._view.cursor_cell == self._cell
        return state

    def backgroundColor(self) -> Any:
        return self._board.backgroundColor()


class BoardAccessible(_Accessible):
    """The board: a table whose cells are found by number, since it need not be a rectangle."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self._cells: dict[Cell, CellAccessible] = {}  # Qt keeps no reference

    def object(self) -> QObject:
        return self._view

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        parent = self._view.parentWidget()
        return QAccessible.queryAccessibleInterface(parent) if parent is not None else None

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index not in self._cells:
            self._cells[index] = CellAccessible(self, self._view, index)
        return self._cells[index]

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        cell = self._view.cell_at(self._view.mapFromGlobal(QPoint(x, y)).toPointF())
        return self.child(cell) if cell is not None else None

    def childCount(self) -> int:
        return self._view.cell_count if self.isValid() else 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((cell for cell, known in self._cells.items() if known is child), -1)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        cell = self._view.cursor_cell
        return self.child(cell) if cell is not None and self._view.hasFocus() else None

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Table

    def rect(self) -> QRect:
        return QRect(self._view.mapToGlobal(QPoint(0, 0)), self._view.size())

    def text(self, kind: QAccessible.Text) -> str:
        match kind:
            case QAccessible.Text.Name:
                return self._view.accessibleName()
            case QAccessible.Text.Description:
                return self._view.accessibleDescription()
            case _:
                return ""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self._view.hasFocus()
        state.invisible = not self._view.isVisible()
        return state


_boards: dict[int, BoardAccessible] = {}  # Qt keeps no reference
_installed: list[object] = []


def _interface_of(name: str, of: QObject) -> QAccessibleInterface | None:
    if not isinstance(of, BoardView):
        return None
    made = _boards[id(of)] = BoardAccessible(of)
    of.destroyed.connect(partial(_forget, id(of)))
    return made


def _forget(key: int, *_destroyed: QObject) -> None:
    _boards.pop(key, None)


def install_accessibility() -> None:
    """Let screen readers see the cells of every board. Calls after the first one have no effect."""
    if not _installed:
        _installed.append(_interface_of)
        QAccessible.installFactory(_interface_of)
