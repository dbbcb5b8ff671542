"""The ring round the control that has the keyboard: drawn outside it, where no style sheet can draw."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QMainWindow,
    QScrollArea,
    QSlider,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

if TYPE_CHECKING:
    from client_qt.theme.theme import Theme

_BARE = (QAbstractButton, QSlider, QTabBar, QScrollArea)  # these show nothing by themselves
_TAKES_CHILDREN = (QSplitter, QMainWindow, QStackedWidget)  # these take every child for one of their parts
_HANDS: list[QWidget] = []  # whose click is being answered right now
_FOLLOWED = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})


class FocusRings(QObject):
    """Puts a ring round whatever button, tab or scrolled text gets the focus by the keyboard.

    A widget of another kind asks for one with the property `ring` true, a button declines with false.
    """

    def __init__(self, theme: Theme, app: QApplication) -> None:
        super().__init__(theme)
        self._theme = theme
        self._ring: _Ring | None = None
        app.focusChanged.connect(self._focus_moved)

    def _focus_moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.retire()
        self._ring = _Ring(self._theme, new) if new is not None and _wants_ring(new) else None


@contextmanager
def by_hand(clicked: QWidget) -> Iterator[None]:
    """What gets the focus in answer to a click of the mouse needs no ring either; the button of it is up by then."""
    _HANDS.append(clicked)
    try:
        yield
    finally:
        _HANDS.remove(clicked)


def _wants_ring(widget: QWidget) -> bool:
    """Focus that came by the mouse needs no ring: the hand knows where it is."""
    if widget.isWindow() or isinstance(widget.parentWidget(), _TAKES_CHILDREN):
        return False
    if _HANDS or QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
        return False
    asked = widget.property("ring")
    return isinstance(widget, _BARE) if asked is None else bool(asked)


def _chain_to_host(target: QWidget, reach: int) -> list[QWidget]:
    """The target and what it lies in, up to the first that has room for a ring round it or must not be left."""
    chain = [target]
    while not chain[-1].isWindow():
        host = chain[-1].parentWidget()
        assert host is not None
        if isinstance(host, _TAKES_CHILDREN) and len(chain) > 1:
            break
        chain.append(host)
        place = QRect(target.mapTo(host, QPoint()), target.size())
        in_scroll = isinstance(host.parentWidget(), QAbstractScrollArea)
        if in_scroll or host.rect().contains(place.adjusted(-reach, -reach, reach, reach)):
            break
    return chain


class _Ring(QWidget):
    """Lies over the neighbourhood of its target and lets every click through."""

    def __init__(self, theme: Theme, target: QWidget) -> None:
        self._theme = theme
        self._target = target
        chain = _chain_to_host(target, self._reach())
        super().__init__(chain[-1])
        self._host = chain[-1]
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._moving = chain[:-1]
        for moving in self._moving:
            moving.installEventFilter(self)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _FOLLOWED:
            self._follow()
        return False

    def retire(self) -> None:
        """Go, and do not come back with what the target still does."""
        for moving in self._moving:
            if isValid(moving):
                moving.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def _follow(self) -> None:
        reach = self._reach()
        place = QRect(self._target.mapTo(self._host, QPoint()), self._target.size())
        self.setGeometry(place.adjusted(-reach, -reach, reach, reach))
        self.raise_()
        self.setVisible(self._target.isVisible())

    def _reach(self) -> int:
        return self._gap() + self._width()

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
