"""Texts that are 40 % longer than English, and a search for widgets that are cut, overlap or stick out."""

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt, QTranslator
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from client_qt.widgets.labels import ElidedLabel

SLOT = re.compile(r"(\{\w+\})")
ACCENTS = str.maketrans("aeiouAEIOUcnsy", "àéîöüÀÉÎÖÜçñšý")
MORE = 0.4
SLACK = 2  # pixels for rounding
EDGE = 6  # a widget may reach this far into the margins


def longer(template: str) -> str:
    """Return the template with accents and 40 % more letters, but with the same placeholders and end."""
    parts = [part if SLOT.fullmatch(part) else part.translate(ACCENTS) for part in SLOT.split(template)]
    words = "".join(parts)
    extra = round(MORE * len(SLOT.sub("", template)))
    tail = re.search(r"[\s.:?!]*$", words)
    end = tail.group() if tail else ""
    more = "".join(" " if place % 9 == 0 else "ö" for place in range(extra + 1)) if extra else ""
    return words.removesuffix(end) + more.rstrip() + end


class Longer(QTranslator):
    """A translation into longer texts, which notes all texts that it translated."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str | None:
        if context != "words":
            return None  # texts of Qt stay
        self.asked.add(source)
        return longer(source)


def misfits(window: QWidget) -> list[str]:
    """List the faults in the layout of a window."""
    return [f"{_path(widget, window)}: {fault}" for widget in _shown(window) for fault in _faults(widget, window)]


def _shown(widget: QWidget) -> Iterator[QWidget]:
    yield widget
    for child in widget.children():
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow():
            yield from _shown(child)


def _faults(widget: QWidget, window: QWidget) -> Iterator[str]:
    if widget is not window and widget.width() > 0 and widget.height() > 0:
        yield from _outside(widget)
    yield from _overlapping(widget)
    match widget:
        case ElidedLabel():
            return
        case QLabel():
            yield from _cut_label(widget)
        case QAbstractButton():
            yield from _cut_button(widget)
        case QComboBox():
            yield from _narrower(widget, widget.currentText(), widget.minimumSizeHint().width())
        case QLineEdit() if not isinstance(widget.parent(), QAbstractSpinBox | QComboBox):
            yield from _cut_hint(widget)
        case QTabBar():
            yield from _cut_tabs(widget)
        case QScrollArea():
            yield from _cut_content(widget)


def _cut_label(label: QLabel) -> Iterator[str]:
    if not label.text() or not label.pixmap().isNull() or label.width() == 0:
        return
    if label.wordWrap():
        needed = label.heightForWidth(label.width())
        if needed > label.height() + SLACK:
            yield f"{label.height()} high, its text takes {needed}: {label.text()[:60]!r}"
        longest = max((label.fontMetrics().horizontalAdvance(word) for word in label.text().split()), default=0)
        if longest > label.contentsRect().width() + SLACK:
            yield f"a word is wider than it: {label.text()[:60]!r}"
        return
    fixed = label.minimumWidth() == label.maximumWidth()  # its size hint may be from a larger width
    words = label.fontMetrics().horizontalAdvance(label.text())
    yield from _narrower(label, label.text(), words if fixed else label.sizeHint().width())


def _cut_button(button: QAbstractButton) -> Iterator[str]:
    words = button.text()
    if isinstance(button, QToolButton) and button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly:
        words = ""
    if words and words not in button.toolTip():
        bare = isinstance(button, QToolButton) and button.styleSheet().startswith("padding: 0")
        wide = button.fontMetrics().horizontalAdvance(words) if bare else button.minimumSizeHint().width()
        yield from _narrower(button, words, wide)


def _cut_content(area: QScrollArea) -> Iterator[str]:
    """Yield a fault if the content of an area without a horizontal scroll bar is too wide."""
    inner, room = area.widget(), area.viewport().width()
    off = area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    if inner is not None and off and inner.width() > room + EDGE:
        parts = [one for one in inner.findChildren(QWidget) if one.isVisible() and not one.findChildren(QWidget)]
        widest = max(parts, key=lambda one: one.mapTo(inner, one.rect().topRight()).x(), default=inner)
        yield f"{room} wide, its content {inner.width()}: {_path(widest, inner)}"


def _narrower(widget: QWidget, words: str, needed: int) -> Iterator[str]:
    if words and needed > widget.width() + SLACK:
        yield f"{widget.width()} wide, its text takes {needed}: {words[:60]!r}"


def _cut_hint(line: QLineEdit) -> Iterator[str]:
    needed = QFontMetrics(line.font()).horizontalAdvance(line.placeholderText())
    if needed > line.width() and line.placeholderText() not in line.toolTip() + line.accessibleName():
        yield f"{line.width()} wide, its hint takes {needed}: {line.placeholderText()[:60]!r}"


def _cut_tabs(bar: QTabBar) -> Iterator[str]:
    for place in range(bar.count()):
        needed = QFontMetrics(bar.font()).horizontalAdvance(bar.tabText(place))
        is_cut = needed > bar.tabRect(place).width() and bar.tabText(place) != bar.tabToolTip(place)
        if is_cut and bar.isTabVisible(place):
            yield f"the tab is {bar.tabRect(place).width()} wide, its text takes {needed}: {bar.tabText(place)!r}"


def _outside(widget: QWidget) -> Iterator[str]:
    parent = widget.parentWidget()
    if parent is None or widget.isWindow():
        return
    area = parent.parentWidget()
    scrolls = isinstance(area, QAbstractScrollArea) and area.viewport() is parent
    if not scrolls and not parent.rect().adjusted(-EDGE, -EDGE, EDGE, EDGE).contains(widget.geometry()):
        place, room = widget.geometry(), parent.rect()
        yield f"sticks out of {type(parent).__name__}: {place.getRect()} in {room.width()} x {room.height()}"


def _overlapping(widget: QWidget) -> Iterator[str]:
    """Yield a fault for each pair of widgets of one layout that overlap."""
    layout = widget.layout()
    if layout is None or "Stacked" in layout.metaObject().className():
        return
    # not by `itemAt`: Qt for Python keeps wrappers of layout items that Qt has deleted
    parts = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    shown = [part for part in parts if layout.indexOf(part) >= 0 and part.isVisible() and not part.geometry().isEmpty()]
    for place, one in enumerate(shown):
        for other in shown[place + 1 :]:
            common = one.geometry().intersected(other.geometry())
            if common.width() > SLACK and common.height() > SLACK:
                yield f"{_name(one)} overlaps {_name(other)}"


def _path(widget: QWidget, window: QWidget) -> str:
    names = [_name(widget)]
    parent = widget.parentWidget()
    while parent is not None and parent is not window and len(names) < 4:
        names.insert(0, _name(parent))
        parent = parent.parentWidget()
    return "/".join(names)


def _name(widget: QWidget) -> str:
    return type(widget).__name__ + (f"#{widget.objectName()}" if widget.objectName() else "")
