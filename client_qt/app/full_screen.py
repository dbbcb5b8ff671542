"""The window over the whole screen, by F11."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QWidget

FULL = Qt.WindowState.WindowFullScreen


class FullScreen(QObject):
    """Follows the action, and the window manager. Esc leaves it where nobody else has a use for that key: it comes here
    only then."""

    def __init__(self, window: QWidget, action: QAction) -> None:
        super().__init__(window)
        self._window, self._action = window, action
        action.triggered.connect(self._fill)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowStateChange:
            self._action.setChecked(self._window.isFullScreen())
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return event.key() == Qt.Key.Key_Escape and self._left()
        return False

    def _left(self) -> bool:
        """Leave it; False where there is nothing to leave."""
        if not self._window.isFullScreen():
            return False
        self._fill(False)
        return True

    def _fill(self, full: bool) -> None:
        state = self._window.windowState()
        self._window.setWindowState(state | FULL if full else state & ~FULL)  # maximised stays maximised under it
