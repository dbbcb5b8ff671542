"""A chart of one value over time."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.theme import Theme

WIDTH, HEIGHT = 20, 6.5  # em
SCALE = 3.4  # em, for the numbers at the left


@dataclass(frozen=True)
class Chart:
    """The values to draw, and their range. A value of None is a gap, and `breaks` are the places before which the
    curve is not connected. `scale` are values with their names at the left; `dots` are places."""

    values: tuple[float | None, ...]
    low: float
    high: float
    scale: tuple[tuple[float, str], ...] = ()
    dots: frozenset[int] = frozenset()
    breaks: frozenset[int] = frozenset()
    base: float | None = None  # the value down to which the area below the curve is filled
    current: int | None = None  # the place with a vertical line


class Curve(QWidget):
    """Draws a chart. `words` describe it to a screen reader."""

    def __init__(self, theme: Theme, chart: Chart, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # it places its parts in this direction only
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_chart(chart, words)
        theme.changed.connect(self.update)

    def show_chart(self, chart: Chart, words: str) -> None:
        self.chart = chart
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(WIDTH), self._theme.px(HEIGHT))

    def points(self) -> list[QPointF]:
        """Return the points of the curve, without those of gaps."""
        return [point for line in self._lines() for point in line]

    def place_at(self, x: float) -> int:
        """Return the place that is nearest to this x."""
        area, steps = self._area(), max(1, len(self.chart.values) - 1)
        return max(0, min(len(self.chart.values) - 1, round((x - area.left()) / max(1.0, area.width()) * steps)))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, ui = QPainter(self), self._theme.ui
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, chart, lines = self._area(), self.chart, self._lines()
        if chart.base is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ui.accent_soft)
            base = self._y(chart.base)
            for line in lines:
                ends = QPointF(line[-1].x(), base), QPointF(line[0].x(), base)
                painter.drawPolygon(QPolygonF([*line, *ends]))
        self._draw_scale(painter)
        if chart.current is not None:
            painter.setPen(QPen(ui.ink_muted, max(1.0, self._theme.px(0.1))))
            x = self._x(chart.current)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        pen = QPen(ui.accent, max(1.5, self._theme.px(0.14)))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(ui.accent)
        for line in lines:
            painter.drawPolyline(QPolygonF(line))
            if len(line) == 1:
                painter.drawPoint(line[0])
        for place in chart.dots:
            value = chart.values[place]
            if value is not None:
                painter.drawEllipse(QPointF(self._x(place), self._y(value)), self._theme.px(0.25), self._theme.px(0.25))

    def _lines(self) -> list[list[QPointF]]:
        """Return the points of each connected part."""
        lines: list[list[QPointF]] = []
        connected = False
        for place, value in enumerate(self.chart.values):
            connected = connected and place not in self.chart.breaks
            if value is not None:
                if not connected:
                    lines.append([])
                lines[-1].append(QPointF(self._x(place), self._y(value)))
            connected = value is not None
        return lines

    def _draw_scale(self, painter: QPainter) -> None:
        area, px, last = self._area(), self._theme.px, None
        for value, words in self.chart.scale:
            y = round(self._y(value)) + 0.5
            if last is not None and abs(last - y) < px(1.4):
                continue  # the two names would overlap
            last = y
            painter.setPen(QPen(self._theme.ui.line, 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(self._theme.ui.ink_muted)
            box = QRectF(0, y - px(0.7), area.left() - px(0.5), px(1.4))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)

    def _x(self, place: int) -> float:
        area, steps = self._area(), max(1, len(self.chart.values) - 1)
        return area.left() + area.width() * place / steps

    def _y(self, value: float) -> float:
        area, chart = self._area(), self.chart
        return area.bottom() - area.height() * (value - chart.low) / (chart.high - chart.low)

    def _area(self) -> QRectF:
        px = self._theme.px
        return QRectF(self.rect()).adjusted(px(SCALE if self.chart.scale else 0.6), px(0.4), -px(0.6), -px(0.4))


def padded(values: Sequence[float], least: float, room: float) -> tuple[float, float]:
    """Return a range for these values: at least so wide, with room at both ends as a share of it."""
    low, high = min(values), max(values)
    half = max(least, high - low) * (0.5 + room)
    return (low + high) / 2 - half, (low + high) / 2 + half
