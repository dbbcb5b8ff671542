"""The board for screen readers: its cells are children with names, places and states of their own."""

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QWindow
from shiboken6 import isValid

from client_qt.board.widget import BoardView
from netgame.boards.geometry import Cell


class CellAccessible(QAccessibleInterface):
    """One cell. It has no object of its own: it asks the board."""

    def __init__(self, board: "BoardAccessible", cell: Cell) -> None:
        super().__init__()
        self._board = board
        self._cell = cell

    def isValid(self) -> bool:
        return self._board.isValid()

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._board.window()

    def parent(self) -> QAccessibleInterface:
        return self._board

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

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def rect(self) -> QRect:
        view = self._board.view
        area = view.cell_rect(self._cell).toRect()
        return QRect(view.mapToGlobal(area.topLeft()), area.size())

    def text(self, kind: QAccessible.Text) -> str:
        match kind:
            case QAccessible.Text.Name:
                return self._board.view.describe_cell(self._cell)
            case QAccessible.Text.Description:
                return self._board.view.describe_place(self._cell)
            case _:
                return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """A cell cannot be renamed."""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        view = self._board.view
        state.focusable = True
        state.selectable = view.takes(self._cell)
        state.focused = view.hasFocus() and view.cursor_cell == self._cell
        return state

    def backgroundColor(self) -> Any:
        return self._board.backgroundColor()


class BoardAccessible(QAccessibleInterface):
    """The board: a table of cells by name, since it need not be a rectangle."""

    def __init__(self, view: BoardView) -> None:
        super().__init__()
        self.view = view
        self._cells: dict[Cell, CellAccessible] = {}

    def isValid(self) -> bool:
        return isValid(self.view)

    def object(self) -> QObject:
        return self.view

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self.view.window().windowHandle() if self.isValid() else None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        parent = self.view.parentWidget()
        return QAccessible.queryAccessibleInterface(parent) if parent is not None else None

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if index not in self._cells:
            self._cells[index] = CellAccessible(self, index)
        return self._cells[index]

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        cell = self.view.cell_at(self.view.mapFromGlobal(QPoint(x, y)).toPointF())
        return self.child(cell) if cell is not None else None

    def childCount(self) -> int:
        return self.view.cell_count if self.isValid() else 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((cell for cell, known in self._cells.items() if known is child), -1)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        cell = self.view.cursor_cell
        return self.child(cell) if cell is not None and self.view.hasFocus() else None

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Table

    def rect(self) -> QRect:
        return QRect(self.view.mapToGlobal(QPoint(0, 0)), self.view.size())

    def text(self, kind: QAccessible.Text) -> str:
        match kind:
            case QAccessible.Text.Name:
                return self.view.accessibleName()
            case QAccessible.Text.Description:
                return self.view.accessibleDescription()
            case _:
                return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """The board is named by its game."""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.focusable = True
        state.focused = self.view.hasFocus()
        state.invisible = not self.view.isVisible()
        return state


_boards: dict[int, BoardAccessible] = {}  # Qt keeps no reference that Python knows of
_installed: list[object] = []


def _interface_of(name: str, of: QObject) -> QAccessibleInterface | None:
    if not isinstance(of, BoardView):
        return None
    made = BoardAccessible(of)
    _boards[id(of)] = made
    of.destroyed.connect(partial(_forget, id(of)))
    return made


def _forget(key: int, *_gone: QObject) -> None:
    _boards.pop(key, None)


def install_accessibility() -> None:
    """Let screen readers into the cells of every board. Once is enough."""
    if not _installed:
        _installed.append(_interface_of)
        QAccessible.installFactory(_interface_of)
