"""Lets this program open links and records, where the user can choose that here."""

from PySide6.QtCore import QObject

from client_qt.link_opener import LinkOpener
from client_qt.pages.navigation import Navigation
from client_qt.pages.preferences.choices import OPENER
from client_qt.pages.preferences.page import PreferencesPage
from client_qt.text.translation import tr
from netgame.text import fill


class OpenerController(QObject):
    """Without an opener, the page shows no choice."""

    def __init__(self, navigation: Navigation, page: PreferencesPage, opener: LinkOpener | None) -> None:
        super().__init__(page)
        self._navigation, self._page, self._opener = navigation, page, opener
        page.has_opener = opener is not None
        page.opener_chosen.connect(self._choose)
        page.when_built(self._show)

    def _choose(self, ours: bool) -> None:
        assert self._opener is not None, "the page shows a choice"
        try:
            self._opener.choose(ours)
        except OSError as error:
            words = tr("The system refused it ({reason}).")
            self._navigation.show_message(fill(words, {"reason": error.strerror or str(error)}))
        self._show()

    def _show(self) -> None:
        if self._opener is not None:
            self._page.rows[OPENER].set_value(self._opener.is_ours())
