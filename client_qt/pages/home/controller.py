"""Fills the home page."""

from dataclasses import replace

from client_qt.hosting.own_server import Hosting
from client_qt.net.server_browser import ServerBrowser
from client_qt.pages.home.page import HomePage
from client_qt.pages.home.unfinished_games import UnfinishedGames
from client_qt.pages.navigation import Navigation
from client_qt.records.local_games import LocalGames
from client_qt.records.recent import RecentRecords
from client_qt.settings.file import SettingsFile


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
        host_name: str,
    ) -> None:
        self._navigation, self._page, self._settings = navigation, page, settings
        self._browser, self._hosting, self._host_name = browser, hosting, host_name
        self._recent, self._local_games, self._unfinished = recent, local_games, unfinished_games
        page.renamed.connect(self._rename)
        navigation.page_changed.connect(self.news)

    def open(self) -> None:
        """Open the page."""
        self._local_games.look()
        self._navigation.show_page("home", "")

    def has_name(self) -> bool:
        """Store the name of the player; open the page to ask for it if there is none."""
        if not self._page.name:
            self.open()
            self._page.ask_name()
            return False
        self._rename(self._page.name)
        return True

    def show(self) -> None:
        """Bring the page up to date."""
        page, browser = self._page, self._browser
        page.show_resume(self._unfinished.rows())
        page.show_records(self._recent.rows())
        own = self._hosting.fingerprint
        count = sum(opening.is_free and opening.place.fingerprint != own for opening in browser.openings)
        page.show_network(self._host_name if browser.trouble is None else "", count)

    def news(self) -> None:
        """Bring the page up to date if it is shown."""
        if self._page.isVisibleTo(self._page.window()):
            self.show()

    def _rename(self, name: str) -> None:
        self._settings.change(replace(self._settings.value, name=name))
