"""Help > Rules: shows the page of the current game."""

from PySide6.QtCore import QObject

from client_qt.pages.navigation import Navigation
from client_qt.pages.rules.page import RulesPage
from client_qt.pages.table.page import TablePage
from client_qt.text.rulebook import book_of
from client_qt.text.translation import tr
from netgame.games import GAMES


class RulesController(QObject):
    def __init__(self, navigation: Navigation, page: RulesPage, table_page: TablePage) -> None:
        super().__init__(page)
        self._navigation, self._page, self._table_page = navigation, page, table_page
        table_page.panel.rules.wanted.connect(self.open)

    def open(self) -> None:
        """Show the rules of the game at the table, or of the game shown last."""
        self.open_game(self._key_at_table() if self._navigation.page == "table" else "")

    def start_first_game(self, key: str = "") -> None:
        """Open the first game of a game; an empty key means the game at the table, or the game shown last."""
        wanted = (key or self._key_at_table() or self._page.key, *GAMES)
        self._page.show_game(next(game for game in wanted if game in GAMES and book_of(game).steps))
        self._page.open_first_game()

    def open_game(self, key: str) -> None:
        """Show the rules of a game; an empty key means the game shown last."""
        self._page.show_game(key)
        self._navigation.show_page("rules", tr("Rules"))

    def _key_at_table(self) -> str:
        match = self._table_page.model.match if self._table_page.model is not None else None
        return match.game.key if match is not None else ""
