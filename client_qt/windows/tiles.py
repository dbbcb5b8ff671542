"""Things to click as a whole: crops of games, the doors of the home page."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from client_qt.look import Theme, label
from client_qt.models.samples import sample
from client_qt.models.wording import tr
from client_qt.views.scene import Scene, scene_at
from client_qt.views.small import ElidedLabel
from client_qt.windows.parts import column, row
from netgame.games import GAMES


def game_scene(theme: Theme, key: str, share: float = 1.0, parent: QWidget | None = None) -> Scene:
    """The game's poster, or that share of its width; an empty one for a game that this program does not know."""
    scene = Scene(theme, parent)
    if key in GAMES:
        shown = sample(key)
        scene.show_scene(
            *scene_at(shown.game, shown.state),
            material=shown.material,
            centre=shown.centre,
            cells_across=shown.across * share,
        )
    return scene


class Tile(QFrame):
    """Something to click as a whole; by the keyboard too."""

    clicked = Signal()

    def __init__(self, kind: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if kind is not None:
            self.setProperty("card", kind)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)


class Door(Tile):
    """One of the three ways to a game."""

    def __init__(self, theme: Theme, icon: str, title: str, game: str, first: bool, parent: QWidget) -> None:
        super().__init__("primary" if first else "raised", parent)
        self.setAccessibleName(title)
        self._theme = theme
        self._icon = QLabel(self)
        self._names = ("accent_ink", "accent") if first else ("accent", "accent_soft")
        self._icon_name = icon
        self.words = label("", "body", "muted", wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.scene = game_scene(theme, game, 0.5, self)
        self._lay_out(label(title, "heading", wrap=True))
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def _lay_out(self, title: QLabel) -> None:
        theme = self._theme
        texts = column(theme, gap="s")
        texts.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignLeft)
        texts.addSpacing(theme.px(0.3))
        texts.addWidget(title)
        texts.addWidget(self.words, 1)
        both = row(theme, self, gap="l", margin="m")
        both.setContentsMargins(theme.px(1.4), theme.px(0.9), theme.px(0.85), theme.px(0.85))
        both.addLayout(texts, 1)
        both.addWidget(self.scene)
        self.scene.setFixedWidth(theme.px(8.7))
        self.setMinimumHeight(theme.px(11.5))
        self.setMaximumHeight(theme.px(12))

    def set_small(self, small: bool) -> None:
        """Text only, where there is no room for the crop."""
        self.scene.setVisible(not small)
        self.setMinimumHeight(self._theme.px(9.5 if small else 12))

    def _paint_icon(self) -> None:
        ink, ground = self._names
        theme = self._theme
        self._icon.setPixmap(theme.pixmap(self._icon_name, 1.57, ink, self.devicePixelRatioF()))
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._icon.setFixedSize(theme.px(2.7), theme.px(2.7))
        colour = theme.colour(ground).name()
        self._icon.setStyleSheet(f"background: {colour}; border-radius: {theme.px(0.7)}px;")


class ShelfTile(Tile):
    """A game of the shelf: a crop, its name, its sides."""

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__(None, parent)
        game = GAMES[key]
        self.key = key
        self.setAccessibleName(game.title)
        self.setToolTip(tr("Host {game}").replace("{game}", game.title))
        scene = game_scene(theme, key, 1.0, self)
        scene.setFixedHeight(theme.px(8))
        inside = column(theme, self, gap="xs")
        inside.addWidget(scene)
        inside.addWidget(label(game.title, "name"))
        sides = tr("{first} and {second}").replace("{first}", tr(game.seats[0])).replace("{second}", tr(game.seats[1]))
        inside.addWidget(ElidedLabel(sides, "small", "muted"))
