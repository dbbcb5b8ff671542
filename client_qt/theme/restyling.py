"""Another style sheet for a program that runs: a few widgets in each turn of the event loop, so that nothing stands
still meanwhile.

`QApplication.setStyleSheet` would go over every widget there is at once, on pages nobody looks at as well; on a machine
with a program of a thousand widgets that holds the window for a third of a second. Qt leaves out those that say of
themselves that they are not polished yet, or that they have a style of their own: for the moment of the change all do.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

TURN_S = 0.005  # of work in a turn; what waits for it is not seen to wait
BETWEEN_MS = 1  # so that everything else has its turn
FOREVER = float("inf")
AT_ONCE = 150  # so few widgets take no longer than two turns together
_POLISHED, _OWN_STYLE = Qt.WidgetAttribute.WA_WState_Polished, Qt.WidgetAttribute.WA_SetStyle

Steps = Generator[bool, None, None]  # of work, each far shorter than a turn; True: and now let the loop turn


class Dressing(QObject):
    """Puts sheets on the widgets of one application. Windows that are in sight are painted again when all that is seen
    of them has the new look; until then they show the old one."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._steps: Steps | None = None
        self._at_work = False
        self._waiting: dict[QWidget, list[QWidget]] = {}  # out of sight: what is hidden, and all that is in it
        self._frozen: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._turn)

    @property
    def is_busy(self) -> bool:
        """Is there anybody who has not got the new look yet?"""
        return self._steps is not None

    def begin(self, put_on: Callable[[], None], then: Callable[[], Steps], first: Steps | None = None) -> None:
        """Have everybody wear what `put_on` gives the application. `then` follows when those in sight have it, and what
        is in sight is painted. With something to do `first`, for text of another size, all come before that."""
        if self._at_work:  # asked for by somebody who is just being changed
            QTimer.singleShot(0, self, lambda: self.begin(put_on, then, first))
            return
        if self._steps is not None:
            self._steps.close()
        self._freeze()
        self._steps = self._work(put_on, then, first)
        if sum(map(_is_ours, QApplication.allWidgets())) <= AT_ONCE:
            self.finish()
        else:
            self._timer.start(BETWEEN_MS)

    def finish(self) -> None:
        """Let nobody wait any longer."""
        self._go_on(FOREVER)

    def _freeze(self) -> None:
        for window in QApplication.topLevelWidgets():
            if window.isVisible() and window.updatesEnabled():
                window.setUpdatesEnabled(False)
                self._frozen.append(window)

    def _thaw(self) -> None:
        for window in self._frozen:
            if isValid(window):
                window.setUpdatesEnabled(True)
        self._frozen = []

    def _turn(self) -> None:
        self._go_on(time.perf_counter() + TURN_S)

    def _go_on(self, end: float) -> None:
        if self._steps is None or self._at_work:  # a turn within a turn
            return
        self._at_work = True
        try:
            for rest in self._steps:
                if (rest and end < FOREVER) or time.perf_counter() > end:
                    return
            self._steps = None
            self._timer.stop()
        finally:
            self._at_work = False

    def _work(self, put_on: Callable[[], None], then: Callable[[], Steps], first: Steps | None) -> Steps:
        try:
            widgets = _set_apart()
            yield True
            with _sheets_remembered():
                put_on()
            yield True
            self._watch_hidden(widgets)
            yield True
            yield from first or ()
            yield from _dress_all([one for one in widgets if first or (isValid(one) and one.isVisible())])
            yield from then()
            self._thaw()
            yield True  # it is painted in a turn of its own
            yield from _dress_all(widgets)
        finally:
            self._thaw()
            for part in filter(isValid, self._waiting):
                part.removeEventFilter(self)
            self._waiting = {}

    def _watch_hidden(self, widgets: list[QWidget]) -> None:
        self._waiting = _hidden_parts(widgets)
        for part in self._waiting:
            part.installEventFilter(self)

    def eventFilter(self, part: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(part, QWidget):  # sooner than its turn was
            for one in self._waiting.get(part, ()):
                _dress(one)
        return False


def _is_ours(widget: QWidget) -> bool:
    """Has it been styled, and not by itself? Who still waits since the last time is marked already."""
    return widget.testAttribute(_POLISHED) != widget.testAttribute(_OWN_STYLE)


def _set_apart() -> list[QWidget]:
    """All of ours, marked as if they had not been styled."""
    widgets = [one for one in QApplication.allWidgets() if _is_ours(one)]
    for one in widgets:
        one.setAttribute(_POLISHED, False)
        one.setAttribute(_OWN_STYLE)
    return widgets


@contextmanager
def _sheets_remembered() -> Iterator[None]:
    """With the last sheet Qt would forget which fonts and palettes widgets had before it."""
    keeper = QWidget()
    keeper.setStyleSheet("* { }")
    keeper.ensurePolished()
    yield
    keeper.deleteLater()


def _dress_all(widgets: Iterable[QWidget]) -> Steps:
    for one in widgets:
        _dress(one)
        yield False


def _dress(widget: QWidget) -> None:
    """Have a widget that waits for it styled, once."""
    if isValid(widget) and not widget.testAttribute(_POLISHED):
        widget.setAttribute(_OWN_STYLE, False)
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.Polish))
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))


def _hidden_parts(widgets: list[QWidget]) -> dict[QWidget, list[QWidget]]:
    """What waits, by the outermost of what is hidden."""
    parts: dict[QWidget, list[QWidget]] = {}
    for one in widgets:
        if isValid(one) and not one.isVisible():
            parts.setdefault(_outermost_hidden(one), []).append(one)
    return parts


def _outermost_hidden(widget: QWidget) -> QWidget:
    while not widget.isWindow():
        around = widget.parentWidget()
        if around is None or around.isVisible():
            break
        widget = around
    return widget
