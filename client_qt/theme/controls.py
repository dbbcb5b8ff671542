"""Buttons and words in the look: small makers, so that pages need not spell the properties."""

from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from client_qt.text.plain import without_underline
from client_qt.theme.theme import Theme

Kind = Literal["plain", "primary", "soft", "ghost", "danger", "link"]

ICON_GAP = 0.3  # em between icon and words, more than the few pixels that Qt leaves
_ICON_COLOUR: dict[Kind, str] = {"primary": "accent_ink", "danger": "danger", "link": "accent"}


class Button(QPushButton):
    """A push button of one of the six kinds, with an icon in the colour of its words.

    Words that there is no room for are cut with an ellipsis, and the whole is the tool tip then.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        icon: str | None = None,
        kind: Kind = "plain",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._icon_name = icon
        self._icon_shown = True
        self._told = ""  # the tool tip that shows the full text of a label that is cut
        self.setCursor(Qt.CursorShape.PointingHandCursor if kind == "link" else Qt.CursorShape.ArrowCursor)
        self.set_kind(kind)
        theme.changed.connect(self._size_icon)

    def set_kind(self, kind: Kind) -> None:
        """Change what the button looks like."""
        self._kind: Kind = kind
        restyle(self, kind=kind)
        self.set_icon(self._icon_name)

    @property
    def has_icon(self) -> bool:
        return self._icon_name is not None

    def set_icon(self, name: str | None) -> None:
        """Change the icon."""
        self._icon_name = name
        if name is not None:
            self._size_icon()
            self._theme.bind_icon(self, name, _ICON_COLOUR.get(self._kind, "ink"), ICON_GAP)

    def show_icon(self, shown: bool) -> None:
        """Leave the icon out where there is too little room, or show it again."""
        self._icon_shown = shown
        self._size_icon()

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words = option.fontMetrics.size(Qt.TextFlag.TextShowMnemonic, option.text).width()
        room = words + min(0, self.width() - QPushButton.sizeHint(self).width())
        cut = option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, max(0, room))
        self._tell(without_underline(self.text()) if cut != option.text else "")
        option.text = cut
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _tell(self, words: str) -> None:
        if self.toolTip() == self._told and words != self._told:  # keep a tool tip set by another caller
            self._told = words
            self.setToolTip(words)

    def _size_icon(self) -> None:
        if not self.has_icon:
            return
        side = self._theme.px(self._theme.tokens.control.icon)
        self.setIconSize(QSize(side + self._theme.px(ICON_GAP), side) if self._icon_shown else QSize(0, 0))


class SpinBox(QSpinBox):
    """A spin box with room before its number, which no style sheet can give it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.scale(self.lineEdit().setTextMargins, 0.6, 0, 0, 0)


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet looks at, and have the sheet look again."""
    if all(widget.property(name) == value for name, value in properties.items()):
        return
    for name, value in properties.items():
        widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return  # the sheet looks at it when it is first shown
    # Events, because `QWidget.style()` may return a wrong object: the style of a new sheet can get the address of a
    # deleted layout item, by which PySide still finds the wrapper of that item.
    for kind in (QEvent.Type.Polish, QEvent.Type.StyleChange):
        QCoreApplication.sendEvent(widget, QEvent(kind))
    widget.update()


def label(
    text: str = "", role: str = "body", tone: str = "ink", *, wrap: bool = False, parent: QWidget | None = None
) -> QLabel:
    """Words on a page, plain text always. Roles and tones are those of the style sheet."""
    result = QLabel(text, parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("role", role)
    result.setProperty("tone", tone)
    result.setWordWrap(wrap)
    return result


def markdown(text: str) -> QLabel:
    """Text of the program itself, such as a page of rules, with its Markdown rendered; it can be selected."""
    result = label(text, wrap=True)
    result.setTextFormat(Qt.TextFormat.MarkdownText)
    result.setProperty("markup", "markdown")  # the style sheet makes every other label plain text
    result.setAccessibleName(text.replace("`", "").replace("**", ""))
    result.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return result


def chip(text: str, kind: str, parent: QWidget | None = None) -> QLabel:
    """A word in a pill: `turn`, `soft`, `danger` or `accent`."""
    result = QLabel(text, parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("chip", kind)
    result.setAlignment(Qt.AlignmentFlag.AlignCenter)
    result.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return result


def keycap(text: str, parent: QWidget | None = None) -> QLabel:
    """The name of a key as a cap."""
    result = QLabel(text, parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setProperty("keycap", "true")
    result.setAlignment(Qt.AlignmentFlag.AlignCenter)
    result.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return result


def card(kind: str = "surface", parent: QWidget | None = None) -> QFrame:
    """A frame with a ground of its own: `raised`, `surface`, `sunken`, `selected`, `primary`, `turn`, `banner`."""
    result = QFrame(parent)
    result.setProperty("card", kind)
    return result


def hairline(vertical: bool = False, parent: QWidget | None = None) -> QFrame:
    """A line one pixel wide."""
    result = QFrame(parent)
    result.setProperty("line", "v" if vertical else "h")
    return result
