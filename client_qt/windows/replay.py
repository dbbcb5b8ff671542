"""A match played again by itself, move after move."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction

from client_qt.models.wording import tr
from client_qt.windows.table import TablePage

PAUSE_MS = 900  # between two moves: time to see one


class Replay(QObject):
    """Walks the table page forward until it is live. The action starts it and stops it."""

    def __init__(self, page: TablePage, action: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._page, self._action = page, action
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self.step)
        action.triggered.connect(self._toggle)

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def stop(self) -> None:
        self._timer.stop()
        self._action.setText(tr("Play the moves"))

    def step(self) -> None:
        """One move on; at the end, or where nobody looks any more, it stops."""
        if not self._page.isVisible() or self._page.walk.at is None:
            self.stop()
            return
        self._page.walk_forward()
        if self._page.walk.at is None:
            self.stop()

    def _toggle(self) -> None:
        if self.running:
            self.stop()
            return
        if self._page.walk.at is None:
            self._page.walk_first()
        self._action.setText(tr("Pause"))
        self._timer.start()
