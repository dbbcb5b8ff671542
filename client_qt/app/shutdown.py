"""Closing the window: end the program, or leave it behind a tray icon, as a server that goes on or to tell news."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer
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
MENU_MS = 30_000  # not every desktop says when a menu of its tray is closed


class Shutdown(QObject):
    """Ends the program by `leave`: at once if no hosted match is played, otherwise after a question or as preferred.

    If the server is kept, or if the player prefers that, the window hides behind the tray icon. Where the desktop has
    none, the program ends. `waiting` returns the games for the menu there, and what shows each.
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
        self._open_menu = QTimer(self, singleShot=True, interval=MENU_MS)  # runs while the menu is open
        self.menu.aboutToShow.connect(self._open_menu.start)
        self.menu.aboutToHide.connect(self._menu_closed)
        self._open_menu.timeout.connect(self.show_menu)
        self.is_hidden = False  # is only the tray icon shown?
        self.waiting: Callable[[], Sequence[tuple[str, Callable[[], object]]]] = lambda: ()
        tray.activated.connect(self.open_window)
        hosting.changed.connect(self.show_menu)
        window.leaving.connect(self._close)
        window.quit_wanted.connect(self._quit)

    def open_window(self) -> None:
        """Show the window again if it is hidden."""
        if self.is_hidden:
            self.is_hidden = False
            self._tray.hide()
            self._hosting.is_kept = False
            self._window.come_to_front()
            self._host_controller.show_status()

    def _close(self) -> None:
        if not (self._settings.value.preferences.stay_in_tray and self._tray.is_possible()):
            self._quit()
            return
        self._hide()
        if not self._settings.value.tray_explained:
            words = tr(
                "It tells you when it is your turn, or somebody challenges you. Quit it by the menu of its icon."
            )
            self._tray.show_message(tr("netgame stays in the tray"), words)
            self._settings.change(replace(self._settings.value, tray_explained=True))

    def _quit(self) -> None:
        choice = self._settings.value.preferences.on_close
        if not self._host_controller.is_played_at() or choice == "stop":
            self._leave()
        elif choice == "background":
            self._keep_hosting()
        else:
            ask_closing(self._window, self._leave, self._keep_hosting)

    def _keep_hosting(self) -> None:
        self._hosting.is_kept = True
        if self._tray.is_possible():
            self._hide()
        else:
            self._leave()

    def _hide(self) -> None:
        self.is_hidden = True
        self.show_menu()
        self._window.hide()

    def _menu_closed(self) -> None:
        self._open_menu.stop()
        QTimer.singleShot(0, self, self.show_menu)  # after the action that was chosen there

    def show_menu(self) -> None:
        """Show what is hosted and what waits in the menu of the tray icon, while the window is hidden."""
        if not self.is_hidden or self._open_menu.isActive():  # entries must not change under the pointer
            return
        server, games = self._hosting.server, self.waiting()[:MAX_GAMES]
        text = since_text(server) if server is not None else tr("No game waits for you.") if not games else ""
        self.menu.clear()
        for line in filter(None, (text, *(server.players[:MAX_GAMES] if server is not None else ()))):
            self.menu.addAction(literal(line)).setEnabled(False)
        for line, show in games:
            self.menu.addAction(literal(line), partial(self._open, show)).setObjectName("tray_game")
        self.menu.addSeparator()
        self.menu.addAction(tr("Open"), self.open_window).setObjectName("tray_open")
        if server is not None:
            self.menu.addAction(tr("Stop hosting and quit"), self._stop_and_leave).setObjectName("tray_stop")
        quit_text = tr("Quit, and keep hosting") if server is not None else tr("Quit")
        self.menu.addAction(quit_text, self._leave_hosting).setObjectName("tray_quit")
        self._tray.show_menu(self.menu, text or games[0][0])

    def _open(self, show: Callable[[], object]) -> None:
        self.open_window()
        show()

    def _leave_hosting(self) -> None:
        self._hosting.is_kept = self._hosting.server is not None
        self._leave()

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
