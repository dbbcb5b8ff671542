"""Things to click as a whole: crops of games, the doors of the home page."""

from functools import partial

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QSizePolicy, QStyle, QStyleOption, QWidget

from client_qt.board.preview import BoardPreview, scene_at
from client_qt.board.sample_positions import sample
from client_qt.text.translation import tr
from client_qt.theme import Theme, label
from client_qt.theme.colour import with_alpha
from client_qt.theme.focus_ring import FocusRings
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, row
from netgame.games import GAMES
from netgame.text import fill

FEWEST = 3.5  # cells across a picture; fewer show nothing of a game
SHADOW = 0.57  # em that the shadow of a card reaches


def game_scene(theme: Theme, key: str, share: float = 1.0, parent: QWidget | None = None) -> BoardPreview:
    """The game's preview, or that share of its width; an empty one for a game that this program does not know."""
    scene = BoardPreview(theme, parent)
    if key in GAMES:
        shown = sample(key)
        scene.show_scene(
            *scene_at(shown.game, shown.state),
            material=shown.material,
            centre=shown.centre,
            cells_across=max(FEWEST, shown.across * share),
        )
    return scene


class Tile(QAbstractButton):
    """A card that is a button as a whole."""

    def __init__(self, kind: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", kind)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QWidget.sizeHint(self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        with FocusRings.answering_mouse():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, QPainter(self), self)


def paint_shadow(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """What a card throws on the page; nothing in the looks of high contrast."""
    shadow = theme.ui.shadow
    if not shadow.alpha():
        return
    reach, radius = theme.px(SHADOW), theme.px(theme.tokens.radius.card)
    painter.setPen(Qt.PenStyle.NoPen)
    for ring in range(reach, 0, -1):
        painter.setBrush(with_alpha(shadow, shadow.alphaF() * 0.9 / reach * (1 - ring / (reach + 1))))
        around = rect.adjusted(-ring, -ring, ring, ring).translated(0, reach * 0.45)
        painter.drawRoundedRect(around, radius + ring, radius + ring)


class Shelter(QWidget):
    """A page whose raised cards throw their shadows on it. `cards` are its children, at any depth."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: tuple[QWidget, ...] = ()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for card in self.cards:
            if card.isVisible():
                corner = card.mapTo(self, QPoint(0, 0))
                paint_shadow(painter, QRectF(QRect(corner, card.size())), self._theme)


class Door(Tile):
    """One of the three ways to a game."""

    resized = Signal()
    _small: bool | None = None

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
        self._lay_out(label(title, "door", wrap=True))
        theme.changed.connect(self._paint_icon)
        self._paint_icon()

    def _lay_out(self, title: QLabel) -> None:
        theme = self._theme
        texts = column(theme, gap=0, margin=(0, 0.61, 0, 0))
        texts.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignLeft)
        texts.addWidget(title)
        theme.scale(title.setContentsMargins, 0, 0.86, 0, 0.3)
        texts.addWidget(self.words, 1)
        both = row(theme, self, gap=1.3, margin=(1.43, 0.82, 0.82, 0.82))
        both.addLayout(texts, 1)
        both.addWidget(self.scene)
        theme.scale(self.scene.setFixedWidth, 8.7)
        self.set_small(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.resized.emit()

    def set_small(self, small: bool) -> None:
        """Text only, where there is no room for the crop."""
        if small == self._small:
            return
        self._small = small
        self.scene.setVisible(not small)
        self.set_height(0)

    def wanted_height(self) -> int:
        """What its words take where it is as wide as it is."""
        layout = self.layout()
        return layout.totalHeightForWidth(self.width()) if layout is not None else 0

    def set_height(self, wanted: int) -> None:
        """As high as it was drawn, or as this where words are long: all doors are of one height."""
        self.setMinimumHeight(max(wanted, self._theme.px(9.5 if self._small else 12)))
        self.setMaximumHeight(max(wanted, self._theme.px(12)))

    def _paint_icon(self) -> None:
        ink, ground = self._names
        theme = self._theme
        self._icon.setPixmap(theme.pixmap(self._icon_name, 1.57, ink, self.devicePixelRatioF()))
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._icon.setFixedSize(theme.px(2.7), theme.px(2.7))
        colour = theme.colour(ground).name()
        self._icon.setStyleSheet(f"background: {colour}; border-radius: {theme.px(0.7)}px;")


class ShelfTile(Tile):
    """A game of the shelf: its preview, its name, a few words. A click asks what is wanted of it."""

    rules = Signal(str)  # the game's key, like the other one
    host = Signal(str)

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__(None, parent)
        game = GAMES[key]
        self.key = key
        self.setAccessibleName(game.title)
        self.menu = self._make_menu(theme, game.title)
        scene = game_scene(theme, key, 1.0, self)
        theme.scale(scene.setFixedHeight, 8)
        inside = column(theme, self, gap=0)
        inside.addWidget(scene)
        for words, space in (
            (ElidedLabel(game.title, "name"), 0.43),
            (ElidedLabel(_caption(key), "small", "muted"), 0),
        ):
            theme.scale(words.setContentsMargins, 0.14, space, 0, 0)
            inside.addWidget(words)
        self.clicked.connect(self._ask)

    def _make_menu(self, theme: Theme, title: str) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName(title)
        for name, icon, words, chosen in (
            ("rules", "rules", tr("Read the rules"), self.rules),
            ("host", "host", tr("Host it"), self.host),
        ):
            action = menu.addAction(words)
            action.setObjectName(f"shelf_{name}_{self.key}")
            theme.bind_icon(action, icon)
            action.triggered.connect(partial(chosen.emit, self.key))
        return menu

    def _ask(self) -> None:
        """The menu lies over the lower part of the tile; the keyboard is on its first line."""
        self.menu.popup(self.mapToGlobal(QPoint(0, round(self.height() * 0.45))))
        self.menu.setActiveAction(self.menu.actions()[0])


def _caption(key: str) -> str:
    """What stands under a game's name: its own few words, or its sides."""
    game = GAMES[key]
    if game.preview.caption:
        return tr(game.preview.caption)
    return fill(tr("{first} and {second}"), {"first": tr(game.seats[0]), "second": tr(game.seats[1])})
