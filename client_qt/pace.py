"""Work that a network may ask for at any rate."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 200


class Pace(QObject):
    """Does some work when it is asked for, but only once in `INTERVAL_MS`."""

    def __init__(self, work: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._is_due = False
        self._timer = QTimer(self, singleShot=True, interval=INTERVAL_MS)
        self._timer.timeout.connect(self._passed)

    def ask(self) -> None:
        """Do the work now, or once for all that ask in this interval at its end."""
        if self._timer.isActive():
            self._is_due = True
        else:
            self._timer.start()
            self._work()

    def _passed(self) -> None:
        if self._is_due:
            self._is_due = False
            self.ask()
