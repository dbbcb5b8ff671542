"""The own tables at servers that wait for the player while another page or table is shown."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Signal

from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate, TableFollowed
from client_qt.news import CHAT, OFFER, TURN, Call, News, NewsItem, NewsKey
from client_qt.settings.file import SettingsFile
from client_qt.table.change import Change
from client_qt.table.model import TableModel
from client_qt.table.remote import RECENT_MS, RemoteTable
from client_qt.table.status import subject
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.text import fill

Reason = Literal["turn", "offer", "chat"]  # the most urgent first
CALLS: dict[Reason, tuple[int, Call]] = {"turn": (TURN, "turn"), "offer": (OFFER, "chat"), "chat": (CHAT, "chat")}
OF_TABLES = ("accepted", "found", "round", "rematch", "invitation")  # questions about a table, which is their id
FOLLOWED_STATES = ("open", "playing", "between")


@dataclass(frozen=True)
class WaitingGame:
    """A table that waits for the player, and why."""

    reason: Reason
    table: RemoteTable

    @property
    def text(self) -> str:
        """The sentence for the badge and the window title."""
        template = {
            "turn": tr("Your turn in {game}"), "offer": tr("An offer in {game}"), "chat": tr("A message in {game}"),
        }[self.reason]  # fmt: skip
        return fill(template, {"game": subject(self.table)})


class WaitingGames(QObject):
    """Follows all own tables, so that each page can show what happens there. They are news for the badge."""

    changed = Signal()  # `games`
    table_changed = Signal()  # the state of any own table

    def __init__(
        self,
        servers: KnownServers,
        settings: SettingsFile,
        news: News,
        is_shown: Callable[[TableModel], bool],
        opened: Callable[[RemoteTable], object],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.games: list[WaitingGame] = []  # the most urgent first
        self._servers, self._settings, self._news, self._is_shown = servers, settings, news, is_shown
        self._opened = opened
        self._known: list[WaitingGame] = []  # also at the table that is shown
        self._unread: set[RemoteTable] = set()
        news.acts |= dict.fromkeys((*CALLS, "accepted", "found", "round"), self._open)
        servers.updated.connect(self._follow)
        servers.changed.connect(self._follow_own_tables)

    def refresh(self) -> None:
        """Compare all tables with what the window shows."""
        tables = self._servers.tables()
        self._unread = {table for table in self._unread if table in tables and not self._is_shown(table)}
        known, self._known = (
            self._known,
            [WaitingGame(reason, table) for table in tables if (reason := self._reason(table)) is not None],
        )
        found = [game for game in self._known if not self._is_shown(game.table)]
        before, self.games = self.games, sorted(found, key=lambda game: -CALLS[game.reason][0])
        if self.games != before:
            self._tell(known)
            self.changed.emit()
        for server, session in self._servers.sessions.items():
            for table in filter(self._is_shown, session.models):
                for kind in OF_TABLES:
                    self._news.close(NewsKey(server, kind, table.table))

    def _tell(self, known: Sequence[WaitingGame]) -> None:
        """Tell the news for the badge. A game that the player has just left is no call."""
        for server, session in self._servers.sessions.items():
            for reason, (weight, sound) in CALLS.items():
                games = [game for game in self.games if game.reason == reason and game.table in session.models]
                self._news.keep(server, reason, [game.table.table for game in games])
                for game in games:
                    key, is_new = NewsKey(server, reason, game.table.table), game not in known
                    self._news.tell(NewsItem(key, game.text, (), "", weight, sound, place="badge", calls=is_new))

    def _open(self, item: NewsItem, answer: str) -> None:
        session = self._servers.sessions.get(item.key.server)
        if session is not None and answer == "open":
            self._opened(session.model(item.key.id))

    def _reason(self, table: RemoteTable) -> Reason | None:
        if table.match is None or not table.mine or table.continued_at:
            return None
        if table.can_move:
            return "turn"
        if table.open_offers(mine=False):
            return "offer"
        return "chat" if table in self._unread else None

    def _follow_own_tables(self) -> None:
        for session in list(self._servers.sessions.values()):
            if session.status == "online":
                for info in session.own_tables():
                    if info.game in GAMES and info.state in FOLLOWED_STATES:
                        session.model(info.table)
        self.refresh()

    def _follow(self, _session: ServerSession, update: SessionUpdate) -> None:
        if isinstance(update, TableFollowed):
            update.model.changed.connect(self._table_changed)
            update.model.closed.connect(self._show_tables)
            update.model.chatted.connect(self._chatted)

    def _table_changed(self, change: Change) -> None:
        if change & (Change.MATCH | Change.COMMAND | Change.CONNECTION):
            self._show_tables()

    def _show_tables(self) -> None:
        self.refresh()
        self.table_changed.emit()

    def _chatted(self, room: str) -> None:
        table = self.sender()
        assert isinstance(table, RemoteTable), "only tables at servers are followed"
        session = self._servers.of(table)
        muted = self._settings.value.muted_at(session.fingerprint) if session is not None else frozenset()
        last = table.rooms["table"][-1] if room == "table" else None
        if last is None or last.account == table.account or last.account in muted:
            return
        if last.at > table.now() - RECENT_MS and not self._is_shown(table):
            self._unread.add(table)
            self.refresh()
