"""The window is out of sight and games go on: a sign in the corner of the desktop, with what can be done about that."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget

from client_qt.hosting.background import Background, words_of
from client_qt.text.rules_text import tr
from client_qt.theme import literal

MOST_PAIRS = 5
LOOK_MS = 5000


class TrayMenu(QObject):
    """Shown from `show` on, until the window is opened again. `possible` where the desktop has a place for it."""

    def __init__(
        self, window: QWidget, background: Background, opened: Callable[[], object], leave: Callable[[], None]
    ) -> None:
        super().__init__(window)
        self._window, self._background, self._opened, self._leave = window, background, opened, leave
        self._sign: QSystemTrayIcon | None = None
        self.menu = QMenu(window)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(background.refresh)
        background.changed.connect(self._fill)

    @property
    def possible(self) -> bool:
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def shown(self) -> bool:
        return self._sign is not None

    def show(self) -> None:
        """From now on; the window is hidden by whoever calls this."""
        self._sign = QSystemTrayIcon(QApplication.windowIcon(), self)
        self._sign.setContextMenu(self.menu)
        self._sign.activated.connect(self._activated)
        self._fill()
        self._sign.show()
        self._timer.start()

    def close(self) -> None:
        """Not any more."""
        self._timer.stop()
        if self._sign is not None:
            self._sign.hide()
            self._sign.deleteLater()
            self._sign = None

    def open(self) -> None:
        """The window is wanted again."""
        self.close()
        self._opened()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.open()

    def _fill(self) -> None:
        """What is played, and what can be done."""
        if self._sign is None:
            return
        self.menu.clear()
        hosted = self._background.hosted
        words = words_of(hosted) if hosted is not None else tr("Nothing is hosted any more.")
        self._sign.setToolTip(words)
        for line in (words, *(hosted.players[:MOST_PAIRS] if hosted is not None else ())):
            self.menu.addAction(literal(line)).setEnabled(False)
        self.menu.addSeparator()
        self._add("tray_open", tr("Open"), self.open)
        if hosted is not None:
            self._add("tray_stop", tr("Stop hosting and quit"), self._stop_and_quit)
            self._add("tray_quit", tr("Quit, and keep hosting"), self._leave)
        else:
            self._add("tray_quit", tr("Quit"), self._leave)

    def _add(self, name: str, words: str, slot: Callable[[], object]) -> None:
        action = QAction(words, self.menu)
        action.setObjectName(name)
        action.triggered.connect(slot)
        self.menu.addAction(action)

    def _stop_and_quit(self) -> None:
        self._background.stop(then=self._leave)
