"""The board with what lies beside and over it: the dice tray, the card of an open table."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from client_qt.look import Theme, label
from client_qt.views.board import BoardView
from client_qt.views.dice import DiceTray
from client_qt.windows.waiting import WaitingCard

TRAY, TRAY_LEAST = 11.0, 5.0  # em


class BoardPlace(QWidget):
    """Gives the board all the room; the tray takes what the board leaves at its left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.board = BoardView(theme, self)
        self.board.setObjectName("board")
        self.tray = DiceTray(theme, self)
        self.rolled = label("", "small", "muted", parent=self)
        self.rolled.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.waiting = WaitingCard(theme, self)
        self.waiting.hide()
        self.waiting.installEventFilter(self)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.board)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.show_dice((), "")

    def show_dice(self, dice: tuple[int, ...], words: str) -> None:
        """The dice as they lie; no tray where there are none."""
        if dice != self.tray.dice or words != self.rolled.text():
            if dice:
                self.tray.roll(dice)
            else:
                self.tray.clear()
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
        self._place_tray(px)
        room = QSize(self.width() - px(1), self.height() - px(1))
        hint = self.waiting.sizeHint().expandedTo(QSize(self.waiting.width(), 0)).boundedTo(room)
        height = min(self.waiting.heightForWidth(hint.width()) if self.waiting.hasHeightForWidth() else hint.height(),
                     room.height())  # fmt: skip
        self.waiting.setGeometry(
            QRect((self.width() - hint.width()) // 2, (self.height() - height) // 2, hint.width(), height)
        )

    def _place_tray(self, px: Callable[[float], int]) -> None:
        aspect = self.board.aspect
        slab = min(self.width(), self.height() * aspect)
        free = round((self.width() - slab) / 2)
        side = max(px(TRAY_LEAST), min(px(TRAY), free - px(1.5)))
        caption = px(1.6)
        left = max(0, (free - side) // 2)
        top = self.height() - side - caption - px(1)
        self.tray.setGeometry(left, top, side, side)
        self.rolled.setGeometry(left - px(1), top + side + px(0.2), side + px(2), caption)
