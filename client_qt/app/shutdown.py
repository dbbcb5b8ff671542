"""What is asked before the window closes, or before the server in it stops."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import Answer
from client_qt.hosting.background import Background
from client_qt.hosting.own_server import Hosting
from client_qt.hosting.tray_menu import TrayMenu
from client_qt.pages.setup.host_controller import HostController
from client_qt.settings.file import SettingsFile
from client_qt.text.rules_text import tr


class Shutdown(QObject):
    """Ends the program by `leave` where nobody loses by it, or after a question, or as it was chosen once for all.

    Who keeps hosting hands that to a process of its own. The window goes out of sight then, where the desktop has a
    corner for signs, and otherwise ends.
    """

    def __init__(
        self,
        window: MainWindow,
        hosting: Hosting,
        host_controller: HostController,
        background: Background,
        settings: SettingsFile,
        leave: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._window, self._hosting, self._host_controller, self._leave = window, hosting, host_controller, leave
        self._background, self._settings = background, settings
        self.tray = TrayMenu(window, background, self._back, leave)
        window.leaving.connect(self._leaving)
        window.action("stop_hosting").triggered.connect(self._ask_stop_hosting)
        background.kept.connect(self._kept)
        background.changed.connect(self._background_changed)

    def _leaving(self) -> None:
        if self._background.is_busy:
            return  # it closes by itself in a moment
        choice = self._settings.value.preferences.on_close
        if self._hosting.state != "on" or not self._host_controller.is_played_at() or choice == "stop":
            self._leave()
        elif choice == "background" and self._background.possible:
            self._background.keep()
        else:
            self._ask()

    def _ask(self) -> None:
        ask_closing(self._window, self._leave, self._background.keep if self._background.possible else None)

    def _kept(self) -> None:
        if self.tray.possible:
            self.tray.show()
            self._window.hide()
        else:
            self._leave()

    def _back(self) -> None:
        self._window.come_to_front()
        self._background.tell()

    def _background_changed(self) -> None:
        self._window.show_hosting(self._hosting.state == "on" or self._background.hosted is not None)

    def _ask_stop_hosting(self) -> None:
        words = [tr("Tables hosted here close for everybody. Games that are not over are kept and open the next time.")]
        answers = [Answer(tr("Stop hosting"), "danger", self._stop, "stop_hosting")]
        self._window.ask(tr("Stop hosting?"), words, answers)

    def _stop(self) -> None:
        if self._hosting.state == "off":
            self._background.stop()
        else:
            self._hosting.stop()


def ask_closing(window: MainWindow, stop: Callable[[], None], keep: Callable[[], None] | None) -> None:
    """What shall become of a game that is hosted here and not over? `keep`: to go on without the window, where that can
    be."""
    words = [
        tr("You host a game that is not over. Stopping tells the other player; the game is kept."),
        tr("Start this program again to go on: the table opens by itself."),
    ]
    answers = [Answer(tr("Stop and quit"), "primary", stop, "stop_and_quit")]
    if keep is not None:
        words.append(tr("In the background the others play on. At your own table you are away then, and they read it."))
        answers.insert(0, Answer(tr("Keep hosting in the background"), "plain", keep, "keep_hosting"))
    window.ask(tr("Stop hosting?"), words, answers)
