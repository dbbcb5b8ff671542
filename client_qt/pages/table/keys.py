"""The keys of a table: those of a game's buttons, and those that nothing on the page takes for itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from client_qt.pages.table.game_buttons import GameButton

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage


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


class PageKeys(QObject):
    """Home and End go to the first move and to the present, F6 to the answers of a banner, Esc back to the board; F7
    says how it stands. All that from wherever the keyboard is, unless that has a use for the key itself."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._page = page
        page.installEventFilter(self)
        page.banner.focus_lost.connect(page.board.setFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
            return plain and self._pressed(event.key())
        return False

    def _pressed(self, key: int) -> bool:
        page = self._page
        if key == Qt.Key.Key_Home:
            page.walk_first()
        elif key == Qt.Key.Key_End:
            page.walk_live()
        elif key == Qt.Key.Key_F6:
            page.banner.take_focus()
        elif key == Qt.Key.Key_F7:
            page.announcer.tell_all()
        elif key == Qt.Key.Key_Escape:
            page.board.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            return False
        return True
