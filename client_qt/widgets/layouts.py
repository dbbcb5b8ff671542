"""Layouts of pages: rows and columns with spaces in em, scroll areas, and pages of two columns."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Literal, TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from client_qt.theme import Length, Theme, hairline
from client_qt.widgets.event_filter import EventFilter

Margin = Length | tuple[Length, Length, Length, Length]
FORM_WIDTH = 60.0  # em, maximum
SLENDER = 34.0  # em; the width of a small window with text of double size
FOLDED = 50.0  # em; a narrower page has no room for a panel beside its content
TURNED = 52.0  # em; a narrower page has no room for two columns of text
LOW = 22.0  # em; the height of a small window with text of double size is less
LAYOUT_TURNS = 4  # of the event loop, until nested layouts with wrapped texts have their final size
SMALL_PX = (800, 560)  # in a window with less room pages and dialogs scroll as a whole
QWIDGETSIZE_MAX = 16777215  # px; the constant of Qt for no maximum


def column(theme: Theme, parent: QWidget | None = None, gap: Length = "m", margin: Margin = 0) -> QVBoxLayout:
    """Make a column; with a parent it becomes the layout of the parent."""
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    _space(theme, layout, gap, margin)
    return layout


def row(theme: Theme, parent: QWidget | None = None, gap: Length = "m", margin: Margin = 0) -> QHBoxLayout:
    """Make a row; with a parent it becomes the layout of the parent."""
    layout = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    _space(theme, layout, gap, margin)
    return layout


Part = QWidget | QLayout
L = TypeVar("L", bound=QBoxLayout)
STRETCH = 1  # empty room that stretches, among the items of `add_to`


def add_to(layout: L, *items: Part | int | tuple[Part, int | Qt.AlignmentFlag]) -> L:
    """Add widgets, layouts and stretching room to a row or a column. A pair has a stretch factor or an alignment."""
    for item in items:
        part, option = item if isinstance(item, tuple) else (item, 0)
        stretch, alignment = (0, option) if isinstance(option, Qt.AlignmentFlag) else (option, Qt.AlignmentFlag(0))
        if isinstance(part, QWidget):
            layout.addWidget(part, stretch, alignment)
        elif isinstance(part, QLayout):
            layout.addLayout(part, stretch)
        else:
            layout.addStretch(part)
    return layout


def _space(theme: Theme, layout: QBoxLayout, gap: Length, margin: Margin) -> None:
    theme.scale(layout.setSpacing, gap)
    layout.setContentsMargins(0, 0, 0, 0)
    if margin:
        theme.scale(layout.setContentsMargins, *(margin if isinstance(margin, tuple) else (margin,) * 4))


def page(widget: QWidget, ground: Literal["window", "surface"] = "window") -> None:
    """Give a widget the background of a page."""
    widget.setProperty("page", ground)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


class Responsive(QObject):
    """Calls `fit` now, and whenever the size of its parent or of the text changes."""

    def __init__(self, theme: Theme, parent: QWidget, fit: Callable[[], object]) -> None:
        super().__init__(parent)
        self._fit = fit
        parent.installEventFilter(self)
        theme.changed.connect(self._adapt)
        fit()

    def _adapt(self) -> None:
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return False


def page_column(theme: Theme, widget: QWidget, gap: Length = "m") -> QVBoxLayout:
    """Make the column of a page, with the margins of all pages: narrow ones in a narrow window."""
    layout, px = column(theme, widget, gap), theme.px

    def fit() -> None:
        width = max(widget.width(), widget.window().width())  # the page may be a part of another one
        side, top = (1.6, 1.0) if theme.is_narrow(width) else (2.8, 1.4)
        if width < px(SLENDER):
            side, top = 0.5, 0.7
        layout.setContentsMargins(px(side), px(top), px(side), px(1))

    Responsive(theme, widget, fit)
    return layout


def turn_narrow(theme: Theme, page: QWidget, layout: QBoxLayout, ems: float) -> None:
    """Make a row a column where the page is narrower than a length in em."""
    row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
    Responsive(theme, page, lambda: layout.setDirection(row if page.width() >= theme.px(ems) else column))


def scrolled(inner: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """Put a widget into a frameless area that scrolls vertically only."""
    area = QScrollArea(parent)
    _set_up_area(area, inner)
    return area


def _set_up_area(area: QScrollArea, inner: QWidget) -> None:
    viewport = QWidget(area)  # `area.viewport()` makes Qt for Python load all widget classes, which takes 120 ms
    viewport.setAutoFillBackground(False)
    area.setViewport(viewport)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    inner.setProperty("clear", "true")
    area.setWidget(inner)


class PageStack(QStackedWidget):
    """A stack of pages. In a small window its least size is that of the shown page, so that this can scroll."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def hasHeightForWidth(self) -> bool:
        return False  # pages with long texts scroll by themselves

    def minimumSizeHint(self) -> QSize:
        shown, window = self.currentWidget(), self.window()
        is_small = window.width() < SMALL_PX[0] or window.height() < SMALL_PX[1]
        return shown.minimumSizeHint() if shown is not None and is_small else QSize(0, 0)


def both_ways(inner: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """Put a widget into a frameless area that scrolls where there is less room than its least size."""
    area = scrolled(inner, parent)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    return area


def fit_into_room(dialog: QDialog) -> None:
    """Let a dialog scroll that is about to open and is larger than the screen, or than a small window."""
    parent, layout, room = dialog.parentWidget(), dialog.layout(), dialog.screen().availableSize()
    window = parent.window().size() if parent is not None else room
    room.setWidth(min(room.width(), window.width()) if window.width() < SMALL_PX[0] else room.width())
    room.setHeight(min(room.height(), window.height()) if window.height() < SMALL_PX[1] else room.height())
    if layout is None:
        return
    dialog.ensurePolished()
    hint, least, own = dialog.sizeHint(), dialog.minimumSizeHint(), dialog.minimumSize()
    width = min(max(hint.width(), least.width(), own.width()), room.width())
    height = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else hint.height()
    wanted = QSize(width, max(height, least.height(), own.height()))
    if dialog.testAttribute(Qt.WidgetAttribute.WA_Resized) or own.boundedTo(room) != own:
        wanted, height = dialog.size().expandedTo(own).boundedTo(room), least.height()  # what is in it can shrink
        dialog.setMinimumSize(own.boundedTo(room))
        dialog.resize(wanted)
    if max(height, least.height()) <= room.height() and least.width() <= room.width():
        return
    focus, inner = dialog.focusWidget(), QWidget()
    inner.setLayout(layout)  # with all widgets in it
    area, around = both_ways(inner, dialog), QVBoxLayout(dialog)
    around.setContentsMargins(0, 0, 0, 0)
    around.addWidget(area)
    dialog.setMinimumSize(0, 0)
    wanted.setWidth(wanted.width() + area.verticalScrollBar().sizeHint().width())
    dialog.resize(wanted.boundedTo(room))
    if focus is not None:
        focus.setFocus()


def reveal(widget: QWidget, turns: int = LAYOUT_TURNS) -> None:
    """Scroll the area around a widget so that the widget can be seen, after the layouts that are due."""
    QTimer.singleShot(0, widget, partial(_reveal, widget, turns - 1))


def _reveal(widget: QWidget, turns: int) -> None:
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QScrollArea):
        parent = parent.parentWidget()
    if parent is not None and widget.isVisible():
        parent.ensureWidgetVisible(widget, 0, widget.fontMetrics().height())
    if turns:
        reveal(widget, turns)


def listed(theme: Theme, inner: QWidget, parent: QWidget) -> QScrollArea:
    """Put a list into a scroll area, with room below it and beside the scroll bar."""
    area = scrolled(inner, parent)

    def fit() -> None:
        room = theme.px(1)
        inner.setContentsMargins(0, 0, room if area.verticalScrollBar().maximum() else 0, room)

    Responsive(theme, inner, fit)  # the scroll bar makes it narrower
    return area


class ExpandingScrollArea(QScrollArea):
    """A scroll area that can be made as high as its content."""

    def __init__(self, inner: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole, self._inner = False, inner
        _set_up_area(self, inner)
        EventFilter(inner, self._follow)

    def set_whole(self, whole: bool) -> None:
        """Set whether to show all of the content without scrolling."""
        self._whole = whole
        self._stretch()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

    def _follow(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._stretch()
        return False

    def _stretch(self) -> None:
        inner = self._inner
        needed = inner.heightForWidth(self.width()) if inner.hasHeightForWidth() else inner.sizeHint().height()
        self.setMinimumHeight(needed if self._whole else 0)


class Sides:
    """The scrolled content of a page with a panel at its right; in a narrow page the panel is below the content."""

    def __init__(self, theme: Theme, page: QWidget, inner: QWidget, panel: QWidget) -> None:
        self._theme, self._page, self._panel = theme, page, panel
        self.folded = False
        content = QWidget()
        self._under = column(theme, content, gap=0)
        self._under.addWidget(inner, 1)
        self._line = hairline(vertical=True)
        self._beside = row(theme, page, gap=0)
        self._area = scrolled(content, page)
        self._beside.addWidget(self._area, 1)
        self._beside.addWidget(self._line)
        self._beside.addWidget(panel)

    def scroll_to_top(self) -> None:
        self._area.verticalScrollBar().setValue(0)

    def fold(self, panel_px: int) -> None:
        """Place the panel by the width of the page; beside the content it has the given width."""
        folded = self._page.width() < self._theme.px(FOLDED)
        self._panel.setMinimumWidth(0 if folded else panel_px)
        self._panel.setMaximumWidth(QWIDGETSIZE_MAX if folded else panel_px)
        if folded != self.folded:
            self.folded = folded
            self._line.setVisible(not folded)
            (self._under if folded else self._beside).addWidget(self._panel)


def is_low(theme: Theme, widget: QWidget) -> bool:
    """Whether the window of a widget has no room for buttons below a text that they could be beside."""
    return widget.window().height() < theme.px(LOW)


def clear(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    # not by `takeAt`: Qt for Python keeps wrappers of layout items that Qt has deleted, and uses them for new objects
    parent = layout.parentWidget()
    assert parent is not None, "only layouts of widgets are cleared"
    for child in parent.children():
        if isinstance(child, QWidget) and layout.indexOf(child) >= 0:
            layout.removeWidget(child)
            child.hide()
            child.deleteLater()


def set_tab_order(*widgets: QWidget) -> None:
    """Let Tab go through these widgets one after the other."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)
