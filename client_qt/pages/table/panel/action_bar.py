"""The actions at a table as buttons, in the panel or in the rail, and the menu of those that are used seldom."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from client_qt.pages.table.view.actions import IN_MENU, MORE, TableAction

B = TypeVar("B", bound=QAbstractButton)


class ActionBar(QObject):
    """Shows which actions are possible now. `show_words` writes the words of an action and their explanation on its
    button. `beside`: the menu opens at the left of its button, else above it."""

    chosen = Signal(str)  # the name of an action

    def __init__(
        self, parent: QWidget, buttons: Mapping[str, B], show_words: Callable[[B, str, str], object], beside: bool
    ) -> None:
        super().__init__(parent)
        self._buttons, self._show_words, self._beside = buttons, show_words, beside
        self.menu = QMenu(parent)
        self.menu.setToolTipsVisible(True)
        self._entries = {name: self.menu.addAction(name) for name in IN_MENU}
        for name, entry in self._entries.items():
            entry.setObjectName(f"more_{name}")
            entry.triggered.connect(partial(self._choose, name))
        for name, button in buttons.items():
            button.clicked.connect(partial(self._choose, name) if name != MORE else self._open_menu)

    def show_actions(self, actions: Mapping[str, TableAction], shown: frozenset[str]) -> None:
        """Show what can be done now; `shown` are the actions that have buttons."""
        for name, entry in self._entries.items():
            action = actions[name]
            entry.setVisible(action.there)
            entry.setText(action.words)
            entry.setToolTip(action.tip)
            entry.setEnabled(action.possible)
        for name, button in self._buttons.items():
            button.setVisible(name in shown)
            if name != MORE:
                action = actions[name]
                button.setEnabled(action.possible)
                self._show_words(button, action.words, action.tip)
                button.setAccessibleDescription(action.tip)
        self._buttons[MORE].setEnabled(any(actions[name].there and actions[name].possible for name in IN_MENU))

    def _choose(self, name: str, _checked: bool = False) -> None:
        self.chosen.emit(name)

    def _open_menu(self) -> None:
        button, size = self._buttons[MORE], self.menu.sizeHint()
        corner = button.rect().bottomLeft() if self._beside else QPoint(0, 0)
        self.menu.popup(button.mapToGlobal(corner) - QPoint(size.width() if self._beside else 0, size.height()))
