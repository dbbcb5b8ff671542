"""The first page: what there is to pick up again, the records of late, what is open on the network."""

from client_qt.app.main_window import MainWindow
from client_qt.hosting.own_server import Hosting
from client_qt.net.server_browser import ServerBrowser
from client_qt.pages.home.lists import RecordRow
from client_qt.pages.home.unfinished_games import UnfinishedGames
from client_qt.pages.records.controller import RecordsController


class HomeController:
    """Of one window. `host_name`: how this computer is called on the network."""

    def __init__(
        self,
        window: MainWindow,
        browser: ServerBrowser,
        hosting: Hosting,
        records_controller: RecordsController,
        resuming: UnfinishedGames,
        host_name: str,
    ) -> None:
        self._window, self._browser, self._hosting, self._records_controller = (
            window,
            browser,
            hosting,
            records_controller,
        )
        self._resuming, self._host_name = resuming, host_name
        window.home.replay.connect(self._replay)

    def show(self) -> None:
        """Have the page show how things are now."""
        home, browser = self._window.home, self._browser
        home.show_resume(self._resuming.rows())
        home.show_records(self._records_controller.rows())
        own = self._hosting.served.fingerprint if self._hosting.served is not None else ""
        count = sum(o.is_free and o.place.fingerprint != own for o in browser.openings)
        home.show_network(self._host_name if browser.trouble is None else "", count)

    def news(self) -> None:
        """Something changed: that is seen at once where the page is."""
        if self._window.page == "home":
            self.show()

    def _replay(self, row: RecordRow) -> None:
        self._records_controller.open_path(row.key)
