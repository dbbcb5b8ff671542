"""Fills the home page."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QTimer

from client_qt.hosting.own_server import Hosting
from client_qt.net.server_browser import ServerBrowser
from client_qt.net.session import ServerSession
from client_qt.pages.home.page import HomePage, KnownLobby
from client_qt.pages.home.unfinished_games import UnfinishedGames
from client_qt.pages.navigation import Navigation
from client_qt.records.local_games import LocalGames
from client_qt.records.recent import RecentRecords
from client_qt.settings.file import SettingsFile
from client_qt.text.translation import tr

TICK_MS = 1000


class HomeController:
    """Shows unfinished games, recent records and the state of the network. `host_name` is this computer's."""

    def __init__(
        self,
        navigation: Navigation,
        page: HomePage,
        settings: SettingsFile,
        browser: ServerBrowser,
        hosting: Hosting,
        recent: RecentRecords,
        local_games: LocalGames,
        unfinished_games: UnfinishedGames,
        sessions: Mapping[str, ServerSession],
        host_name: str,
    ) -> None:
        self._navigation, self._page, self._settings = navigation, page, settings
        self._browser, self._hosting, self._host_name = browser, hosting, host_name
        self._recent, self._local_games, self._unfinished = recent, local_games, unfinished_games
        self._sessions = sessions
        self._ticker = QTimer(page, interval=TICK_MS)
        self._ticker.timeout.connect(self._show_games)
        self._ticker.start()
        page.renamed.connect(self._rename)
        navigation.page_changed.connect(self.news)

    def open(self) -> None:
        """Open the page."""
        self._local_games.look()
        self._navigation.show_page("home", "")

    def ask_name(self) -> None:
        """Open the page at the field of the name."""
        self.open()
        self._page.ask_name()

    def has_name(self) -> bool:
        """Store the name of the player; open the page to ask for it if there is none."""
        if not self._page.name:
            self.ask_name()
            return False
        self._rename(self._page.name)
        return True

    def show(self) -> None:
        """Bring the page up to date."""
        page, browser = self._page, self._browser
        games, records = self._unfinished.rows(), self._recent.rows()
        if games or self._local_games.is_read:
            page.show_resume(games)
        if games or records or self._settings.value.servers:
            page.show_newcomer(False)
        page.show_lobbies(self._lobbies())
        page.show_records(records)
        own = self._hosting.fingerprint
        count = sum(opening.is_free and opening.server.fingerprint != own for opening in browser.tables)
        page.show_network(self._host_name if browser.trouble is None else "", count)

    def _show_games(self) -> None:
        """Show the time that is left in the unfinished games."""
        if self._page.isVisible() and any(session.is_played_at for session in self._sessions.values()):
            self._page.show_resume(self._unfinished.rows())

    def _lobbies(self) -> list[KnownLobby]:
        """The known servers of others that answer."""
        own, found = self._hosting.fingerprint, []
        for server in self._settings.value.servers.values():
            session = self._sessions.get(server.fingerprint)
            if session is not None and session.status == "online":
                people = tr("%n player(s) here", session.lobby.count)
                found.append(KnownLobby(server.fingerprint, server.name, people))
            elif server.fingerprint in self._browser.servers:
                found.append(KnownLobby(server.fingerprint, server.name))
        return [lobby for lobby in found if lobby.server != own and lobby.name]

    def news(self) -> None:
        """Bring the page up to date if it is shown."""
        if self._page.isVisibleTo(self._page.window()):
            self.show()

    def _rename(self, name: str) -> None:
        self._settings.change(replace(self._settings.value, name=name))
