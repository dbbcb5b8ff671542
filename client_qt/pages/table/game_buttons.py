"""The turns of a game that are buttons: each with its key, in the order of the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from client_qt.theme import Button, Theme, keycap

MOST_OF_LINE = 0.42  # of the line they stand in; wider ones give up their words and show their keys
CAP_GAP = 0.55  # em between words and key


@dataclass(frozen=True)
class GameButton:
    """A pick that is no cell. `winning`: it would win the game, so it stands out; `chosen`: it is what is composed."""

    pick: str
    words: str
    enabled: bool = True
    chosen: bool = False
    winning: bool = False

    @property
    def key(self) -> str:
        """The key that does the same; none where the name of the pick is a word."""
        return self.pick.upper() if len(self.pick) == 1 else ""


class ActionButtons(QWidget):
    """All buttons of a game, those that mean nothing now pale. They keep their places while the game goes on."""

    pressed = Signal(str)  # the pick

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._line_width = 0
        self._buttons: list[_ActionButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self._fit)
        self.hide()

    def show_buttons(self, shown: Sequence[GameButton]) -> None:
        """Show these; the same ones as before only change their looks."""
        if [button.pick for button in self._buttons] != [item.pick for item in shown]:
            for button in self._buttons:
                self._row.removeWidget(button)
                button.hide()
                button.deleteLater()
            self._buttons = [self._button(item) for item in shown]
        for button, item in zip(self._buttons, shown, strict=True):
            button.show_state(item)
        self.setVisible(bool(shown))
        self._fit()

    def fit_line(self, width: int) -> None:
        """How long the line is that they stand in: it decides whether there is room for words, not what is said in it,
        so that nothing jumps."""
        self._line_width = width
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """The keys alone: the words must not keep a window from being made narrower."""
        narrow = sum(button.least_width() + self._row.spacing() for button in self._buttons)
        return QSize(narrow, super().minimumSizeHint().height())

    def _button(self, item: GameButton) -> "_ActionButton":
        button = _ActionButton(self._theme, item.pick, self)
        button.clicked.connect(self._clicked)
        self._row.addWidget(button)
        return button

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, _ActionButton)
        button.setChecked(button.shown.chosen)  # only the rules say what is chosen
        self.pressed.emit(button.pick)

    def _fit(self) -> None:
        self._row.setSpacing(self._theme.px(0.4))
        wide = sum(button.full_width() + self._row.spacing() for button in self._buttons)
        for button in self._buttons:
            button.set_short(wide > self._line_width * MOST_OF_LINE)


class _ActionButton(Button):
    """Words and a key cap; short, the key alone, with the words as its tip."""

    def __init__(self, theme: Theme, pick: str, parent: QWidget) -> None:
        super().__init__(theme, "", None, "ghost", parent)
        self.pick = pick
        self.shown = GameButton(pick, pick)
        self._short = False
        self._cap = keycap(self.shown.key, self)
        self._cap.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setCheckable(True)
        self.setObjectName(f"action_{pick}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard with the board
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._lay_out)

    def show_state(self, item: GameButton) -> None:
        self.shown = item
        self.setEnabled(item.enabled)
        self.setChecked(item.chosen)
        self.setAccessibleName(f"{item.words} ({item.key})" if item.key else item.words)
        if item.chosen or not item.enabled:
            self.set_kind("plain")
        else:
            self.set_kind("primary" if item.winning else "ghost")
        self._lay_out()

    def set_short(self, short: bool) -> None:
        """Only a button with a key can do without its words."""
        self._short = short and bool(self.shown.key)
        self._lay_out()

    def full_width(self) -> int:
        """With words and key."""
        words = self.fontMetrics().horizontalAdvance(self.shown.words)
        return words + self._theme.px(1.9) + self._room_for_cap()

    def least_width(self) -> int:
        """As short as it gets."""
        return self._theme.px(2.4) if self.shown.key else self.full_width()

    def sizeHint(self) -> QSize:
        wide = self.least_width() if self._short else self.full_width()
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cap()

    def _room_for_cap(self) -> int:
        return self._cap.sizeHint().width() + self._theme.px(CAP_GAP) if self.shown.key else 0

    def _lay_out(self) -> None:
        words = self.shown.words
        self.setText(self.shown.key if self._short else words)
        self.setToolTip(words if self._short else "")
        self._cap.setVisible(bool(self.shown.key) and not self._short)
        filled = self._kind == "primary"
        ink = self._theme.ui.accent_ink.name()
        self._cap.setStyleSheet(f"color: {ink}; border-color: {ink};" if filled else "")
        aside = 0 if self._short else self._room_for_cap()
        padding = f"padding: 0 {aside}px 0 0;" if aside else "padding: 0;"
        self.setStyleSheet(f"QPushButton {{ {padding} }}")
        self.updateGeometry()
        self._place_cap()

    def _place_cap(self) -> None:
        self._cap.adjustSize()
        right = self.width() - self._theme.px(0.6)
        self._cap.move(right - self._cap.width(), (self.height() - self._cap.height()) // 2)
