"""Beside the form: what was chosen, and the one button."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QStackedWidget, QWidget

from client_qt.board.preview import BoardPreview, scene_at
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.layouts import column, page, row
from client_qt.widgets.tiles import game_scene
from client_qt.widgets.two_columns import Unrolled
from netgame.game import Game
from netgame.games import GAMES

PICTURE, PICTURE_LOW = 12.0, 8.0  # em; lower where the options need the room
LOW = 46.0  # em of height
PREVIEW_CELLS = 1000  # larger boards take longer to paint than somebody who types should wait


class SetupSide(QWidget):
    """A picture, the options in words, what is wrong, the button."""

    go = Signal()

    def __init__(self, theme: Theme, words: str, icon: str, note: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        page(self, "surface")
        self._scenes = QStackedWidget(self)
        self._scene_of = {key: game_scene(theme, key, 1.2, self._scenes) for key in GAMES}
        self._position = BoardPreview(theme, self._scenes)
        self._previewed: object = None
        for scene in (*self._scene_of.values(), self._position):
            self._scenes.addWidget(scene)
        self._title = label("", "heading")
        self._chosen = QWidget(self)
        self._chosen_rows = column(theme, self._chosen, gap="s")
        self.error = label("", "strong", "danger", wrap=True)
        self.error.setObjectName("error")
        self.error.hide()
        self.button = Button(theme, words, icon=icon, kind="primary")
        self.button.setObjectName("go")
        restyle(self.button, extent="large")
        self.button.clicked.connect(self.go)
        self._lay_out(note)
        self._size_picture()

    def show_chosen(self, key: str, rows: list[tuple[str, str]], game: Game[Any, Any] | None, state: Any) -> None:
        """Show the game with these options; with a state, the whole board as it stands there."""
        self._title.setText(GAMES[key].title)
        if game is not None and state is not None and len(game.board.cells) <= PREVIEW_CELLS:
            self._show_position(game, state)
            self._scenes.setCurrentWidget(self._position)
        else:
            self._scenes.setCurrentWidget(self._scene_of[key])
        self._size_picture()
        show_table(self._theme, self._chosen_rows, rows)

    def _show_position(self, game: Game[Any, Any], state: Any) -> None:
        shown = scene_at(game, state)
        if shown != self._previewed:
            self._previewed = shown
            self._position.show_whole(*shown)

    def say(self, sentence: str) -> None:
        """Why it did not work, and what to do."""
        self.error.setText(sentence)
        self.error.setVisible(bool(sentence))

    def show_note(self, words: str) -> None:
        """What happens when the button is pressed."""
        self._note.setText(words)

    def set_whole(self, whole: bool) -> None:
        """Whether all of it is to be seen: it is scrolled with what is around it."""
        self._rows_area.set_whole(whole)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._size_picture()

    def _size_picture(self) -> None:
        """A board with a position is shown as a whole, and needs its height."""
        low = self.height() < self._theme.px(LOW) and self._scenes.currentWidget() is not self._position
        self._scenes.setFixedHeight(self._theme.px(PICTURE_LOW if low else PICTURE))

    def _lay_out(self, note: str) -> None:
        body = column(self._theme, self, gap="m", margin="xl")
        body.addWidget(self._scenes)
        body.addWidget(self._title)
        self._rows_area = Unrolled(self._chosen, self)
        body.addWidget(self._rows_area, 1)
        body.addWidget(self.error)
        body.addWidget(self.button)
        self._note = label(note, "small", "muted", wrap=True)
        body.addWidget(self._note)
        self._note.setVisible(bool(note))


def show_table(theme: Theme, box: QBoxLayout, rows: list[tuple[str, str]]) -> None:
    """Words and values beside each other, one pair a line."""
    while (item := box.takeAt(0)) is not None:
        if (old := item.widget()) is not None:
            old.hide()  # before it leaves the page: else it might yet be shown, as a window of its own
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
