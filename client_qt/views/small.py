"""Small things that every page uses."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from client_qt.look import Theme, label


class ElidedLabel(QLabel):
    """One line of plain text that gives way: it is cut with an ellipsis, and the whole is its tool tip then."""

    def __init__(self, text: str = "", role: str = "body", tone: str = "ink", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setProperty("tone", tone)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        few = QFontMetrics(self.font()).horizontalAdvance("mmm")
        hint = super().minimumSizeHint()
        return QSize(min(few, hint.width()), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())
        self.setToolTip("" if shown == self.text() else self.text())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), int(self.alignment()), shown)


class IconLabel(QLabel):
    """An icon that follows the theme; said aloud only if it is given words."""

    def __init__(
        self, theme: Theme, name: str, colour: str = "ink", ems: float | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._name, self._colour, self._ems = theme, name, colour, ems
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._draw)
        self._draw()

    def set_icon(self, name: str, colour: str | None = None) -> None:
        """Show another icon."""
        self._name, self._colour = name, colour or self._colour
        self._draw()

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.Show):
            self._draw()
        return super().event(event)

    def _draw(self) -> None:
        self.setPixmap(self._theme.pixmap(self._name, self._ems, self._colour, self.devicePixelRatioF()))


class LiveChip(QFrame):
    """A word with an icon in a pill of the accent."""

    def __init__(self, theme: Theme, text: str, icon: str = "live", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("chip", "accent")
        self._words = label(text, "small", "accent")
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(IconLabel(theme, icon, "accent", 1.25))
        self._layout.addWidget(self._words)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._space)
        self._space()

    def set_text(self, text: str) -> None:
        """Show other words."""
        self._words.setText(text)

    def _space(self) -> None:
        px = self._theme.px
        self._layout.setContentsMargins(px(0.55), px(0.15), px(0.65), px(0.15))
        self._layout.setSpacing(px(0.35))


class PageHeader(QWidget):
    """The title of a page in the book face, with a way back in front of it and room for more behind."""

    back = Signal()

    def __init__(self, theme: Theme, title: str, back: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._title = ElidedLabel(title, "title")
        if back:
            self._layout.addWidget(self._back_button())
        self._layout.addWidget(self._title, 1)
        theme.changed.connect(self._space)
        self._space()

    def set_title(self, title: str) -> None:
        """Change the title."""
        self._title.setText(title)

    def add(self, widget: QWidget) -> None:
        """Put something at the right end."""
        self._layout.addWidget(widget)

    def _back_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setToolTip(self.tr("Back"))
        button.setAccessibleName(self.tr("Back"))
        self._theme.bind_icon(button, "prev", "ink_muted")
        button.clicked.connect(self.back)
        return button

    def _space(self) -> None:
        self._layout.setSpacing(self._theme.px(self._theme.tokens.space.s))
