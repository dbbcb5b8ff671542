"""At one screen the board can turn to whoever is to move."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from client_qt.pages.table.page import TablePage
from client_qt.table.model import TableModel
from netgame.match.events import Player


class Turning(QObject):
    """Belongs to one table page; the action says whether it is wanted. Whoever turns the board by hand has it his way
    until the next turn."""

    def __init__(self, page: TablePage, action: QAction) -> None:
        super().__init__(page)
        self._page, self._action = page, action
        self._model: TableModel | None = None
        self._mover: Player | None = None
        page.shown.connect(self._shown)
        action.toggled.connect(self._look_anew)

    def _shown(self) -> None:
        if self._model is not None:
            self._model.changed.disconnect(self._look)
        self._model, self._mover = self._page.model, None
        if self._model is not None:
            self._model.changed.connect(self._look)
        self._look()

    def _look_anew(self) -> None:
        self._mover = None
        self._look()

    def _look(self) -> None:
        model = self._model
        if model is None or not model.is_local or model.is_variation or not self._action.isChecked():
            return
        mover = model.to_move
        if mover is not None and mover != self._mover:
            self._mover = mover
            self._page.turn_to(mover)
