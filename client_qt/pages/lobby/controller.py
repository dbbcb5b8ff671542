"""Lobby, profile and history of a server, and the pages that show them."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.form import TableCodeDialog
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession
from client_qt.pages.lobby.rows import person_rows, table_rows
from client_qt.pages.navigation import PageName
from client_qt.pages.profile.texts import finished_row, standing_row
from client_qt.settings.file import SettingsFile
from client_qt.table.connection_loss import lobby_line
from client_qt.table.model import ReviewTable, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.text.rules_text import say, tr
from client_qt.widgets.chat import Spoken
from netgame.text import Text, fill
from protocol.messages import Finished, History, Profile

PAGE = 30  # matches that are asked for at once
REFRESH_MS = 30_000  # how long ago something was is told anew
LEAST_MS = 100  # between two lists, however often a server tells them


class LobbyController(QObject):
    """One server is looked at: the one that was played at last, or any that is there."""

    opened = Signal(object)  # TableModel
    saving = Signal(object)  # TableModel, to be saved as a file
    hosting = Signal(object)  # Link, where a table is to be made
    muted = Signal()  # whom one does not want to read

    def __init__(self, window: MainWindow, servers: KnownServers, settings: SettingsFile) -> None:
        super().__init__(window)  # what it does is seen there, and ends with it
        self._window, self._servers, self._settings = window, servers, settings
        self._session: ServerSession | None = None
        self._before: PageName = "lobby"
        self._account: str | None = None  # whose matches are listed
        self._person = ""  # whose profile is shown
        self._matches: list[Finished] = []
        self._asked = 0  # answers to older questions are dropped
        self._shown: ReviewTable | None = None
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.timeout.connect(self.refresh)
        self._refresh = QTimer(self)
        self._refresh.timeout.connect(self.refresh)
        self._refresh.start(REFRESH_MS)
        self._connect()

    def _connect(self) -> None:
        window, lobby, history = self._window, self._window.lobby, self._window.history
        lobby.back.connect(self._home)
        lobby.host.connect(self._host)
        lobby.join.connect(self._join)
        lobby.watch.connect(self._watch)
        lobby.invite.connect(self._invite)
        lobby.profile.connect(self.show_profile)
        lobby.history.connect(partial(self.show_history, None))
        lobby.mute.connect(self.mute)
        lobby.said.connect(self._say)
        window.profile.back.connect(partial(self._show, "lobby"))
        window.profile.history.connect(lambda: self.show_history(self._person))
        history.back.connect(self._back)
        history.game_chosen.connect(self._filter)
        history.more.connect(self._more)
        history.replay.connect(partial(self._look_at, self._review))
        history.save.connect(partial(self._look_at, self.saving.emit))
        self._servers.changed.connect(self._soon)
        window.action("lobby").triggered.connect(self.show_lobby)
        window.action("profile").triggered.connect(
            lambda: self.show_profile(self._session.account if self._current() and self._session else "")
        )
        window.action("history").triggered.connect(
            lambda: self.show_history(self._session.account if self._current() and self._session else None)
        )

    # ---- whose club it is

    def follow(self, session: ServerSession | None) -> None:
        """The pages are about that server from now on."""
        if session is None or session is self._session:
            return
        old, self._session = self._session, session
        if old is not None:
            old.people_changed.disconnect(self._soon)
            old.said.disconnect(self._soon)
        session.people_changed.connect(self._soon)
        session.said.connect(self._soon)
        self._soon()

    def _current(self) -> bool:
        sessions = self._servers.sessions
        if self._session is None or sessions.get(self._session.fingerprint) is not self._session:
            self.follow(next((session for session in sessions.values() if session.status == "online"), None))
        return self._session is not None

    def current(self) -> ServerSession | None:
        """The link to that server; None where there is none."""
        return self._session if self._current() else None

    # ---- lobby

    def enter(self, session: ServerSession) -> None:
        """The lobby of that server to the front."""
        self.follow(session)
        self.show_lobby()

    def show_lobby(self) -> None:
        """The lobby to the front."""
        if self._current():
            self._window.lobby.say("")
            self._show("lobby")

    def refresh(self) -> None:
        """Show who and what is there now, if somebody looks."""
        linked = self._current()
        self._window.show_linked(linked)
        session, lobby = self._session, self._window.lobby
        if session is None or self._window.page != "lobby":
            return
        muted, now = self._settings.value.muted_at(session.fingerprint), session.time.now()
        motd = session.welcome.motd if session.welcome is not None else ""
        lobby.show_server(self._servers.name_of(session.fingerprint), motd)
        lobby.show_rank(session.moderator)
        people = person_rows(session.people, session.tables, session.account, muted, now, moderator=session.moderator)
        lobby.show_people(people, session.present)
        lobby.show_tables(table_rows(session.tables, session.account, now, moderator=session.moderator))
        lines = [line for line in session.lines if line.account not in muted]
        own = session.account
        lobby.show_lines(
            [Spoken(tr("You") if i.account == own else i.name, i.text, i.account == own, i.account) for i in lines]
        )
        lobby.set_online(session.status == "online", lobby_line(session.status, session.told, session.lost))

    def mute(self, account: str, muted: bool) -> None:
        """Read somebody no longer, or again; kept for that server."""
        if self._session is not None:
            self.mute_at(self._session, account, muted)

    def mute_at(self, session: ServerSession, account: str, muted: bool) -> None:
        """The same, at a server that may be another one."""
        self._settings.change(self._settings.value.with_muted(session.fingerprint, account, muted))
        self.muted.emit()
        self.refresh()

    def _soon(self) -> None:
        if not self._late.isActive():
            self._late.start(LEAST_MS)

    def look_on(self, table: str) -> None:
        """A table of that server, to be looked at."""
        self._watch(table)

    def _host(self) -> None:
        if self._session is not None:
            self.hosting.emit(self._session)

    def _join(self, table: str) -> None:
        session = self._session
        if session is None:
            return
        if any(info.table == table for info in session.own_tables()):
            self.opened.emit(session.model(table))
        else:
            self._enter(session, table, session.take_seat)

    def _watch(self, table: str) -> None:
        if self._session is not None:
            self._enter(self._session, table, self._session.look_on)

    def _enter(self, session: ServerSession, table: str, go: Callable[..., None]) -> None:
        """Sit down or look on, with the code where the table asks for one."""
        if not any(info.table == table and info.access == "code" for info in session.tables):
            go(table, self.opened.emit, self._trouble)
            return

        def entered(model: RemoteTable) -> None:
            asking.accept()
            self.opened.emit(model)

        def tried(code: str) -> None:
            go(table, entered, lambda why: asking.show_error(say(why)), code)

        asking = TableCodeDialog(self._window.theme, self._window)
        asking.submitted.connect(tried)
        asking.open()

    def _invite(self, table: str, account: str) -> None:
        if self._session is not None:
            self._session.invite(
                table, account, partial(self._window.note, tr("The invitation is on its way.")), self._trouble
            )

    def _say(self, text: str) -> None:
        def refused(why: Text) -> None:
            self._window.lobby.chat.keep(text)
            self._trouble(why)

        if self._session is not None:
            self._window.lobby.say("")
            self._session.say(text, refused)

    def _trouble(self, text: Text) -> None:
        self._window.lobby.say(say(text))

    # ---- profile

    def show_profile(self, account: str) -> None:
        """How somebody at this server plays."""
        session = self._session
        if session is None or not account:
            return
        name = next((who.name for who in session.people if who.account == account), "")
        self._person = account
        self._window.profile.show_waiting(name, own=account == session.account)
        self._show("profile")
        session.profile(account, self._told_profile, lambda text: self._window.profile.show_trouble(say(text)))

    def _told_profile(self, profile: Profile) -> None:
        if profile.account != self._person:
            return
        guest = tr("A guest: rated matches are for who is registered here.")
        notes = [tr("Registered at this server.") if profile.registered else guest]
        if not profile.standings:
            notes.append(tr("No match finished yet. Ratings and results will stand here."))
        rows = [standing_row(standing) for standing in profile.standings]
        self._window.profile.show_profile(profile.name, " ".join(notes), rows)

    # ---- history

    def show_history(self, account: str | None) -> None:
        """What was played here, by everybody or by one."""
        session = self._session
        if session is None:
            return
        self._account, self._before = account, self._window.page
        names = {who.account: who.name for who in session.people}
        if account == session.account:
            title = tr("My matches")
        else:
            title = fill(tr("Matches of {name}"), {"name": names[account]}) if account in names else tr("Played here")
        self._window.history.begin(title)
        self._show("history")
        self._filter()

    def _filter(self) -> None:
        self._matches = []
        self._window.history.wait()
        self._more()

    def _more(self) -> None:
        if self._session is None:
            return
        self._asked += 1
        before = self._matches[-1].place if self._matches else None
        wanted = {
            "account": self._account,
            "game": self._window.history.games.key or None,
            "before": before,
            "limit": PAGE,
        }
        self._session.history(partial(self._told_history, self._asked), self._no_history, **wanted)

    def _told_history(self, asked: int, told: History) -> None:
        if asked == self._asked:
            self._matches += told.matches
            self._window.history.show_rows([finished_row(match) for match in self._matches], told.more)

    def _no_history(self, text: Text) -> None:
        self._window.history.say(say(text))

    def _look_at(self, then: Callable[[TableModel], object], table: str) -> None:
        """Fetch a finished table and go on with it when all of it is there."""
        session = self._session
        if session is None:
            return
        self._window.history.say(tr("Fetching the match ..."))
        was_known = session.known_model(table) is not None
        model = RemoteTable(table, session.account, lambda *_a, **_k: None)

        def came() -> None:
            if model.match is not None and model.match.phase == "over":
                model.changed.disconnect(came)
                model.gone.disconnect(self._no_history)
                self._window.history.say("")
                then(self._reviewed(session, model, was_known))

        def opened(found: RemoteTable) -> None:
            nonlocal model
            model = found
            model.changed.connect(came)
            model.gone.connect(self._no_history)
            came()

        session.look_on(table, opened, self._no_history)

    def _reviewed(self, session: ServerSession, model: RemoteTable, was_known: bool) -> ReviewTable:
        assert model.match is not None
        source = self._servers.name_of(session.fingerprint) or tr("at a server")
        old, self._shown = self._shown, ReviewTable(model.log, model.match, source, self)
        self._shown.origin = f"{session.fingerprint}/{model.table}"
        if old is not None and old is not self._window.table.model:
            old.deleteLater()
        if not was_known:
            session.forget(model.table)
        return self._shown

    def _review(self, review: TableModel) -> None:
        self.opened.emit(review)
        self._window.table.walk_first()

    # ---- pages

    def _show(self, name: PageName) -> None:
        self._window.show_page(name)
        titles = {"lobby": tr("Lobby"), "profile": tr("Profile"), "history": tr("Played here")}
        self._window.show_subject(titles.get(name, ""))
        self.refresh()

    def _back(self) -> None:
        self._show(self._before if self._before in ("lobby", "profile") else "lobby")

    def _home(self) -> None:
        self._window.show_page("home")
        self._window.show_subject("")
