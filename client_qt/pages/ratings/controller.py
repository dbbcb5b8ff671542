"""Shows the ratings of the current server."""

from functools import partial

from PySide6.QtCore import QObject

from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.navigation import Navigation
from client_qt.pages.ratings.page import RatingsPage
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.text import Text
from protocol.messages import GetLadder, Ladder


class RatingsController(QObject):
    """Asks the server for the ladder of the chosen game."""

    def __init__(self, navigation: Navigation, page: RatingsPage, lobby: LobbyController) -> None:
        super().__init__(page)
        self._navigation, self._page, self._lobby = navigation, page, lobby
        page.game_chosen.connect(self._ask)

    def open(self) -> None:
        """Show the ratings."""
        if self._lobby.current() is not None:
            self._navigation.show_page("ratings", tr("Ratings"))
            self._ask()

    def _ask(self) -> None:
        session = self._lobby.current()
        if session is not None and self._navigation.page == "ratings":
            self._page.wait()
            game = str(self._page.games.value())
            session.order(GetLadder(game=game), Ladder, partial(self._received, session.account), self._failed)

    def _received(self, account: str, ladder: Ladder) -> None:
        if ladder.game == self._page.games.value():  # otherwise another one was chosen meanwhile
            self._page.show_ladder(ladder, account)

    def _failed(self, code: str, why: Text) -> None:
        old = tr("This server cannot do that yet. Its operator can update it.")
        self._page.show_note(old if code == "unknown_type" else translate(why))
