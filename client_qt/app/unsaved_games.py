"""Games of this computer that the disk refuses: a question before the window closes."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from client_qt.dialogs.question import Answer
from client_qt.pages.navigation import Navigation
from client_qt.pages.records.controller import RecordsController
from client_qt.pages.records.finished_games import FinishedGames
from client_qt.records.local_games import LocalGames
from client_qt.table.local import LocalTable
from client_qt.table.status import subject
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.text import fill


class UnsavedGames(QObject):
    """Lets the program end when each game is saved, or the player has agreed to lose it."""

    def __init__(
        self,
        navigation: Navigation,
        games: LocalGames,
        finished: FinishedGames,
        records: RecordsController,
        nursery: Starts,
        show_window: Callable[[], object],
        parent: QObject,
    ) -> None:
        """`show_window` is called before a question: the window may be hidden behind its tray icon."""
        super().__init__(parent)
        self._show_window, self._is_checking = show_window, False
        self._navigation, self._records, self._nursery = navigation, records, nursery
        self._games, self._finished = games, finished

    def check(self, leave: Callable[[], object]) -> None:
        """Call `leave` if nothing would be lost, else ask. A second call while the disk is at work does nothing."""
        if not self._is_checking:
            self._is_checking = True
            self._nursery.start_soon(self._check, leave)

    async def _check(self, leave: Callable[[], object]) -> None:
        try:
            await self._games.save_again()
            await self._finished.save_again()
        finally:
            self._is_checking = False
        unsaved = self._games.unsaved
        if unsaved:
            self._ask(*next(iter(unsaved.items())), leave)
        else:
            leave()

    def _ask(self, table: LocalTable, why: str, leave: Callable[[], object]) -> None:
        words = [
            subject(table),
            fill(tr("The game is not saved: {reason}."), {"reason": why}),
            tr("If you close the window now, its moves are lost."),
        ]
        go_on = partial(self._give_up, table, leave)
        answers = [
            Answer(tr("Lose the game and close"), "danger", go_on, "lose_game"),
            Answer(tr("Save elsewhere ..."), "primary", partial(self._records.ask_save_of, table, go_on), "save_game"),
        ]
        self._show_window()
        self._navigation.ask(tr("Close without this game?"), words, answers, tr("Keep the window open"))

    def _give_up(self, table: LocalTable, leave: Callable[[], object]) -> None:
        self._games.give_up(table)
        self.check(leave)
