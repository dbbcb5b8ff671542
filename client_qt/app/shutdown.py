"""Closing the window while this computer hosts: stop the server, or keep it running behind a tray icon."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import Answer
from client_qt.feedback.tray import TrayIcon
from client_qt.hosting.own_server import Hosting, since_text
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.host_controller import HostController
from client_qt.settings.file import SettingsFile
from client_qt.text.plain import literal
from client_qt.text.translation import tr

MAX_GAMES = 5  # in the menu


class Shutdown(QObject):
    """Ends the program by `leave`: at once if no hosted match is played, otherwise after a question or as preferred.

    If the server is kept, the window hides behind the tray icon. Where the desktop has none, the program ends.
    """

    def __init__(
        self,
        window: MainWindow,
        hosting: Hosting,
        host_controller: HostController,
        settings: SettingsFile,
        leave: Callable[[], None],
        tray: TrayIcon,
    ) -> None:
        super().__init__(window)
        self._window, self._hosting, self._host_controller = window, hosting, host_controller
        self._settings, self._leave, self._tray = settings, leave, tray
        self.menu = QMenu()  # of the tray icon
        self.is_hidden = False  # is only the tray icon shown?
        tray.activated.connect(self.open_window)
        hosting.changed.connect(self._fill_menu)
        window.leaving.connect(self._close)

    def open_window(self) -> None:
        """Show the window again if it is hidden."""
        if self.is_hidden:
            self.is_hidden = False
            self._tray.hide()
            self._hosting.is_kept = False
            self._window.come_to_front()
            self._host_controller.show_status()

    def _close(self) -> None:
        choice = self._settings.value.preferences.on_close
        if not self._host_controller.is_played_at() or choice == "stop":
            self._leave()
        elif choice == "background":
            self._keep_hosting()
        else:
            ask_closing(self._window, self._leave, self._keep_hosting)

    def _keep_hosting(self) -> None:
        self._hosting.is_kept = True
        if not self._tray.is_possible():
            self._leave()
            return
        self.is_hidden = True
        self._fill_menu()
        self._window.hide()

    def _fill_menu(self) -> None:
        if not self.is_hidden:
            return
        server = self._hosting.server
        text = since_text(server) if server is not None else tr("Nothing is hosted any more.")
        self.menu.clear()
        for line in (text, *(server.players[:MAX_GAMES] if server is not None else ())):
            self.menu.addAction(literal(line)).setEnabled(False)
        self.menu.addSeparator()
        self.menu.addAction(tr("Open"), self.open_window).setObjectName("tray_open")
        if server is not None:
            self.menu.addAction(tr("Stop hosting and quit"), self._stop_and_leave).setObjectName("tray_stop")
        quit_text = tr("Quit, and keep hosting") if server is not None else tr("Quit")
        self.menu.addAction(quit_text, self._leave).setObjectName("tray_quit")
        self._tray.show_menu(self.menu, text)

    def _stop_and_leave(self) -> None:
        self._hosting.is_kept = False
        self._leave()

    def ask_stop_hosting(self) -> None:
        """Stop hosting after a question."""
        words = [tr("Closing ends hosting. Unfinished games are saved.")]
        answers = [Answer(tr("Stop hosting"), "danger", self._hosting.stop, "stop_hosting")]
        self._window.ask(tr("Stop hosting?"), words, answers)


def ask_closing(window: Navigation, stop: Callable[[], object], keep: Callable[[], object]) -> None:
    """Ask what shall become of an unfinished game that is hosted here."""
    words = [
        tr("You host a game that is not over. Stopping tells the other player; the game is kept."),
        tr("Start this program again to go on: the table opens by itself."),
        tr("In the background the others play on. At your own table they see that you are away."),
    ]
    answers = [
        Answer(tr("Keep hosting in the background"), "plain", keep, "keep_hosting"),
        Answer(tr("Stop and quit"), "primary", stop, "stop_and_quit"),
    ]
    window.ask(tr("Stop hosting?"), words, answers)
