"""Lets the computer players of the shown local table play, and suggests moves."""

import trio
from PySide6.QtCore import QObject

from client_qt.board.cell_state import last_of
from client_qt.computer.advice import suggested_move
from client_qt.computer.engines import Engines, reason_of
from client_qt.computer.seats import ComputerSeats
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.controllers.table_controller import RETURNING_PAGES, TableController
from client_qt.pages.table.page import TablePage
from client_qt.pages.table.state import Suggestion, TableState
from client_qt.table.local import LocalTable
from client_qt.table.variation import match_after
from client_qt.text.rules_text import say
from client_qt.text.translation import tr
from client_qt.trio_guest import Starts
from netgame.text import Text, fill
from protocol.engine import EngineError


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
        self._engines, self._nursery = engines, nursery
        self.seats = ComputerSeats(self._engines, nursery, self)
        self._looking = trio.CancelScope()
        self.seats.failed.connect(self._failed)
        self.seats.missing.connect(self._missing)
        table_controller.model_changed.connect(self._follow)
        navigation.page_changed.connect(self._follow)
        page.hint_wanted.connect(self._suggest)
        page.suggestion_ended.connect(self._stop_looking)

    def _follow(self) -> None:
        model = self._table_controller.model
        is_shown = isinstance(model, LocalTable) and self._navigation.page in RETURNING_PAGES
        self.seats.set_table(model if isinstance(model, LocalTable) and is_shown else None)

    def _failed(self, name: str, reason: Text) -> None:
        words = fill(tr("{name} cannot go on and resigns: {reason}"), {"name": name, "reason": say(reason)})
        self._navigation.say(words, "danger")

    def _missing(self, name: str) -> None:
        words = tr("This program does not have the player {name}. You can move for both sides.")
        self._navigation.say(fill(words, {"name": name}))

    def _suggest(self, state: TableState) -> None:
        self._stop_looking()
        self._looking = trio.CancelScope()
        words = tr("Looking for a move ... Esc stops it.")
        self._page.set_suggestion(Suggestion(state.view.state, words))
        self._nursery.start_soon(self._look, state, self._looking)

    def _stop_looking(self) -> None:
        self._looking.cancel()

    async def _look(self, state: TableState, scope: trio.CancelScope) -> None:
        match = match_after(state.match, state.step) if not state.is_live else state.match
        with scope:
            try:
                move = await suggested_move(match, self._engines)
            except* EngineError as group:
                why = reason_of(group)
                self._page.set_suggestion(None)
                self._navigation.note(fill(tr("There is no hint: {reason}"), {"reason": say(why)}), "danger")
            else:
                game, before = match.game, match.state
                last = last_of(game.pieces(before), game.pieces(game.play(before, move)))
                words = fill(tr("Hint: {move}"), {"move": say(game.describe(before, move))})
                self._page.set_suggestion(Suggestion(state.view.state, words, last.origins | last.targets))
