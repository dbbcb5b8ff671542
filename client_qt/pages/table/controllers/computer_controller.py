"""Lets the computer players of the shown local table play, and suggests moves."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from client_qt.board.cell_state import last_of
from client_qt.computer.advice import Adviser
from client_qt.computer.engines import Engines
from client_qt.computer.seats import ComputerSeats
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.controllers.table_controller import RETURNING_PAGES, TableController
from client_qt.pages.table.page import TablePage
from client_qt.pages.table.view.hint import Suggestion
from client_qt.pages.table.view.state import TableState
from client_qt.table.local import LocalTable
from client_qt.table.model import TableModel
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.match.state import Match
from netgame.match.tries import match_after
from netgame.text import Text, fill


class ComputerController(QObject):
    """Computer players think while their table or a page that leads back to it is shown."""

    def __init__(
        self,
        navigation: Navigation,
        page: TablePage,
        table_controller: TableController,
        engines: Engines,
        nursery: Starts,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._table_controller = navigation, page, table_controller
        self.seats = ComputerSeats(engines, nursery, self)
        self._adviser = Adviser(engines, nursery, self)
        self._game: tuple[TableModel | None, bool] = (None, False)  # the shown one, and whether it is over
        self.seats.failed.connect(self._failed)
        self.seats.missing.connect(self._missing)
        table_controller.model_changed.connect(self._follow)
        navigation.page_changed.connect(self._follow)
        page.hint_wanted.connect(self._suggest)
        page.suggestion_ended.connect(self._adviser.stop)
        self._adviser.found.connect(self._found)
        self._adviser.failed.connect(self._not_found)
        table_controller.model_changed.connect(self._refreshed)
        table_controller.refreshed.connect(self._refreshed)

    def _follow(self) -> None:
        model = self._table_controller.model
        is_shown = isinstance(model, LocalTable) and self._navigation.page in RETURNING_PAGES
        self.seats.set_table(model if isinstance(model, LocalTable) and is_shown else None)

    def _failed(self, name: str, reason: Text) -> None:
        words = fill(tr("{name} cannot go on and resigns: {reason}"), {"name": name, "reason": translate(reason)})
        self._navigation.show_message(words, "danger")

    def _missing(self, name: str) -> None:
        words = tr("This program does not have the player {name}. You can move for both sides.")
        self._navigation.show_message(fill(words, {"name": name}))

    def _refreshed(self) -> None:
        """End the engine of the hints with its game."""
        model = self._table_controller.model
        match = model.match if model is not None else None
        game = model, match is not None and match.phase == "over"
        if game != self._game:
            self._game = game
            self._adviser.end()

    def _suggest(self, state: TableState) -> None:
        match = match_after(state.match, state.step) if not state.is_live else state.match
        self._page.set_suggestion(Suggestion(state.view.state, tr("Looking for a move ... Esc stops it.")))
        self._adviser.advise(match)

    def _found(self, match: Match, move: Any) -> None:
        game, before, looking = match.game, match.state, self._page.suggestion
        if looking is not None:
            last = last_of(game.pieces(before), game.pieces(game.play(before, move)))
            words = fill(tr("Hint: {move}"), {"move": translate(game.describe(before, move))})
            self._page.set_suggestion(replace(looking, words=words, cells=last.origins | last.targets))

    def _not_found(self, why: Text) -> None:
        if self._page.suggestion is not None:
            self._page.set_suggestion(None)
            self._navigation.note(fill(tr("There is no hint: {reason}"), {"reason": translate(why)}), "danger")
