"""The context menus of the move list."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from client_qt.pages.table.actions import TableActions
from client_qt.pages.table.panel.move_list import MoveList
from client_qt.table.model import TableModel
from client_qt.table.walk import VariationLine
from client_qt.text.translation import tr


class MoveMenu(QObject):
    """The menu of a move, from which one tries other moves or takes it back, and the menu of a variation."""

    try_from = Signal(int)  # a step
    comment_on = Signal(int)  # a step
    open_line = Signal(object)  # a VariationLine
    remove_line = Signal(object)  # a VariationLine

    def __init__(self, moves: MoveList, actions: TableActions) -> None:
        super().__init__(moves)
        self._moves, self._actions = moves, actions
        self._model: TableModel | None = None
        moves.menu_wanted.connect(self.open)
        moves.line_menu.connect(self.open_of_line)

    def set_model(self, model: TableModel | None) -> None:
        self._model = model

    def open(self, step: int, place: QPoint) -> None:
        """Open the menu of the move at that step."""
        entries: list[tuple[str, str, Callable[[], object]]] = []
        if self._model is not None and self._model.takes_comments:
            entries.append((tr("What if ..."), "try_from_here", partial(self.try_from.emit, step)))
            entries.append((tr("Comment"), "comment_here", partial(self.comment_on.emit, step)))
        if self._actions.can_take_back(step):
            back = partial(self._actions.take_back, step)
            entries.append((tr("Take back to here ..."), "take_back_here", back))
        self._open(entries, place)

    def open_of_line(self, line: VariationLine, place: QPoint) -> None:
        """Open the menu of a variation."""
        show = tr("Show this line on the board"), "open_line", partial(self.open_line.emit, line)
        self._open([show, (tr("Remove this line"), "remove_line", partial(self.remove_line.emit, line))], place)

    def _open(self, entries: list[tuple[str, str, Callable[[], object]]], place: QPoint) -> None:
        menu = QMenu(self._moves)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, name, do in entries:
            action = menu.addAction(text)
            action.setObjectName(name)
            action.triggered.connect(do)
        menu.popup(place)
