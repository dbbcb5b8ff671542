"""The menu of the tray icon while the window is hidden and its server runs: the hosted games, and what to do."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from client_qt.feedback.tray import TrayIcon
from client_qt.hosting.own_server import Hosting, since_text
from client_qt.text.translation import tr
from client_qt.theme import literal

MAX_GAMES = 5


class TrayMenu(QObject):
    """Shown from `show` to `hide`."""

    opened = Signal()  # the window is wanted again
    stop_and_quit = Signal()
    quit = Signal()  # and keep hosting

    def __init__(self, hosting: Hosting, icon: TrayIcon, parent: QObject) -> None:
        super().__init__(parent)
        self._hosting, self._icon = hosting, icon
        self.shown = False
        self.menu = QMenu()
        icon.activated.connect(self._icon_activated)
        hosting.changed.connect(self._fill)

    def is_possible(self) -> bool:
        return self._icon.is_possible()

    def show(self) -> None:
        self.shown = True
        self._fill()

    def hide(self) -> None:
        self.shown = False
        self._icon.hide()

    def open(self) -> None:
        """Hide the icon, and ask for the window."""
        self.hide()
        self.opened.emit()

    def _icon_activated(self) -> None:
        if self.shown:
            self.open()

    def _fill(self) -> None:
        if not self.shown:
            return
        self.menu.clear()
        server = self._hosting.server
        words = since_text(server) if server is not None else tr("Nothing is hosted any more.")
        for line in (words, *(server.players[:MAX_GAMES] if server is not None else ())):
            self.menu.addAction(literal(line)).setEnabled(False)
        self.menu.addSeparator()
        self._add("tray_open", tr("Open"), self.open)
        if server is not None:
            self._add("tray_stop", tr("Stop hosting and quit"), self.stop_and_quit.emit)
        self._add("tray_quit", tr("Quit, and keep hosting") if server is not None else tr("Quit"), self.quit.emit)
        self._icon.show_menu(self.menu, words)

    def _add(self, name: str, words: str, slot: Callable[[], object]) -> None:
        action = self.menu.addAction(words)
        action.setObjectName(name)
        action.triggered.connect(slot)
