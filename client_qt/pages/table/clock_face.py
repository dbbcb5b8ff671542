"""A clock as a player sees it: large figures, marigold while it goes, a heavier frame when little is left."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from client_qt.table.clocks import ClockShown
from client_qt.theme import Theme

WIDTHS = ("00:00", "0:00:00", "00 d 00 h")  # what it is made wide enough for, so that figures do not push anything
PADDING = 0.8  # em at either side
HEIGHT, SLIM_HEIGHT = 2.6, 1.9  # em
SLIM_FONT = 0.78  # of the large figures


class ClockFace(QWidget):
    """One clock. It keeps its width while the number of its figures does, and repaints nothing but itself."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = ClockShown("00:00")
        self._slim = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._space)
        self._space()

    @property
    def shown(self) -> ClockShown:
        """What stands here."""
        return self._shown

    def show_clock(self, shown: ClockShown) -> None:
        """Show this time."""
        if shown == self._shown:
            return
        wider = self._class(shown.text) != self._class(self._shown.text)
        self._shown = shown
        self.setAccessibleName(shown.spoken)
        if wider:
            self._space()
        self.update()

    def set_slim(self, slim: bool) -> None:
        """The low form for small windows."""
        self._slim = slim
        self._space()

    def sizeHint(self) -> QSize:
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:
        ui, px, shown = self._theme.ui, self._theme.px, self._shown
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = px(0.22) if shown.is_low else 0
        box = QRectF(self.rect()).adjusted(frame / 2, frame / 2, -frame / 2, -frame / 2)
        ink = ui.turn_ink if shown.running else ui.ink if shown.is_low else ui.ink_muted
        painter.setPen(QPen(ui.ink, frame) if frame else Qt.PenStyle.NoPen)
        painter.setBrush(ui.turn if shown.running else ui.sunken)
        radius = px(self._theme.tokens.radius.control)
        painter.drawRoundedRect(box, radius, radius)
        painter.setPen(ink)
        painter.setFont(self._font())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, shown.text)

    def _font(self) -> QFont:
        font = self._theme.font("clock", "heavy")
        if self._slim:
            font.setPixelSize(round(font.pixelSize() * SLIM_FONT))
        return font

    def _class(self, text: str) -> int:
        """Which of the widths it takes."""
        return next((i for i, wide in enumerate(WIDTHS) if len(text) <= len(wide)), len(WIDTHS) - 1)

    def _space(self) -> None:
        px = self._theme.px
        wide = QFontMetricsF(self._font()).horizontalAdvance(WIDTHS[self._class(self._shown.text)])
        self.setFixedSize(round(wide) + 2 * px(PADDING), px(SLIM_HEIGHT if self._slim else HEIGHT))
        self.update()
