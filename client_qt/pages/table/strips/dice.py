"""Dice in a tray of the board's material, and the card that shows it apart from the board."""

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from client_qt.board.painting.background import paint_grain
from client_qt.text.translation import tr
from client_qt.theme import Theme, restyle
from client_qt.theme.colour import mix, with_alpha
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import column

ANGLES = (-9.0, 13.0, 4.0, -14.0)  # degrees: thrown dice do not lie straight
TURN = 20.0  # degrees, while they roll
COLUMN = 15.0  # em, the width of players and dice beside a tall board
BETWEEN = 6.0  # em, the width of the tray between two strips
LEAST, MOST = 42, 26.0  # px and em, the height of the tray in the card
ANY = 16777215  # px; QWIDGETSIZE_MAX, which PySide6 does not have
EASING = QEasingCurve(QEasingCurve.Type.OutCubic)


class DiceTray(QWidget):
    """Up to four dice. Only their painting is animated."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # it places its parts in this direction only
        self._theme = theme
        self.dice: tuple[int, ...] = ()
        self._whose = ""
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)
        self._name()

    def roll(self, dice: tuple[int, ...], animate: bool = True) -> None:
        """Show these dice, or an empty tray."""
        self._animation.stop()
        self.dice = dice[: len(ANGLES)]
        duration = self._theme.motion.dice
        if dice and animate and duration:
            self._animation.setDuration(duration)
            self._animation.start()
        self._name()
        self.update()

    def show_roll(self, dice: tuple[int, ...], whose: str, animate: bool = True) -> None:
        """Show these dice; the same dice of the same player are not rolled again."""
        if (dice, whose) != (self.dice, self._whose):
            self._whose = whose
            self.roll(dice, animate)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(11), self._theme.px(6.5))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(5), self._theme.px(2.2))

    def _name(self) -> None:
        shown = ", ".join(str(die) for die in self.dice)
        self.setAccessibleName(tr("Dice: {dice}").replace("{dice}", shown) if shown else tr("No dice yet"))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._paint_tray(painter)
        rolling = self._animation.state() == QVariantAnimation.State.Running
        progress = EASING.valueForProgress(float(self._animation.currentValue() or 0.0)) if rolling else 1.0
        side = min(self.height() * 0.62, self.width() / (1.4 * max(2, len(self.dice)) + 0.2), self._theme.em * 4.4)
        for index, face in enumerate(self.dice):
            self._paint_die(painter, index, face, side, progress)

    def _paint_tray(self, painter: QPainter) -> None:
        board, em = self._theme.board, self._theme.em
        area = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.setPen(QPen(board.rim, 1.5))
        painter.setBrush(board.frame)
        painter.drawRoundedRect(area, em * 0.75, em * 0.75)
        floor = QPainterPath()
        inset = min(em * 0.42, self.height() * 0.12)
        floor.addRoundedRect(area.adjusted(inset, inset, -inset, -inset), em * 0.5, em * 0.5)
        painter.fillPath(floor, mix(board.cell_b, board.frame, 0.3))
        paint_grain(painter, floor, board, floor.boundingRect().topLeft(), seed=5)

    def _paint_die(self, painter: QPainter, index: int, face: int, side: float, progress: float) -> None:
        """While rolling a die shows another face first and turns into its place."""
        shown = face if progress > 0.55 else face % 6 + 1
        sway = side * (-0.1 if index % 2 == 0 else 0.12)
        middle = QPointF(self.width() * (index + 1) / (len(self.dice) + 1), self.height() / 2 + sway)
        if len(self.dice) == 2:
            middle.setX(self.width() / 2 + (-0.68 if index == 0 else 0.66) * side)
        painter.save()
        painter.translate(middle)
        painter.rotate(ANGLES[index] + TURN * (1 - progress) * (1 if index % 2 else -1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(with_alpha(self._theme.tokens.board["wood"].outline, 0.22))
        corner, radius = -side / 2, side * 0.2
        painter.drawRoundedRect(QRectF(corner + 1, corner + side * 0.08, side, side), radius, radius)
        # drawn larger than shown, for a turned picture loses sharpness
        pixmap = self._theme.drawings.die(shown, side, self._theme.board, self.devicePixelRatioF() * 2)
        painter.drawPixmap(QRectF(corner, corner, side, side), pixmap, QRectF(pixmap.rect()))
        painter.restore()


class DiceCard(QFrame):
    """The tray beside a tall board, with a text below it, or alone between two strips."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.tray = DiceTray(theme, self)
        self.rolled, self.allows = WrappedLabel("", "name"), WrappedLabel("", "body", "muted")
        self._column = column(theme, self, gap="xs")
        self._column.addWidget(self.tray, 1)
        for words in (self.rolled, self.allows):  # the tray gets the room that they do not need
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
            self._column.addWidget(words)
        self._column.addStretch(0)  # the rest of a high card
        self._as_card = True
        theme.changed.connect(self._space)
        self.set_form(True)

    def set_form(self, as_card: bool) -> None:
        """Choose a card with text, or the tray alone."""
        self._as_card = as_card
        restyle(self, card="surface" if as_card else "none")
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Ignored if as_card else policy.Fixed, policy.Expanding if as_card else policy.Ignored)
        for words in (self.rolled, self.allows):
            words.setVisible(as_card)
        self._space()

    def show_dice(self, dice: tuple[int, ...], words: str, allows: str) -> None:
        self.tray.show_roll(dice, words, animate=self.isVisible())
        self.rolled.setText(words)
        self.allows.setText(allows)
        self.tray.setToolTip("" if self._as_card else words)

    def _space(self) -> None:
        px = self._theme.px
        edge = px(1) if self._as_card else 0
        self._column.setContentsMargins(edge, edge, edge, px(0.7) if self._as_card else 0)
        self.tray.setMinimumHeight(LEAST if self._as_card else 0)
        self.tray.setMaximumHeight(px(MOST) if self._as_card else ANY)
        self.setMinimumWidth(0 if self._as_card else px(BETWEEN))
        self.setMaximumWidth(px(COLUMN if self._as_card else BETWEEN))
