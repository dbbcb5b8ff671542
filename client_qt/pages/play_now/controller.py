"""Play now: asks what the player wants, shows the search, and opens the table of the pair."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from client_qt.feedback.screen_reader import announce
from client_qt.hosting.own_server import Network
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.pages.home.page import HomePage
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.navigation import Navigation
from client_qt.pages.play_now.dialog import PlayNowDialog
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LastSeek
from client_qt.text.clock_words import time_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import translate
from client_qt.text.seek_words import clocks_words, games_words
from client_qt.text.translation import tr
from client_qt.widgets.play_now_card import PlayNowCard
from netgame.text import Text, fill
from protocol.client import StatusChanged
from protocol.messages import SeekEnded, SeekPaired

TICK_MS = 1000


@dataclass(frozen=True)
class Search:
    """The wish of the player at a server."""

    session: ServerSession
    wish: LastSeek
    since: QElapsedTimer

    @property
    def words(self) -> str:
        return dotted(games_words(self.wish.games), clocks_words(self.wish.clocks))


class PlayNowController(QObject):
    """One search at a time. It ends with the connection, as the server ends the wish then."""

    opened = Signal(object)  # RemoteTable
    found = Signal(str)  # a sentence for a player who looks elsewhere

    def __init__(
        self,
        navigation: Navigation,
        home: HomePage,
        lobby: LobbyPage,
        network: Network,
        settings: SettingsFile,
        current: Callable[[], ServerSession | None],
    ) -> None:
        """`current` returns the session of the lobby."""
        super().__init__(home)
        self._navigation, self._home, self._lobby, self._network = navigation, home, lobby, network
        self._servers, self._settings, self._current = network.servers, settings, current
        self._search: Search | None = None
        self._asked: dict[ServerSession, bool] = {}  # whether the server can find opponents, as far as it has said
        self._ticker = QTimer(self, interval=TICK_MS)
        self._ticker.timeout.connect(self.show)
        home.play_now.wanted.connect(self._open_at_home)
        home.play_now.cancelled.connect(self.cancel)
        lobby.play_now.connect(self._open_in_lobby)
        lobby.unseek.connect(self.cancel)
        lobby.accept_seek.connect(self._accept)
        self._servers.changed.connect(self._watch)
        self._servers.updated.connect(self._updated)
        self._servers.replaced.connect(self._replaced)
        navigation.page_changed.connect(self.show)

    # ---- the form

    def _open_at_home(self) -> None:
        if (server := self._server()) is not None and self._navigation.has_name():
            self.open(self._servers.session_to(server))

    def _open_in_lobby(self) -> None:
        if (session := self._current()) is not None:
            self.open(session)

    def open(self, session: ServerSession) -> None:
        """Ask what the player wants to play at a server."""

        def failed(why: Text) -> None:
            dialog.show_error(translate(why))

        def submitted(wish: LastSeek) -> None:
            self._settings.change(replace(self._settings.value, seek=wish))
            work = session.seek_known(
                wish.games, clocks=list(wish.clocks), rated=wish.rated, within=wish.within,
                computers_after=wish.computers_after,
            )  # fmt: skip
            session.request(work, lambda _done: began(wish), failed)

        def began(wish: LastSeek) -> None:
            dialog.accept()
            self._begin(session, wish)

        name = self._servers.name_of(session.fingerprint)
        parent = self._lobby if self._navigation.page == "lobby" else self._home
        dialog = PlayNowDialog(self._navigation.theme, name or tr("The server"), self._settings.value.seek, parent)
        dialog.submitted.connect(submitted)
        dialog.open()

    # ---- the search

    def _begin(self, session: ServerSession, wish: LastSeek) -> None:
        since = QElapsedTimer()
        since.start()
        self._search = Search(session, wish, since)
        self._ticker.start()
        self.show()
        announce(self._home.window(), self._search_words(self._search))

    def _end(self, why: str = "") -> None:
        self._search = None
        self._ticker.stop()
        self.show()
        if why:
            self._navigation.show_message(why)

    def cancel(self) -> None:
        """Withdraw the wish."""
        if (search := self._search) is not None:
            search.session.request(search.session.unseek(), partial(self._cancelled, search), self._not_cancelled)

    def _cancelled(self, search: Search, _done: object) -> None:
        if self._search is search:
            self._end()

    def _not_cancelled(self, why: Text) -> None:
        """Say why; an opponent who was found at the last moment is announced soon."""
        self._navigation.note(translate(why))

    def _accept(self, seek: str) -> None:
        if (session := self._current()) is not None:
            session.request(session.accept_seek(seek), lambda _table: None, self._lobby.show_error)

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        search = self._search
        match update:
            case SeekPaired(table=table):
                if search is not None and search.session is session:
                    self._end()
                self._open_table(session, table)
            case SeekEnded(text=text) if search is not None and search.session is session:
                self._end(translate(text))
            case StatusChanged() if search is not None and search.session is session and session.status != "online":
                self._end(tr("The connection was lost, so nobody is looked for any more. Play now looks again."))

    def _open_table(self, session: ServerSession, table: str) -> None:
        """Open the table of a pair, or offer it to a player whose other game goes on."""
        model = session.model(table)
        words = tr("An opponent was found. Your game has begun.")
        if self._navigation.page == "table":
            self._navigation.note(words, "turn", ((tr("Open"), partial(self.opened.emit, model)),))
        else:
            self.opened.emit(model)
        self.found.emit(words)

    def _replaced(self, old: ServerSession, _session: ServerSession | None) -> None:
        self._asked.pop(old, None)
        if self._search is not None and self._search.session is old:
            self._end()

    # ---- what is shown

    def _watch(self) -> None:
        """Ask each server for the wishes of its players, once; the session asks again after a lost connection."""
        for session in self._servers.sessions.values():
            if session.status == "online" and session not in self._asked:
                self._asked[session] = True
                session.request(session.watch_seeks(), lambda _done: None, partial(self._is_older, session))
        self.show()

    def _is_older(self, session: ServerSession, _why: Text) -> None:
        if session.status == "online":
            self._asked[session] = False
        else:  # it did not come to an answer
            self._asked.pop(session, None)
        self.show()

    def _server(self) -> str | None:
        """Return the server for the home page: that of the search, of the lobby, one online, or the last one."""
        if self._search is not None:
            return self._search.session.fingerprint
        own, current = self._network.hosting.fingerprint, self._current()
        sessions = [*([current] if current is not None else []), *self._servers.sessions.values()]
        for session in sessions:
            if session.status == "online" and session.fingerprint != own and self._asked.get(session, True):
                return session.fingerprint
        old = {session.fingerprint for session, can in self._asked.items() if not can}
        known = [each for each in self._settings.value.servers.values() if each.name and each.fingerprint not in old]
        last = max((each for each in known if each.fingerprint != own), key=lambda each: each.seen, default=None)
        return last.fingerprint if last is not None else None

    def show(self) -> None:
        """Bring the cards of both pages up to date."""
        page, search = self._navigation.page, self._search
        if page == "home":
            server = self._server()
            self._show_card(self._home.play_now, self._servers.name_of(server or ""), search)
            self._home.offer_play_now(server is not None)
        elif page == "lobby":
            session = self._current()
            here = search if search is not None and search.session is session else None
            self._lobby.show_search(self._search_words(here) if here is not None else "")
            self._lobby.allow_play_now(session is not None and self._asked.get(session, True) and search is None)

    def _show_card(self, card: PlayNowCard, server: str, search: Search | None) -> None:
        words = fill(tr("{server} finds an opponent for you."), {"server": server or tr("The server")})
        card.show_words(words if search is None else self._search_words(search), is_searching=search is not None)

    def _search_words(self, search: Search) -> str:
        server = self._servers.name_of(search.session.fingerprint) or tr("The server")
        words = fill(tr("{server} looks for an opponent"), {"server": server})
        return dotted(words, search.words, time_words(search.since.elapsed()))
