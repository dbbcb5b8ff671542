"""The panel beside the setup form: a picture, the chosen options, the error, and the button."""

from typing import Any

from PySide6.QtWidgets import QWidget

from client_qt.board.preview import BoardPreview, scene_at
from client_qt.pages.game_panel import GamePanel
from client_qt.text.rulebook import aim_words
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.layouts import add_to
from netgame.game import Game
from netgame.games import GAMES

PREVIEW_CELLS = 1000  # larger boards take too long to paint at each key


class SetupSummary(GamePanel):
    def __init__(self, theme: Theme, words: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, "heading", parent)
        self._board = BoardPreview(theme, self.pictures)
        self._board_scene: object = None
        self._about = label("", "body", "muted", wrap=True, name="about_game")
        self._about.hide()
        self.body.addWidget(self._about)
        self.pictures.addWidget(self._board)
        self.button = Button(theme, words, icon=icon, kind="primary", name="go")
        restyle(self.button, extent="large")
        self.note = label("", "small", "muted", wrap=True)
        self.note.hide()
        add_to(self.body, (self.area, 1), self.error, self.button, self.note)
        self._size_picture()

    def show_choice(self, key: str, rows: list[tuple[str, str]], game: Game[Any, Any] | None, state: Any) -> None:
        """Show a game with its options; with a state, the whole board in that position."""
        self.title.setText(GAMES[key].title)
        self._show_about(aim_words(key))
        if game is not None and state is not None and len(game.board.cells) <= PREVIEW_CELLS:
            scene = scene_at(game, state)
            if scene != self._board_scene:
                self._board_scene = scene
                self._board.show_whole(*scene)
            self.pictures.setCurrentWidget(self._board)
        else:
            self.show_game(key)
        self._size_picture()
        self.show_rows(rows)

    def show_error(self, sentence: str) -> None:
        """Show an error in the place of the aim of the game: a small window has no room for both."""
        super().show_error(sentence)
        self._show_about(self._about.text())

    def _show_about(self, words: str) -> None:
        self._about.setText(words)
        self._about.setVisible(bool(words) and self.error.isHidden())

    def _is_low(self) -> bool:
        return super()._is_low() and self.pictures.currentWidget() is not self._board
