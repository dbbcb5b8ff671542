"""What is asked before the window closes, or before the server in it stops."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from client_qt.hosting import Hosting
from client_qt.models.wording import tr
from client_qt.tablemaker import TableMaker
from client_qt.windows.ask import Answer
from client_qt.windows.main import MainWindow


class Leaving(QObject):
    """Ends the program by `leave` where nobody loses by it, or after a question."""

    def __init__(self, window: MainWindow, hosting: Hosting, maker: TableMaker, leave: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._hosting, self._maker, self._leave = window, hosting, maker, leave
        window.leaving.connect(self._leaving)
        window.on("stop_hosting", self._ask_stop_hosting)
        window.on("about", self._about)

    def _leaving(self) -> None:
        if self._hosting.state != "on" or not self._maker.is_played_at():
            self._leave()
            return
        words = [
            tr("You host a game that is not over. Stopping tells the other player; the game is kept."),
            tr("Start this program again to go on: the table opens by itself."),
        ]
        keep = Answer(tr("Keep hosting in the background"), "plain", self._window.showMinimized, "keep_hosting")
        stop = Answer(tr("Stop and quit"), "primary", self._leave, "stop_and_quit")
        self._window.ask(tr("Stop hosting?"), words, [keep, stop])

    def _ask_stop_hosting(self) -> None:
        words = [tr("Tables hosted here close for everybody. Games that are not over are kept and open the next time.")]
        answers = [Answer(tr("Stop hosting"), "danger", self._hosting.stop, "stop_hosting")]
        self._window.ask(tr("Stop hosting?"), words, answers)

    def _about(self) -> None:
        words = [tr("Board games for two, across the room or across the table."), tr("Free software, MIT licence.")]
        self._window.ask("netgame", words, [], tr("Close"))
