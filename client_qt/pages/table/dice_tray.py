"""Dice as they fell, lying in a tray of the board's material."""

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.board.painting.background import paint_grain
from client_qt.text.rules_text import tr
from client_qt.theme import Theme
from client_qt.theme.colour import mix, with_alpha

LYING = (-9.0, 13.0, 4.0, -14.0)  # degrees: dice that fell do not lie straight
TURN = 20.0  # degrees, while they roll
_OUT = QEasingCurve(QEasingCurve.Type.OutCubic)


class DiceTray(QWidget):
    """Up to four dice. Rolling is for the eye: the dice lie there from the first moment on for everybody else."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dice: tuple[int, ...] = ()
        self._whose = ""
        self._animation = QVariantAnimation(self)
        self._animation.setStartValue(0.0)
        self._animation.setEndValue(1.0)
        self._animation.valueChanged.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)
        self._name()

    @property
    def dice(self) -> tuple[int, ...]:
        """What lies there."""
        return self._dice

    def roll(self, dice: tuple[int, ...], animate: bool = True) -> None:
        """Show these dice."""
        self._animation.stop()
        self._dice = dice[: len(LYING)]
        duration = self._theme.motion.dice
        if animate and duration:
            self._animation.setDuration(duration)
            self._animation.start()
        self._name()
        self.update()

    def show_roll(self, dice: tuple[int, ...], whose: str, animate: bool = True) -> None:
        """The dice as they lie, or an empty tray; the same dice of the same player stay where they lie."""
        if (dice, whose) == (self._dice, self._whose):
            return
        self._whose = whose
        if dice:
            self.roll(dice, animate)
        else:
            self.clear()

    def clear(self) -> None:
        """An empty tray: the roll is over or still to come."""
        self._animation.stop()
        self._dice = ()
        self._name()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(11), self._theme.px(6.5))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(5), self._theme.px(2.2))

    def _name(self) -> None:
        shown = ", ".join(str(die) for die in self._dice)
        self.setAccessibleName(tr("Dice: {dice}").replace("{dice}", shown) if shown else tr("No dice yet"))

    # ---- painting
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._paint_tray(painter)
        rolling = self._animation.state() == QVariantAnimation.State.Running
        progress = _OUT.valueForProgress(float(self._animation.currentValue() or 0.0)) if rolling else 1.0
        side = min(self.height() * 0.62, self.width() / (1.4 * max(2, len(self._dice)) + 0.2), self._theme.em * 4.4)
        for index, face in enumerate(self._dice):
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
        middle = QPointF(self.width() * (index + 1) / (len(self._dice) + 1), self.height() / 2 + sway)
        if len(self._dice) == 2:
            middle.setX(self.width() / 2 + (-0.68 if index == 0 else 0.66) * side)
        painter.save()
        painter.translate(middle)
        painter.rotate(LYING[index] + TURN * (1 - progress) * (1 if index % 2 else -1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(with_alpha(self._theme.tokens.board["wood"].outline, 0.22))
        corner, radius = -side / 2, side * 0.2
        painter.drawRoundedRect(QRectF(corner + 1, corner + side * 0.08, side, side), radius, radius)
        # drawn larger than shown, for a turned picture loses sharpness
        pixmap = self._theme.drawings.die(shown, side, self._theme.board, self.devicePixelRatioF() * 2)
        painter.drawPixmap(QRectF(corner, corner, side, side), pixmap, QRectF(pixmap.rect()))
        painter.restore()
