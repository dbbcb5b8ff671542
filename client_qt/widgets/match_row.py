"""Lists of matches: a row with a crop of the board, and the choice of the game that a list is about."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QComboBox, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, row
from client_qt.widgets.tiles import game_scene
from netgame.games import GAMES

Choice = tuple[str, str, Callable[[], object]]  # name of the button, its words, what it does


class GameFilter(QComboBox):
    """Which game a list is about: all, or one."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(tr("Which game"))
        self.addItem(tr("All games"), "")
        for key, game in GAMES.items():
            self.addItem(game.title, key)

    @property
    def key(self) -> str:
        """The game that is chosen; empty for all."""
        return str(self.currentData())


def match_row(theme: Theme, parent: QWidget, game: str, title: str, note: str, choices: Sequence[Choice]) -> QWidget:
    """One line of a list. The buttons of a game that this program does not have cannot be pressed."""
    line = QWidget(parent)
    inside = row(theme, line, gap="m")
    if game in GAMES:
        scene = game_scene(theme, game, 0.5, line)
        theme.scale(scene.setFixedSize, 4.1, 3.6)
        inside.addWidget(scene)
    words = column(theme, gap="xs")
    words.addWidget(ElidedLabel(title, "lead"))
    words.addWidget(ElidedLabel(note, "small", "muted"))
    inside.addLayout(words, 1)
    for name, text, do in choices:
        button = Button(theme, text)
        button.setObjectName(name)
        button.setAccessibleName(f"{text}: {title}")
        button.setEnabled(game in GAMES)
        button.clicked.connect(lambda _on=False, do=do: do())
        inside.addWidget(button)
    return line
