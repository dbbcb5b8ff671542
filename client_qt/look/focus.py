"""The ring round the control that has the keyboard: drawn outside it, where no style sheet can draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QSlider, QSplitter, QWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from client_qt.look.theme import Theme

_FOLLOWED = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})


class FocusRings(QObject):
    """Puts a ring round whatever button gets the focus by the keyboard.

    A widget of another kind asks for one with the property `ring` true, a button declines with false.
    """

    def __init__(self, theme: Theme, app: QApplication) -> None:
        super().__init__(theme)
        self._theme = theme
        self._ring: _Ring | None = None
        app.focusChanged.connect(self._focus_moved)

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = _Ring(self._theme, new) if new is not None and _wants_ring(new) else None


def _wants_ring(widget: QWidget) -> bool:
    """Focus that came by the mouse needs no ring: the hand knows where it is."""
    parent = widget.parentWidget()
    if parent is None or isinstance(parent, QSplitter | QMainWindow):  # these take every child for one of their parts
        return False
    if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
        return False
    asked = widget.property("ring")
    return isinstance(widget, QAbstractButton | QSlider) if asked is None else bool(asked)


class _Ring(QWidget):
    """Lies over the neighbourhood of its target and lets every click through."""

    def __init__(self, theme: Theme, target: QWidget) -> None:
        super().__init__(target.parentWidget())
        self._theme = theme
        self._target = target
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        target.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _FOLLOWED:
            self._follow()
        return False

    def _follow(self) -> None:
        reach = self._gap() + self._width()
        self.setGeometry(self._target.geometry().adjusted(-reach, -reach, reach, reach))
        self.raise_()
        self.setVisible(self._target.isVisible())

    def _gap(self) -> int:
        return self._theme.px(self._theme.tokens.control.focus_gap)

    def _width(self) -> int:
        return self._theme.px(self._theme.tokens.control.focus_ring)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self._width()
        painter.setPen(QPen(self._theme.ui.focus, width))
        radius = self._theme.em * self._theme.tokens.radius.control + self._gap() + width / 2
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
