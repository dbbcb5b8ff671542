"""Connects the lobby to the server that the player is at."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from client_qt.dialogs.form import TableCodeDialog
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession, SessionUpdate
from client_qt.pages.lobby.challenge_rows import challenge_rows
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.lobby.rooms import LobbyRooms
from client_qt.pages.lobby.rows import person_rows, seek_rows, table_rows
from client_qt.pages.navigation import Navigation
from client_qt.settings.file import SettingsFile
from client_qt.table.connection_loss import lobby_line
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.widgets.ticker import Ticker
from protocol.messages import Chat, Invite, People, Seeks

REFRESH_MS = 30_000  # durations such as "here for 5 min" change
MIN_INTERVAL_MS = 100  # between two updates, however often the server sends them


class LobbyController(QObject):
    """Knows the current server: the one of the last table, or any that is connected."""

    opened = Signal(object)  # TableModel
    hosting = Signal(object)  # ServerSession where a table is to be opened
    copying = Signal(object)  # ServerSession whose invitation is to be copied
    muted = Signal()  # the people that the player muted changed
    related = Signal()  # whom the player follows and blocks changed

    def __init__(self, navigation: Navigation, page: LobbyPage, servers: KnownServers, settings: SettingsFile) -> None:
        super().__init__(page)
        self._navigation, self._page, self._servers, self._settings = navigation, page, servers, settings
        self._session: ServerSession | None = None
        self._soon_timer = QTimer(self, singleShot=True, interval=MIN_INTERVAL_MS)
        self._soon_timer.timeout.connect(self.refresh)
        Ticker(page, self.refresh, REFRESH_MS)
        self.rooms = LobbyRooms(page, servers, settings)
        self.rooms.changed.connect(self.refresh)
        page.host.connect(lambda: self.hosting.emit(self._session))
        page.copied.connect(lambda: self.copying.emit(self._session))
        page.join.connect(self._join)
        page.watch.connect(self.watch)
        page.invite.connect(self._invite)
        page.mute.connect(self._mute)
        page.write.connect(self.write_to)
        servers.changed.connect(self._choose)
        servers.updated.connect(self._updated)
        servers.replaced.connect(self._replaced)
        navigation.page_changed.connect(self.refresh)

    def follow(self, session: ServerSession | None) -> None:
        """Make that server the current one."""
        if session is not None and session is not self._session:
            self._session = session
            self._soon()

    def current(self) -> ServerSession | None:
        """The session at the current server."""
        return self._session

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        if session is self._session and isinstance(update, People | Seeks | Chat):
            self._soon()

    def _choose(self) -> None:
        """Without a current server, any that is connected becomes it."""
        if self._session is None:
            sessions = self._servers.sessions.values()
            self._session = next((session for session in sessions if session.status == "online"), None)
        self._soon()

    def _replaced(self, old: ServerSession, session: ServerSession | None) -> None:
        if old is self._session:
            self._session = session
            self._choose()

    def enter(self, session: ServerSession) -> None:
        """Show the lobby of that server."""
        self.follow(session)
        self.show_lobby()

    def show_lobby(self) -> None:
        """Show the lobby of the current server."""
        if self._session is not None:
            self._page.show_note("")
            self._navigation.show_page("lobby", tr("Lobby"))

    def refresh(self) -> None:
        """Bring the page up to date if it is shown."""
        session, page = self._session, self._page
        if session is None or self._navigation.page != "lobby":
            return
        account, now, lists, moderator = session.account, session.time.now(), session.lobby, session.user.moderator
        muted, unread = self._settings.value.muted_at(session.fingerprint), self.rooms.unread(session)
        name = self._servers.name_of(session.fingerprint)
        motd = session.welcome.motd if session.welcome is not None else ""
        page.show_server(name, motd)
        page.show_rank(moderator)
        page.show_tournaments(session.has_tournaments is not False)
        people = person_rows(
            lists.people, lists.tables, account, muted, now, moderator=moderator, unread=unread,
            relations=session.relations if session.knows_relations else None,
        )  # fmt: skip
        page.show_people(people, lists.count)
        versions = session.welcome.games if session.welcome is not None else {}
        page.show_challenges(challenge_rows(session.challenges.at(now), account, muted, versions))
        page.show_seeks(seek_rows(lists.seeks or (), account, now))
        page.show_tables(table_rows(lists.tables, account, now, moderator=moderator))
        self.rooms.refresh(session)
        loss = lobby_line(session.status, lists.has_tables, session.lost)
        page.set_online(session.status == "online", loss, self.rooms.refusal(session))

    def write_to(self, account: str, name: str = "") -> None:
        """Open the direct messages with a player of the current server. `name` is that of one who may be away."""
        session = self._session
        if session is not None and (known := session.lobby.names.get(account, name)):
            self.show_messages(session, account, known)

    def show_messages(self, session: ServerSession, account: str, name: str) -> None:
        """Show the direct messages with a player of a server."""
        self.follow(session)
        self.rooms.open(session, account, name)
        self.show_lobby()
        self.refresh()
        self._page.chat.begin()

    def mute_at(self, session: ServerSession, account: str, muted: bool) -> None:
        """Hide or show the chat messages of a person at a server."""
        self._settings.change(self._settings.value.with_muted(session.fingerprint, account, muted))
        self.muted.emit()
        self.refresh()

    def watch(self, table: str) -> None:
        """Watch a table of the current server."""
        if self._session is not None:
            self._enter(self._session, table, self._session.watch_table)

    def _soon(self) -> None:
        if not self._soon_timer.isActive():
            self._soon_timer.start()

    def _mute(self, account: str, muted: bool) -> None:
        if self._session is not None:
            self.mute_at(self._session, account, muted)

    def _join(self, table: str) -> None:
        session = self._session
        if session is None:
            return
        if any(info.table == table for info in session.own_tables()):
            self.opened.emit(session.model(table))
        else:
            self._enter(session, table, session.take_seat)

    def _enter(self, session: ServerSession, table: str, go: Callable[..., None]) -> None:
        """Sit down or watch, with the code where the table needs one."""
        if not any(info.table == table and info.access == "code" for info in session.lobby.tables):
            go(table, self.opened.emit, self._page.show_error)
            return

        def entered(model: RemoteTable) -> None:
            dialog.accept()
            self.opened.emit(model)

        dialog = TableCodeDialog(self._navigation.theme, self._page.window())
        dialog.submitted.connect(lambda code: go(table, entered, lambda why: dialog.show_error(translate(why)), code))
        dialog.open()

    def _invite(self, table: str, account: str) -> None:
        words = tr("The invitation is on its way.")
        if self._session is not None:
            invite = self._session.command(table, Invite, account=account)
            self._session.request(invite, lambda _done: self._navigation.note(words), self._page.show_error)
