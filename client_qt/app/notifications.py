"""News of servers: invitations, messages, notices of the operator, and rematch offers at hidden tables."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count

from PySide6.QtCore import QObject, Signal

from client_qt.app.main_window import MainWindow
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import LEFT, RematchChanged, ServerSession, SessionUpdate, TogetherChanged
from client_qt.news import CHAT, OFFER, NewsItem, NewsKey
from client_qt.table.remote import RemoteTable
from client_qt.text.offer_words import look_asked_words, rematch_words
from client_qt.text.plain import said_by
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from netgame.games import GAMES
from netgame.match.events import Player
from netgame.text import Text, fill
from protocol.client import StatusChanged
from protocol.messages import Invited, Notice, TableInfo, Tables

LISTED, SWAPPED = "listed", "swapped"
KINDS = ("invitation", "rematch", "look", "together", "message", "line", "notice", "motd", "stop", "name", "copy")


class Notifications(QObject):
    """Tells the news, and carries out the answers at the session that there is then."""

    message_opened = Signal(object, str, str)  # ServerSession, account and name of the author

    def __init__(
        self, window: MainWindow, servers: KnownServers, opened: Callable[[RemoteTable], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._news, self._servers, self._opened = window, window.news, servers, opened
        self._numbers = count()  # of notices, which have no id
        self._news.acts |= dict.fromkeys(KINDS, self._answered)
        servers.updated.connect(self._updated)
        servers.changed.connect(self._greet)
        servers.changed.connect(self._tell_name)
        servers.replaced.connect(self._replaced)
        for moved in (window.page_changed, window.table.shown):
            moved.connect(self._move_questions)

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        match update:
            case Invited(table=table, name=name):
                game = GAMES[table.game].title if table.game in GAMES else table.title
                words = fill(tr("{name} would like to play {game} with you."), {"name": name, "game": game})
                self._invite(session, "invitation", table.table, words, tr("Join"), tr("Not now"))
                self._tidy_invitations(session, session.lobby.tables)
            case Tables(tables=tables):
                self._tidy_invitations(session, tables)
            case Notice(text=text, table=""):  # Play now tells of the others where they hold
                self._noticed(session, text)
            case StatusChanged():
                if session.status != "online":
                    self._news.keep(session.fingerprint, "stop")  # it has stopped
                self._tell_copy(session)
            case RematchChanged(model=model):
                self._rematch(session, model)
            case TogetherChanged(model=model, has_begun=has_begun):
                self._look(session, model)
                self._together(session, model, is_new=has_begun)

    def _tell_copy(self, session: ServerSession) -> None:
        """Ask about a server of which only a copy answers, until the server is back."""
        key = NewsKey(session.fingerprint, "copy")
        if session.lost.is_copy:
            template = tr("{server}: {words} Wait for the server where you were, unless it has moved there.")
            name = self._servers.name_of(session.fingerprint)
            words = fill(template, {"server": name, "words": session.lost.words()})
            self._news.tell(
                NewsItem(key, words, (("no", tr("Wait")), ("moved", tr("It has moved there"))), calls=False)
            )
        elif session.status == "online":
            self._news.withdraw(key)

    def _invite(
        self, session: ServerSession, kind: str, id: str, words: str, yes: str, no: str, about: str = "",
        *, is_new: bool = True,
    ) -> None:  # fmt: skip
        key, title = NewsKey(session.fingerprint, kind, id), tr("An invitation")
        item = NewsItem(key, words, (("yes", yes),), title, OFFER, "chat", about, calls=is_new, no=no)
        self._news.tell(item, again=is_new)

    def _tidy_invitations(self, session: ServerSession, tables: list[TableInfo]) -> None:
        """Withdraw invitations to tables that are played at or gone. A new private table may not be listed yet."""
        states = {info.table: info.state for info in tables}
        for item in self._news.of(session.fingerprint, "invitation"):
            state = states.get(item.key.id, "" if item.about == LISTED else "open")
            if state != "open":
                self._news.withdraw(item.key)
            elif item.key.id in states:
                self._news.tell(replace(item, about=LISTED))

    def _move_questions(self) -> None:
        """The player sees another page or table: what that table asks is asked there, and the rest here."""
        for session in list(self._servers.sessions.values()):
            for model in session.models:
                self._rematch(session, model, is_new=False)
                self._look(session, model, is_new=False)
                self._together(session, model, is_new=False)

    def _rematch(self, session: ServerSession, model: RemoteTable, *, is_new: bool = True) -> None:
        """Ask about a rematch, except at the table itself, which shows the offer. One by days comes as a challenge."""
        other: Player = 1 if 0 in model.mine else 0
        swap = model.rematch_offers.offers[other]
        at_it = self._window.page == "table" and self._window.table.model is model
        by_days = model.match is not None and model.match.created.clock.startswith("days")
        if at_it or by_days or swap is None or len(model.mine) != 1 or model.rematch_offers.made:
            self._news.withdraw(NewsKey(session.fingerprint, "rematch", model.table))
        else:
            words, about = rematch_words(model.name_of(other), swap), SWAPPED if swap else ""
            self._invite(session, "rematch", model.table, words, tr("Accept"), tr("Decline"), about, is_new=is_new)

    def _look(self, session: ServerSession, model: RemoteTable, *, is_new: bool = True) -> None:
        """Ask whether to look at a game together, except at the table itself, which asks that."""
        if self._is_shown(model) or not model.together.is_asked or model.together.wanted:
            self._news.withdraw(NewsKey(session.fingerprint, "look", model.table))
        else:
            words = look_asked_words(model.name_of(1 if 0 in model.mine else 0), is_own=False)
            self._invite(session, "look", model.table, words, tr("Yes"), tr("No"), is_new=is_new)

    def _together(self, session: ServerSession, model: RemoteTable, *, is_new: bool) -> None:
        """Tell of a new consent to look at a game together, except at the table itself, which shows the board."""
        key = NewsKey(session.fingerprint, "together", model.table)
        if self._is_shown(model) or not model.together.has_begun:
            self._news.withdraw(key)
        elif is_new:
            name = model.name_of(1 if 0 in model.mine else 0)
            words = fill(tr("{name} looks at the game together with you."), {"name": name})
            self._news.tell(NewsItem(key, words, (("open", tr("Open")),), sound="chat"))

    def _is_shown(self, model: RemoteTable) -> bool:
        """Return whether the player sees a table, also with a variation on its board."""
        shown = self._window.table.model
        return self._window.page == "table" and shown is not None and shown.original is model

    def direct_message(self, session: ServerSession, account: str, name: str) -> None:
        """Call for a line of another player, and ask to read the first unread one. The lobby shows it by itself."""
        server = session.fingerprint
        if self._window.page != "lobby":
            words = fill(tr("{name} has sent you a message."), {"name": name})
            key = NewsKey(server, "message", account)
            self._news.tell(NewsItem(key, words, (("open", tr("Read")),), about=name, calls=False))
        words = fill(tr("{name} wrote something"), {"name": name})
        self._news.tell(NewsItem(NewsKey(server, "line", account), words, (), "", CHAT, "chat", name, "elsewhere"))

    def messages_read(self, session: ServerSession, account: str) -> None:
        """Withdraw the news about messages of a player."""
        for kind in ("message", "line"):
            self._news.withdraw(NewsKey(session.fingerprint, kind, account))

    def _noticed(self, session: ServerSession, text: Text) -> None:
        """Show a notice. One that counts the seconds to the stop of the server replaces the one before."""
        key = NewsKey(session.fingerprint, "notice", str(next(self._numbers)))
        if "seconds" in text.args:
            key = NewsKey(session.fingerprint, "stop")
            self._news.withdraw(key)
        self._say(key, translate(text))

    def _say(self, key: NewsKey, words: str) -> None:
        before, shown = self._news.get(key), said_by(self._servers.name_of(key.server), words)
        is_other = before is not None and before.about != words
        self._news.tell(NewsItem(key, shown, about=words, calls=False), again=is_other)

    def _tell_name(self) -> None:
        """Tell the player once that a server had to change their name, because another player has it."""
        for session in list(self._servers.sessions.values()):
            other = self._servers.other_name(session)
            if not other:
                continue
            self._servers.mark_name_known(session)
            words = fill(
                tr("You are {other} at {server}: another player there is called {name}."),
                {"other": other, "name": self._window.home.name, "server": self._servers.name_of(session.fingerprint)},
            )
            key, answers = NewsKey(session.fingerprint, "name"), (("yes", tr("Change name")),)
            self._news.tell(NewsItem(key, words, answers, calls=False), again=True)

    def _greet(self) -> None:
        """Show each message of the day once, not after each reconnect."""
        for session in self._servers.sessions.values():
            if session.status == "online" and session.welcome is not None and session.welcome.motd:
                self._say(NewsKey(session.fingerprint, "motd"), session.welcome.motd)

    def _replaced(self, old: ServerSession, session: ServerSession | None) -> None:
        if session is None:
            self._news.leave(old.fingerprint)

    def _answered(self, item: NewsItem, answer: str) -> None:
        server, kind, id = item.key
        session = self._servers.sessions.get(server)
        if session is None:
            self._failed(LEFT)
            return
        match kind, answer:
            case "invitation", "yes":
                session.take_seat(id, self._opened, self._failed)
            case "rematch", "yes":
                model = session.model(id)
                self._opened(model)  # the rematch replaces it
                model.rematch(item.about == SWAPPED)
            case "look", "yes":
                model = session.model(id)
                self._opened(model)
                model.look_together()
            case "together", "open":
                self._opened(session.model(id))
            case "look", "no":
                session.model(id).look_alone()
            case "rematch", "no":
                session.model(id).close_rematch()
            case (("message" | "line"), "open"):
                self.message_opened.emit(session, id, item.about)
            case "copy", "moved":
                self._servers.accept_copy(server)
            case "name", "yes":
                self._window.ask_name()

    def _failed(self, text: Text) -> None:
        self._window.show_message(translate(text), "danger")
