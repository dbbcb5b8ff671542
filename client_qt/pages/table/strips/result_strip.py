"""The strip that replaces the hint line before the start, in pauses, between legs and after the end."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QMenu, QSizePolicy, QWidget

from client_qt.pages.table.view.result import ResultButton, ResultState
from client_qt.theme import Button, Theme, restyle
from client_qt.widgets.fitting import Fitting, FittingFrame
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import QWIDGETSIZE_MAX, add_to, is_low, row
from client_qt.widgets.pieces import PieceTile

GAP, CHOICES, BUTTONS = 0.75, 2.6, 3.0  # em: between buttons; a button with a menu; a row
AFTER_HEADLINE, LEAST_WORDS = 0.5, 3.0  # em: more room before the detail; what a detail keeps that is cut


class Form(NamedTuple):
    """Which buttons with an icon have no text, whether the words are cut, and whether the buttons are below them."""

    bare: Literal["none", "known", "others", "all"] = "none"
    cut: bool = False
    below: bool = False


ROOMY = 36.0  # em; in a lower window the board needs the height of a second row more than buttons need words
LOW_FORMS = Form(), Form("known"), Form("others"), Form("others", cut=True), Form("all", cut=True)
BESIDE = Form(), Form("known")
BELOW = Form(below=True), Form("known", below=True), Form("others", below=True), Form("others", cut=True, below=True)
SMALL_FORMS = *BESIDE, Form("others"), *BELOW
FORMS = *BESIDE, *BELOW
KNOWN = {"result_home", "result_replay", "result_save"}  # their icons say enough


class ResultStrip(FittingFrame):
    """The result and the buttons. As high as the hint line, so that the board does not move; where the words have no
    room beside the buttons, these are below."""

    pressed = Signal(str)  # the name of a button or of an entry of its menu
    resized = Signal()  # it has another height

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._slim = False
        self._state = ResultState("")
        self._buttons: dict[ResultButton, Button] = {}
        self._tiles = PieceTile(theme, self), PieceTile(theme, self)
        self._headline, self._detail = ElidedLabel("", "name"), ElidedLabel("", "body", "muted", lines=3)
        self._detail.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # gives way to the headline
        self.setProperty("card", "primary")
        self._whole = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._words, self._row = row(theme, gap=GAP), row(theme, gap=GAP)
        for tile in self._tiles:
            tile.set_framed(False)
        add_to(self._words, *self._tiles, self._headline, (self._detail, 1))
        self._row.addStretch(1)
        self._whole.addLayout(self._words, 1)
        self._whole.addLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.fitting = Fitting(theme, self, self._forms, self._show_form)
        self.fitting.chosen.connect(self._set_height)
        self._set_height()

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
        self.fitting.refresh()

    def set_slim(self, slim: bool) -> None:
        """Choose the low form for small windows."""
        self._slim = slim
        self._set_height()

    def _show_buttons(self, items: Iterable[ResultButton]) -> None:
        """A button of the same name, icon and kind is kept: the mouse or the keyboard may be on it."""
        before = {(item.name, item.icon, item.kind): button for item, button in self._buttons.items()}
        self._buttons = {}
        for item in _beside(items):
            button = before.pop((item.name, item.icon, item.kind), None)
            if button is None:
                button = Button(self._theme, item.text, item.icon, item.kind, self)
                button.setObjectName(item.name)
                if item.menu:
                    button.setMenu(self._menu(item, button))
                    self._theme.scale(button.setMaximumWidth, CHOICES)
                else:
                    button.clicked.connect(self._clicked)
            else:
                self._row.removeWidget(button)
            button.setEnabled(item.enabled)
            self._row.addWidget(button)
            button.show()  # Qt would do it later, so its size would not count
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

    def _forms(self) -> tuple[Form, ...]:
        if is_low(self._theme, self):
            return LOW_FORMS
        return FORMS if self.window().height() >= self._theme.px(ROOMY) else SMALL_FORMS

    def _show_form(self, form: Form) -> None:
        px, direction = self._theme.px, QBoxLayout.Direction
        self._whole.setDirection(direction.TopToBottom if form.below else direction.LeftToRight)
        self._whole.setContentsMargins(px(1), 0, px(0.5), px(0.4) if form.below else 0)
        self._whole.setSpacing(0 if form.below else px(GAP))
        for item, button in self._buttons.items():
            bare = bool(item.menu) or (item.icon is not None and _gives_way(item, form))
            if bare == bool(button.text()):
                restyle(button, extent="small" if bare else None)
            button.setText("" if bare else item.text)
            button.setToolTip(item.tip or (item.text if bare else ""))
            button.setAccessibleName(item.text)
        most, detail_px = (self.width() // 2, px(LEAST_WORDS)) if form.cut else (QWIDGETSIZE_MAX, QWIDGETSIZE_MAX)
        self._headline.setMinimumWidth(min(self._headline.whole_px + px(AFTER_HEADLINE), most))
        self._detail.setMinimumWidth(min(self._detail.whole_px, detail_px))

    def _set_height(self) -> None:
        px, is_below = self._theme.px, self._whole.direction() == QBoxLayout.Direction.TopToBottom
        height = px(2.86 if self._slim else 3.3) + (px(BUTTONS) if is_below else 0)
        if height != self.minimumHeight():
            self.setFixedHeight(height)
            self.resized.emit()


def _gives_way(item: ResultButton, form: Form) -> bool:
    match form.bare:
        case "none":
            return False
        case "known":
            return item.name in KNOWN
        case "others":
            return item.kind != "primary"
        case "all":
            return True


def _beside(items: Iterable[ResultButton]) -> list[ResultButton]:
    """Place each menu after the button whose choices it has, which follows it in the state."""
    placed = list(items)
    for place, item in enumerate(placed[:-1]):
        if item.menu and not placed[place + 1].menu:
            placed[place], placed[place + 1] = placed[place + 1], item
    return placed
