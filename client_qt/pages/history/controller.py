"""Shows the matches that were played at a server, and fetches those that the player wants to see or to save."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import LEFT
from client_qt.pages.history.page import HistoryPage, finished_row
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.translation import tr
from netgame.text import fill
from protocol.messages import Finished, History

LIMIT = 30  # matches in one request


class HistoryController(QObject):
    """Shows the matches of the current server, of all players or of one."""

    opened = Signal(object)  # TableModel
    saving = Signal(object)  # TableModel, to be saved as a file

    def __init__(
        self,
        navigation: Navigation,
        page: HistoryPage,
        table_page: TablePage,
        servers: KnownServers,
        lobby_controller: LobbyController,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._table_page = navigation, page, table_page
        self._servers, self._lobby = servers, lobby_controller
        self._account: str | None = None  # of the player whose matches are listed
        self._other: str | None = None  # only matches against this account
        self._matches: list[Finished] = []
        self._request = 0  # answers to older requests are dropped
        page.game_chosen.connect(self._restart)
        page.more.connect(self._more)
        page.replay.connect(partial(self._fetch, self.replay))
        page.save.connect(partial(self._fetch, self.saving.emit))

    def show(self, account: str | None) -> None:
        """Show the matches of a player, or of all."""
        session = self._lobby.current()
        if session is None:
            return
        self._account, self._other = account, None
        name = session.lobby.names.get(account or "", "")
        others = fill(tr("Matches of {name}"), {"name": name}) if name else tr("Played here")
        title = tr("My matches") if account == session.account else others
        self._page.begin(title)
        self._navigation.show_page("history", title)
        self._restart()

    def show_own(self) -> None:
        """Show the matches of this player."""
        session = self._lobby.current()
        self.show(session.account if session is not None else None)

    def show_against(self, account: str, name: str) -> None:
        """Show the matches of this player against another one."""
        session = self._lobby.current()
        if session is None:
            return
        self._account, self._other = session.account, account
        title = fill(tr("My matches against {name}"), {"name": name})
        self._page.begin(title)
        self._navigation.show_page("history", title)
        self._restart()

    def _restart(self) -> None:
        self._matches = []
        self._page.wait()
        self._more()

    def _more(self) -> None:
        if session := self._lobby.current():
            self._request += 1
            before = self._matches[-1].place if self._matches else None
            game = self._page.games.key or None
            work = session.history(self._account, game, before, LIMIT, self._other)
            session.request(work, partial(self._received, self._request), self._page.show_error)
        else:
            self._page.show_error(LEFT)

    def _received(self, request: int, history: History) -> None:
        if request == self._request:
            self._matches += history.matches
            self._page.show_rows([finished_row(match) for match in self._matches], history.more)

    def _fetch(self, then: Callable[[TableModel], object], table: str) -> None:
        """Fetch a finished match and hand it on."""
        session = self._lobby.current()
        if session is None:
            return
        self._page.show_note(tr("Fetching the match ..."))

        def fetched(model: RemoteTable) -> None:
            self._page.show_note("")
            then(review_of(model, self._servers.name_of(session.fingerprint)))

        session.fetch_finished(table, fetched, self._page.show_error)

    def replay(self, review: TableModel) -> None:
        """Show a finished match from its start."""
        self.opened.emit(review)
        self._table_page.history.first()


def review_of(model: RemoteTable, source: str) -> ReviewTable:
    """Return a finished match of a server as one to look at."""
    assert model.match is not None
    review = ReviewTable(model.log, model.match, source or tr("at a server"))
    review.origin = model.origin
    return review
