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
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words)
        self.setToolTip(words)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(20), self._theme.px(6.5))

    def points(self) -> list[QPointF]:
        """The points of the curve."""
        area, low, high = self._area(), *self._bounds()
        steps = max(1, len(self._ratings) - 1)
        return [
            QPointF(
                area.left() + area.width() * number / steps,
                area.bottom() - area.height() * (rating - low) / (high - low),
            )
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
        area, (low, high) = self._area(), self._bounds()
        for rating in (max(self._ratings), min(self._ratings)):
            y = round(area.bottom() - area.height() * (rating - low) / (high - low)) + 0.5
            painter.setPen(QPen(self._theme.ui.line, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(self._theme.ui.ink_muted)
            box = QRectF(0, y - self._theme.px(0.7), area.left() - self._theme.px(0.5), self._theme.px(1.4))
            text = str(round(rating / 100))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
            if max(self._ratings) - min(self._ratings) < (high - low) / 4:
                return  # the two numbers would overlap

    def _bounds(self) -> tuple[float, float]:
        low, high = min(self._ratings), max(self._ratings)
        span = max(LEAST_SPAN, high - low)
        middle = (low + high) / 2
        return middle - span * (0.5 + ROOM), middle + span * (0.5 + ROOM)

    def _area(self) -> QRectF:
        px = self._theme.px
        return QRectF(self.rect()).adjusted(px(3.4), px(0.4), -px(0.6), -px(0.4))
