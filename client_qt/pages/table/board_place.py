"""The board with what lies beside and over it: the dice tray, the card of an open table."""

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from client_qt.board.widget import BoardView
from client_qt.pages.table.dice_tray import DiceTray
from client_qt.pages.table.waiting_card import WIDE, WaitingCard
from client_qt.theme import Theme
from client_qt.widgets.labels import ElidedLabel

TRAY, TRAY_LEAST = 11.0, 5.0  # em, the side of the tray
AROUND = 1.5  # em of room round it
CAPTION = 1.8  # em, for who rolled
LEAST_BOARD = 168  # px; a board of very many cells must not widen the window, and large text not push it out
LEAST_CARD = 16.0  # em, the width of the card of an open table


class BoardPlace(QWidget):
    """Gives the board all the room; the tray takes what the board leaves at its left or below it. Where it would leave
    too little, a game with dice keeps a column for them: a die must never hide a cell."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.board = BoardView(theme, self)
        self.board.setObjectName("board")
        theme.changed.connect(self._keep_least)
        self._keep_least()
        self._has_dice = False
        self.tray = DiceTray(theme, self)
        self.rolled = ElidedLabel("", "small", "muted", self)
        self.rolled.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.waiting = WaitingCard(theme, self)
        self.waiting.hide()
        self.waiting.installEventFilter(self)
        self._inside = QVBoxLayout(self)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.addWidget(self.board)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.show_dice((), "")

    def _keep_least(self) -> None:
        self.board.setMinimumSize(LEAST_BOARD, LEAST_BOARD)

    def set_has_dice(self, has_dice: bool) -> None:
        """Whether dice are to lie here."""
        self._has_dice = has_dice
        self._place()

    def show_dice(self, dice: tuple[int, ...], words: str) -> None:
        """The dice as they lie; no tray where there are none."""
        self.tray.show_roll(dice, words, animate=self.isVisible())
        self.rolled.setText(words)
        self.tray.setVisible(bool(dice))
        self.rolled.setVisible(bool(dice))
        self._place()

    def show_waiting(self, shown: bool) -> None:
        self.waiting.setVisible(shown)
        self.waiting.raise_()
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Show):
            self._place()
        return False

    def _place(self) -> None:
        px = self._theme.px
        self._place_tray()
        room = QSize(self.width() - px(1), self.height() - px(1))
        self.waiting.setFixedWidth(min(px(WIDE), max(px(LEAST_CARD), room.width())))
        hint = self.waiting.sizeHint().expandedTo(QSize(self.waiting.width(), 0)).boundedTo(room)
        height = min(self.waiting.heightForWidth(hint.width()) if self.waiting.hasHeightForWidth() else hint.height(),
                     room.height())  # fmt: skip
        self.waiting.setGeometry(
            QRect((self.width() - hint.width()) // 2, (self.height() - height) // 2, hint.width(), height)
        )

    def _place_tray(self) -> None:
        """At the left of the board, low, where the eye is; below it in a window that is high."""
        px, aspect = self._theme.px, self.board.aspect
        least, around, caption = px(TRAY_LEAST), px(AROUND), px(CAPTION)
        slab = min(float(self.width()), self.height() * aspect)
        beside, below = (self.width() - slab) / 2, (self.height() - slab / aspect) / 2
        kept = 0
        if self._has_dice and beside < least + around and below < least + around + caption:
            kept = least + around
            beside = float(kept)
        self._inside.setContentsMargins(kept, 0, 0, 0)
        if beside >= least + around:
            side = min(px(TRAY), round(beside) - around)
            left, top = round(beside - side) // 2, self.height() - side - caption - px(0.8)
        else:
            side = min(px(TRAY), max(least, round(below) - around - caption))
            left, top = (self.width() - side) // 2, self.height() - side - caption
        self.tray.setGeometry(left, top, side, side)
        room = QRect(left - px(1), top + side + px(0.2), side + px(2), caption - px(0.2))
        self.rolled.setGeometry(room & self.rect())
