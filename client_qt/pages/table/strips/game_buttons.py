"""The picks of a game that are buttons: each with its key, in the order of the game."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.pages.table.view.hint import GameButton
from client_qt.settings.shortcuts import native_keys, sequences
from client_qt.theme import Button, Theme, keycap
from client_qt.widgets.layouts import row

CAP_GAP = 0.55  # em between text and key


class ButtonKeys(QObject):
    """One shortcut of the page for each button that has a key."""

    pressed = Signal(str)  # the pick

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._shortcuts: dict[tuple[str, str], QShortcut] = {}  # by pick and key

    @property
    def keys(self) -> list[str]:
        return [key for _pick, key in self._shortcuts]

    def set_buttons(self, buttons: Sequence[GameButton]) -> None:
        wanted = {(button.pick, button.key) for button in buttons if button.key}
        for old in self._shortcuts.keys() - wanted:
            self._shortcuts.pop(old).deleteLater()
        for pick, key in wanted - self._shortcuts.keys():
            shortcut = QShortcut(self._page)
            shortcut.setKeys(sequences(key))
            shortcut.activated.connect(partial(self.pressed.emit, pick))
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._shortcuts[pick, key] = shortcut

    def press(self, keys: QKeySequence) -> bool:
        """Press the button with these keys, if there is one."""
        for pick, key in self._shortcuts:
            if keys in QKeySequence.listFromString(key):
                self.pressed.emit(pick)
                return True
        return False


class ActionButtons(QWidget):
    """All buttons of a game; those that mean nothing now are disabled. They keep their places during the game."""

    pressed = Signal(str)  # the pick

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._buttons: list[_ActionButton] = []
        self._row = row(theme, self, gap=0.4)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.hide()

    def show_buttons(self, shown: Sequence[GameButton]) -> None:
        if [button.pick for button in self._buttons] != [item.pick for item in shown]:
            for button in self._buttons:
                self._row.removeWidget(button)
                button.hide()
                button.deleteLater()
            self._buttons = [self._button(item) for item in shown]
        for button, item in zip(self._buttons, shown, strict=True):
            button.show_state(item)
        self.setVisible(bool(shown))

    def set_short(self, short: bool) -> None:
        """Set whether the buttons show their keys only."""
        for button in self._buttons:
            button.set_short(short)

    def _button(self, item: GameButton) -> "_ActionButton":
        button = _ActionButton(self._theme, item.pick, self)
        button.clicked.connect(self._clicked)
        self._row.addWidget(button)
        button.show()  # Qt would do it later, so its size would not count
        return button

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, _ActionButton)
        button.setChecked(button.shown.chosen)  # the rules decide what is chosen
        self.pressed.emit(button.pick)


class _ActionButton(Button):
    """Text and a key cap; in its short form the key alone, with the text as tool tip."""

    def __init__(self, theme: Theme, pick: str, parent: QWidget) -> None:
        super().__init__(theme, "", None, "ghost", parent)
        self.pick = pick
        self.shown, self._key = GameButton(pick, pick), ""
        self._short = False
        self._cap = keycap("", self)
        self._cap.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setCheckable(True)
        self.setObjectName(f"action_{pick}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard with the board
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._lay_out)

    def show_state(self, item: GameButton) -> None:
        self.shown, self._key = item, native_keys(item.key)
        self._cap.setText(self._key)
        self.setEnabled(item.enabled)
        self.setChecked(item.chosen)
        self.setAccessibleName(f"{item.words} ({self._key})" if self._key else item.words)
        if item.chosen or not item.enabled:
            self.set_kind("plain")
        else:
            self.set_kind("primary" if item.winning else "ghost")
        self._lay_out()

    def set_short(self, short: bool) -> None:
        self._short = short and bool(self._key)
        self._lay_out()

    def sizeHint(self) -> QSize:
        px, measure = self._theme.px, self.fontMetrics().horizontalAdvance
        if self._short:
            wide = max(px(2.4), measure(self._key) + px(1.2))
        else:
            wide = measure(self.shown.words) + px(1.9) + self._room_for_cap()
        return QSize(wide, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cap()

    def _room_for_cap(self) -> int:
        return self._cap.sizeHint().width() + self._theme.px(CAP_GAP) if self._key else 0

    def _lay_out(self) -> None:
        words = self.shown.words
        self.setText(self._key if self._short else words)
        self.setToolTip(words if self._short else "")
        self._cap.setVisible(bool(self._key) and not self._short)
        ink = self._theme.ui.accent_ink.name()
        filled = f"color: {ink}; border-color: {ink};" if self._kind == "primary" else ""
        aside = f"QPushButton {{ padding: 0 {0 if self._short else self._room_for_cap()}px 0 0; }}"
        for widget, sheet in ((self._cap, filled), (self, aside)):
            if sheet != widget.styleSheet():  # Qt would style the widget again
                widget.setStyleSheet(sheet)
        self.updateGeometry()
        self._place_cap()

    def _place_cap(self) -> None:
        self._cap.adjustSize()
        right = self.width() - self._theme.px(0.6)
        self._cap.move(right - self._cap.width(), (self.height() - self._cap.height()) // 2)
