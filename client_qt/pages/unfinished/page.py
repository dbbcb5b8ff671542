"""The page of all unfinished games."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.home.page import UnfinishedGame, game_rows
from client_qt.pages.titled_page import TitledPage
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from client_qt.theme import Theme
from client_qt.widgets.layouts import STRETCH, add_to
from client_qt.widgets.list_view import ListRow, ListView


class UnfinishedPage(TitledPage):
    """A list that is long enough to scroll; a row opens its game."""

    resume = Signal(object)  # UnfinishedGame
    removed = Signal(object)  # UnfinishedGame

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "unfinished_games", tr("Unfinished games"), parent)

    def _build(self) -> None:
        super()._build()
        self.view = ListView(self._theme, "unfinished_list", self._title, self, button_ems=7)
        self.view.triggered.connect(self._triggered)
        add_to(self._body, self.view, STRETCH)

    def show_games(self, games: Sequence[UnfinishedGame]) -> None:
        """Show the games in their order."""
        mine = sum(game.my_turn for game in games)
        counts = dotted(tr("%n game(s)", len(games)), tr("your turn in %n", mine) if mine else "")
        words = counts if games else tr("No unfinished games. A game that you leave waits for you here.")
        if words != self._note.text():
            self.show_note(words)
        self.view.setVisible(bool(games))
        self.view.show_rows(game_rows(games, with_clock=True))

    def _triggered(self, row: ListRow, action: str) -> None:
        (self.removed if action == "remove" else self.resume).emit(row.item)
