"""Buttons, labels, cards and lines in the look."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QKeyEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QDoubleSpinBox,
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from client_qt.settings.shortcuts import latin_sequence
from client_qt.text.locale_formats import moment_format
from client_qt.text.plain import without_underline
from client_qt.theme.theme import Theme

Kind = Literal["plain", "primary", "soft", "ghost", "danger", "link"]

# of labels, by mouse and by keyboard
SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
ICON_GAP = 0.3  # em between icon and text, in addition to the few pixels of Qt
_ICON_COLOUR: dict[Kind, str] = {"primary": "accent_ink", "danger": "danger", "link": "accent"}


class Button(QPushButton):
    """A push button of one of the six kinds, with an icon in the colour of its text.

    A text without enough room is cut with an ellipsis; the tool tip then has the whole text.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        icon: str | None = None,
        kind: Kind = "plain",
        parent: QWidget | None = None,
        *,
        name: str = "",
        clicked: Callable[[], object] | SignalInstance | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.setObjectName(name)
        if clicked is not None:
            self.clicked.connect(clicked)
        self._theme = theme
        self._icon_name = icon
        self._icon_shown = True
        self._own_tip = ""  # the whole text while the shown text is cut
        self.setCursor(Qt.CursorShape.PointingHandCursor if kind == "link" else Qt.CursorShape.ArrowCursor)
        self.set_kind(kind)
        theme.changed.connect(self._size_icon)

    def set_kind(self, kind: Kind) -> None:
        self._kind: Kind = kind
        restyle(self, kind=kind)
        self.set_icon(self._icon_name)

    @property
    def has_icon(self) -> bool:
        return self._icon_name is not None

    def set_icon(self, name: str | None) -> None:
        self._icon_name = name
        if name is not None:
            self._size_icon()
            self.setIcon(self._theme.icon(name, _ICON_COLOUR.get(self._kind, "ink")))

    def show_icon(self, shown: bool) -> None:
        """Show or hide the icon."""
        self._icon_shown = shown
        self._size_icon()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        needed = option.fontMetrics.size(Qt.TextFlag.TextShowMnemonic, option.text).width()
        room = needed + min(0, self.width() - QPushButton.sizeHint(self).width())
        shown = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, max(0, room))
        tip = without_underline(self.text()) if shown != option.text else ""
        if self.toolTip() in ("", self._own_tip) and tip != self.toolTip():  # keep a tool tip that a page has set
            self._own_tip = tip
            QTimer.singleShot(0, self, partial(self.setToolTip, tip))  # a paint must not change the widget
        option.text = shown
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _size_icon(self) -> None:
        if not self.has_icon:
            return
        side = self._theme.px(self._theme.tokens.control.icon)
        self.setIconSize(QSize(side + self._theme.px(ICON_GAP), side) if self._icon_shown else QSize(0, 0))


def used_above(widget: QWidget, event: QKeyEvent) -> bool:
    """Offer a key that writes no Latin letter to the pages and the window of a widget; return whether one used it.

    A widget that looks for a row by the letters typed asks this first. Qt finds the actions of Latin letters before.
    """
    above = widget
    while latin_sequence(event) is not None and not above.isWindow() and (parent := above.parentWidget()) is not None:
        above = parent
        event.accept()
        above.keyPressEvent(event)
        if event.isAccepted():
            return True
    event.accept()
    return False


class ComboBox(QComboBox):
    """A combo box. The mouse wheel scrolls the page around it and never changes the choice.

    A text without enough room is cut with an ellipsis, as that of a button; Qt cuts it within a letter.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel does not give it the focus

    def paintEvent(self, event: QPaintEvent) -> None:
        option, style = QStyleOptionComboBox(), self.style()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = style.subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        option.currentText = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not used_above(self, event):
            super().keyPressEvent(event)


class _Calm:
    """Without the focus, the mouse wheel scrolls the page around a field instead of changing the field."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        assert isinstance(self, QWidget)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        assert isinstance(self, QWidget)
        if self.hasFocus():
            super().wheelEvent(event)  # type: ignore[misc]  # of the field
        else:
            event.ignore()


class SpinBox(_Calm, QSpinBox):
    """A spin box with a margin before its number, which the style sheet cannot set."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.scale(self.lineEdit().setTextMargins, 0.6, 0, 0, 0)


class DateTimeEdit(_Calm, QDateTimeEdit):
    """A field for a date, with four figures for the year, and a time, with the margin of a spin box."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDisplayFormat(moment_format())
        theme.scale(self.lineEdit().setTextMargins, 0.6, 0, 0, 0)


class DoubleSpinBox(_Calm, QDoubleSpinBox):
    """A spin box for fractions."""


class Slider(_Calm, QSlider):
    pass


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet refers to, and apply the style sheet again."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return
    for name, value in properties.items():
        widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return  # Qt applies the style sheet when it first shows the widget
    # Events instead of `style().polish(widget)`: the style of a new sheet can have the address of a deleted layout
    # item, and then Qt for Python returns the wrapper of that item from `style()`.
    for kind in (QEvent.Type.Polish, QEvent.Type.StyleChange):
        QCoreApplication.sendEvent(widget, QEvent(kind))
    widget.update()


def label(
    text: str = "",
    role: str = "body",
    tone: str = "ink",
    *,
    wrap: bool = False,
    parent: QWidget | None = None,
    name: str = "",
) -> QLabel:
    """Make a label of plain text. Roles and tones are those of the style sheet."""
    result = QLabel(text, parent)
    result.setObjectName(name)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("role", role)
    result.setProperty("tone", tone)
    result.setWordWrap(wrap)
    return result


def show_text(words: QLabel, text: str) -> None:
    """Set the text of a label, and hide the label while it is empty."""
    words.setText(text)
    words.setVisible(bool(text))


def markdown(text: str) -> QLabel:
    """Make a label of Markdown text of the program, such as a page of rules; it can be selected."""
    result = label(text, wrap=True)
    result.setTextFormat(Qt.TextFormat.MarkdownText)
    result.setProperty("markup", "markdown")  # the style sheet makes every other label plain text
    result.setAccessibleName(text.replace("`", "").replace("**", ""))
    result.setTextInteractionFlags(SELECTABLE)
    return result


def chip(text: str, kind: str, parent: QWidget | None = None) -> QLabel:
    """Make a word in a pill: `turn`, `soft`, `danger` or `accent`."""
    return _small_label(text, "chip", kind, parent)


def keycap(text: str, parent: QWidget | None = None) -> QLabel:
    """Make the name of a key, drawn as a key."""
    return _small_label(text, "keycap", "true", parent)


def _small_label(text: str, name: str, value: str, parent: QWidget | None) -> QLabel:
    result = QLabel(text, parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty(name, value)
    result.setAlignment(Qt.AlignmentFlag.AlignCenter)
    result.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return result


def card(kind: str = "surface", parent: QWidget | None = None) -> QFrame:
    """Make a frame with a background: `raised`, `surface`, `sunken`, `selected`, `primary`, `turn` or `banner`."""
    result = QFrame(parent)
    result.setProperty("card", kind)
    return result


def hairline(vertical: bool = False, parent: QWidget | None = None) -> QFrame:
    """Make a line one pixel wide."""
    result = QFrame(parent)
    result.setProperty("line", "v" if vertical else "h")
    return result
