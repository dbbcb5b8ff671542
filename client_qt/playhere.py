"""Two people at this screen: a game begun, begun again, and picked up again after the window was closed."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from client_qt.guest import Starts
from client_qt.localgames import LocalGames
from client_qt.models.local import LocalTable
from client_qt.models.table import TableModel
from client_qt.models.wording import tr
from client_qt.windows.main import MainWindow
from client_qt.windows.setup import Wanted
from netgame.games import GAMES


class PlayHere(QObject):
    """Makes the tables and keeps them. `opened` hands one over to be shown."""

    opened = Signal(object)  # LocalTable

    def __init__(self, window: MainWindow, folder: Path, nursery: Starts, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self.games = LocalGames(folder, nursery, self)
        self.games.refused.connect(self._refused)
        window.here.go.connect(self.begin)

    @property
    def tables(self) -> list[LocalTable]:
        """Those that can go on."""
        return self.games.tables

    def begin(self, wanted: Wanted) -> None:
        """A new game with these options."""
        usual = tr("Player 1"), tr("Player 2")
        first, second = (name or words for name, words in zip(wanted.names, usual, strict=True))
        if wanted.turn_board is not None:
            self._window.show_turning(wanted.turn_board)
        game = GAMES[wanted.game]
        table = LocalTable(game, wanted.options, (first, second), self, position=wanted.position)
        self.take(table)
        self.opened.emit(table)

    def again(self, model: TableModel | None) -> None:
        """The same game anew, with the same people."""
        match = model.match if model is not None else None
        if match is not None:
            names = tuple(seat.name if seat is not None else "" for seat in match.seats)
            options, position = dict(match.created.options), match.created.position
            self.begin(Wanted(match.game.key, options, position=position, names=(names[0], names[1])))

    def take(self, table: LocalTable) -> None:
        """Keep a table that was made elsewhere."""
        self.games.add(table)

    def find(self, key: str) -> LocalTable | None:
        """The table of a row on the home page."""
        return next((table for table in self.tables if str(id(table)) == key), None)

    def _refused(self) -> None:
        words = tr("This game cannot be kept on disk. Save the record before you close the window.")
        self._window.banner.show_text(words, "danger", ((tr("Close"), self._window.banner.hide_text),))
