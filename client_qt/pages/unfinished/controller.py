"""Fills the page of all unfinished games."""

from PySide6.QtCore import QObject

from client_qt.pages.home.unfinished_games import UnfinishedGames
from client_qt.pages.navigation import Navigation
from client_qt.pages.unfinished.page import UnfinishedPage
from client_qt.text.translation import tr
from client_qt.widgets.ticker import Ticker


class UnfinishedController(QObject):
    """Shows the unfinished games and the time that is left in them."""

    def __init__(self, navigation: Navigation, page: UnfinishedPage, unfinished: UnfinishedGames) -> None:
        super().__init__(page)
        self._navigation, self._page, self._unfinished = navigation, page, unfinished
        Ticker(page, self.news)
        navigation.page_changed.connect(self.news)

    def open(self) -> None:
        """Open the page."""
        self._unfinished.local_games.reload()
        self._navigation.show_page("unfinished", tr("Unfinished games"))
        self.news()

    def news(self) -> None:
        """Bring the page up to date if it is shown."""
        if self._navigation.page == "unfinished":
            self._page.show_games(self._unfinished.rows())
