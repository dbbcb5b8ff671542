"""The chat of a table: its rooms, the right to write there, and unread messages."""

from PySide6.QtCore import QObject, Signal

from client_qt.pages.table.panel.rail import Rail
from client_qt.pages.table.panel.side_panel import SidePanel
from client_qt.pages.table.view.people import agreed_lines, people_of
from client_qt.table.commands import Command
from client_qt.table.model import ChatRoom, TableModel
from client_qt.text.translation import tr
from client_qt.widgets.chat import Spoken
from netgame.text import fill
from protocol.messages import ChatLine, Say


class TableChat(QObject):
    """Fills the tabs Chat, Players and Rules of a panel."""

    line_received = Signal(object)  # a new ChatLine of another person in a room that is shown here
    mute_chosen = Signal(str, bool)  # account, whether its messages are hidden

    def __init__(self, panel: SidePanel, rail: Rail) -> None:
        super().__init__(panel)
        self._panel, self._rail = panel, rail
        self._model: TableModel | None = None
        self._chosen: ChatRoom | None = None  # by the user
        self._read: dict[ChatRoom, int] = {}  # the number of the last message that was seen
        self._heard: dict[ChatRoom, int] = {}  # of the last one that came
        self._muted: frozenset[str] = frozenset()
        panel.chat.line_entered.connect(self._send)
        panel.chat.room_chosen.connect(self._choose)
        panel.people.mute.connect(self._mute)
        panel.tabs.currentChanged.connect(self.refresh)
        panel.seen.connect(self.refresh)

    @property
    def unread(self) -> int:
        """The number of unread messages in the shown rooms."""
        return sum(self._unread(self._model, room) for room in self._rooms()) if self._model is not None else 0

    def set_model(self, model: TableModel | None) -> None:
        """Show another table, or the match of a variation; earlier messages count as read."""
        model = model.original if model is not None else None
        if model is not None and model is self._model:
            return
        if self._model is not None:
            self._model.chatted.disconnect(self._chatted)
            self._model.command_ended.disconnect(self._command_ended)
        self._model = model
        self._chosen = None
        self._read = {room: lines[-1].number for room, lines in model.rooms.items() if lines} if model else {}
        self._heard = dict(self._read)
        if model is not None:
            model.chatted.connect(self._chatted)
            model.command_ended.connect(self._command_ended)

    def set_muted(self, accounts: frozenset[str]) -> None:
        """Hide the messages of these accounts."""
        self._muted = accounts
        self.refresh()

    def _command_ended(self, command: Command) -> None:
        """Put a message that was not accepted back into the field."""
        if command.message is Say and command.state != "accepted":
            self._panel.chat.keep(command.fields["text"])

    def refresh(self) -> None:
        model, panel = self._model, self._panel
        match = model.match if model is not None else None
        if model is None or match is None:
            return
        rooms = self._rooms()
        if panel.isVisible() and panel.tab == "chat" and rooms and model.rooms[self._room]:
            self._read[self._room] = model.rooms[self._room][-1].number
        panel.show_chat(bool(rooms), self.unread)
        self._rail.show_chat(bool(rooms), self.unread)
        panel.chat.show_rooms([(room, self._room_title(model, room)) for room in rooms], self._room)
        panel.chat.show_lines(self._lines(model))
        if model.status != "online":
            panel.chat.set_may_write(False, tr("You can write again when the connection is back."))
        elif self._room == "table" and model.is_spectator:
            panel.chat.set_may_write(False, tr("Only the players can write here. Spectators have their own chat."))
        elif self._room == "spectators" and not model.is_spectator:
            panel.chat.set_may_write(False, tr("Only the spectators can write here. You can read it."))
        else:
            panel.chat.set_may_write(True)
        panel.show_watching(model.watching)
        self._rail.show_watching(model.watching)
        panel.people.show_people(*people_of(model, match, self._muted))
        panel.rules.show_rules(match.game.key, agreed_lines(match, at_server=not (model.is_local or model.is_record)))

    def _chatted(self, name: str) -> None:
        model = self._model
        assert model is not None
        self.refresh()
        room: ChatRoom = "spectators" if name == "spectators" else "table"
        before = self._heard.get(room, 0)
        new = [message for message in model.rooms[room] if message.number > before]
        if new:
            self._heard[room] = new[-1].number
        for message in new if room in self._rooms() else ():
            if self._counts(model, message):
                self.line_received.emit(message)

    def _lines(self, model: TableModel) -> list[Spoken]:
        """Return the lines of the room. The talk at the table before a rematch, or at the host before, is above."""
        earlier = model.earlier if self._room == "table" else ()
        before, now = ([line for line in lines if line.account not in self._muted]
                       for lines in (earlier, model.rooms[self._room]))  # fmt: skip
        spoken = [[_spoken(line, _is_own(model, line)) for line in lines] for lines in (before, now)]
        is_continued = model.match is not None and model.match.rehosted is not None
        words = fill(tr("Continued at {server}"), {"server": model.server}) if is_continued else tr("Rematch")
        return [*spoken[0], Spoken("", words), *spoken[1]] if before else spoken[1]

    @property
    def _room(self) -> ChatRoom:
        """The chosen room, or the one in which the user may write."""
        rooms = self._rooms()
        return self._chosen if self._chosen in rooms and self._chosen else (*rooms, "table")[0]

    def _rooms(self) -> list[ChatRoom]:
        """Return the rooms that can be read here; the user may write in the first one."""
        model = self._model
        match = model.match if model is not None else None
        if model is None or match is None or not model.live:
            return []
        if model.is_spectator:
            return ["spectators", "table"]
        both = match.created.spectators and (match.created.spectator_chat or match.phase == "over")
        return ["table", "spectators"] if both else ["table"]

    def _room_title(self, model: TableModel, room: ChatRoom) -> str:
        title = tr("Chat of the players") if room == "table" else tr("Chat of the spectators")
        new = self._unread(model, room)
        return f"{title} ({new})" if new else title

    def _unread(self, model: TableModel, room: ChatRoom) -> int:
        seen = self._read.get(room, 0)
        return sum(message.number > seen and self._counts(model, message) for message in model.rooms[room][-99:])

    def _counts(self, model: TableModel, message: ChatLine) -> bool:
        """Return whether the message is by another person who is not muted."""
        return not _is_own(model, message) and message.account not in self._muted

    def _send(self, text: str) -> None:
        if self._model is not None:
            self._model.write(self._room, text)

    def _choose(self, room: str) -> None:
        self._chosen = "spectators" if room == "spectators" else "table"
        self.refresh()

    def _mute(self, account: str, muted: bool) -> None:
        self._muted = self._muted | {account} if muted else self._muted - {account}
        self.mute_chosen.emit(account, muted)
        self.refresh()


def _is_own(model: TableModel, message: ChatLine) -> bool:
    return bool(model.account) and message.account == model.account


def _spoken(message: ChatLine, own: bool) -> Spoken:
    return Spoken(tr("You") if own else message.name, message.text, own, message.account)
