"""The tray icon of a hidden window while its server goes on, with a menu of the games there."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon

from client_qt.hosting.own_server import Hosting, since_text
from client_qt.text.rules_text import tr
from client_qt.theme import literal

MAX_GAMES = 5


class TrayMenu(QObject):
    """Shown from `show` to `hide`."""

    opened = Signal()  # the window is wanted again
    stop_and_quit = Signal()
    quit = Signal()  # and keep hosting

    def __init__(self, hosting: Hosting, parent: QObject) -> None:
        super().__init__(parent)
        self._hosting = hosting
        self.menu = QMenu()
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self.menu)
        self._icon.activated.connect(self._activated)
        hosting.changed.connect(self._fill)

    @property
    def possible(self) -> bool:
        """Does the desktop show tray icons?"""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def shown(self) -> bool:
        return self._icon.isVisible()

    def show(self) -> None:
        self._icon.setIcon(QApplication.windowIcon())
        self._icon.show()
        self._fill()

    def hide(self) -> None:
        self._icon.hide()

    def open(self) -> None:
        """Hide the icon, and ask for the window."""
        self.hide()
        self.opened.emit()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.open()

    def _fill(self) -> None:
        if not self.shown:
            return
        self.menu.clear()
        served = self._hosting.served
        words = since_text(served) if served is not None else tr("Nothing is hosted any more.")
        self._icon.setToolTip(words)
        for line in (words, *(served.players[:MAX_GAMES] if served is not None else ())):
            self.menu.addAction(literal(line)).setEnabled(False)
        self.menu.addSeparator()
        self._add("tray_open", tr("Open"), self.open)
        if served is not None:
            self._add("tray_stop", tr("Stop hosting and quit"), self.stop_and_quit.emit)
        self._add("tray_quit", tr("Quit, and keep hosting") if served is not None else tr("Quit"), self.quit.emit)

    def _add(self, name: str, words: str, slot: Callable[[], object]) -> None:
        action = self.menu.addAction(words)
        action.setObjectName(name)
        action.triggered.connect(slot)
