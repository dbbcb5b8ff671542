"""Garbage that refers to itself is looked for in the thread of the window, and nowhere else.

By itself Python looks for it in whichever thread makes an object just then: one that reads a file, say. If a timer or a
widget is among what it finds there, Qt ends the process, since these may be ended by their own thread alone.
"""

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

EVERY_MS = 1000
YOUNG = 1000  # new objects that are worth a search
ALL_AFTER = 3600  # searches; then all there is, once nobody looks at the window


def _is_used() -> bool:
    return QGuiApplication.applicationState() == Qt.ApplicationState.ApplicationActive


class Collector(QObject):
    """Searches in the place of Python, which does not do it any more until `close`. What has outlasted some searches is
    set aside: to look at everything would hold up the window."""

    def __init__(self, parent: QObject | None = None, is_used: Callable[[], bool] = _is_used) -> None:
        """`is_used` tells whether somebody works with a window just now."""
        super().__init__(parent)
        self._is_used = is_used
        gc.disable()
        gc.collect()
        gc.freeze()
        self._searches = 0
        self._timer = QTimer(self, interval=EVERY_MS, timerType=Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Search what is new, and what is older where it has been left out often enough."""
        self._searches += 1
        if self._searches >= ALL_AFTER and not self._is_used():
            self._searches = 0
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            return
        young, middle, old = gc.get_count()
        _, of_middle, of_old = gc.get_threshold()
        if young < YOUNG:
            return
        if middle < of_middle:
            gc.collect(0)
        elif old < of_old:
            gc.collect(1)
        else:
            gc.collect()
            gc.freeze()

    def close(self) -> None:
        """Let Python do it again."""
        self._timer.stop()
        gc.enable()
