"""Choosing a game and its options, for a table on the network or for two people at this screen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QLineEdit, QStackedWidget, QWidget

from client_qt.look import Button, Theme, card, hairline, label, restyle
from client_qt.models.wording import options_table, tr
from client_qt.views.small import PageHeader
from client_qt.windows.options import OptionsForm
from client_qt.windows.parts import column, page, row, scrolled
from client_qt.windows.tiles import Tile, game_scene
from netgame.games import GAMES
from netgame.options import OptionValue
from netgame.text import fill
from protocol.messages import MAX_TITLE

Mode = Literal["host", "here"]


@dataclass(frozen=True)
class Wanted:
    """What was chosen. `player` is the own index; None leaves it to chance."""

    game: str
    options: Mapping[str, OptionValue]
    title: str = ""
    player: Literal[0, 1] | None = None


class GameTile(Tile):
    """A game to choose."""

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__("surface", parent)
        self.key = key
        self.setObjectName(f"game_{key}")
        self.setAccessibleName(GAMES[key].title)
        scene = game_scene(theme, key, 3.4, self)
        scene.setFixedSize(theme.px(3.4), theme.px(3.0))
        inside = row(theme, self, gap="m")
        inside.setContentsMargins(theme.px(0.55), theme.px(0.45), theme.px(0.9), theme.px(0.45))
        inside.addWidget(scene)
        inside.addWidget(label(GAMES[key].title, "lead"), 1)

    def choose(self, chosen: bool) -> None:
        restyle(self, card="selected" if chosen else "surface")


class SetupPage(QWidget):
    """The form at the left, what was chosen and the one button at the right."""

    back = Signal()
    go = Signal(object)  # Wanted

    def __init__(self, theme: Theme, mode: Mode, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"setup_{mode}")
        self._theme, self._mode = theme, mode
        page(self)
        self._forms = {key: OptionsForm(theme, game, self) for key, game in GAMES.items()}
        self._key = next(iter(GAMES))
        whole = row(theme, self)
        whole.setSpacing(0)
        whole.addWidget(self._choices(), 1)
        whole.addWidget(hairline(vertical=True))
        whole.addWidget(self._side())
        self.choose(self._key)

    # ---- what is shown

    def choose(self, key: str) -> None:
        """Show the options of that game."""
        self._key = key
        for tile in self._tiles:
            tile.choose(tile.key == key)
        for form_key, form in self._forms.items():
            form.setVisible(form_key == key)
        self._seats.setItemText(1, fill(tr("{side}, moving first"), {"side": tr(GAMES[key].seats[0])}))
        self._seats.setItemText(2, fill(tr("{side}, moving second"), {"side": tr(GAMES[key].seats[1])}))
        self._show_chosen()

    def call_table(self, owner: str) -> None:
        """Propose a name for the table."""
        self.title_field.setPlaceholderText(fill(tr("{name}'s table"), {"name": owner}) if owner else "")

    def say(self, sentence: str) -> None:
        """Why it did not work, and what to do."""
        self._error.setText(sentence)
        self._error.setVisible(bool(sentence))
        self._set_busy(False)

    def begin(self) -> None:
        """Show the page as it is first seen."""
        self.say("")

    def take_focus(self) -> None:
        """The keyboard goes to the chosen game."""
        next(tile for tile in self._tiles if tile.key == self._key).setFocus(Qt.FocusReason.OtherFocusReason)

    def wanted(self) -> Wanted:
        title = self.title_field.text().strip() or self.title_field.placeholderText()
        return Wanted(self._key, self._forms[self._key].values(), title[:MAX_TITLE], self._seats.currentData())

    def resizeEvent(self, event: QResizeEvent) -> None:
        layout = self._theme.tokens.layout
        small = event.size().width() < layout.tabs_under_px
        self._details.setFixedWidth(self._theme.px(layout.panel_min if small else layout.panel))

    # ---- how it is built

    def _choices(self) -> QWidget:
        theme = self._theme
        header = PageHeader(
            theme, tr("Host a game") if self._mode == "host" else tr("Play on this computer"), back=True
        )
        header.back.connect(self.back)
        inner = QWidget(self)
        body = column(theme, inner, gap="l")
        body.setContentsMargins(theme.px(2.8), theme.px(1.4), theme.px(2.2), theme.px(1.4))
        body.addWidget(header)
        body.addLayout(self._games())
        body.addWidget(label(tr("Options"), "name"))
        options = card("surface")
        options.setMaximumWidth(theme.px(theme.tokens.layout.text_column_max))
        forms = column(theme, options, margin="l")
        for form in self._forms.values():
            forms.addWidget(form)
            form.changed.connect(self._show_chosen)
        body.addWidget(options)
        self._table_words = label(tr("The table"), "name")
        body.addWidget(self._table_words)
        self._table_card = self._table()
        body.addWidget(self._table_card)
        body.addStretch(1)
        if self._mode == "here":
            self._table_words.hide()
            self._table_card.hide()
        return scrolled(inner, self)

    def _games(self) -> QBoxLayout:
        line = row(self._theme, gap="m")
        self._tiles = [GameTile(self._theme, key, self) for key in GAMES]
        for tile in self._tiles:
            tile.clicked.connect(self._tile_clicked)
            line.addWidget(tile)
        line.addStretch(1)
        return line

    def _table(self) -> QWidget:
        theme = self._theme
        frame = card("surface")
        frame.setMaximumWidth(theme.px(theme.tokens.layout.text_column_max))
        inside = column(theme, frame, gap="s", margin="l")
        self.title_field = QLineEdit(self)
        self.title_field.setObjectName("table_title")
        self.title_field.setMaxLength(MAX_TITLE)
        self._seats = QComboBox(self)
        self._seats.setObjectName("seat")
        for words, player in ((tr("by chance"), None), ("", 0), ("", 1)):
            self._seats.addItem(words, player)
        for words, field in ((tr("Its name, as others see it"), self.title_field), (tr("You play"), self._seats)):
            caption = label(words, "small", "muted")
            caption.setBuddy(field)
            inside.addWidget(caption)
            inside.addWidget(field)
        return frame

    def _side(self) -> QWidget:
        theme = self._theme
        self._details = QWidget(self)
        page(self._details, "surface")
        body = column(theme, self._details, gap="m", margin="xl")
        self._scene_box = QStackedWidget(self._details)
        self._scene_box.setFixedHeight(theme.px(12))
        self._scenes = {key: game_scene(theme, key, 9, self._scene_box) for key in GAMES}
        for scene in self._scenes.values():
            self._scene_box.addWidget(scene)
        self._name = label("", "heading")
        self._chosen = QWidget(self._details)
        self._chosen_rows = column(theme, self._chosen, gap="s")
        self._error = label("", "strong", "danger", wrap=True)
        self._error.setObjectName("error")
        self._error.hide()
        words = tr("Open the table") if self._mode == "host" else tr("Start the game")
        self.button = Button(theme, words, icon="host" if self._mode == "host" else "play-here", kind="primary")
        self.button.setObjectName("go")
        restyle(self.button, extent="large")
        self.button.clicked.connect(self._go)
        for widget in (self._scene_box, self._name):
            body.addWidget(widget)
        body.addWidget(scrolled(self._chosen, self._details), 1)
        body.addWidget(self._error)
        body.addWidget(self.button)
        if self._mode == "host":
            body.addWidget(label(tr("Everybody on this network sees the table."), "small", "muted", wrap=True))
        return self._details

    def _tile_clicked(self) -> None:
        tile = self.sender()
        if isinstance(tile, GameTile):
            self.say("")
            self.choose(tile.key)

    def _show_chosen(self) -> None:
        game, form = GAMES[self._key], self._forms[self._key]
        self._name.setText(game.title)
        self._scene_box.setCurrentWidget(self._scenes[self._key])
        show_table(self._theme, self._chosen_rows, options_table(game, form.values()))
        problem = form.problem()
        self.say(problem)
        self.button.setEnabled(not problem)

    def _go(self) -> None:
        self._set_busy(True)
        self.go.emit(self.wanted())

    def _set_busy(self, busy: bool) -> None:
        self.button.setEnabled(not busy)


def show_table(theme: Theme, box: QBoxLayout, rows: list[tuple[str, str]]) -> None:
    """Words and values beside each other, one pair a line."""
    while (item := box.takeAt(0)) is not None:
        if (old := item.widget()) is not None:
            old.setParent(None)
            old.deleteLater()
    for words, value in rows:
        line = QWidget()
        inside = row(theme, line, gap="m")
        caption = label(words, "body", "muted", wrap=True)
        shown = label(value, "strong", wrap=True)
        shown.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        caption.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        inside.addWidget(caption, 10)
        inside.addWidget(shown, 11)
        box.addWidget(line)
    box.addStretch(1)
