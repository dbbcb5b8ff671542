"""One person's session at one server: trio goes in, Qt signals come out."""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import trio
from PySide6.QtCore import QObject, Signal

from client_qt.models.remote import RemoteTable
from client_qt.models.table import Status
from netgame.text import Text
from protocol.address import Address
from protocol.client import (
    ConnectError,
    EventsCame,
    PresenceChanged,
    Refusal,
    Server,
    Session,
    StatusChanged,
    TableFrozen,
    TablesChanged,
    Update,
    WatchEnded,
)
from protocol.messages import LeaveSeat, TableInfo, TakeSeat

log = logging.getLogger(__name__)
Opened = Callable[[RemoteTable], None]
Failed = Callable[[Text], None]
PATIENCE_S = 15.0  # somebody looks at a button that does nothing meanwhile


class Link(QObject):
    """The session at a server, and the tables watched there. `changed`: status, name or list of tables."""

    changed = Signal()

    def __init__(
        self,
        server: Server,
        name: str,
        token: bytes | None,
        nursery: trio.Nursery,
        locate: Callable[[], Iterable[Address]] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.server = server
        self.tables: list[TableInfo] = []
        self.told = False  # has the server said which tables there are?
        self._session = Session(server, name, token, locate=locate)
        self._models: dict[str, RemoteTable] = {}
        self._nursery = nursery
        self._scope = trio.CancelScope()

    @property
    def status(self) -> Status:
        return self._session.status

    @property
    def error(self) -> Text | None:
        return self._session.error

    @property
    def account(self) -> str:
        signed_in = self._session.signed_in
        return signed_in.account if signed_in is not None else ""

    @property
    def token(self) -> bytes:
        """Who this player is there, the next time as well."""
        return self._session.token

    @property
    def fingerprint(self) -> str:
        return self._session.server.fingerprint or ""

    def hurry(self) -> None:
        """Try again now."""
        self._session.hurry()

    def close(self) -> None:
        """Leave the server; its tables stay what they were there."""
        self._scope.cancel()

    async def run(self) -> None:
        """The session, until `close` or the end of the program."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._listen)
                await nursery.start(self._session.run)

    def own_tables(self) -> list[TableInfo]:
        """The tables there at which this player has a seat."""
        return [info for info in self.tables if any(seat and seat.account == self.account for seat in info.seats)]

    def known_model(self, table: str) -> RemoteTable | None:
        return self._models.get(table)

    def model(self, table: str) -> RemoteTable:
        """The table, watched from now on."""
        model = self._models.get(table)
        if model is None:
            model = self._models[table] = RemoteTable(table, self.account, self._send, self)
            model.online(self._session.status, self.account, self._session.error)
            self._nursery.start_soon(self._watch, model)
        return model

    def forget(self, table: str) -> None:
        """Watch the table no longer."""
        model = self._models.pop(table, None)
        if model is not None:
            model.deleteLater()
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
    ) -> None:
        """Open a table and sit at it. `position` is a position text to start from."""
        self._nursery.start_soon(self._make_table, (game, options, title, player, position), opened, failed)

    def leave_seat(self, table: str) -> None:
        """Give up a seat at a table that has not started."""
        self._nursery.start_soon(self._leave_seat, table)

    def take_seat(self, table: str, opened: Opened, failed: Failed) -> None:
        """Sit down where a seat is free."""
        self._nursery.start_soon(self._take_seat, table, opened, failed)

    # ---- in trio

    async def _listen(self) -> None:
        async for update in self._session.updates:
            self._took(update)

    def _took(self, update: Update) -> None:
        match update:
            case StatusChanged():
                for model in self._models.values():
                    model.online(self._session.status, self.account, self._session.error)
                self.changed.emit()
            case TablesChanged(tables):
                self.tables, self.told = list(tables), True
                self.changed.emit()
            case EventsCame(table, events) if table in self._models:
                self._models[table].happened(events)
            case PresenceChanged(table, present) if table in self._models:
                self._models[table].present(present)
            case TableFrozen(table, text) | WatchEnded(table, text) if table in self._models:
                self._models[table].gone.emit(text)

    async def _watch(self, model: RemoteTable) -> None:
        try:
            await self._session.watch(model.table)
        except (Refusal, ConnectError) as refusal:
            model.gone.emit(refusal.text)

    async def _unwatch(self, table: str) -> None:
        try:
            await self._session.unwatch(table)
        except (Refusal, ConnectError) as refusal:
            log.info("table %s: %s", table, refusal.text)

    async def _make_table(self, what: tuple[Any, ...], opened: Opened, failed: Failed) -> None:
        try:
            with trio.fail_after(PATIENCE_S):
                table = await self._session.make_table(*what)
        except (Refusal, ConnectError) as refusal:
            failed(refusal.text)
        except trio.TooSlowError:
            failed(self._why_not())
        else:
            opened(self.model(table))

    async def _take_seat(self, table: str, opened: Opened, failed: Failed) -> None:
        try:
            with trio.fail_after(PATIENCE_S):
                await self._session.command(table, TakeSeat)
        except (Refusal, ConnectError) as refusal:
            failed(refusal.text)
        except trio.TooSlowError:
            failed(self._why_not())
        else:
            opened(self.model(table))

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
        refusal: Text | None = None
        try:
            await self._session.command(table, message, **fields)
        except (Refusal, ConnectError) as error:
            refusal = error.text
        if table in self._models:
            self._models[table].answered(refusal)
