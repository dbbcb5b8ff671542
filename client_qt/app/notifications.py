"""Banners for news of servers: invitations, notices of the operator, and rematch offers at hidden tables."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from client_qt.app.main_window import MainWindow, closing
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import RematchChanged, ServerSession, SessionUpdate
from client_qt.table.remote import RemoteTable
from client_qt.text.offer_words import rematch_words
from client_qt.text.plain import said_by
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.widgets.banner import Action
from netgame.games import GAMES
from netgame.match.events import Player
from netgame.text import Text, fill
from protocol.messages import Invited, Notice


class Notifications(QObject):
    """Shows news one after the other, until each is answered or closed. `invited` carries the text of an invitation."""

    invited = Signal(str)
    message_opened = Signal(object, str, str)  # ServerSession, account and name of the author

    def __init__(
        self, window: MainWindow, servers: KnownServers, opened: Callable[[RemoteTable], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._banner, self._servers, self._opened = window, window.banner, servers, opened
        servers.updated.connect(self._updated)
        servers.changed.connect(self._greet)
        servers.changed.connect(self._end_countdowns)
        servers.changed.connect(self._tell_name)
        self._rematches: dict[str, str] = {}  # by table: the text of the question that is open
        self._messages: dict[tuple[ServerSession, str], str] = {}  # by author: the text of the news
        self._countdowns: dict[ServerSession, str] = {}  # the text of the last notice that says in how many seconds
        self._greeted: list[ServerSession] = []  # sessions whose message of the day was shown

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        match update:
            case Invited():
                self._invited(session, update)
            case Notice(text=text):
                self._noticed(session, text)
            case RematchChanged(model=model):
                self._rematch(model)

    def _invited(self, session: ServerSession, invited: Invited) -> None:
        table = invited.table
        game = GAMES[table.game].title if table.game in GAMES else table.title
        words = fill(tr("{name} would like to play {game} with you."), {"name": invited.name, "game": game})
        join = partial(session.take_seat, table.table, self._opened, self._failed)
        self._ask(words, (tr("Join"), join), no=tr("Not now"))
        self.invited.emit(words)

    def _rematch(self, model: RemoteTable) -> None:
        """Ask about a rematch, except at the table itself, which shows the offer."""
        self._banner.withdraw(self._rematches.pop(model.table, ""))
        at_it = self._window.page == "table" and self._window.table.model is model
        if at_it or len(model.mine) != 1 or model.rematch_offers.made:
            return
        other: Player = 1 if 0 in model.mine else 0
        swap = model.rematch_offers.offers[other]
        if swap is not None:
            self._ask_rematch(model, rematch_words(model.name_of(other), swap), swap)

    def _ask_rematch(self, model: RemoteTable, words: str, swap: bool) -> None:
        def accept() -> None:
            self._opened(model)  # the rematch replaces it
            model.rematch(swap)

        self._rematches[model.table] = words
        self._ask(words, (tr("Accept"), accept), no=tr("Decline"), refuse=model.close_rematch)
        self.invited.emit(words)

    def direct_message(self, session: ServerSession, account: str, name: str) -> None:
        """Announce the first unread message of a player. The lobby shows it by itself."""
        if self._window.page == "lobby" or (session, account) in self._messages:
            return
        words = fill(tr("{name} has sent you a message."), {"name": name})
        self._messages[session, account] = words
        self._ask(words, (tr("Read"), partial(self.message_opened.emit, session, account, name)))

    def messages_read(self, session: ServerSession, account: str) -> None:
        """Withdraw the news about messages of a player."""
        self._banner.withdraw(self._messages.pop((session, account), ""))

    def _failed(self, text: Text) -> None:
        self._window.show_message(translate(text), "danger")

    def _ask(self, words: str, *answers: Action, no: str = "", refuse: Callable[[], object] = lambda: None) -> None:
        """Ask after the questions before are answered. Each button closes the banner."""
        buttons = ((no or tr("Close"), refuse), *answers)
        self._banner.ask(words, "turn", tuple(closing(self._banner, *button) for button in buttons))

    def _noticed(self, session: ServerSession, text: Text) -> None:
        words = said_by(self._servers.name_of(session.fingerprint), translate(text))
        if "seconds" in text.args:
            self._banner.withdraw(self._countdowns.pop(session, ""))
            self._countdowns[session] = words
        self._ask(words)

    def _end_countdowns(self) -> None:
        """Withdraw the notice that a server stops in some seconds, when it has stopped."""
        current = self._servers.sessions.values()
        for session in [old for old in self._countdowns if old not in current or old.status != "online"]:
            self._banner.withdraw(self._countdowns.pop(session))

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
            self._ask(words, (tr("Change name"), self._window.ask_name))

    def _greet(self) -> None:
        """Show the message of the day once for each sign-in, not after each reconnect."""
        sessions = self._servers.sessions.values()
        self._greeted = [session for session in self._greeted if session in sessions]
        for session in sessions:
            if session.status == "online" and session not in self._greeted:
                self._greeted.append(session)
                if session.welcome is not None and session.welcome.motd:
                    self._noticed(session, Text("{words}", {"words": session.welcome.motd}))
