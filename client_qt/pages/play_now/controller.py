"""Play now: asks what the player wants, looks at all servers within reach, and opens the table of the pair."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from client_qt.feedback.screen_reader import announce
from client_qt.hosting.own_server import Network
from client_qt.net.known_servers import recent_servers
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.news import TURN, NewsItem, NewsKey
from client_qt.pages.home.page import HomePage
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.navigation import Navigation
from client_qt.pages.play_now.dialog import PlayNowDialog
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import LastSeek
from client_qt.table.remote import RemoteTable
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
MOST_SERVERS = 20  # at which a wish is placed
SAME_MOMENT_MS = 10_000  # after the first pair: a server leaves the match of another one for so long


@dataclass(eq=False)
class Search:
    """The wish of the player at all servers within reach, and the tables of the pairs that it gets.

    `places` are the sessions that have the wish. A search goes on in the background for SAME_MOMENT_MS after its first
    pair, because two servers may pair it in the same moment. After the player has cancelled it, no server is added.
    """

    wish: LastSeek
    since: QElapsedTimer
    places: list[ServerSession] = field(default_factory=list)
    pairs: list[RemoteTable] = field(default_factory=list)
    is_cancelled: bool = False

    @property
    def words(self) -> str:
        return dotted(games_words(self.wish.games), clocks_words(self.wish.clocks))


class PlayNowController(QObject):
    """One search at a time. At a server it ends with the connection, as the server ends the wish then."""

    opened = Signal(object)  # RemoteTable
    found = Signal(object)  # NewsItem: the table of a pair

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
        self._paired: Search | None = None  # the last one, which has a table
        self._asked: dict[ServerSession, bool] = {}  # whether the server can find opponents, as far as it has said
        self._silent = set[str]()  # servers that did not answer the last time
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
        network.browser.changed.connect(self.show)
        network.hosting.changed.connect(self.show)
        navigation.page_changed.connect(self._page_changed)

    # ---- the servers within reach

    def _within_reach(self) -> list[str]:
        """Return the servers at which the wish is placed: those online, the own one, those that the network shows, and
        the last one if it is not known to be silent."""
        own, found = self._network.hosting.fingerprint, self._network.browser.servers
        last = self._last()
        near = (server.fingerprint for server, _count in found.values())
        names = [*self._servers.sessions, *([own] if own else []), *near, *([last] if last else [])]
        return [name for name in dict.fromkeys(names) if self._may_answer(name)][:MOST_SERVERS]

    def _last(self) -> str | None:
        """Return the server of another computer at which the player was last."""
        own = self._network.hosting.fingerprint
        known = (each for each in self._settings.value.servers.values() if each.name and each.fingerprint != own)
        last = max(known, key=lambda each: each.seen, default=None)
        return last.fingerprint if last is not None else None

    def _may_answer(self, fingerprint: str) -> bool:
        session = self._servers.sessions.get(fingerprint)
        if session is not None and not self._asked.get(session, True):
            return False  # it is older
        if session is not None and (session.status == "online" or session.error is not None):
            return session.status == "online"
        listed = self._network.browser.servers.get(fingerprint)
        if listed is not None:
            return not listed[0].problem
        return fingerprint not in self._silent and not self._network.hosting.has_stopped(fingerprint)

    def _session(self, fingerprint: str) -> ServerSession:
        listed = self._network.browser.servers.get(fingerprint)
        if listed is not None and fingerprint not in self._servers.sessions:
            return self._servers.session_at(listed[0])
        return self._servers.sessions.get(fingerprint) or self._servers.session_to(fingerprint)

    def _names(self, servers: Iterable[str]) -> list[str]:
        """Return the names of servers for a sentence, each once: two computers may have the same name."""
        found = self._network.browser.servers
        names = [self._servers.name_of(name) or (found[name][0].name if name in found else "") for name in servers]
        return list(dict.fromkeys(name for name in names if name)) or [tr("The server")]

    # ---- the form

    def _open_at_home(self) -> None:
        if self._navigation.has_name():
            self.open()

    def _open_in_lobby(self) -> None:
        if self._current() is not None:
            self.open()

    def open(self) -> None:
        """Ask what the player wants to play, and place the wish at all servers within reach."""
        names = self._names(self._within_reach())
        parent = self._lobby if self._navigation.page == "lobby" else self._home
        last = self._settings.value.seek
        dialog = PlayNowDialog(self._navigation.theme, ", ".join(names), last, parent, len(names))
        dialog.submitted.connect(partial(self._submitted, dialog))
        dialog.open()

    def _submitted(self, dialog: PlayNowDialog, wish: LastSeek) -> None:
        self._settings.change(replace(self._settings.value, seek=wish))
        since = QElapsedTimer()
        since.start()
        search, servers = Search(wish, since), self._within_reach()
        waiting = set(servers)

        def failed(name: str, why: Text) -> None:
            waiting.discard(name)
            if not waiting and not search.places:
                dialog.show_error(translate(why))

        for name in servers:
            self._place(search, self._session(name), dialog.accept, partial(failed, name))
        if not servers:
            dialog.show_error(tr("No server answers at the moment."))

    def _place(
        self, search: Search, session: ServerSession, began: Callable[[], object], failed: Callable[[Text], object]
    ) -> None:
        """Place the wish at a server."""
        wish = search.wish
        work = partial(
            session.seek_known, wish.games, clocks=list(wish.clocks), rated=wish.rated, within=wish.within,
            computers_after=wish.computers_after,
        )  # fmt: skip

        def placed(_done: object) -> None:
            if search.pairs or search.is_cancelled:  # another server, or the player, was faster
                if self._search is None:  # else the wish there is that of another search
                    self._withdraw(search, session)
                return
            search.places.append(session)
            if self._search is not search:
                self._begin(search)
            self.show()
            began()

        def refused(why: Text) -> None:
            if session.status != "online":
                self._silent.add(session.fingerprint)
            failed(why)
            self.show()

        session.request_now(work, placed, refused)

    # ---- the search

    def _begin(self, search: Search) -> None:
        self._search = search
        self._ticker.start()
        announce(self._home.window(), self._search_words(search))

    def _end(self, why: str = "") -> None:
        self._search = None
        self._ticker.stop()
        self.show()
        if why:
            self._navigation.show_message(why)

    def cancel(self) -> None:
        """Withdraw the wish everywhere."""
        if (search := self._search) is not None:
            search.is_cancelled = True
            for session in search.places:
                session.request(session.unseek(), partial(self._cancelled, search, session), self._not_cancelled)

    def _cancelled(self, search: Search, session: ServerSession, _done: object) -> None:
        self._lose(search, session)

    def _not_cancelled(self, why: Text) -> None:
        """Say why; an opponent who was found at the last moment is announced soon."""
        self._navigation.note(translate(why))

    def _withdraw(self, search: Search, session: ServerSession) -> None:
        """Withdraw the wish at a server because another one was faster. A pair of this moment is news of its own."""
        session.request(session.unseek(), lambda _done: None, lambda _why: None)

    def _lose(self, search: Search, session: ServerSession, why: str = "") -> None:
        """Note that a server does not look any more. The search ends with the last one."""
        if session in search.places:
            search.places.remove(session)
            if not search.places and self._search is search:
                self._end(why)
            else:
                self.show()

    def _accept(self, seek: str) -> None:
        if (session := self._current()) is not None:
            session.request(session.accept_seek(seek), lambda _table: None, self._lobby.show_error)

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        search = self._search
        match update:
            case SeekPaired(table=table):
                self._pair(session, session.model(table))
            case SeekEnded(text=text) if search is not None:
                self._lose(search, session, translate(text))
            case StatusChanged() if session.status == "online":
                self._silent.discard(session.fingerprint)
            case StatusChanged() if search is not None:
                words = tr("The connection was lost, so nobody is looked for any more. Play now looks again.")
                self._lose(search, session, words)

    def _pair(self, session: ServerSession, model: RemoteTable) -> None:
        """Open the table of a pair and withdraw the other wishes. Of two pairs in the same moment the older counts."""
        search = self._search
        if search is None and self._paired is not None and self._paired.since.elapsed() <= SAME_MOMENT_MS:
            self._paired.pairs.append(model)
            model.changed.connect(self._choose_pair)
            self._choose_pair()
            return
        if search is not None:
            others = [place for place in search.places if place is not session]
            search.pairs.append(model)
            search.since.restart()  # from here it measures the moment
            self._paired = search
            model.changed.connect(self._choose_pair)
            model.changed.connect(self._look_for_next)
            self._end()
            for other in others:
                self._withdraw(search, other)
        self._open_table(model)

    def _choose_pair(self) -> None:
        """Keep the pair that began first, and leave the others, as soon as it is known when they began."""
        search = self._paired
        if search is None or any(model.match is None and model.reason is None for model in search.pairs):
            return
        living = [model for model in search.pairs if model.match is not None and model.match.ended is None]
        if len(living) < 2:
            return
        kept = min((model for model in living if model.match and any(model.match.moved)), key=_began, default=None)
        kept = kept or min(living, key=_began)
        left = [model for model in living if model is not kept]
        for model in left:
            search.pairs.remove(model)
            self._leave(model)
        if any(model.is_shown for model in left):
            self.opened.emit(kept)
        elif not kept.is_shown:
            self._open_table(kept)

    def _leave(self, model: RemoteTable) -> None:
        """Leave the match of a pair at no cost. A server before 1.2.0 does not know that: then abort it."""
        session = self._servers.of(model)
        if session is not None:
            self._navigation.news.withdraw(NewsKey(session.fingerprint, "found", model.table))
            abort = partial(model.offer, "abort")
            session.request(session.leave_pair(model.table), lambda done: done or abort(), lambda _why: abort())

    def _look_for_next(self) -> None:
        """Look again if the other player has left the pair in its moment: they play at another server."""
        search, was = self._paired, self.sender()
        if search is None or not isinstance(was, RemoteTable) or search.pairs != [was]:
            return
        match = was.match
        if match is None or match.ended is None or any(match.moved) or search.since.elapsed() > SAME_MOMENT_MS:
            return
        if match.ended.reason == "aborted" and match.ended.player not in was.mine:
            self._paired = None
            if was.is_shown:
                self._navigation.show_page("home")
            self._navigation.note(tr("Your opponent plays elsewhere. Play now goes on, and you keep your place."))
            again = Search(search.wish, QElapsedTimer())
            again.since.start()
            for name in self._within_reach():
                self._place(again, self._session(name), lambda: None, lambda _why: None)

    def _open_table(self, model: RemoteTable) -> None:
        """Open the table of a pair, or offer it to a player whose other game goes on."""
        session, words = self._servers.of(model), tr("An opponent was found. Your game has begun.")
        key = NewsKey(session.fingerprint if session is not None else "", "found", model.table)
        found = NewsItem(key, words, (), tr("Play now"), TURN, "turn", place="elsewhere")
        if self._navigation.page == "table":
            found = replace(found, answers=(("open", tr("Open")),), place="question")
        else:
            self.opened.emit(model)
        self.found.emit(found)

    def _replaced(self, old: ServerSession, _session: ServerSession | None) -> None:
        self._asked.pop(old, None)
        if self._search is not None:
            self._lose(self._search, old)

    # ---- what is shown

    def _page_changed(self) -> None:
        """Find out whether the last server answers now, as the home page offers to look for a game there."""
        if self._navigation.page == "home" and (last := self._last()) is not None:
            for server in recent_servers(self._settings.value):
                if server.fingerprint == last and last not in self._servers.sessions:
                    self._network.browser.check(server, partial(self._note_answer, last))
        self.show()

    def _note_answer(self, server: str, answers: bool) -> None:
        if answers:
            self._silent.discard(server)
        else:
            self._silent.add(server)
        self.show()

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

    def show(self) -> None:
        """Bring the cards of both pages up to date."""
        page, search = self._navigation.page, self._search
        if page == "home":
            servers = self._within_reach()
            self._show_card(self._home.play_now, servers, search)
            self._home.offer_play_now(search is not None or bool(servers))
        elif page == "lobby":
            session = self._current()
            self._lobby.show_search(self._search_words(search) if search is not None else "")
            self._lobby.allow_play_now(session is not None and self._asked.get(session, True) and search is None)

    def _show_card(self, card: PlayNowCard, servers: list[str], search: Search | None) -> None:
        names = self._names(servers)
        words = fill(offer_words(len(names)), {"server": ", ".join(names)})
        card.show_words(words if search is None else self._search_words(search), is_searching=search is not None)

    def _search_words(self, search: Search) -> str:
        names = self._names(session.fingerprint for session in search.places)
        many, one = tr("{server} look for an opponent"), tr("{server} looks for an opponent")
        words = fill(one if len(names) < 2 else many, {"server": ", ".join(names)})
        return dotted(words, search.words, time_words(search.since.elapsed()))


def offer_words(servers: int) -> str:
    """Return the sentence of the card on the home page for so many servers."""
    one, many = tr("{server} finds an opponent for you."), tr("{server} find an opponent for you.")
    return one if servers < 2 else many


def _began(model: RemoteTable) -> tuple[int, str]:
    """The order of pairs, which is the same in the programs of both players."""
    assert model.match is not None
    return model.match.created.at, model.table
