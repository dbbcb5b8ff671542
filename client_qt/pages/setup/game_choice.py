"""The grid of games on the setup page."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from client_qt.theme import Theme, label, restyle
from client_qt.widgets.layouts import SLENDER, add_to, row
from client_qt.widgets.tiles import CardButton, game_scene
from netgame.games import GAMES

COLUMNS = 3
STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


class GameTile(CardButton):
    """A game to choose. The arrow keys go to another one."""

    moved = Signal(int, int)  # columns and rows to go
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in STEPS:
            self.moved.emit(*STEPS[Qt.Key(event.key())])
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.entered.emit()


class GameChoice(QWidget):
    """A tile for each game; one of them is chosen, and Tab goes only to that one."""

    clicked = Signal(str)  # the key of a game
    entered = Signal()  # Enter on a game, which is chosen

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        theme.scale(self._grid.setSpacing, "m")
        self._tiles = {key: self._tile(key) for key in GAMES}
        self._columns = 0
        self.set_width(theme.px(2 * SLENDER), False)

    def choose(self, key: str) -> None:
        for tile_key, tile in self._tiles.items():
            is_chosen = tile_key == key
            restyle(tile, card="selected" if is_chosen else "surface")
            tile.setChecked(is_chosen)
            tile.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_chosen else Qt.FocusPolicy.ClickFocus)

    def take_focus(self, key: str) -> None:
        self._tiles[key].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_width(self, width: int, small: bool) -> None:
        """Choose the number of columns for the width of the page."""
        columns = 1 if width < self._theme.px(SLENDER) else 2 if small else COLUMNS
        if columns == self._columns:
            return
        self._columns = columns
        for number, tile in enumerate(self._tiles.values()):
            self._grid.addWidget(tile, number // columns, number % columns)
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, int(column < columns))

    def _move(self, key: str, columns: int, rows: int) -> None:
        """Choose the game that is so many columns and rows away."""
        keys = list(self._tiles)
        target = keys.index(key) + columns + rows * self._columns
        if 0 <= target < len(keys):
            self.clicked.emit(keys[target])
            self.take_focus(keys[target])

    def _tile(self, key: str) -> CardButton:
        tile = GameTile("surface", self)
        tile.moved.connect(partial(self._move, key))
        tile.entered.connect(self.entered)
        tile.setObjectName(f"game_{key}")
        tile.setAccessibleName(GAMES[key].title)
        tile.setCheckable(True)
        tile.setAutoExclusive(True)
        scene = game_scene(self._theme, key, 0.5, tile)
        self._theme.scale(scene.setFixedSize, 3.4, 3.0)
        add_to(
            row(self._theme, tile, gap="m", margin=(0.62, 0.52, 0.97, 0.52)),
            scene,
            (label(GAMES[key].title, "lead"), 1),
        )
        tile.clicked.connect(lambda: self.clicked.emit(key))
        return tile
