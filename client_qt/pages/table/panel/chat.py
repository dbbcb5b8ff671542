"""What is said at a table: which room is read, who may write there, what is new, and whom one does not want to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from client_qt.pages.table.panel.people import agreed_lines, people_of
from client_qt.table.model import ChatMessage, ChatRoom, TableModel
from client_qt.text.rules_text import tr
from client_qt.widgets.chat import Spoken
from netgame.match.state import Match

if TYPE_CHECKING:
    from client_qt.pages.table.page import TablePage


class TableChat(QObject):
    """Belongs to one table page; keeps the tabs Chat, Players and Rules."""

    heard_line = Signal(object)  # a ChatMessage that somebody else said just now, in a room that is read here

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._page = page
        self._room: ChatRoom = "table"
        self._read: dict[ChatRoom, int] = {}  # the number of the last line that was seen
        self._heard: dict[ChatRoom, int] = {}  # of the last one that came
        self._muted: frozenset[str] = frozenset()
        self._sent = ""  # what was written last, until it is heard or refused
        view = page.panel.chat
        view.said.connect(self._said)
        view.room_chosen.connect(self._choose)
        view.left.connect(page.board.setFocus)
        view.report.connect(page.report)
        page.panel.people.report.connect(page.report)
        page.panel.people.mute.connect(self._mute)
        page.panel.tabs.currentChanged.connect(self.refresh)
        page.panel.seen.connect(self.refresh)

    @property
    def _model(self) -> TableModel | None:
        """The table where people talk: that of the match, also while moves are tried beside it."""
        return self._page.model.original if self._page.model is not None else None

    @property
    def unread(self) -> int:
        """How many lines of others nobody has seen yet, in the rooms that can be read here."""
        model = self._model
        return sum(self._unread(model, room) for room in self._rooms()) if model is not None else 0

    def forget(self, model: TableModel | None) -> None:
        """Another table is shown: what was said before is history, not news."""
        self._room = "spectators" if model is not None and model.is_spectator else "table"
        self._sent = ""
        self._read = {room: lines[-1].number for room, lines in model.rooms.items() if lines} if model else {}
        self._heard = dict(self._read)

    def set_muted(self, accounts: frozenset[str]) -> None:
        """Nobody wants to read these."""
        self._muted = accounts
        self.refresh()

    def refused(self) -> None:
        """If it was something that was said, it goes back into the field."""
        if self._sent:
            self._page.panel.chat.keep(self._sent)
            self._sent = ""

    def heard(self, room: str) -> None:
        """Something was said."""
        model = self._model
        if model is not None and self._sent and any(line.text == self._sent for line in model.rooms[self._room][-3:]):
            self._sent = ""
        self.refresh()
        if model is not None:
            self._tell_new(model, "spectators" if room == "spectators" else "table")

    def _tell_new(self, model: TableModel, room: ChatRoom) -> None:
        """Say what others said just now."""
        before, mine = self._heard.get(room, 0), self._own_accounts(model)
        lines = [line for line in model.rooms[room] if line.number > before]
        if lines:
            self._heard[room] = lines[-1].number
        for line in lines if room in self._rooms() else ():
            if self._wanted(line) and line.account not in mine:
                self.heard_line.emit(line)

    def refresh(self) -> None:
        """Show all of it as it is now."""
        model, panel = self._model, self._page.panel
        match = model.match if model is not None else None
        if model is None or match is None:
            return
        rooms = self._rooms()
        if rooms and self._room not in rooms:
            self._room = rooms[0]
        if panel.reads_chat and rooms and model.rooms[self._room]:
            self._read[self._room] = model.rooms[self._room][-1].number
        panel.show_chat(bool(rooms), self.unread)
        self._page.rail.show_chat(bool(rooms), self.unread)
        panel.chat.show_rooms([(room, self._room_words(model, room)) for room in rooms], self._room)
        panel.chat.show_lines([self._spoken(model, match, i) for i in model.rooms[self._room] if self._wanted(i)])
        self._show_field(model, match)
        panel.people.show_people(*people_of(model, match, self._muted))
        panel.rules.show_rules(match.game.key, agreed_lines(match))

    # ---- inside

    def _rooms(self) -> list[ChatRoom]:
        """The rooms that can be read here."""
        model = self._model
        match = model.match if model is not None else None
        if model is None or match is None or model.shared_screen or model.is_record:
            return []
        if model.is_spectator:
            return ["spectators", "table"]
        told = match.created.spectators and (match.created.spectator_chat or match.phase == "over")
        return ["table", "spectators"] if told else ["table"]

    def _room_words(self, model: TableModel, room: ChatRoom) -> str:
        words = tr("Players") if room == "table" else tr("Spectators")
        new = self._unread(model, room)
        return f"{words} ({new})" if new else words

    def _unread(self, model: TableModel, room: ChatRoom) -> int:
        seen = self._read.get(room, 0)
        mine = self._own_accounts(model)
        return sum(
            line.number > seen and self._wanted(line) and line.account not in mine for line in model.rooms[room][-99:]
        )

    def _own_accounts(self, model: TableModel) -> frozenset[str]:
        return frozenset({model.account}) if model.account else frozenset()

    def _wanted(self, line: ChatMessage) -> bool:
        return line.account not in self._muted

    def _spoken(self, model: TableModel, match: Match, line: ChatMessage) -> Spoken:
        own = bool(model.account) and line.account == model.account
        return Spoken(tr("You") if own else line.name, line.text, own, line.account)

    def _show_field(self, model: TableModel, match: Match) -> None:
        view = self._page.panel.chat
        if model.status != "online":
            view.set_may_write(False, tr("You can write again when the connection is back."))
        elif self._room == "table" and model.is_spectator:
            view.set_may_write(False, tr("Only the players write here. The spectators have their own room."))
        elif self._room == "spectators" and not model.is_spectator:
            view.set_may_write(False, tr("The spectators write here. You read along."))
        else:
            view.set_may_write(True)

    def _said(self, text: str) -> None:
        model = self._model
        if model is not None:
            self._sent = text
            model.write(self._room, text)

    def _choose(self, room: str) -> None:
        self._room = "spectators" if room == "spectators" else "table"
        self.refresh()

    def _mute(self, account: str, muted: bool) -> None:
        self._muted = self._muted | {account} if muted else self._muted - {account}
        self._page.mute_chosen.emit(account, muted)
        self.refresh()
