"""Tiles: cards that are buttons, such as the ways to a game and the shelf of the home page."""

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QStyle, QStyleOption, QStylePainter, QWidget

from client_qt.board.preview import BoardPreview, scene_at
from client_qt.board.sample_positions import sample
from client_qt.text.translation import tr
from client_qt.theme import Theme, label
from client_qt.theme.colour import with_alpha
from client_qt.theme.focus_ring import FocusRings
from client_qt.widgets.event_filter import EventFilter
from client_qt.widgets.labels import ElidedLabel, IconLabel
from client_qt.widgets.layouts import column, row
from netgame.games import GAMES
from netgame.text import fill

MIN_CELLS = 3.5  # across a picture; fewer show nothing of a game
SHADOW = 0.57  # em beyond a card


def game_scene(theme: Theme, key: str, share: float = 1.0, parent: QWidget | None = None) -> BoardPreview:
    """Make the preview of a game, or a share of its width; empty for a game that this program does not know."""
    scene = BoardPreview(theme, parent)
    if key in GAMES:
        shown = sample(key)
        scene.show_scene(
            *scene_at(shown.game, shown.state),
            material=shown.material,
            centre=shown.centre,
            cells_across=max(MIN_CELLS, shown.across * share),
        )
    return scene


class CardButton(QAbstractButton):
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
        QStylePainter(self).drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option)


class ShadowFrame(QWidget):
    """A page that paints the shadows of its raised cards. `cards` are its descendants."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.cards: tuple[QWidget, ...] = ()
        EventFilter(self, self._see)

    def _see(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.update()  # a card that moves repaints its own place, but not its shadow
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, shadow = self._theme, self._theme.ui.shadow
        if not shadow.alpha():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        reach, radius = theme.px(SHADOW), theme.px(theme.tokens.radius.card)
        for card in filter(QWidget.isVisible, self.cards):
            rect = QRectF(QRect(card.mapTo(self, QPoint(0, 0)), card.size()))
            for ring in range(reach, 0, -1):
                painter.setBrush(with_alpha(shadow, shadow.alphaF() * 0.9 / reach * (1 - ring / (reach + 1))))
                around = rect.adjusted(-ring, -ring, ring, ring).translated(0, reach * 0.45)
                painter.drawRoundedRect(around, radius + ring, radius + ring)


class HomeTile(CardButton):
    """One of the ways to a game."""

    _small: bool | None = None

    def __init__(self, theme: Theme, icon: str, title: str, game: str, first: bool, parent: QWidget) -> None:
        super().__init__("primary" if first else "raised", parent)
        self.setAccessibleName(title)
        self._theme = theme
        badge = IconLabel(theme, icon, "accent_ink" if first else "accent", 1.57)
        badge.setProperty("badge", "strong" if first else "soft")
        badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        theme.scale(badge.setFixedSize, 2.7, 2.7)
        heading = label(title, "tile", wrap=True)
        theme.scale(heading.setContentsMargins, 0, 0.86, 0, 0.3)
        self._words = label("", "body", "muted", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.scene = game_scene(theme, game, 0.5, self)
        theme.scale(self.scene.setFixedWidth, 6.4)
        texts = column(theme, gap=0, margin=(0, 0.61, 0, 0))
        texts.addWidget(badge, 0, Qt.AlignmentFlag.AlignLeft)
        texts.addWidget(heading)
        texts.addWidget(self._words, 1)
        both = row(theme, self, gap=1.3, margin=(1.43, 0.82, 0.82, 0.82))
        both.addLayout(texts, 1)
        both.addWidget(self.scene)
        self.set_small(False)

    def show_words(self, words: str) -> None:
        """Show a sentence below the title."""
        self._words.setText(words)
        self.setAccessibleDescription(words)

    def set_small(self, small: bool) -> None:
        """Show only the text, or the picture as well."""
        if small == self._small:
            return
        self._small = small
        self.scene.setVisible(not small)
        self._theme.scale(self.setMinimumHeight, 9.5 if small else 12)


class ShelfTile(CardButton):
    """A game of the shelf: its preview, its name and a caption. A click opens a menu."""

    rules = Signal(str)  # the key of the game
    computer = Signal(str)  # the key of the game
    host = Signal(str)  # the key of the game

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__(None, parent)
        game = GAMES[key]
        self.key = key
        self.setAccessibleName(game.title)
        self.setAccessibleDescription(_caption(key))
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
            ("computer", "computer", tr("Play against the computer"), self.computer),
            ("host", "host", tr("Host it"), self.host),
        ):
            action = menu.addAction(words)
            action.setObjectName(f"shelf_{name}_{self.key}")
            action.setIcon(theme.icon(icon))
            action.triggered.connect(partial(chosen.emit, self.key))
        return menu

    def _ask(self) -> None:
        """Open the menu over the lower part of the tile, with its first action selected."""
        self.menu.popup(self.mapToGlobal(QPoint(0, round(self.height() * 0.45))))
        self.menu.setActiveAction(self.menu.actions()[0])


def _caption(key: str) -> str:
    """Return the caption of a game, or else the names of its sides."""
    game = GAMES[key]
    if game.preview.caption:
        return tr(game.preview.caption)
    return fill(tr("{first} and {second}"), {"first": tr(game.seats[0]), "second": tr(game.seats[1])})
