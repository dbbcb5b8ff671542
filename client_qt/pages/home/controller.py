"""Fills the home page."""

import time
from dataclasses import replace

from client_qt.hosting.own_server import Network
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.net.table_list import waiting_table
from client_qt.pace import Pace
from client_qt.pages.home.page import HomePage, KnownLobby, NearOpponent
from client_qt.pages.home.unfinished_games import UnfinishedGames
from client_qt.pages.navigation import Navigation
from client_qt.records.recent import RecentRecords
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LastOpponent
from client_qt.table.terms import read_terms
from client_qt.text.translation import tr
from client_qt.widgets.ticker import Ticker
from netgame.games import GAMES
from protocol.messages import ChallengeChanged, Challenges, People, TableInfo, Tables

RECENT_MS = 7 * 24 * 3_600_000
MOST_OPPONENTS = 3


class HomeController:
    """Shows unfinished games, recent records and the state of the network."""

    def __init__(
        self,
        navigation: Navigation,
        page: HomePage,
        settings: SettingsFile,
        network: Network,
        recent: RecentRecords,
        unfinished: UnfinishedGames,
    ) -> None:
        self._navigation, self._page, self._settings = navigation, page, settings
        self._network, self._recent, self._unfinished = network, recent, unfinished
        self._sessions = network.servers.sessions
        Ticker(page, self._show_games)
        self._pace = Pace(self.news, page)  # of lists of tables, people and challenges
        network.servers.updated.connect(self._updated)
        page.renamed.connect(self._rename)
        navigation.page_changed.connect(self._page_changed)

    def open(self) -> None:
        """Open the page; if it is shown already, look for games of other windows again."""
        if self._navigation.page == "home":
            self._unfinished.local_games.reload()
        self._navigation.show_home()

    def show(self) -> None:
        """Bring the page up to date."""
        page, browser = self._page, self._network.browser
        games, records = self._unfinished.rows(), self._recent.rows()
        if games or self._unfinished.local_games.is_read:
            page.show_resume(games)
        if games or records or self._settings.value.servers:
            page.show_newcomer(False)
        page.show_lobbies(self._lobbies())
        page.show_opponents(self._opponents())
        page.show_records(records, self._recent.positions)
        own = self._network.hosting.fingerprint
        count = sum(opening.is_free and opening.server.fingerprint != own for opening in browser.tables)
        tournaments = sum(server.tournaments for key, (server, _tables) in browser.servers.items() if key != own)
        page.show_network(self._network.host_name if browser.trouble is None else "", count, tournaments)

    def _show_games(self) -> None:
        """Show the time that is left in the unfinished games."""
        if any(session.is_played_at for session in self._sessions.values()):
            self._page.show_resume(self._unfinished.rows())

    def _lobbies(self) -> list[KnownLobby]:
        """The known servers of others that answer."""
        own, found = self._network.hosting.fingerprint, []
        for server in self._settings.value.servers.values():
            session = self._sessions.get(server.fingerprint)
            if session is not None and session.status == "online":
                people = tr("%n player(s) here", session.lobby.count)
                found.append(KnownLobby(server.fingerprint, server.name, people))
            elif server.fingerprint in self._network.browser.servers:
                found.append(KnownLobby(server.fingerprint, server.name))
        return [lobby for lobby in found if lobby.server != own and lobby.name]

    def _opponents(self) -> list[NearOpponent]:
        """The opponents of the last days who are within reach, the last one first. The same person at two servers is
        one."""
        latest = sorted(self._settings.value.opponents.values(), key=lambda last: -last.ended)
        found = dict[str, NearOpponent]()
        for last in latest:
            person = last.key or last.account
            is_recent = last.ended > time.time() * 1000 - RECENT_MS
            near = self._near(last) if is_recent and person not in found else None
            if near is not None:
                found[person] = near
        return list(found.values())[:MOST_OPPONENTS]

    def _near(self, last: LastOpponent) -> NearOpponent | None:
        """Return an opponent who is at a server, or at one on this network to which there is no connection yet."""
        session, terms = self._sessions.get(last.server), read_terms(last.terms)
        if terms is None or terms.game not in GAMES or last.account in self._settings.value.muted_at(last.server):
            return None
        if session is None or session.status != "online":
            listed = self._network.browser.servers.get(last.server)
            is_other = listed is not None and last.server != self._network.hosting.fingerprint
            if listed is None or not is_other or listed[0].group != "network" or listed[0].problem:
                return None
            return NearOpponent(last, terms, last.name, listed[0].name)
        person = next((person for person in session.lobby.people if person.account == last.account), None)
        if person is None or any(last.account in _accounts(info) for info in session.own_tables()):
            return None
        place, is_asked = self._network.servers.name_of(last.server), bool(session.challenges_to(last.account))
        waiting = waiting_table(session.lobby.tables, last.account)
        return NearOpponent(last, terms, person.name, place, waiting, is_asked)

    def _updated(self, _session: ServerSession, update: SessionUpdate) -> None:
        if isinstance(update, Tables | People | Challenges | ChallengeChanged):
            self._pace.ask()

    def news(self) -> None:
        """Bring the page up to date if it is shown."""
        if self._page.isVisibleTo(self._page.window()):
            self.show()

    def _page_changed(self) -> None:
        if self._navigation.page == "home":
            self._unfinished.local_games.reload()
            self.show()

    def _rename(self, name: str) -> None:
        self._settings.change(replace(self._settings.value, name=name))


def _accounts(info: TableInfo) -> set[str]:
    return {seat.account for seat in info.seats if seat is not None}
