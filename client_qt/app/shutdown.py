"""Closing the window while it hosts: stop the server, or keep it running."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import Answer
from client_qt.feedback.tray import TrayIcon
from client_qt.hosting.own_server import Hosting
from client_qt.hosting.tray_menu import TrayMenu
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.host_controller import HostController
from client_qt.settings.file import SettingsFile
from client_qt.text.rules_text import tr


class Shutdown(QObject):
    """Ends the program by `leave`: at once if no hosted match is played, otherwise after a question or as preferred.

    If the server is kept, the window hides behind a tray icon, or ends where the desktop has none.
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
        self._settings, self._leave = settings, leave
        self.tray = TrayMenu(hosting, tray, self)
        self.tray.opened.connect(self._open_again)
        self.tray.stop_and_quit.connect(self._stop_and_leave)
        self.tray.quit.connect(leave)
        window.leaving.connect(self._close)
        window.action("stop_hosting").triggered.connect(self._ask_stop_hosting)

    def _close(self) -> None:
        choice = self._settings.value.preferences.on_close
        if not self._host_controller.is_played_at() or choice == "stop":
            self._leave()
        elif choice == "background":
            self._keep_hosting()
        else:
            ask_closing(self._window, self._leave, self._keep_hosting)

    def _keep_hosting(self) -> None:
        self._hosting.keep(True)
        if self.tray.is_possible():
            self.tray.show()
            self._window.hide()
        else:
            self._leave()

    def _open_again(self) -> None:
        self._hosting.keep(False)
        self._window.come_to_front()
        self._host_controller.show_status()

    def _stop_and_leave(self) -> None:
        self._hosting.keep(False)
        self._leave()

    def _ask_stop_hosting(self) -> None:
        words = [tr("Tables hosted here close for everybody. Games that are not over are kept and open the next time.")]
        answers = [Answer(tr("Stop hosting"), "danger", self._hosting.stop, "stop_hosting")]
        self._window.ask(tr("Stop hosting?"), words, answers)


def ask_closing(window: Navigation, stop: Callable[[], object], keep: Callable[[], object]) -> None:
    """Ask what shall become of an unfinished game that is hosted here."""
    words = [
        tr("You host a game that is not over. Stopping tells the other player; the game is kept."),
        tr("Start this program again to go on: the table opens by itself."),
        tr("In the background the others play on. At your own table you are away then, and they read it."),
    ]
    answers = [
        Answer(tr("Keep hosting in the background"), "plain", keep, "keep_hosting"),
        Answer(tr("Stop and quit"), "primary", stop, "stop_and_quit"),
    ]
    window.ask(tr("Stop hosting?"), words, answers)
