"""The menu of a move in the list: what can be done from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from client_qt.models.wording import tr

if TYPE_CHECKING:
    from client_qt.windows.table import TablePage


class MoveMenu(QObject):
    """Belongs to one table page. Other moves can be tried from every move, and an own move can be taken back with all
    that came after it."""

    try_from = Signal(object)  # a step

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._page = page
        page.panel.moves.menu_wanted.connect(self.open)

    def open(self, step: int, place: QPoint) -> None:
        """Show it for the move of that step."""
        page, model = self._page, self._page.model
        if model is None:
            return
        menu = QMenu(page)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        deeds = []
        if not model.is_variation:
            deeds = [(tr("What if ..."), "try_from_here", self._try), (tr("Comment"), "comment_here", self._comment)]
        if page.deeds.chosen_move(model, step) is not None:
            deeds.append((tr("Take back to here ..."), "take_back_here", self._take_back))
        for words, name, do in deeds:
            action = menu.addAction(words)
            action.setObjectName(name)
            action.setProperty("step", step)
            action.triggered.connect(do)
        menu.popup(place)

    def _try(self) -> None:
        self.try_from.emit(self.sender().property("step"))

    def _comment(self) -> None:
        self._page.walk_to(self.sender().property("step"))
        self._page.comments.write()

    def _take_back(self) -> None:
        self._page.deeds.take_back(self.sender().property("step"))
