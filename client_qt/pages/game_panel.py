"""Base of the panels at the right of a page: a picture of a game, what was chosen for it, an error, and buttons."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.theme import Theme, label
from client_qt.widgets.layouts import ExpandingScrollArea, add_to, clear, column, page, row
from client_qt.widgets.tiles import game_scene
from netgame.games import GAMES

PICTURE, PICTURE_LOW = 12.0, 8.0  # em; lower where the options need the room
LOW = 46.0  # em of height


class GamePanel(QWidget):
    """A column with a picture and a title; a panel adds `area`, `error` and its own parts to `body`."""

    def __init__(self, theme: Theme, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        page(self, "surface")
        self.pictures = QStackedWidget(self)
        self._samples = {key: game_scene(theme, key, 1.2, self.pictures) for key in (*GAMES, "")}
        for sample in self._samples.values():
            self.pictures.addWidget(sample)
        self.title = label("", title, wrap=True)
        self.options = QWidget(self)
        self._rows = column(theme, self.options, gap="s")
        self.area = ExpandingScrollArea(self.options, self)
        self.error = label("", "strong", "danger", wrap=True, name="error")
        self.error.hide()
        self.body = add_to(column(theme, self, gap="m", margin="xl"), self.pictures, self.title)

    def show_game(self, key: str) -> None:
        """Show the picture of a game; of none for an unknown one."""
        self.pictures.setCurrentWidget(self._samples.get(key, self._samples[""]))

    def show_rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Show pairs of words and value, one pair a line."""
        clear(self._rows)
        if not self._rows.count():
            self._rows.addStretch(1)
        for words, value in rows:
            line = QWidget()
            inside = row(self._theme, line, gap="m")
            for text, role, tone, stretch in ((words, "body", "muted", 10), (value, "strong", "ink", 11)):
                cell = label(text, role, tone, wrap=True)
                cell.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
                inside.addWidget(cell, stretch)
            self._rows.insertWidget(self._rows.count() - 1, line)

    def show_error(self, sentence: str) -> None:
        show_announced(self.error, sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._size_picture()

    def _size_picture(self) -> None:
        self.pictures.setFixedHeight(self._theme.px(PICTURE_LOW if self._is_low() else PICTURE))

    def _is_low(self) -> bool:
        return self.height() < self._theme.px(LOW)
