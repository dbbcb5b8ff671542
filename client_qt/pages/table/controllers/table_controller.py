"""The shown table: which one it is, what the window shows of its server, and the ratings of its players."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import RematchMade, ServerSession, SessionUpdate
from client_qt.pages.navigation import Navigation
from client_qt.pages.profile.page import rating_change, rating_words
from client_qt.pages.setup.host_controller import HostController
from client_qt.pages.table.controllers.evening_controller import EveningController
from client_qt.pages.table.fetching import FetchedTable
from client_qt.pages.table.page import TablePage
from client_qt.settings.file import SettingsFile
from client_qt.table.change import Change
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.table.status import headline, subject
from client_qt.text.rules_text import game_against, game_title, translate
from netgame.match.events import Player
from netgame.text import Text
from protocol.messages import Profile

RETURNING_PAGES = ("table", "rules", "preferences", "check_setup", "account")  # these lead back to the table


class TableController(QObject):
    """Shows one table at a time on the table page. When the page is left, a watched table is left, and a match at this
    screen is paused."""

    model_changed = Signal(object)  # TableModel or None: another table is shown
    refreshed = Signal()  # the shown table or its connection changed
    closed = Signal()  # the table is gone, or its seat was given up
    place_changed = Signal(str, bool, bool)  # the server or file of the table; is it a server; is it a record
    muted = Signal(object, str, bool)  # ServerSession, account, whether to mute

    def __init__(
        self,
        navigation: Navigation,
        page: TablePage,
        servers: KnownServers,
        host_controller: HostController,
        settings: SettingsFile,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._servers = navigation, page, servers
        self._host_controller, self._settings = host_controller, settings
        self._ratings, self._evening = Ratings(self), EveningController(self)
        self.model: TableModel | None = None
        page.place.waiting.closed.connect(self._give_up_seat)
        page.place.waiting.new_code_wanted.connect(self._change_code)
        page.banners.retry.connect(self._retry_now)
        page.fetching.remove.connect(self._remove)
        page.open_table.connect(self._open_other)
        page.watching_stopped.connect(self._stop_watching)
        page.chat.mute_chosen.connect(self._mute)
        navigation.page_changed.connect(self._page_changed)
        servers.updated.connect(self._show_rematch)

    def show(self, model: TableModel) -> None:
        """Show a table and its page."""
        self._set_model(model)
        self._page.fetching.show_table(self._fetched_table())
        self.show_muted()
        self.show_addresses()
        self._navigation.show_page("table")
        self._refresh()

    def show_muted(self) -> None:
        """Hide the chat of muted players."""
        session = self.session
        muted = self._settings.value.muted_at(session.fingerprint) if session is not None else frozenset()
        self._page.chat.set_muted(muted)
        self._page.text_match.set_muted(muted)

    def show_addresses(self) -> None:
        """Show the addresses and the invitation of the table."""
        host, model = self._host_controller, self.model
        addresses, invitation = host.invitation(model)
        self._page.place.waiting.show_addresses(addresses, invitation, host.code(model), host.words(model))

    @property
    def session(self) -> ServerSession | None:
        """The session at the server of the table; None for a local table or a record."""
        return self._servers.of(self.model)

    def _set_model(self, model: TableModel | None) -> None:
        old, old_session = self.model, self.session
        if old is not model:
            self.pause()
        self.model = model
        if model is not None:
            model.is_shown = True
        if old is not None:
            old.is_shown = old is model
            old.changed.disconnect(self._table_changed)
            old.closed.disconnect(self._table_closed)
            old.replaced.disconnect(self._table_replaced)
        self._page.set_model(model)
        self._ratings.follow(model, self.session)
        self._evening.follow(model, self.session)
        if model is not None:
            model.changed.connect(self._table_changed)
            model.closed.connect(self._table_closed)
            model.replaced.connect(self._table_replaced)
        self.model_changed.emit(model)
        if isinstance(old, RemoteTable) and old_session is not None and old is not model and old.is_spectator:
            old_session.forget(old.table)  # stop watching

    def _page_changed(self) -> None:
        if self._navigation.page == "table":
            self._refresh()
        elif self._navigation.page not in RETURNING_PAGES:
            self.pause()
            if self.model is not None and self.model.is_spectator:
                self._set_model(None)

    def pause(self) -> None:
        """Stop the clocks of a match at this screen until a player goes on."""
        if isinstance(self.model, LocalTable):
            self.model.pause()

    def _table_changed(self, change: Change) -> None:
        if change & ~(Change.PRESENCE | Change.RATINGS | Change.COMMENTS | Change.EARLIER_CHAT):
            self._refresh()

    def _refresh(self) -> None:
        model, session = self.model, self.session
        if model is not None and model.is_spectator and self._navigation.page not in RETURNING_PAGES:
            self._set_model(None)
            return
        if model is None:
            return
        if isinstance(model, ReviewTable):
            title = model.source
            self.place_changed.emit(model.source, False, model.is_record)
        else:
            title = headline(model)
            server = self._servers.name_of(session.fingerprint) if session is not None else ""
            is_secure = model.match is not None and model.status == "online"  # the line to the server, now
            self.place_changed.emit(server, is_secure, model.is_record)
        if self._navigation.page == "table":
            as_text = model.text if isinstance(model, RemoteTable) else None
            about = subject(model) if model.match is not None else self._fetched_table().title
            about = as_text.title if as_text is not None else about
            self._navigation.show_subject(" - ".join(words for words in (title, about) if words))
        self.refreshed.emit()
        if isinstance(model, RemoteTable) and session is not None and model.match is not None and model.mine:
            self._servers.remember(session, model, model.match.game.key)

    def _fetched_table(self) -> FetchedTable:
        """Return what the settings know about the table."""
        model, session = self.model, self.session
        if session is None or not isinstance(model, RemoteTable):
            return FetchedTable()
        value = self._settings.value
        last = next((t for t in value.tables if (t.server, t.table) == (session.fingerprint, model.table)), None)
        title = game_against(game_title(last.game), last.opponent) if last is not None else ""
        addresses = tuple(map(str, session.given.addresses))
        return FetchedTable(title, self._servers.name_of(session.fingerprint), addresses, last is not None)

    def _remove(self) -> None:
        """Take a game whose server is not reached out of the list of unfinished games."""
        model, session = self.model, self.session
        if isinstance(model, RemoteTable) and session is not None:
            self._servers.forget(session, model.table)
            self._set_model(None)
            session.forget(model.table)
        self.closed.emit()

    def _table_closed(self, reason: Text) -> None:
        self._navigation.show_message(translate(reason), "danger")
        self._set_model(None)
        if self._navigation.page == "table":
            self.closed.emit()

    def _table_replaced(self, model: TableModel) -> None:
        """Go on with the same table at the session that replaced the old one."""
        if self._navigation.page == "table":
            self.show(model)
        else:
            self._set_model(model)

    def _stop_watching(self) -> None:
        """Leave a watched table, and return to the page before it."""
        self._set_model(None)
        self._navigation.go_back()

    def _change_code(self) -> None:
        """Give a waiting table another code. Who has the one before needs the new one."""
        if (model := self.model) is not None:
            self._host_controller.change_code(model, self.show_addresses)

    def _give_up_seat(self) -> None:
        """Leave a table without an opponent."""
        model, session = self.model, self.session
        if isinstance(model, RemoteTable) and session is not None:
            session.leave_seat(model.table)
            self._servers.forget(session, model.table)
        self.closed.emit()

    def _retry_now(self) -> None:
        session, model = self.session, self.model
        if session is None:
            return
        if session.status == "failed" and isinstance(model, RemoteTable):  # for example after a sign-in elsewhere
            self._servers.session_to(session.fingerprint)  # it replaces the session, and the table with it
        else:
            self._host_controller.host_again(session.fingerprint)
            session.retry_now()

    def _open_other(self, table: str) -> None:
        """Show another table of the same server."""
        session = self.session
        if session is not None:
            self.show(session.model(table))

    def _show_rematch(self, session: ServerSession, update: SessionUpdate) -> None:
        if isinstance(update, RematchMade) and self.model is update.model and self._navigation.page == "table":
            self.show(session.model(update.table))

    def _mute(self, account: str, muted: bool) -> None:
        session = self.session
        if session is not None:
            self.muted.emit(session, account, muted)


Key = tuple[str, str]  # account, game


class Ratings(QObject):
    """Asks the server once for each player that sits down. Without an answer the names have no ratings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model: TableModel | None = None
        self._session: ServerSession | None = None
        self._asked: dict[Player, Key] = {}

    def follow(self, model: TableModel | None, session: ServerSession | None) -> None:
        """Show the ratings of that table; `session` is None for a table without a server."""
        if self._model is not None:
            self._model.changed.disconnect(self._changed)
        self._model, self._session, self._asked = model, session, {}
        if model is not None:
            model.changed.connect(self._changed)
            self._changed(Change.MATCH)

    def _changed(self, change: Change) -> None:
        model, session = self._model, self._session
        if not change & (Change.MATCH | Change.CONNECTION):
            return
        if model is None or session is None or model.match is None or session.status != "online":
            return
        match = model.match
        if match.ended is not None and match.ended.ratings is not None:
            first, second = match.ended.ratings
            self._show(model, (rating_change(first), rating_change(second)))
            return
        players: tuple[Player, Player] = (0, 1)
        for player in players:
            seated = match.seats[player]
            wanted = (seated.account if seated is not None else "", match.game.key)
            if self._asked.get(player) != wanted:
                self._asked[player] = wanted
                self._show_one(model, player, "")
                if wanted[0]:
                    session.request(
                        session.profile(wanted[0]), partial(self._answered, model, player, wanted), lambda _why: None
                    )

    def _answered(self, model: TableModel, player: Player, wanted: Key, profile: Profile) -> None:
        if model is self._model and self._asked.get(player) == wanted:  # still the same table and player
            ratings = (rating_words(standing) for standing in profile.standings if standing.game == wanted[1])
            self._show_one(model, player, next(ratings, ""))

    def _show_one(self, model: TableModel, player: Player, words: str) -> None:
        first, second = model.ratings
        self._show(model, (first, words) if player else (words, second))

    def _show(self, model: TableModel, ratings: tuple[str, str]) -> None:
        if model.ratings != ratings:
            model.ratings = ratings
            model.changed.emit(Change.RATINGS)
