"""The rooms of the lobby's chat: one of everybody, and one with each player to whom this player writes."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from client_qt.feedback.screen_reader import announce
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import DirectMessagesReceived, ServerSession, SessionUpdate
from client_qt.pages.lobby.page import LobbyPage
from client_qt.settings.file import SettingsFile
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import literal
from client_qt.widgets.chat import Spoken
from netgame.text import Text, fill
from protocol.messages import ChatLine

EVERYBODY = "lobby"  # the name of that room; the others have the account of the other player
MAX_ROOMS = 2  # of single players that have a button; others with unread lines get one after these are read


class LobbyRooms(QObject):
    """Fills the chat of the lobby and sends what the player writes there."""

    changed = Signal()
    direct_message_received = Signal(object, str, str)  # ServerSession, account, name: a direct message came
    read = Signal(object, str)  # ServerSession, account

    def __init__(self, page: LobbyPage, servers: KnownServers, settings: SettingsFile) -> None:
        super().__init__(page)
        self._page, self._servers, self._settings = page, servers, settings
        self._session: ServerSession | None = None
        self._room = EVERYBODY
        self._rooms: dict[str, dict[str, str]] = {}  # by server: names of the players with a room, by account
        self._guests = set[str]()  # accounts of players with a room who were guests when they were online last
        page.line_entered.connect(self._send)
        page.when_built(self._connect)
        servers.updated.connect(self._updated)

    def _connect(self) -> None:
        self._page.chat.room_chosen.connect(self._choose)

    def open(self, session: ServerSession, account: str, name: str) -> None:
        """Choose the room with a player of a server."""
        self._add(session, account, name)
        self._session, self._room = session, account

    def refresh(self, session: ServerSession) -> None:
        """Show the rooms of a server."""
        if session is not self._session:
            self._session, self._room = session, EVERYBODY
        rooms, muted = self._rooms_at(session), self._muted(session)
        for account in muted & rooms.keys():
            del rooms[account]
            self.read.emit(session, account)
        self._open_unread(session)
        here = [person for person in session.lobby.people if person.account in rooms]
        self._guests.difference_update(person.account for person in here)
        self._guests.update(person.account for person in here if not person.registered)
        rooms.update((account, name) for account, name in session.lobby.names.items() if account in rooms)
        if self._room not in rooms:
            self._room = EVERYBODY
        room, page = self._room, self._page
        if room != EVERYBODY and page.isVisible() and session.direct.unread(room):
            session.direct.mark_read(room)
            self.read.emit(session, room)
        titles = [(account, _title(name, session.direct.unread(account))) for account, name in rooms.items()]
        page.chat.show_rooms([(EVERYBODY, tr("Lobby")), *titles], room)
        lines = session.lobby.lines if room == EVERYBODY else session.direct.lines(room)
        spoken = [_spoken(line, session.account) for line in lines if line.account not in muted]
        is_away = self._is_away(session) and not self.refusal(session)
        away = [Spoken("", _away_words(rooms[room]))] if is_away else []
        page.chat.show_lines((spoken or [Spoken("", _empty_words(rooms.get(room, "")))]) + away)

    def _is_away(self, session: ServerSession) -> bool:
        """Whether the player of the room is not online. Where there are too many for the list, they may be."""
        online = session.lobby.names
        return self._room not in (EVERYBODY, *online) and len(online) >= session.lobby.count

    def refusal(self, session: ServerSession) -> str:
        """Why nothing can be written in the room: its player was a guest and has left. Empty if it can be."""
        if not self._is_away(session) or self._room not in self._guests:
            return ""
        return fill(tr("{name} is not online."), {"name": self._rooms_at(session).get(self._room, "")})

    def unread(self, session: ServerSession) -> Mapping[str, int]:
        """The number of unread lines by the account of their author."""
        return {account: session.direct.unread(account) for account in session.lobby.names}

    def _rooms_at(self, session: ServerSession) -> dict[str, str]:
        return self._rooms.setdefault(session.fingerprint, {})

    def _muted(self, session: ServerSession) -> frozenset[str]:
        return self._settings.value.muted_at(session.fingerprint)

    def _add(self, session: ServerSession, account: str, name: str) -> None:
        """Give a player a room, instead of one without unread lines if there are too many."""
        rooms = self._rooms_at(session)
        if account not in rooms and len(rooms) >= MAX_ROOMS:
            others = [known for known in rooms if known != self._room]
            del rooms[min(others, key=lambda known: session.direct.unread(known) > 0)]
        rooms[account] = name

    def _open_unread(self, session: ServerSession) -> None:
        """Give rooms to players with unread lines, as far as no room with unread lines has to go for them."""
        rooms, muted = self._rooms_at(session), self._muted(session)
        for account, name in session.direct.unread_talks().items():
            replaceable = [each for each in rooms if each != self._room and not session.direct.unread(each)]
            if account not in rooms and account not in muted and (len(rooms) < MAX_ROOMS or replaceable):
                self._add(session, account, name)

    def _updated(self, session: ServerSession, update: SessionUpdate) -> None:
        """Take new lines that another player wrote to this one."""
        if not isinstance(update, DirectMessagesReceived) or update.account in self._muted(session):
            return
        account, last = update.account, update.lines[-1]
        self._open_unread(session)
        page = self._page
        if session is self._session and account == self._room and page.isVisible():
            announce(page, fill(tr("{name} says: {text}"), {"name": last.name, "text": last.text}))
        self.direct_message_received.emit(session, account, last.name)

    def _choose(self, room: str) -> None:
        self._room = room
        self._page.show_note("")
        self.changed.emit()

    def _send(self, text: str) -> None:
        session, room = self._session, self._room
        if session is None:
            return

        def refused(why: Text) -> None:
            self._page.chat.keep(text, room)
            self._page.show_note(translate(why))

        self._page.show_note("")
        words = session.say("direct", "", text, room) if room != EVERYBODY else session.say("lobby", "", text)
        session.request(words, lambda _done: None, refused)


def _title(name: str, unread: int) -> str:
    return (f"({unread}) " if unread else "") + literal(name)  # a long name is cut at its end


def _empty_words(name: str) -> str:
    return fill(tr("Only you and {name} can read this."), {"name": name}) if name else tr("No messages yet.")


def _away_words(name: str) -> str:
    return fill(tr("{name} is away. Registered players read messages when they come back."), {"name": name})


def _spoken(line: ChatLine, own: str) -> Spoken:
    is_own = line.account == own
    return Spoken(tr("You") if is_own else line.name, line.text, is_own, line.account)
