"""The keys of a game's buttons, while the keyboard is anywhere on the page but in a field that takes letters."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from client_qt.views.actions import GameButton


class ButtonKeys(QObject):
    """One shortcut for each button whose pick is a single letter."""

    pressed = Signal(str)  # the pick

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._keys: dict[str, QShortcut] = {}

    def set_buttons(self, buttons: Sequence[GameButton]) -> None:
        """These have keys now."""
        wanted = {button.pick: button.key for button in buttons if button.key}
        for pick in self._keys.keys() - wanted.keys():
            shortcut = self._keys.pop(pick)
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        for pick in wanted.keys() - self._keys.keys():
            shortcut = QShortcut(QKeySequence(wanted[pick]), self._page)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.setProperty("pick", pick)
            shortcut.activated.connect(self._activated)
            self._keys[pick] = shortcut

    def _activated(self) -> None:
        self.pressed.emit(self.sender().property("pick"))
