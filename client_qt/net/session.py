"""The session of this player at one server, as Qt signals."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.net.direct_messages import DirectMessages
from client_qt.table.clocks import ServerTime
from client_qt.table.commands import Command
from client_qt.table.connection_loss import STOPPED_HERE, ConnectionLoss
from client_qt.table.model import Status, TableModel
from client_qt.table.remote import RemoteTable
from client_qt.trio_guest import Starts
from netgame.match.events import Created
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
from protocol.messages import (
    AccountCommand,
    Chat,
    ChatLine,
    Frozen,
    Invited,
    LeaveSeat,
    Message,
    Notice,
    People,
    Person,
    Presence,
    Profile,
    RematchState,
    SignedIn,
    TableInfo,
    Tables,
    TakeSeat,
    Welcome,
)

log = logging.getLogger(__name__)
Opened = Callable[[RemoteTable], object]
Failed = Callable[[Text], None]
FailedWithCode = Callable[[str, Text], None]
T = TypeVar("T")
ReplyT = TypeVar("ReplyT", bound=Message)
Args = TypeVarTuple("Args")
MOST_LINES = 500  # of the chat of the lobby
MOST_OVER = 20  # finished matches that are followed for offers of a rematch; servers allow 100 tables a connection
LEFT = Text("This program has left the server")
NOBODY = SignedIn(account="", name="")  # before the first sign-in
PATIENCE_S = 15.0  # the button is disabled meanwhile


class ServerSession(QObject):
    """The session at a server, and the tables watched there. `changed`: status, name or list of tables.

    `KnownServers` owns it and closes it. It owns the models of its tables, and each says once that it has ended.
    Each request ends once, by `done` or `failed`.
    """

    changed = Signal()
    followed = Signal(object)  # the model of a table, before its first events
    people_changed = Signal()
    lines_received = Signal()  # a line in the lobby, or a direct message
    direct_messages_received = Signal(
        str, object
    )  # another player's account, and new lines that they wrote to this one
    invited = Signal(object)  # Invited
    noticed = Signal(object)  # Text of the operator
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
        """`proof`: further arguments of `protocol.client.Session` for signing in."""
        super().__init__(parent)
        self.server = server
        self.tables: list[TableInfo] = []
        self.has_tables = False  # has the server sent its list of tables?
        self.people: list[Person] = []
        self.present = 0  # number of users online; `people` may be a part of them
        self.lines: list[ChatLine] = []  # of the lobby
        self.direct = DirectMessages()
        self.time = ServerTime()
        self.lost = ConnectionLoss()
        self.client = Session(server, name, None, locate=locate, **proof)  # for requests, by `ask`
        self._models: dict[str, RemoteTable] = {}
        self._leaving: dict[str, trio.Event] = {}  # tables with an `Unwatch` that the server has not answered yet
        self._only_for_talk: set[str] = set()  # finished tables that are followed for their rematch
        self._nursery = nursery
        self._tasks = 0  # requests under way, and `run`
        self._scope = trio.CancelScope()
        self.is_closed = False

    @property
    def status(self) -> Status:
        return "failed" if self.is_closed else self.client.status

    @property
    def error(self) -> Text | None:
        return LEFT if self.is_closed else self.client.error

    @property
    def retry_in(self) -> float | None:
        """Seconds until the next attempt to connect; None during an attempt, and when the program ends."""
        is_waiting = self.status == "waiting" and trio.lowlevel.in_trio_run()
        return max(0.0, self.client.retry_at - trio.current_time()) if is_waiting else None

    @property
    def error_code(self) -> str:
        """The error code of the last attempt."""
        return self.client.error_code

    @property
    def welcome(self) -> Welcome | None:
        """The greeting of the server; None before the first connection."""
        return self.client.welcome

    @property
    def account(self) -> str:
        return (self.client.signed_in or NOBODY).account

    @property
    def name(self) -> str:
        """The name of this player at the server."""
        return (self.client.signed_in or NOBODY).name

    @property
    def registered(self) -> bool:
        """Is the name registered? Only registered players play rated matches."""
        return (self.client.signed_in or NOBODY).registered

    @property
    def moderator(self) -> bool:
        return (self.client.signed_in or NOBODY).moderator

    @property
    def fingerprint(self) -> str:
        """The key of the server in the settings; a server with a public name may have a new certificate."""
        return self.server.fingerprint or self.client.server.fingerprint or ""

    def retry_now(self) -> None:
        """Connect now; the player asked for it."""
        self.client.retry_now()

    def note_stopped_here(self) -> None:
        """Note that the user of this window has stopped the server."""
        self.lost.cause = STOPPED_HERE
        for model in self._models.values():
            model.lost.cause = STOPPED_HERE
            self._tell_status(model)
        self.changed.emit()

    def retry_if_lost(self) -> None:
        """Connect now; the server was found on the network."""
        if self.status in ("connecting", "waiting"):
            self.client.retry_now(reset_pauses=False)

    def rename(self, name: str) -> None:
        """Use this name at the server from now on; `noticed` has the reason of a refusal."""
        self.ask(partial(self.client.rename, name), lambda _done: None, self.noticed.emit)

    def close(self, successor: "ServerSession | None" = None) -> None:
        """End the session; seats at tables are kept. Open requests fail. Shown tables go on at the successor, and all
        others are closed. The object is deleted when its last request has ended."""
        if self.is_closed:
            return
        self.is_closed = True
        self._scope.cancel()
        for model in self.models:
            if successor is not None and model.is_held:
                model.close(LEFT, successor.model(model.table, model.code))
            else:
                model.close(LEFT)
        self._delete_unused()

    def start(self, work: Callable[[*Args], Awaitable[object]], *args: *Args) -> None:
        """Start a task of this session, which is not deleted before its end."""
        self._tasks += 1
        self._nursery.start_soon(self._counted, work, args)

    async def _counted(self, work: Callable[[*Args], Awaitable[object]], args: tuple[*Args]) -> None:
        try:
            await work(*args)
        finally:
            self._tasks -= 1
            self._delete_unused()

    def _delete_unused(self) -> None:
        if self.is_closed and not self._tasks:
            self.deleteLater()

    async def run(self) -> None:
        """Run the session until `close`."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen)
                await nursery.start(self.client.run)

    def own_tables(self) -> list[TableInfo]:
        """The tables at which this player has a seat."""
        return [info for info in self.tables if any(seat and seat.account == self.account for seat in info.seats)]

    def own_seats(self) -> set[str]:
        """The tables at which this player has a seat, also those that the list does not show yet."""
        followed = {table for table, model in self._models.items() if model.mine}
        return followed | {info.table for info in self.own_tables()}

    @property
    def is_played_at(self) -> bool:
        """Is a match in progress there, according to the list or to the tables that are followed?"""
        matches = [model.match for model in self._models.values()]
        listed = any(info.state in ("playing", "between") for info in self.tables)
        return listed or any(match is not None and match.phase in ("playing", "between") for match in matches)

    @property
    def models(self) -> list[RemoteTable]:
        """The tables that are followed."""
        return list(self._models.values())

    def known_model(self, table: str) -> RemoteTable | None:
        return self._models.get(table)

    def model(self, table: str, code: str = "") -> RemoteTable:
        """Follow a table. `code` is for a table with an access code."""
        model = self._models.get(table)
        if model is None:
            model = self._new_model(table, code)
            self.start(self._try_to_follow, model)
        return model

    def forget(self, table: str) -> None:
        """Stop following a table, unless somebody holds its model."""
        model = self._models.get(table)
        if model is not None and not model.is_held:
            model.close(LEFT)

    def _stop_following(self, model: RemoteTable) -> None:
        """Drop a model that is closed; the next one asks the server again."""
        table = model.table
        del self._models[table]
        if table not in self._leaving and not self.is_closed:  # otherwise a request is under way
            self._leaving[table] = trio.Event()
            self.start(self._unwatch, table)

    def make_table(self, game: str, options: dict[str, Any], opened: Opened, failed: Failed, **terms: Any) -> None:
        """Create a table and take a seat. `terms` holds the other fields of `MakeTable`: title, player, clock, ..."""
        make = partial(self.client.make_table, game, options, **terms)
        self.ask(make, lambda table: opened(self.model(table)), failed)

    def leave_seat(self, table: str) -> None:
        """Leave a seat before the match has started."""
        leave = partial(self.client.command, table, LeaveSeat)
        self.ask(leave, lambda _done: None, lambda text: log.info("table %s: %s", table, text))

    def take_seat(self, table: str, opened: Opened, failed: Failed, code: str = "") -> None:
        """Take a free seat."""
        sit = partial(self.client.command, table, TakeSeat, code=code)
        self.ask(sit, lambda _done: opened(self.model(table, code)), failed)

    def watch(self, table: str, opened: Opened, failed: Failed, code: str = "") -> None:
        """Follow a table as a spectator; `failed` gets the reason of a refusal."""
        if table in self._models:
            opened(self._models[table])
            return

        def refused(text: Text) -> None:
            model.close(text)
            failed(text)

        model = self._new_model(table, code)
        self.ask(partial(self._follow, model), lambda _done: opened(model), refused)

    def fetch_finished(self, table: str, done: Opened, failed: Failed) -> None:
        """Fetch a finished match; `done` gets its model when all events are here."""
        was_known = table in self._models

        def opened(model: RemoteTable) -> None:
            def end() -> None:
                model.changed.disconnect(look)
                model.closed.disconnect(closed)
                model.replaced.disconnect(replaced)
                model.release()

            def look() -> None:
                if model.match is not None and model.match.ended is not None:
                    end()
                    done(model)
                    if not was_known:
                        self.forget(table)

            def closed(reason: Text) -> None:
                end()
                failed(reason)

            def replaced(_model: TableModel) -> None:
                closed(LEFT)

            model.hold()
            model.changed.connect(look)
            model.closed.connect(closed)
            model.replaced.connect(replaced)
            look()

        self.watch(table, opened, failed)

    def _new_model(self, table: str, code: str) -> RemoteTable:
        self._leave_old_matches()
        model = RemoteTable(table, self.account, self._send, self, self.time)
        model.code = code
        model.retry_in = lambda: self.retry_in
        model.closed.connect(lambda _reason: self._stop_following(model))
        model.replaced.connect(lambda _model: self._stop_following(model))
        self._models[table] = model
        self._tell_status(model)
        self.followed.emit(model)
        return model

    def _leave_old_matches(self) -> None:
        """Stop following all but the newest finished tables and those that are shown."""
        over = [
            table for table, model in self._models.items() if model.match is not None and model.match.phase == "over"
        ]
        for table in over[: max(0, len(over) - MOST_OVER)]:
            self.forget(table)

    def profile(self, account: str, done: Callable[[Profile], None], failed: Failed) -> None:
        """Get the profile of a player."""
        self.ask(partial(self.client.profile, account), done, failed)

    def order(
        self, message: AccountCommand, kind: type[ReplyT], done: Callable[[ReplyT], object], failed: FailedWithCode
    ) -> None:
        """Send a command about accounts; `failed` gets a code and a sentence."""

        def answered(answer: ReplyT) -> None:
            done(answer)
            if isinstance(answer, SignedIn):  # name or rank changed
                self.changed.emit()

        self.start(self._ask, partial(self.client.ask, message, kind), answered, failed)

    def ask(self, work: Callable[[], Awaitable[T]], done: Callable[[T], object], failed: Failed) -> None:
        """Send a request; either `done` or `failed` is called, within PATIENCE_S."""
        self.start(self._ask, work, done, lambda _code, text: failed(text))

    async def _listen(self) -> None:
        async for update in self.client.updates:
            self._receive(update)

    def _receive(self, update: Update) -> None:
        match update:
            case StatusChanged():
                self.lost.note(self.status, self.error_code)
                for model in self._models.values():
                    self._tell_status(model)
                self.changed.emit()
            case Tables(tables=tables):
                self.tables, self.has_tables = list(tables), True
                self.changed.emit()
            case People(people=people, count=count):
                self.people, self.present = list(people), count
                for person in people:  # before any table is watched, this tells the server's time
                    self.time.note(person.since)
                if self.direct.came_at is None:
                    self.direct.came_at = next((who.since for who in people if who.account == self.account), None)
                self.people_changed.emit()
            case Chat(room="lobby", lines=lines):
                last = self.lines[-1].number if self.lines else 0
                self.lines = [*self.lines, *(line for line in lines if line.number > last)][-MOST_LINES:]
                self.lines_received.emit()
            case Chat(room="direct", account=account, lines=lines):
                new = self.direct.add(account, lines)
                self.lines_received.emit()
                if new:
                    self.direct_messages_received.emit(account, new)
            case Invited():
                self.invited.emit(update)
            case Notice(text=text):
                self.noticed.emit(text)
            case _ if update.table in self._models:
                self._receive_at(update, self._models[update.table])

    def _keep_talk(self, model: RemoteTable, table: str) -> None:
        """Let a rematch show the talk at the table before. After a restart that table is followed for it, but none
        before that one: a series may be long."""
        if table not in self._models:
            if model.table in self._only_for_talk:
                return
            self._only_for_talk.add(table)
        model.follow_up(self.model(table))

    def _tell_status(self, model: RemoteTable) -> None:
        model.server = self.welcome.server if self.welcome is not None else ""
        model.is_server_here = self.client.is_server_here
        model.set_status(self.status, self.account, self.error, self.error_code)

    def _receive_at(self, update: Update, model: RemoteTable) -> None:
        match update:
            case NewEvents(events=events):
                first = events[0]
                if isinstance(first, Created) and first.previous:
                    self._keep_talk(model, first.previous)
                model.apply_events(events)
            case WatchStarted(after=after):
                model.restart_log(after)
            case Presence() as now:
                model.set_presence(now.present, now.causes, tuple(now.spectators), now.watching, now.now)
                if not now.frozen:
                    model.stop(None)
            case Chat(room=("table" | "spectators") as room, lines=lines):
                model.add_messages(room, lines)
            case RematchState(offers=offers, made=made, closed=closed):
                was_made = model.rematch_offers.made
                model.set_rematch_offers(offers, made, closed)
                self.rematch_changed.emit(model)
                if made and not was_made and model.mine:
                    self.played_again.emit(model, made)
            case Frozen(text=text):
                model.stop(text)
            case WatchEnded(text=text):
                model.close(text)

    async def _try_to_follow(self, model: RemoteTable) -> None:
        try:
            await self._follow(model)
        except (Refusal, ConnectError) as refusal:
            model.close(refusal.text)

    async def _follow(self, model: RemoteTable) -> None:
        """Follow a table, after a request to stop following it was answered. Raise `Refusal` if it ends meanwhile."""
        left = self._leaving.get(model.table)
        if left is not None:
            await left.wait()
        if self.known_model(model.table) is model:
            await self.client.watch(model.table, code=model.code)
        if model.reason is not None:
            raise Refusal("closed", model.reason)

    async def _unwatch(self, table: str) -> None:
        try:
            await self.client.unwatch(table)
        except (Refusal, ConnectError) as refusal:
            log.info("table %s: %s", table, refusal.text)
        finally:
            self._leaving.pop(table).set()

    async def _ask(self, work: Callable[[], Awaitable[T]], done: Callable[[T], object], failed: FailedWithCode) -> None:
        try:
            with trio.fail_after(PATIENCE_S):
                answer = await work()
        except (Refusal, ConnectError) as refusal:
            failed(refusal.code, refusal.text)
        except trio.TooSlowError:
            failed("timeout", self.client.error or Text("The server does not answer. Try it again in a moment."))
        else:
            if self.is_closed:
                failed("closed", LEFT)
            else:
                done(answer)

    def _send(self, command: Command) -> None:
        self.start(self._carry, command)

    async def _carry(self, command: Command) -> None:
        """Send a command and end it."""
        try:
            done = await self.client.command(command.table, command.message, **command.fields)
        except Refusal as refusal:
            command.refuse(refusal.text)
        except ConnectError as error:
            command.lose(error.text)
        except trio.Cancelled:
            command.lose()
            raise
        else:
            command.accept(done.number)
