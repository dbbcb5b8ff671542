"""Small things that every page uses."""

from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QTableView, QToolButton, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Theme, label

SMALLER = 0.93  # of its size, where a text takes two lines
LINE_HEIGHT = 1.28  # of the font, with what the deepest letters need


class ElidedLabel(QLabel):
    """Plain text that gives way: it is cut with an ellipsis, and the whole is its tool tip then.

    With two lines, a text that is too long for one is set smaller and in two before it is cut; the label then takes
    the height that it is given, so that nothing round it moves.
    """

    def __init__(
        self,
        text: str = "",
        role: str = "body",
        tone: str = "ink",
        parent: QWidget | None = None,
        *,
        lines: Literal[1, 2] = 1,
    ) -> None:
        super().__init__(text, parent)
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setProperty("tone", tone)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Fixed if lines == 1 else policy.Ignored)

    def minimumSizeHint(self) -> QSize:
        few = QFontMetrics(self.font()).horizontalAdvance("mmm")
        hint = super().minimumSizeHint()
        return QSize(min(few, hint.width()), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.setFont(self.font())
        shown = self._fitted(painter)
        self.setToolTip("" if "".join(shown).split() == self.text().split() else self.text())
        painter.drawText(self.contentsRect(), int(self.alignment()), "\n".join(shown))

    def _fitted(self, painter: QPainter) -> list[str]:
        """The lines that fit, in the font that the painter has after this."""
        room, text = self.contentsRect(), self.text()
        if painter.fontMetrics().horizontalAdvance(text) <= room.width():
            return [text]  # Qt cuts what is too long by a part of a pixel
        if self._lines == 2:
            font = self.font()
            font.setPixelSize(round(min(font.pixelSize() * SMALLER, room.height() / 2 / LINE_HEIGHT)))
            painter.setFont(font)
            first = _first_line(text, font, room.width())
            if first < len(text):
                rest = text[first:].lstrip()
                return [text[:first].rstrip() + " ", self._elided(painter, rest)]
            return [text]
        return [self._elided(painter, text)]

    def _elided(self, painter: QPainter, text: str) -> str:
        width = self.contentsRect().width()
        return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)


class WholeRows(QWidget):
    """A place for a table of which no row is cut in half at rest: the table takes as many whole rows as there is room
    for."""

    def __init__(self, table: QTableView) -> None:
        super().__init__()
        self._table = table
        table.setParent(self)

    def fit(self) -> None:
        """The room, or the height of the rows, is another one."""
        row = self._table.verticalHeader().defaultSectionSize()
        edges = 2 * self._table.frameWidth()
        rows = max(1, (self.height() - edges) // row)
        self._table.setGeometry(0, 0, self.width(), rows * row + edges)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def sizeHint(self) -> QSize:
        return self._table.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._table.minimumSizeHint()


class WrappedLabel(QLabel):
    """Words of as many lines as they need. A layout inside of another one asks a wrapped label only once how high it is
    to be, and then cuts what a narrower place makes longer; this one insists."""

    def __init__(self, text: str = "", role: str = "body", tone: str = "ink", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setProperty("tone", tone)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._update_minimum_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_minimum_height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._update_minimum_height()

    def _update_minimum_height(self) -> None:
        needed = self.heightForWidth(self.width()) if self.text() else 0
        if needed != self.minimumHeight():
            self.setMinimumHeight(max(0, needed))


def _first_line(text: str, font: QFont, width: int) -> int:
    """How many characters of a text stand in its first line."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    return line.textLength()


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


def leading_icon(theme: Theme, field: QLineEdit, name: str) -> None:
    """An icon before the words of a field, as large as the look has it; Qt's own place for one is small."""
    icon = IconLabel(theme, name, "ink_muted", 1.43, field)
    icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    inside = QHBoxLayout(field)
    theme.scale(inside.setContentsMargins, 0.75, 0, 0, 0)
    inside.addWidget(icon)
    inside.addStretch(1)
    theme.scale(field.setTextMargins, 2.05, 0, 0, 0)


class LiveChip(QFrame):
    """A word with an icon in a pill of the accent."""

    def __init__(self, theme: Theme, text: str, icon: str = "live", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("chip", "accent")
        self._words = label(text, "tag", "accent")
        layout = QHBoxLayout(self)
        layout.addWidget(IconLabel(theme, icon, "accent", 1.25))
        layout.addWidget(self._words)
        theme.scale(layout.setContentsMargins, 0.55, 0.15, 0.65, 0.15)
        theme.scale(layout.setSpacing, 0.35)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str) -> None:
        """Show other words."""
        self._words.setText(text)


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
        theme.scale(self._layout.setSpacing, theme.tokens.space.xs)

    def set_title(self, title: str) -> None:
        """Change the title."""
        self._title.setText(title)

    def add(self, widget: QWidget) -> None:
        """Put something at the right end."""
        self._layout.addWidget(widget)

    def _back_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("back")
        button.setToolTip(tr("Back"))
        button.setAccessibleName(tr("Back"))
        self._theme.bind_icon(button, "prev" if self.isLeftToRight() else "next", "ink_muted")
        button.clicked.connect(self.back)
        return button
