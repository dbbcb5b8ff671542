"""The ring outside the control that has the keyboard focus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFocusFrame,
    QProxyStyle,
    QScrollArea,
    QSlider,
    QStyle,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

if TYPE_CHECKING:
    from client_qt.theme.theme import Theme

_WITHOUT_OWN_MARK = (QAbstractButton, QSlider, QTabBar, QScrollArea)  # the style sheet does not mark their focus


class FocusRings(QObject):
    """Shows a ring outside a button, tab bar, slider or scroll area that gets the focus, unless by the mouse.

    The property `ring` of a widget overrides the choice by class.
    """

    _by_mouse = False

    def __init__(self, theme: Theme, app: QApplication) -> None:
        super().__init__(theme)
        self._theme, self._style = theme, _RingStyle(theme)
        self._ring: _Ring | None = None
        app.focusChanged.connect(self._focus_changed)

    @classmethod
    @contextmanager
    def answering_mouse(cls) -> Iterator[None]:
        """Show no ring for focus that changes in this block, which handles the release of a mouse button."""
        cls._by_mouse = True
        try:
            yield
        finally:
            cls._by_mouse = False

    def _focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.setWidget(None)  # type: ignore[arg-type]  # the stubs of Qt for Python lack None
            self._ring.deleteLater()
        self._ring = None
        if new is not None and not self._by_mouse and QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton:
            asked = new.property("ring")
            if asked or (asked is None and isinstance(new, _WITHOUT_OWN_MARK)):
                self._ring = _Ring(self._theme, self._style, new)


class _RingStyle(QProxyStyle):
    """Places a focus frame above the widget, with room for the gap and the ring around it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("Fusion")
        self.setParent(theme)
        self._theme = theme

    def pixelMetric(self, metric: QStyle.PixelMetric, *context: Any) -> int:
        if metric in (QStyle.PixelMetric.PM_FocusFrameHMargin, QStyle.PixelMetric.PM_FocusFrameVMargin):
            control = self._theme.tokens.control
            return self._theme.px(control.focus_gap) + self._theme.px(control.focus_ring)
        return super().pixelMetric(metric, *context)

    def styleHint(self, hint: QStyle.StyleHint, *context: Any) -> int:
        return 1 if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget else super().styleHint(hint, *context)


class _Ring(QFocusFrame):
    def __init__(self, theme: Theme, style: QStyle, widget: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self.setStyle(style)
        self.setWidget(widget)

    def setVisible(self, visible: bool) -> None:
        """Stay visible with the widget: Qt hides the frame when the style of the widget changes."""
        widget = self.widget()
        super().setVisible(visible or (widget is not None and widget.isVisible()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, control = self._theme, self._theme.tokens.control
        width = theme.px(control.focus_ring)
        painter.setPen(QPen(theme.ui.focus, width))
        inset = width / 2
        radius = theme.em * theme.tokens.radius.control + theme.px(control.focus_gap) + inset
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
