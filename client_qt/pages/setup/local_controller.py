"""Games of two people at this screen: start, restart, and continue after the window was closed."""

from functools import partial
from pathlib import Path

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.dialogs.question import Answer
from client_qt.pages.navigation import Navigation
from client_qt.pages.setup.page import SetupChoice, SetupPage
from client_qt.records.local_games import LocalGames
from client_qt.single_instance import hand_over
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable, TableModel
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.games import GAMES


class LocalController(QObject):
    """Makes and stores local tables. `opened` carries a table to show, or a read-only copy."""

    opened = Signal(object)  # TableModel
    turn_board_chosen = Signal(bool)

    def __init__(self, navigation: Navigation, page: SetupPage, folder: Path, nursery: Starts, owner: Path) -> None:
        """`folder` stores the games; `owner` is the settings folder, which identifies this window to others."""
        super().__init__(page)
        self._navigation, self._page, self._nursery = navigation, page, nursery
        self._copy: ReviewTable | None = None
        self.games = LocalGames(folder, nursery, self, owner)
        self.games.opened.connect(self.opened)
        self.games.taken.connect(self._ask)
        gone = tr("This game has ended in another window.")
        self.games.gone.connect(lambda: navigation.note(gone, "turn"))
        refused = tr("This game cannot be saved. Save the record before you close the window.")
        self.games.refused.connect(lambda: navigation.say(refused, "danger"))
        page.go.connect(self.begin)

    def open(self) -> None:
        """Open the form of a new game."""
        self._page.begin()
        self._navigation.show_page("here", tr("Play on this computer"))

    def begin(self, wanted: SetupChoice) -> None:
        """Start a new game."""
        usual = tr("Player 1"), tr("Player 2")
        first, second = (name or words for name, words in zip(wanted.names, usual, strict=True))
        if wanted.turn_board is not None:
            self._navigation.action("turning").setChecked(wanted.turn_board)
            self.turn_board_chosen.emit(wanted.turn_board)
        game = GAMES[wanted.game]
        table = LocalTable.new(game, wanted.options, (first, second), self, position=wanted.position)
        self.games.add(table)
        self.opened.emit(table)

    def again(self, model: TableModel | None) -> None:
        """Start the same game again, with the same players."""
        match = model.match if model is not None else None
        if match is not None:
            names = tuple(seat.name if seat is not None else "" for seat in match.seats)
            options, position = dict(match.created.options), match.created.position
            self.begin(SetupChoice(match.game.key, options, position=position, names=(names[0], names[1])))

    def go_on(self, key: str) -> None:
        """Open an unfinished game."""
        table = next((table for table in self.games.tables if table.key == key), None)
        if table is not None:
            self.games.open(table)

    def ask_remove(self, key: str) -> None:
        """Delete an unfinished game after a question."""
        table = next((table for table in self.games.tables if table.key == key), None)
        if table is not None:
            title, words = tr("Delete this game?"), [tr("Its moves are deleted too. Save a record first to keep them.")]
            delete = Answer(tr("Delete"), "danger", partial(self.games.remove, table), "delete_game")
            self._navigation.ask(title, words, [delete])

    def _ask(self, table: LocalTable, path: Path, owner: str) -> None:
        """The game is open in another window: offer a copy, or to show that window."""
        title = tr("This game is open in another window")
        words = [tr("The game goes on there. Here you can watch it as it is now.")]
        look = Answer(tr("Watch"), "plain", partial(self._look_at, table, path), "look_at_game")
        show_there = partial(self._nursery.start_soon, self._ring, path, owner)
        show = Answer(tr("Go to that window"), "primary", show_there, "show_there")
        self._navigation.ask(title, words, [look, show])

    def _look_at(self, table: LocalTable, path: Path) -> None:
        assert table.match is not None
        old, self._copy = self._copy, ReviewTable(table.log, table.match, tr("Played in another window"), self)
        self._copy.comments, self._copy.origin = table.comments, f"here/{path.stem}"
        self.opened.emit(self._copy)
        if old is not None:
            old.deleteLater()

    async def _ring(self, path: Path, owner: str) -> None:
        if not await trio.to_thread.run_sync(hand_over, Path(owner), str(path)):
            self._navigation.note(tr("The other window does not answer."), "danger")
