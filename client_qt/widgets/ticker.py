"""Work that is done again and again while a page is seen."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QWidget

from client_qt.widgets.event_filter import EventFilter

TICK_MS = 1000


class Ticker(QTimer):
    """Does some work once a second, or in another interval, while a page is visible."""

    def __init__(self, page: QWidget, work: Callable[[], object], interval_ms: int = TICK_MS) -> None:
        super().__init__(page, interval=interval_ms)
        self.timeout.connect(work)
        EventFilter(page, self._see)
        if page.isVisible():
            self.start()

    def _see(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self.start()
        elif event.type() == QEvent.Type.Hide:
            self.stop()
        return False
