"""The games to choose one of, as tiles."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from client_qt.theme import Theme, label, restyle
from client_qt.widgets.layouts import SLENDER, row
from client_qt.widgets.tiles import Tile, game_scene
from netgame.games import GAMES

COLUMNS, SMALL_COLUMNS = 3, 2


class GameTile(Tile):
    """A game to choose."""

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__("surface", parent)
        self.key = key
        self.setObjectName(f"game_{key}")
        self.setAccessibleName(GAMES[key].title)
        scene = game_scene(theme, key, 0.5, self)
        theme.scale(scene.setFixedSize, 3.4, 3.0)
        inside = row(theme, self, gap="m", margin=(0.62, 0.52, 0.97, 0.52))
        inside.addWidget(scene)
        inside.addWidget(label(GAMES[key].title, "lead"), 1)

    def choose(self, chosen: bool) -> None:
        restyle(self, card="selected" if chosen else "surface")


class GameChoice(QWidget):
    """All games in a grid, one of them chosen."""

    clicked = Signal(str)  # the key of a game

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        theme.scale(self._grid.setSpacing, theme.tokens.space.m)
        self._tiles = {key: GameTile(theme, key, self) for key in GAMES}
        self._columns = 0
        for tile in self._tiles.values():
            tile.clicked.connect(self._tile_clicked)
        self.set_room(theme.px(2 * SLENDER), False)

    def choose(self, key: str) -> None:
        for tile in self._tiles.values():
            tile.choose(tile.key == key)

    def take_focus(self, key: str) -> None:
        """The keyboard goes to that game."""
        self._tiles[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_room(self, width: int, small: bool) -> None:
        """Fewer beside each other in a small window, one alone where the text is large for it."""
        columns = 1 if width < self._theme.px(SLENDER) else SMALL_COLUMNS if small else COLUMNS
        if columns == self._columns:
            return
        self._columns = columns
        for number, tile in enumerate(self._tiles.values()):
            self._grid.addWidget(tile, number // columns, number % columns)
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, int(column < columns))

    def _tile_clicked(self) -> None:
        tile = self.sender()
        if isinstance(tile, GameTile):
            self.clicked.emit(tile.key)
