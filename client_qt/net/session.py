"""One person's session at one server: trio goes in, Qt signals come out."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, TypeVar

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.table.clocks import ServerTime
from client_qt.table.connection_loss import ConnectionLoss
from client_qt.table.model import Status
from client_qt.table.remote import RemoteTable
from client_qt.trio_guest import Starts
from netgame.text import Text
from protocol.address import Address
from protocol.client import (
    ConnectError,
    NewEvents,
    Refusal,
    Server,
    Session,
    StatusChanged,
    Update,
    WatchEnded,
    WatchStarted,
)
from protocol.identity.device_key import DeviceKey
from protocol.messages import (
    AccountCommand,
    Chat,
    ChatLine,
    Frozen,
    History,
    Invite,
    Invited,
    LeaveSeat,
    Message,
    Notice,
    People,
    Person,
    Presence,
    Profile,
    RematchState,
    SendMove,
    SignedIn,
    TableInfo,
    Tables,
    TakeSeat,
    Welcome,
)

log = logging.getLogger(__name__)
Opened = Callable[[RemoteTable], object]
Failed = Callable[[Text], None]
Told = Callable[[str, Text], None]  # a code and a sentence
T = TypeVar("T")
ReplyT = TypeVar("ReplyT", bound=Message)
MOST_LINES = 500  # of the chat of the lobby
MOST_OVER = (
    20  # finished matches that are watched, for offers of a rematch; a server lets one connection follow 100 tables
)
PATIENCE_S = 15.0  # somebody looks at a button that does nothing meanwhile


class ServerSession(QObject):
    """The session at a server, and the tables watched there. `changed`: status, name or list of tables."""

    changed = Signal()
    people_changed = Signal()
    said = Signal()  # something in the lobby
    invited = Signal(object)  # Invited
    noticed = Signal(object)  # Text, of whoever runs the server
    rematch_changed = Signal(object)  # the model of a finished table
    played_again = Signal(object, str)  # the model of a finished table, and the table that its rematch is played at

    def __init__(
        self,
        server: Server,
        name: str,
        nursery: Starts,
        locate: Callable[[], Iterable[Address]] | None = None,
        parent: QObject | None = None,
        **proof: Any,
    ) -> None:
        """`proof`: what says who this is besides token and key, as `Session` takes it."""
        super().__init__(parent)
        self.server = server
        self.tables: list[TableInfo] = []
        self.told = False  # has the server said which tables there are?
        self.people: list[Person] = []
        self.present = 0  # how many people there are in all
        self.lines: list[ChatLine] = []  # of the lobby
        self.time = ServerTime()
        self.lost = ConnectionLoss()
        self._session = Session(server, name, None, locate=locate, **proof)
        self._models: dict[str, RemoteTable] = {}
        self._leaving: dict[str, trio.Event] = {}  # tables with an `Unwatch` that the server has not answered yet
        self._nursery = nursery
        self._scope = trio.CancelScope()

    @property
    def status(self) -> Status:
        return self._session.status

    @property
    def error(self) -> Text | None:
        return self._session.error

    @property
    def retry_in(self) -> float | None:
        """Seconds until the next try, while the line is lost and no try is under way."""
        return max(0.0, self._session.retry_at - trio.current_time()) if self.status == "waiting" else None

    @property
    def error_code(self) -> str:
        """Why the last try failed, for programs."""
        return self._session.error_code

    @property
    def welcome(self) -> Welcome | None:
        """What the server says of itself; None as long as it was never met."""
        return self._session.welcome

    @property
    def account(self) -> str:
        signed_in = self._session.signed_in
        return signed_in.account if signed_in is not None else ""

    @property
    def name(self) -> str:
        """What this player is called there."""
        signed_in = self._session.signed_in
        return signed_in.name if signed_in is not None else ""

    @property
    def registered(self) -> bool:
        """Whether this player has the name for himself there, and may play rated matches."""
        signed_in = self._session.signed_in
        return signed_in is not None and signed_in.registered

    @property
    def moderator(self) -> bool:
        signed_in = self._session.signed_in
        return signed_in is not None and signed_in.moderator

    @property
    def token(self) -> bytes:
        """Who this player is there, the next time as well."""
        return self._session.token

    @property
    def fingerprint(self) -> str:
        """By which the server is known here; one with a public name may show another certificate by now."""
        return self.server.fingerprint or self._session.server.fingerprint or ""

    def retry_now(self) -> None:
        """Try again now, because the player asks for it."""
        self._session.retry_now()

    def seen(self) -> None:
        """Try again now, because the server was found on the network."""
        if self.status in ("connecting", "waiting"):
            self._session.retry_now(reset_pauses=False)

    def close(self) -> None:
        """Leave the server; its tables stay what they were there."""
        self._scope.cancel()

    def identify(self, token: bytes | None, device: DeviceKey | None) -> None:
        """Be known at the server by these; before `run`."""
        self._session.identify(token, device)

    async def run(self) -> None:
        """The session, until `close` or the end of the program."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen)
                await nursery.start(self._session.run)

    def own_tables(self) -> list[TableInfo]:
        """The tables there at which this player has a seat."""
        return [info for info in self.tables if any(seat and seat.account == self.account for seat in info.seats)]

    @property
    def is_played_at(self) -> bool:
        """Does a match go on there, as far as its list of tables or the tables that are watched tell?"""
        matches = [model.match for model in self._models.values()]
        listed = any(info.state in ("playing", "between") for info in self.tables)
        return listed or any(match is not None and match.phase in ("playing", "between") for match in matches)

    def known_model(self, table: str) -> RemoteTable | None:
        return self._models.get(table)

    def model(self, table: str, code: str = "") -> RemoteTable:
        """The table, watched from now on. `code` is that of a table which asks for one."""
        model = self._models.get(table)
        if model is None:
            model = self._models[table] = self._new_model(table)
            self._nursery.start_soon(self._watch, model, code)
        return model

    def forget(self, table: str) -> None:
        """Watch the table no longer."""
        model = self._models.pop(table, None)
        if model is None:
            return
        model.deleteLater()
        self._stop_watching(table)

    def _stop_watching(self, table: str) -> None:
        if table not in self._leaving:  # else a later watch still waits for that answer, and will not begin
            self._leaving[table] = trio.Event()
            self._nursery.start_soon(self._unwatch, table)

    def make_table(
        self,
        game: str,
        options: dict[str, Any],
        title: str,
        player: int | None,
        position: str | None,
        opened: Opened,
        failed: Failed,
        **agreed: Any,
    ) -> None:
        """Open a table and sit at it. `position` is a position text to start from, `agreed` the other fields of the
        message `MakeTable`: clock, absence, access and so on."""
        make = partial(self._session.make_table, game, options, title, player, position, **agreed)
        self.ask(make, lambda table: opened(self.model(table)), failed)

    def leave_seat(self, table: str) -> None:
        """Give up a seat at a table that has not started."""
        self._nursery.start_soon(self._leave_seat, table)

    def take_seat(self, table: str, opened: Opened, failed: Failed, code: str = "") -> None:
        """Sit down where a seat is free."""
        sit = partial(self._session.command, table, TakeSeat, code=code)
        self.ask(sit, lambda _done: opened(self.model(table, code)), failed)

    def look_on(self, table: str, opened: Opened, failed: Failed, code: str = "") -> None:
        """Follow a table without a seat."""
        if table in self._models:
            opened(self._models[table])
            return

        def told(_nothing: None) -> None:
            if self.known_model(table) is model:  # it may have ended meanwhile
                opened(model)

        def refused(text: Text) -> None:
            self._drop(model)
            failed(text)

        model = self._models[table] = self._new_model(table)
        self.ask(partial(self._follow, model, code), told, refused)

    def _new_model(self, table: str) -> RemoteTable:
        self._leave_old_matches()
        model = RemoteTable(table, self.account, self._send, self, self.time)
        model.retry_in = lambda: self.retry_in
        model.gone.connect(self._gone)
        self._tell_status(model)
        return model

    def _leave_old_matches(self) -> None:
        """Watch only the newest of the tables whose match is over. Those that a page still shows stay as they are."""
        over = [
            table for table, model in self._models.items() if model.match is not None and model.match.phase == "over"
        ]
        for table in over[: max(0, len(over) - MOST_OVER)]:
            del self._models[table]
            self._stop_watching(table)

    def _gone(self) -> None:
        """A table cannot be followed any more. Asked for again it is watched again, or refused with the reason."""
        model = self.sender()
        if isinstance(model, RemoteTable):
            self._drop(model)

    def _drop(self, model: RemoteTable) -> None:
        if self.known_model(model.table) is model:
            self.forget(model.table)

    # ---- people and what was played

    def say(self, text: str, failed: Failed) -> None:
        """A line in the lobby."""
        self.ask(partial(self._session.say, "lobby", "", text), _nothing, failed)

    def invite(self, table: str, account: str, done: Callable[[], None], failed: Failed) -> None:
        """Ask somebody to an own table."""
        self.ask(partial(self._session.command, table, Invite, account=account), lambda _done: done(), failed)

    def profile(self, account: str, done: Callable[[Profile], None], failed: Failed) -> None:
        """How somebody plays."""
        self.ask(partial(self._session.profile, account), done, failed)

    def history(self, done: Callable[[History], None], failed: Failed, **wanted: Any) -> None:
        """Finished matches: `account`, `game`, `before`, `limit`."""
        self.ask(partial(self._session.history, **wanted), done, failed)

    def order(
        self, message: AccountCommand, kind: type[ReplyT], done: Callable[[ReplyT], object], failed: Told
    ) -> None:
        """Something about accounts; `failed` gets a code as well."""

        def told(answer: ReplyT) -> None:
            done(answer)
            if isinstance(answer, SignedIn):  # the name or the rank are other ones
                self.changed.emit()

        self._nursery.start_soon(self._order, partial(self._session.ask, message, kind), told, failed)

    def ask(self, work: Callable[[], Awaitable[T]], done: Callable[[T], object], failed: Failed) -> None:
        """Do that at the server; one of the two is called once, after some seconds at most."""
        self._nursery.start_soon(self._ask, work, done, failed)

    # ---- in trio

    async def _listen(self) -> None:
        async for update in self._session.updates:
            self._took(update)

    def _took(self, update: Update) -> None:
        match update:
            case StatusChanged():
                self.lost.note(self.status, self.error_code)
                for model in self._models.values():
                    self._tell_status(model)
                self.changed.emit()
            case Tables(tables=tables):
                self.tables, self.told = list(tables), True
                self.changed.emit()
            case People(people=people, count=count):
                self.people, self.present = list(people), count
                self.people_changed.emit()
            case Chat(room="lobby", lines=lines):
                last = self.lines[-1].number if self.lines else 0
                self.lines = [*self.lines, *(line for line in lines if line.number > last)][-MOST_LINES:]
                self.said.emit()
            case Invited():
                self.invited.emit(update)
            case Notice(text=text):
                self.noticed.emit(text)
            case _ if update.table in self._models:
                self._took_of_table(update, self._models[update.table])

    def _tell_status(self, model: RemoteTable) -> None:
        model.online(self.status, self.account, self.error, self.error_code)

    def _took_of_table(self, update: Update, model: RemoteTable) -> None:
        match update:
            case NewEvents(events=events):
                model.happened(events)
            case WatchStarted(after=after):
                model.begins(after)
            case Presence() as now:
                model.present(now.present, now.causes, tuple(now.spectators), now.watching, now.now)
            case Chat(room=("table" | "spectators") as room, lines=lines):
                model.said(room, lines)
            case RematchState(offers=offers, made=made, closed=closed):
                was_made = model.rematch_offers.made
                model.rematch_changed(offers, made, closed)
                self.rematch_changed.emit(model)
                if made and not was_made and model.mine:
                    self.played_again.emit(model, made)
            case Frozen(text=text) | WatchEnded(text=text):
                model.gone.emit(text)

    async def _watch(self, model: RemoteTable, code: str) -> None:
        try:
            await self._follow(model, code)
        except (Refusal, ConnectError) as refusal:
            if self.known_model(model.table) is model:
                model.gone.emit(refusal.text)

    async def _follow(self, model: RemoteTable, code: str) -> None:
        """Watch a table, after the answer to a request to leave it: the server takes them in the order of sending."""
        left = self._leaving.get(model.table)
        if left is not None:
            await left.wait()
        if self.known_model(model.table) is model:
            await self._session.watch(model.table, code=code)

    async def _unwatch(self, table: str) -> None:
        try:
            await self._session.unwatch(table)
        except (Refusal, ConnectError) as refusal:
            log.info("table %s: %s", table, refusal.text)
        finally:
            self._leaving.pop(table).set()

    async def _ask(self, work: Callable[[], Awaitable[T]], done: Callable[[T], object], failed: Failed) -> None:
        try:
            with trio.fail_after(PATIENCE_S):
                answer = await work()
        except (Refusal, ConnectError) as refusal:
            failed(refusal.text)
        except trio.TooSlowError:
            failed(self._why_not())
        else:
            done(answer)

    async def _order(
        self, work: Callable[[], Awaitable[ReplyT]], done: Callable[[ReplyT], object], failed: Told
    ) -> None:
        try:
            with trio.fail_after(PATIENCE_S):
                answer = await work()
        except (Refusal, ConnectError) as refusal:
            failed(refusal.code, refusal.text)
        except trio.TooSlowError:
            failed("timeout", self._why_not())
        else:
            done(answer)

    async def _leave_seat(self, table: str) -> None:
        try:
            await self._session.command(table, LeaveSeat)
        except (Refusal, ConnectError) as refusal:
            log.info("table %s: %s", table, refusal.text)

    def _why_not(self) -> Text:
        return self._session.error or Text("The server does not answer. Try it again in a moment.")

    def _send(self, message: type, table: str, **fields: Any) -> None:
        self._nursery.start_soon(partial(self._command, message, table, **fields))

    async def _command(self, message: type, table: str, **fields: Any) -> None:
        refusal, moved_at = None, 0
        try:
            done = await self._session.command(table, message, **fields)
            moved_at = done.number if message is SendMove else 0
        except (Refusal, ConnectError) as error:
            refusal = error.text
        if table in self._models:
            self._models[table].answered(refusal, moved_at)


def _nothing(_answer: object) -> None:
    """What was asked for is seen by itself."""
