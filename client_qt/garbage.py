"""Garbage that refers to itself is looked for in the thread of the window, and nowhere else.

By itself Python looks for it in whichever thread makes an object just then: one that reads a file, say. If a timer or a
widget is among what it finds there, Qt ends the process, since these may be ended by their own thread alone.
"""

import gc

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

EVERY_MS = 1000
YOUNG = 1000  # new objects that are worth a search
ALL_AFTER = 3600  # searches; then all there is, once nobody looks at the window


class Collector(QObject):
    """Searches in the place of Python, which does not do it any more until `close`. What has outlasted some searches is
    set aside: to look at everything would hold up the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
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
        if self._searches >= ALL_AFTER and QGuiApplication.applicationState() != Qt.ApplicationState.ApplicationActive:
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
