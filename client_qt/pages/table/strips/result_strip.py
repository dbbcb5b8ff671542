"""The strip that replaces the hint line before the start, in pauses, between legs and after the end."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from client_qt.pages.table.view.result import ResultButton, ResultState
from client_qt.theme import Button, Theme, restyle
from client_qt.widgets.labels import IN_TWO_LINES, SMALLER, ElidedLabel
from client_qt.widgets.layouts import Responsive, add_to, is_low
from client_qt.widgets.pieces import PieceTile

SLENDER = 34.0  # em of width; in a narrower strip the last button, too, loses its text
TILE_AND_GAP, ROUND_WORDS, EDGES = 2.75, 4.5, 3.6  # em: of a tile, of a button round its text, of the strip
GAP, BARE, CHOICES, BUTTONS = 0.75, 3.8, 2.6, 3.0  # em: between buttons; a button without text or with a menu; a row


class ResultStrip(QFrame):
    """The result and the buttons. As high as the hint line, so that the board does not move; where the words have no
    room beside the buttons, these are below."""

    pressed = Signal(str)  # the name of a button or of an entry of its menu
    resized = Signal()  # it has another height

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = self._below = False
        self._state = ResultState("")
        self._buttons: dict[ResultButton, Button] = {}
        self._tiles = PieceTile(theme, self), PieceTile(theme, self)
        self._headline, self._detail = ElidedLabel("", "name"), ElidedLabel("", "body", "muted", lines=3)
        self.setProperty("card", "primary")
        self._whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._words, self._row = QHBoxLayout(), QHBoxLayout()
        for tile in self._tiles:
            tile.set_framed(False)
        add_to(self._words, *self._tiles, self._headline, (self._detail, 1))
        self._row.addStretch(1)
        self._whole.addLayout(self._words, 1)
        self._whole.addLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        Responsive(theme, self, self._fit)

    def show_state(self, state: ResultState) -> None:
        if state == self._state:
            return
        self._state = state
        for tile, kinds in zip(self._tiles, (*state.sides, (), ()), strict=False):
            tile.show_pieces(kinds)
            tile.setVisible(bool(kinds))
        self._headline.setText(state.headline)
        self._detail.setText(state.detail)
        self.setAccessibleName(" ".join(filter(None, (state.headline, state.detail))))
        self._show_buttons(state.buttons)
        self._fit()

    def set_slim(self, slim: bool) -> None:
        """Choose the low form for small windows."""
        self._slim = slim
        self._fit()

    def _show_buttons(self, items: Iterable[ResultButton]) -> None:
        """A button of the same name, icon and kind is kept: the mouse or the keyboard may be on it."""
        before = {(item.name, item.icon, item.kind): button for item, button in self._buttons.items()}
        self._buttons = {}
        for item in items:
            button = before.pop((item.name, item.icon, item.kind), None)
            if button is None:
                button = Button(self._theme, item.text, item.icon, item.kind, self)
                button.setObjectName(item.name)
                if item.menu:
                    button.setMenu(self._menu(item, button))
                else:
                    button.clicked.connect(self._clicked)
            else:
                self._row.removeWidget(button)
            button.setEnabled(item.enabled)
            self._row.addWidget(button)
            self._buttons[item] = button
        for button in before.values():
            button.hide()
            button.deleteLater()

    def _menu(self, item: ResultButton, button: Button) -> QMenu:
        menu = QMenu(button)
        for name, text in item.menu:
            action = menu.addAction(text)
            action.setObjectName(name)
            action.triggered.connect(self._clicked)
        return menu

    def _clicked(self) -> None:
        self.pressed.emit(self.sender().objectName())

    def _fit(self) -> None:
        """If the words would be cut even in two lines, buttons with an icon lose their text, except the main one; if
        they still would, the buttons are below them."""
        px, is_wide = self._theme.px, self.width() >= self._theme.px(SLENDER)
        measure = self._detail.fontMetrics().horizontalAdvance
        headline = self._headline.fontMetrics().horizontalAdvance(self._headline.text()) + px(0.5)
        longest = max(map(measure, self._detail.text().split()), default=0)
        words = headline + round(measure(self._detail.text()) * IN_TWO_LINES * SMALLER) + longest // 2
        words += sum(not tile.isHidden() for tile in self._tiles) * px(TILE_AND_GAP) + px(EDGES)
        full = {
            item: px(CHOICES + GAP) if item.menu else px(ROUND_WORDS) + metrics.horizontalAdvance(item.text)
            for item, metrics in ((item, button.fontMetrics()) for item, button in self._buttons.items())
        }
        least = sum(wide if not _loses_text(item, is_wide) else px(BARE) for item, wide in full.items())
        self._below = words + least > self.width() > 0 and not is_low(self._theme, self)
        short = (0 if self._below else words) + sum(full.values()) > self.width()
        for item, button in self._buttons.items():
            bare = bool(item.menu) or (short and _loses_text(item, is_wide or self._below))
            if item.menu:
                button.setFixedWidth(px(CHOICES))
            if bare == bool(button.text()):
                restyle(button, extent="small" if bare else None)
            button.setText("" if bare else item.text)
            button.setToolTip(item.tip or (item.text if bare else ""))
            button.setAccessibleName(item.text)
        self._headline.setMinimumWidth(min(headline, self.width() // 2))
        self._space()

    def _space(self) -> None:
        px, direction = self._theme.px, QBoxLayout.Direction
        line = px(2.86 if self._slim else 3.3)
        self._whole.setDirection(direction.TopToBottom if self._below else direction.LeftToRight)
        self._whole.setContentsMargins(px(1), 0, px(0.5), px(0.4) if self._below else 0)
        for layout in (self._whole, self._words, self._row):
            layout.setSpacing(px(GAP))
        if self._below:
            self._whole.setSpacing(0)
        height = line + (px(BUTTONS) if self._below else 0)
        if height != self.minimumHeight():
            self.setFixedHeight(height)
            self.resized.emit()


def _loses_text(item: ResultButton, is_wide: bool) -> bool:
    """Whether the button can do without its text where there is little room."""
    return bool(item.menu) or (item.icon is not None and not (item.kind == "primary" and is_wide))
