"""The panel beside the setup form: a picture, the chosen options, the error, and the button."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QWidget

from client_qt.board.preview import BoardPreview, scene_at
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.layouts import ExpandingScrollArea, clear, column, page, row
from client_qt.widgets.tiles import game_scene
from netgame.game import Game
from netgame.games import GAMES

PICTURE, PICTURE_LOW = 12.0, 8.0  # em; lower where the options need the room
LOW = 46.0  # em of height
PREVIEW_CELLS = 1000  # larger boards take too long to paint at each key


class SetupSummary(QWidget):
    def __init__(self, theme: Theme, words: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        page(self, "surface")
        self._pictures = QStackedWidget(self)
        self._samples = {key: game_scene(theme, key, 1.2, self._pictures) for key in GAMES}
        self._board = BoardPreview(theme, self._pictures)
        self._board_scene: object = None
        for picture in (*self._samples.values(), self._board):
            self._pictures.addWidget(picture)
        self._title = label("", "heading")
        chosen = QWidget(self)
        self._rows = column(theme, chosen, gap="s")
        self.area = ExpandingScrollArea(chosen, self)
        self.error = label("", "strong", "danger", wrap=True, name="error")
        self.error.hide()
        self.button = Button(theme, words, icon=icon, kind="primary", name="go")
        restyle(self.button, extent="large")
        self.note = label("", "small", "muted", wrap=True)
        self.note.hide()
        body = column(theme, self, gap="m", margin="xl")
        body.addWidget(self._pictures)
        body.addWidget(self._title)
        body.addWidget(self.area, 1)
        for widget in (self.error, self.button, self.note):
            body.addWidget(widget)
        self._size_picture()

    def show_choice(self, key: str, rows: list[tuple[str, str]], game: Game[Any, Any] | None, state: Any) -> None:
        """Show a game with its options; with a state, the whole board in that position."""
        self._title.setText(GAMES[key].title)
        if game is not None and state is not None and len(game.board.cells) <= PREVIEW_CELLS:
            scene = scene_at(game, state)
            if scene != self._board_scene:
                self._board_scene = scene
                self._board.show_whole(*scene)
            self._pictures.setCurrentWidget(self._board)
        else:
            self._pictures.setCurrentWidget(self._samples[key])
        self._size_picture()
        show_table(self._theme, self._rows, rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._size_picture()

    def _size_picture(self) -> None:
        low = self.height() < self._theme.px(LOW) and self._pictures.currentWidget() is not self._board
        self._pictures.setFixedHeight(self._theme.px(PICTURE_LOW if low else PICTURE))


def show_table(theme: Theme, box: QBoxLayout, rows: list[tuple[str, str]]) -> None:
    """Show pairs of words and value, one pair a line."""
    clear(box)
    if not box.count():
        box.addStretch(1)
    for words, value in rows:
        line = QWidget()
        inside = row(theme, line, gap="m")
        for text, role, tone, stretch in ((words, "body", "muted", 10), (value, "strong", "ink", 11)):
            cell = label(text, role, tone, wrap=True)
            cell.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            inside.addWidget(cell, stretch)
        box.insertWidget(box.count() - 1, line)
