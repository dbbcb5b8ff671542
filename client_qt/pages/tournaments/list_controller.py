"""Shows the tournaments of the current server, and makes new ones."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from client_qt.dialogs.question import Answer
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.navigation import Navigation
from client_qt.pages.tournaments.form_page import TournamentForm
from client_qt.pages.tournaments.list_page import TournamentsPage, tournament_rows
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from protocol.client import StatusChanged
from protocol.messages import Tournaments


class TournamentsController(QObject):
    """Fills the list and the form."""

    chosen = Signal(object, str, str)  # ServerSession, tournament, its title
    hosting = Signal()  # the server of this computer is wanted

    def __init__(
        self,
        navigation: Navigation,
        page: TournamentsPage,
        form: TournamentForm,
        servers: KnownServers,
        lobby: LobbyController,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._form = navigation, page, form
        self._servers, self._lobby = servers, lobby
        page.chosen.connect(self._choose)
        page.new.connect(self.open_form)
        form.sent.connect(self._make)
        servers.updated.connect(self._updated)
        navigation.page_changed.connect(self._refresh)

    def show(self) -> None:
        """Show the tournaments of the current server. Without one, offer that of this computer."""
        session = self._lobby.current()
        if session is None:
            words = [
                tr("Tournaments are at a server. Under Join a game you find those on this network."),
                tr("This computer can be one too: others on this network find it there, and take part."),
            ]
            host = Answer(tr("Host on this computer"), "primary", self.hosting.emit, "host_here")
            self._navigation.ask(tr("Tournaments"), words, [host])
            return
        if session.has_tournaments is None:
            session.follow_tournaments()
        self._navigation.show_page("tournaments", tr("Tournaments"))
        self._refresh()

    def enter(self, session: ServerSession) -> None:
        """Show the tournaments of that server."""
        self._lobby.follow(session)
        self.show()

    def open_form(self) -> None:
        """Show the form of a new tournament."""
        session = self._lobby.current()
        if session is not None:
            self._form.now = session.time.now
            self._form.begin(may_rate=session.user.registered)
            self._navigation.show_page("new_tournament", tr("New tournament"))

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        if session is self._lobby.current() and isinstance(update, Tournaments | StatusChanged):
            self._refresh()

    def _refresh(self) -> None:
        session = self._lobby.current()
        if session is None or self._navigation.page != "tournaments":
            return
        self._page.show_server(self._servers.name_of(session.fingerprint))
        if session.has_tournaments is False:
            self._page.show_nothing(tr("This server has no tournaments: its program is older than yours."))
        elif session.has_tournaments is None:
            self._page.show_nothing(tr("Asking the server ..."))
        else:
            lists = session.lobby
            self._page.show_tournaments(tournament_rows(lists.tournaments), may_make=lists.may_make_tournaments)

    def _choose(self, tournament: str) -> None:
        session = self._lobby.current()
        if session is not None:
            titles = {info.tournament: info.title for info in session.lobby.tournaments}
            self.chosen.emit(session, tournament, titles.get(tournament, ""))

    def _make(self, terms: Mapping[str, Any]) -> None:
        session = self._lobby.current()
        if session is None:
            return

        def refused(why: Any) -> None:
            self._form.show_problem(translate(why))

        session.request(session.make_tournament(**terms), partial(self._made, session, terms["title"]), refused)

    def _made(self, session: ServerSession, title: str, tournament: str) -> None:
        self._form.show_problem("")
        self._navigation.go_back()  # so that the way back from the tournament leads to the list
        self.chosen.emit(session, tournament, title)
