"""A chart of ratings."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.theme import Theme

LEAST_SPAN = 5000  # hundredths of a point; a smaller range would make small changes look large
ROOM = 0.08  # above the highest and below the lowest rating, as a share of the range


class RatingCurve(QWidget):
    """Draws the rating after each rated match. `words` describe the chart to a screen reader."""

    def __init__(
        self, theme: Theme, curve: Sequence[tuple[int, int]], words: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._ratings = theme, [rating for _at, rating in curve]
        self._low, self._high = min(self._ratings), max(self._ratings)
        self._range = max(LEAST_SPAN, self._high - self._low) * (1 + 2 * ROOM)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)
        self.setToolTip(words)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(20), self._theme.px(6.5))

    def points(self) -> list[QPointF]:
        """The points of the curve."""
        area, steps = self._area(), max(1, len(self._ratings) - 1)
        return [
            QPointF(area.left() + area.width() * number / steps, self._y(rating))
            for number, rating in enumerate(self._ratings)
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_scale(painter)
        points = self.points()
        pen = QPen(self._theme.ui.accent, max(1.5, self._theme.px(0.14)))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(points))
        painter.setBrush(self._theme.ui.accent)
        for point in points[-1:]:
            painter.drawEllipse(point, self._theme.px(0.25), self._theme.px(0.25))

    def _draw_scale(self, painter: QPainter) -> None:
        area = self._area()
        for rating in (self._high, self._low):
            y = round(self._y(rating)) + 0.5
            painter.setPen(QPen(self._theme.ui.line, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(self._theme.ui.ink_muted)
            box = QRectF(0, y - self._theme.px(0.7), area.left() - self._theme.px(0.5), self._theme.px(1.4))
            text = str(round(rating / 100))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
            if self._high - self._low < self._range / 4:
                return  # the two numbers would overlap

    def _y(self, rating: float) -> float:
        area, middle = self._area(), (self._low + self._high) / 2
        return area.center().y() - area.height() * (rating - middle) / self._range

    def _area(self) -> QRectF:
        px = self._theme.px
        return QRectF(self.rect()).adjusted(px(3.4), px(0.4), -px(0.6), -px(0.4))
