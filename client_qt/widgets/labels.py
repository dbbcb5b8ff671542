"""Labels, chips and the header of a page."""

from functools import partial
from math import ceil
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent, QTextLayout
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.event_filter import EventFilter
from client_qt.widgets.fitting import Fitting, FittingFrame
from client_qt.widgets.layouts import column, is_low, row

SMALLER = 0.93  # of the font size, for a text on two lines
LINE_HEIGHT = 1.28  # of the font size
IN_TWO_LINES = 0.52  # of its width takes a sentence that is broken; beside it there is room for its longest word
LEAST_PX = 13  # the font size of a text on three lines
KEPT = 3  # widgets of a header that are never in its menu


class ElidedLabel(QLabel):
    """Plain text that is cut with an ellipsis where there is no room; the tool tip then has the whole text.

    With more lines, a text that is too long for one line gets a smaller font and as many lines as it needs, before it
    is cut. The label then keeps the height that it is given.
    """

    def __init__(
        self,
        text: str = "",
        role: str = "body",
        tone: str = "ink",
        parent: QWidget | None = None,
        *,
        lines: Literal[1, 2, 3] = 1,
    ) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setProperty("tone", tone)
        self.set_lines(lines)

    def set_lines(self, lines: Literal[1, 2, 3]) -> None:
        """Choose the most lines."""
        self._lines = lines
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred, policy.Fixed if lines == 1 else policy.Ignored)
        self.update()

    def keep_whole(self, wanted: bool) -> None:
        """Take room for all of the present text, in two lines if it may have them, or be cut where there is no room."""
        self.setMinimumWidth(self.whole_px if wanted else 0)

    @property
    def whole_px(self) -> int:
        """The least width that has all of the text, in two lines of the smaller font if the label may have them."""
        measure, words = self.fontMetrics().horizontalAdvance, self.text().split(" ")
        if self._lines == 1:
            return measure(self.text())
        breaks = [(" ".join(words[:at]) + " ", " ".join(words[at:])) for at in range(1, len(words) + 1)]
        return ceil(min(max(map(measure, lines)) for lines in breaks) * SMALLER) + 2

    def minimumSizeHint(self) -> QSize:
        few = QFontMetrics(self.font()).horizontalAdvance("mmm")
        hint = super().minimumSizeHint()
        return QSize(min(few, hint.width()), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.setFont(self.font())
        shown = self._whole_or_cut(painter)
        tip = "" if "".join(shown).split() == self.text().split() else self.text()
        if tip != self.toolTip():  # a paint must not change the widget
            QTimer.singleShot(0, self, partial(self.setToolTip, tip))
        painter.drawText(self.contentsRect(), int(self.alignment()), "\n".join(shown))

    def _whole_or_cut(self, painter: QPainter) -> list[str]:
        """Return the lines to paint, and set the font of the painter for them."""
        room, text = self.contentsRect(), self.text()
        if painter.fontMetrics().horizontalAdvance(text) <= room.width():
            return [text]  # `elidedText` cuts a text that is too long by a part of a pixel
        shown, font = [text], self.font()
        if self._lines > 1:
            font.setPixelSize(round(font.pixelSize() * SMALLER))
            painter.setFont(font)
            if painter.fontMetrics().horizontalAdvance(text) <= room.width():
                return shown
        for count in range(2, self._lines + 1):
            font = self.font()
            size = round(min(font.pixelSize() * SMALLER, room.height() / count / LINE_HEIGHT))
            if count > 2 and size < LEAST_PX:
                break
            font.setPixelSize(size)
            painter.setFont(font)
            shown = _lines_of(text, font, room.width(), count)
            if painter.fontMetrics().horizontalAdvance(shown[-1]) <= room.width():
                return shown
        return [*shown[:-1], self._elided(painter, shown[-1])]

    def _elided(self, painter: QPainter, text: str) -> str:
        width = self.contentsRect().width()
        return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)


def _lines_of(text: str, font: QFont, width_px: int, count: int) -> list[str]:
    """Break a text into at most so many lines; the last one may be too long. All others end with a space."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    lines, start = list[str](), 0
    while start < len(text) and len(lines) < count - 1:
        line = layout.createLine()
        line.setLineWidth(width_px)
        end = start + line.textLength()
        lines.append(text[start:end].strip() + (" " if end < len(text) else ""))
        start = end
    layout.endLayout()
    return [*lines, text[start:].strip()] if start < len(text) else lines


class WrappedLabel(QLabel):
    """Plain text of as many lines as it needs.

    Nested layouts ask a wrapped label for its height only once, and cut it when it gets narrower. So this label sets
    its minimum height.
    """

    def __init__(self, text: str = "", role: str = "body", tone: str = "ink") -> None:
        super().__init__(text)
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
        before = self.minimumHeight()
        self.setMinimumHeight(0)  # `heightForWidth` never returns less than the minimum
        needed = self.heightForWidth(self.width()) if self.text() else 0
        self.setMinimumHeight(max(0, needed))
        if needed != before:
            self.updateGeometry()


class IconLabel(QLabel):
    """An icon that follows the theme."""

    def __init__(
        self, theme: Theme, name: str, colour: str = "ink", ems: float | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._name, self._colour, self._ems = theme, name, colour, ems
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._draw)
        self.installEventFilter(self)
        self._draw()

    def set_icon(self, name: str, colour: str | None = None) -> None:
        self._name, self._colour = name, colour or self._colour
        self._draw()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.DevicePixelRatioChange, QEvent.Type.Show):
            self._draw()
        return False

    def _draw(self) -> None:
        self.setPixmap(self._theme.pixmap(self._name, self._ems, self._colour, self.devicePixelRatioF()))


def leading_icon(theme: Theme, field: QLineEdit, name: str) -> None:
    """Put an icon before the text of a field, larger than the icons of Qt."""
    icon = IconLabel(theme, name, "ink_muted", 1.43, field)
    icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    inside = QHBoxLayout(field)
    theme.scale(inside.setContentsMargins, 0.75, 0, 0, 0)
    inside.addWidget(icon)
    inside.addStretch(1)
    theme.scale(field.setTextMargins, 2.05, 0, 0, 0)


class LiveChip(QFrame):
    """A text with an icon in a pill of the accent colour; a state that is not live has a plain colour and no icon."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        inside = row(theme, self, gap=0.35, margin=(0.55, 0.15, 0.65, 0.15))
        self._icon, self._words = IconLabel(theme, "live", "accent", 1.25), label(text, "tag", "accent")
        inside.addWidget(self._icon)
        inside.addWidget(self._words)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_state(text, live=True)

    def show_state(self, text: str, live: bool) -> None:
        """Show a text, and whether it says that something is live."""
        self.live = live
        self._icon.setVisible(live)
        self._words.setText(text)
        restyle(self._words, tone="accent" if live else "ink")
        restyle(self, chip="accent" if live else "soft")


class PageHeader(FittingFrame):
    """The title of a page, with a button that leads back, and room for widgets at the right.

    Where the widgets have no room even below the title, the first three stay and the other ones, which must be buttons,
    are in a menu.
    """

    back = Signal()

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self._whole = column(theme, self, gap="xs")
        self._whole.setDirection(QBoxLayout.Direction.LeftToRight)
        line, self._more = row(theme, gap="xs"), row(theme, gap="xs")
        self._title = ElidedLabel(title, "title")
        back = QToolButton()
        back.setObjectName("back")
        back.setToolTip(tr("Back"))
        back.setAccessibleName(tr("Back"))
        back.setIcon(theme.icon("prev" if self.isLeftToRight() else "next", "ink_muted"))
        back.clicked.connect(self.back)
        line.addWidget(back)
        line.addWidget(self._title, 1)
        self._whole.addLayout(line, 1)
        self._whole.addLayout(self._more)
        self._added: list[QWidget] = []
        self._shown: list[bool] = []
        self._rest = QWidget(self)  # hidden where a menu has what is in it
        self._rest_row = row(theme, self._rest, gap="xs")
        self._menu_button = Button(theme, icon="more", name="header_more", clicked=self._open_menu)
        self._menu_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._menu_button.setToolTip(tr("More"))
        self._menu_button.setAccessibleName(tr("More"))
        self._more.addWidget(self._rest)
        self._more.addWidget(self._menu_button)
        self.fitting = Fitting(
            theme, self, lambda: ("low", "low menu") if is_low(theme, self) else ("line", "below", "below menu"),
            self._turn,
        )  # fmt: skip

    def set_title(self, title: str) -> None:
        self._title.setText(title)
        self.fitting.refresh()

    def add(self, widget: QWidget) -> None:
        """Add a widget at the right; where the title has no room beside it, it is below."""
        number = len(self._added)
        self._added.append(widget)
        if number < KEPT:
            self._more.insertWidget(number, widget)
        else:
            self._rest_row.addWidget(widget)
        QWidget.setTabOrder(widget, self._menu_button)
        EventFilter(widget, self._see)
        self.fitting.refresh()

    def _see(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):  # the page shows or hides a widget
            before, self._shown = self._shown, [not widget.isHidden() for widget in self._added]
            if before != self._shown:
                self.fitting.refresh()
        return False

    def _turn(self, form: str) -> None:
        direction = QBoxLayout.Direction
        self._whole.setDirection(direction.TopToBottom if form.startswith("below") else direction.LeftToRight)
        self._title.keep_whole(form == "line")
        has_rest, has_menu = any(not widget.isHidden() for widget in self._added[KEPT:]), form.endswith("menu")
        self._rest.setVisible(has_rest and not has_menu)
        self._menu_button.setVisible(has_rest and has_menu)

    def _open_menu(self) -> None:
        menu = QMenu(self._menu_button)
        menu.aboutToHide.connect(menu.deleteLater)
        for button in self._added[KEPT:]:
            if isinstance(button, QAbstractButton) and not button.isHidden():
                action = menu.addAction(button.icon(), button.text())
                action.setObjectName(f"more_{button.objectName()}")
                action.setEnabled(button.isEnabled())
                action.triggered.connect(button.click)
        menu.popup(self._menu_button.mapToGlobal(self._menu_button.rect().bottomLeft()))
