"""Fills the home page."""

from client_qt.hosting.own_server import Hosting
from client_qt.net.server_browser import ServerBrowser
from client_qt.pages.home.page import HomePage
from client_qt.pages.home.unfinished_games import UnfinishedGames
from client_qt.records.recent import RecentRecords


class HomeController:
    """Shows unfinished games, recent records and the state of the network. `host_name` is this computer's."""

    def __init__(
        self,
        page: HomePage,
        browser: ServerBrowser,
        hosting: Hosting,
        recent: RecentRecords,
        unfinished_games: UnfinishedGames,
        host_name: str,
    ) -> None:
        self._page, self._browser, self._hosting = page, browser, hosting
        self._recent, self._unfinished, self._host_name = recent, unfinished_games, host_name

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
