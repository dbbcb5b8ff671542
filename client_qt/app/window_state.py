"""Where the window was and what was open in it, kept between two starts."""

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from client_qt.app.main_window import MainWindow
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import WindowState

QUIET_MS = 1500  # after the last move or change of size
TABS = ("moves", "chat", "people", "rules")
NOTED = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)
IN_SIGHT_PX = 64  # so much of its upper edge has to be on a screen, to be taken hold of


class WindowGeometry(QObject):
    """Puts the window where it was, as far as there are still screens there, and notes where it goes."""

    def __init__(self, window: MainWindow, settings: SettingsFile) -> None:
        super().__init__(window)
        self._window, self._settings = window, settings
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(QUIET_MS)
        self._soon.timeout.connect(self.keep)
        self._restore(settings.value.window)
        window.installEventFilter(self)
        if window.is_furnished:
            self._open_tab()
        else:
            window.furnished.connect(self._open_tab)

    def keep(self) -> None:
        """Note where the window is now."""
        self._soon.stop()
        geometry = bytes(self._window.saveGeometry().data()).hex()
        before = self._settings.value.window
        tab = self._window.table.panel.tab if self._window.is_furnished else before.tab
        self._settings.change(self._settings.value.with_window(WindowState(geometry, tab)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in NOTED and self._window.isVisible():
            self._soon.start()
        elif event.type() == QEvent.Type.Close and self._window.may_close:
            self.keep()
        return False

    def _restore(self, state: WindowState) -> None:
        window, usual = self._window, self._window.geometry()
        if not state.geometry:
            return
        window.restoreGeometry(QByteArray(bytes.fromhex(state.geometry)))
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowFullScreen)  # that was for one sitting
        if not in_sight(window.geometry()):
            window.setGeometry(usual)

    def _open_tab(self) -> None:
        tab = self._settings.value.window.tab
        if tab in TABS:
            self._window.table.panel.show_tab(tab)


def in_sight(place: QRect) -> bool:
    """Can somebody get hold of a window there?"""
    handle = QRect(place.topLeft(), QPoint(place.right(), place.top() + IN_SIGHT_PX))
    seen = [screen.availableGeometry().intersected(handle) for screen in QGuiApplication.screens()]
    return any(min(part.width(), part.height()) >= IN_SIGHT_PX for part in seen)
