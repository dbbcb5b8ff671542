"""Fills the home page."""

from dataclasses import replace

from PySide6.QtCore import QTimer

from client_qt.hosting.own_server import Network
from client_qt.pages.home.page import HomePage, KnownLobby
from client_qt.pages.home.unfinished_games import UnfinishedGames
from client_qt.pages.navigation import Navigation
from client_qt.records.recent import RecentRecords
from client_qt.settings.file import SettingsFile
from client_qt.text.translation import tr

TICK_MS = 1000


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
        self._ticker = QTimer(page, interval=TICK_MS)
        self._ticker.timeout.connect(self._show_games)
        self._ticker.start()
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
        page.show_records(records)
        own = self._network.hosting.fingerprint
        count = sum(opening.is_free and opening.server.fingerprint != own for opening in browser.tables)
        page.show_network(self._network.host_name if browser.trouble is None else "", count)

    def _show_games(self) -> None:
        """Show the time that is left in the unfinished games."""
        if self._page.isVisible() and any(session.is_played_at for session in self._sessions.values()):
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
