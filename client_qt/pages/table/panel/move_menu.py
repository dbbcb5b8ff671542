"""The menu of a move in the list: what can be done from there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from client_qt.table.walk import VariationLine
from client_qt.text.rules_text import tr

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage


class MoveMenu(QObject):
    """Belongs to one table page. Other moves can be tried from every move, and an own move can be taken back with all
    that came after it."""

    try_from = Signal(object)  # a step
    open_line = Signal(object)  # a VariationLine
    remove_line = Signal(object)  # a VariationLine

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._page = page
        page.panel.moves.menu_wanted.connect(self.open)
        page.panel.moves.line_menu.connect(self.open_of_line)

    def open(self, step: int, place: QPoint) -> None:
        """Show it for the move of that step."""
        page, model = self._page, self._page.model
        if model is None:
            return
        deeds: list[tuple[str, str, Callable[[int], object]]] = []
        if model.takes_comments:
            deeds.append((tr("What if ..."), "try_from_here", self.try_from.emit))
            deeds.append((tr("Comment"), "comment_here", self._comment))
        if page.table_actions.can_take_back(step):
            deeds.append((tr("Take back to here ..."), "take_back_here", page.table_actions.take_back))
        self._show([(words, name, partial(do, step)) for words, name, do in deeds], place)

    def open_of_line(self, line: VariationLine, place: QPoint) -> None:
        """Show it for a line of other moves."""
        deeds: list[tuple[str, str, Callable[[], object]]] = [
            (tr("Show this line on the board"), "open_line", partial(self.open_line.emit, line)),
            (tr("Remove this line"), "remove_line", partial(self.remove_line.emit, line)),
        ]
        self._show(deeds, place)

    def _show(self, deeds: list[tuple[str, str, Callable[[], object]]], place: QPoint) -> None:
        menu = QMenu(self._page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        does = {name: do for _words, name, do in deeds}
        for words, name, _do in deeds:
            menu.addAction(words).setObjectName(name)
        menu.triggered.connect(lambda action: does[action.objectName()]())
        menu.popup(place)

    def _comment(self, step: int) -> None:
        self._page.walk_to(step)
        self._page.comments.write()
