"""The matches that were played at a server: the page and its controller."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.net.known_servers import KnownServers
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.navigation import Navigation
from client_qt.pages.table.page import TablePage
from client_qt.pages.titled_page import TitledPage
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.clock_words import clock_words
from client_qt.text.computer_names import name_with_computer
from client_qt.text.locale_formats import day, local_time
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title, say
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.list_view import GameFilter, ListRow, ListView, RowAction
from netgame.games import GAMES
from netgame.text import Text, fill
from protocol.messages import Finished, History

LIMIT = 30  # matches in one request


class HistoryPage(TitledPage):
    """A list that grows by `more`; another game begins it again."""

    game_chosen = Signal()
    more = Signal()
    replay = Signal(str)  # table
    save = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "history", tr("Played here"), parent)

    def _build(self) -> None:
        super()._build()
        self.games = GameFilter("history_game", self)
        self.games.activated.connect(self.game_chosen)
        self._header.add(self.games)
        self.view = ListView(self._theme, "history_list", tr("Played here"), self)
        self.view.triggered.connect(lambda row, name: (self.save if name == "save" else self.replay).emit(row.key))
        self._more = Button(self._theme, tr("More"), name="history_more", clicked=self._ask_more)
        self._body.addWidget(self.view)
        self._body.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._body.addStretch(1)
        self.show_rows((), more=False)

    def begin(self, title: str) -> None:
        """Begin another list, of all games."""
        self._header.set_title(title)
        self.games.setCurrentIndex(0)
        self.wait()

    def wait(self) -> None:
        """Show that the server is asked."""
        self.show_rows((), more=False)
        self.say(tr("Asking the server ..."))

    def say(self, words: str) -> None:
        super().say(words)
        self._more.setEnabled(True)

    def show_rows(self, rows: Sequence[ListRow], more: bool) -> None:
        """Show all matches that are known, and whether there are more."""
        self.view.setVisible(bool(rows))
        self.view.show_rows(rows)
        self._more.setVisible(more)
        self.say("" if rows else tr("No match has been finished yet. The first one will be listed here."))

    def _ask_more(self) -> None:
        self._more.setEnabled(False)
        self.more.emit()


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
        self._matches: list[Finished] = []
        self._request = 0  # answers to older requests are dropped
        page.back.connect(navigation.go_back)
        page.game_chosen.connect(self._restart)
        page.more.connect(self._more)
        page.replay.connect(partial(self._fetch, self._replay))
        page.save.connect(partial(self._fetch, self.saving.emit))
        navigation.action("history").triggered.connect(self._show_own)

    def show(self, account: str | None) -> None:
        """Show the matches of a player, or of all."""
        session = self._lobby.current()
        if session is None:
            return
        self._account = account
        names = {person.account: person.name for person in session.lobby.people}
        if account == session.account:
            title = tr("My matches")
        else:
            title = fill(tr("Matches of {name}"), {"name": names[account]}) if account in names else tr("Played here")
        self._page.begin(title)
        self._navigation.show_page("history", title)
        self._restart()

    def _show_own(self) -> None:
        session = self._lobby.current()
        self.show(session.account if session is not None else None)

    def _restart(self) -> None:
        self._matches = []
        self._page.wait()
        self._more()

    def _more(self) -> None:
        session = self._lobby.current()
        if session is not None:
            self._request += 1
            before = self._matches[-1].place if self._matches else None
            game = self._page.games.key or None
            work = session.history(self._account, game, before, LIMIT)
            session.request(work, partial(self._received, self._request), self._failed)

    def _received(self, request: int, history: History) -> None:
        if request == self._request:
            self._matches += history.matches
            self._page.show_rows([finished_row(match) for match in self._matches], history.more)

    def _failed(self, text: Text) -> None:
        self._page.say(say(text))

    def _fetch(self, then: Callable[[TableModel], object], table: str) -> None:
        """Fetch a finished match and hand it on."""
        session = self._lobby.current()
        if session is None:
            return
        self._page.say(tr("Fetching the match ..."))

        def fetched(model: RemoteTable) -> None:
            assert model.match is not None
            self._page.say("")
            source = self._servers.name_of(session.fingerprint) or tr("at a server")
            review = ReviewTable(model.log, model.match, source)
            review.origin = f"{session.fingerprint}/{table}"
            then(review)

        session.fetch_finished(table, fetched, self._failed)

    def _replay(self, review: TableModel) -> None:
        self.opened.emit(review)
        self._table_page.history.first()


def finished_row(match: Finished) -> ListRow:
    """A finished match as a row."""
    first, second = map(name_with_computer, match.names, match.computers)
    names = {"game": game_title(match.game), "first": first, "second": second}
    ended, rated = day(local_time(match.ended)), tr("rated") if match.rated else ""
    return ListRow(
        match.table,
        fill(tr("{game}: {first} and {second}"), names),
        (dotted(_result(match), ended, rated, clock_words(match.clock)),),
        match.game,
        problem="" if match.game in GAMES else tr("A game that this version does not know."),
        actions=(RowAction("replay", tr("Replay")), RowAction("save", tr("Save"))),
    )


def _result(match: Finished) -> str:
    """The winner, and the reason unless the match was decided on the board."""
    if match.reason == "aborted":
        return tr("aborted")
    if match.winner is None:
        return tr("a draw")
    results = {
        "flag": tr("{name} wins on time"), "resigned": tr("{name} wins: the other side resigned"),
        "left": tr("{name} wins: the other side left"), "absent": tr("{name} wins: the other side was away"),
    }  # fmt: skip
    return fill(results.get(match.reason, tr("{name} wins")), {"name": match.names[match.winner]})
