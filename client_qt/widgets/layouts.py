"""Layouts with the spaces of the look, for all pages."""

from typing import Literal

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from client_qt.theme import Theme

Length = Literal["xs", "s", "m", "l", "xl", "xxl"] | float  # a space of the tokens, or em
Margin = Length | tuple[Length, Length, Length, Length]
FORM_WIDTH = 60.0  # em, the widest that a form becomes
SLENDER = 34.0  # em; text twice as large in a small window leaves no more


def column(theme: Theme, parent: QWidget | None = None, gap: Length = "m", margin: Margin = 0) -> QVBoxLayout:
    """A column; with a parent it becomes the layout of the parent."""
    layout = QVBoxLayout(parent) if parent is not None else QVBoxLayout()
    _space(theme, layout, gap, margin)
    return layout


def row(theme: Theme, parent: QWidget | None = None, gap: Length = "m", margin: Margin = 0) -> QHBoxLayout:
    """A row; with a parent it becomes the layout of the parent."""
    layout = QHBoxLayout(parent) if parent is not None else QHBoxLayout()
    _space(theme, layout, gap, margin)
    return layout


def _space(theme: Theme, layout: QBoxLayout, gap: Length, margin: Margin) -> None:
    edges = margin if isinstance(margin, tuple) else (margin,) * 4
    theme.scale(layout.setSpacing, _ems(theme, gap))
    theme.scale(layout.setContentsMargins, *(_ems(theme, edge) for edge in edges))


def _ems(theme: Theme, length: Length) -> float:
    return getattr(theme.tokens.space, length) if isinstance(length, str) else length


def page_column(theme: Theme, widget: QWidget, gap: Length = "m") -> QVBoxLayout:
    """The column of a page, with edges that are the same on all pages: narrow ones in a narrow window."""
    layout = column(theme, widget, gap)
    _Edges(theme, widget, layout)
    return layout


class _Edges(QObject):
    def __init__(self, theme: Theme, widget: QWidget, layout: QVBoxLayout) -> None:
        super().__init__(widget)
        self._theme, self._widget, self._layout = theme, widget, layout
        widget.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._widget:
            self._fit()
        return False

    def _fit(self) -> None:
        px = self._theme.px
        wide = max(self._widget.width(), self._widget.window().width())  # it may be a part of the page
        side, top = (1.6, 1.0) if self._theme.is_narrow(wide) else (2.8, 1.4)
        if wide < px(SLENDER):
            side, top = 0.5, 0.7
        self._layout.setContentsMargins(px(side), px(top), px(side), px(1))


def page(widget: QWidget, ground: Literal["window", "surface"] = "window") -> None:
    """Give a widget the ground of a page."""
    widget.setProperty("page", ground)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def scrolled(inner: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """The widget in a frameless area that scrolls up and down only."""
    area = QScrollArea(parent)
    ground = QWidget(area)  # to ask for the area's own would have Qt for Python make every class of widgets there is
    ground.setAutoFillBackground(False)
    area.setViewport(ground)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    inner.setProperty("clear", "true")
    area.setWidget(inner)
    return area


def listed(theme: Theme, inner: QWidget, parent: QWidget) -> QScrollArea:
    """A list that scrolls: some room below it, and to its right where the bar of the area is."""
    area = scrolled(inner, parent)
    _BesideBar(theme, area, inner)
    return area


class _BesideBar(QObject):
    def __init__(self, theme: Theme, area: QScrollArea, inner: QWidget) -> None:
        super().__init__(inner)
        lines = inner.layout()
        assert lines is not None, "a list is laid out"
        self._theme, self._layout, self._bar = theme, lines, area.verticalScrollBar()
        self._bar.rangeChanged.connect(self._fit)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        if all(map(shiboken6.isValid, (self._layout, self._bar))):  # nobody is told in which order a window goes
            room = self._theme.px(1)
            self._layout.setContentsMargins(0, 0, room if self._bar.maximum() else 0, room)


def clear(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
