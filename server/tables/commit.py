"""Group commit: writes what the actors of all tables decided, one transaction after another."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol

import trio

from server.ops.faults import Faults, no_faults
from server.storage.event_store import Append, Conflict, EventStore, Row, StoreProblem
from server.tables.service import Service
from server.tables.table import Table

Writing = tuple["Writer", Append]
StartSoon = Callable[[Callable[[], Awaitable[None]]], None]


class Writer(Protocol):
    """A command whose events wait for a commit, or for a read of its table. Its methods must not raise."""

    @property
    def table(self) -> Table: ...

    def committed(self, append: Append) -> None:
        """Go on: the append is durable."""

    def not_committed(self, problem: StoreProblem) -> None:
        """Go on: the disk failed, and it is unknown whether the append is on it."""

    def not_read(self, problem: StoreProblem) -> None:
        """Go on: the log cannot be read, and the append, if there was one, is not on disk."""

    def rows_read(self, rows: Sequence[Row]) -> None:
        """Go on with the events that other servers have added to the log."""

    def reload(self, rows: Sequence[Row]) -> None:
        """Go on with the log on disk, which is a different one."""


class GroupCommit:
    """Collects appends while one transaction is written, and writes them all with the next one.

    Also counts the tables that are at work, for `quiet`.
    """

    def __init__(self, store: EventStore, service: Service, start_soon: StartSoon, faults: Faults = no_faults) -> None:
        self._store, self._service, self._start_soon, self._faults = store, service, start_soon, faults
        self._next: list[Writing] = []
        self._is_writing = False
        self._busy = 0
        self._quiet = trio.lowlevel.ParkingLot()

    def begin(self) -> None:
        """A table begins to work on a command."""
        self._busy += 1

    def end(self) -> None:
        """A table has answered all its commands."""
        self._busy -= 1
        if not self._busy:
            self._quiet.unpark_all()

    async def quiet(self) -> None:
        """Wait until no table is at work."""
        while self._busy:
            await self._quiet.park()

    def submit(self, writer: Writer, append: Append) -> None:
        """Write this append with the next transaction, then call `writer.committed`."""
        self._next.append((writer, append))
        if not self._is_writing:
            self._write()

    def _write(self) -> None:
        batch, self._next, self._is_writing = self._next, [], True
        self._faults("before_append")
        self._store.append_soon([append for _, append in batch], partial(self._written, batch))

    def _written(self, batch: list[Writing], problems: Sequence[StoreProblem | None]) -> None:
        """The transaction of this batch is over. Runs in trio's thread, between two task steps."""
        self._is_writing = False
        if self._next:
            self._write()  # first, so that the disk has work while this batch is acknowledged
        for (writer, append), problem in zip(batch, problems, strict=True):
            if problem is None:
                self._service.committed(append)
                writer.committed(append)
            elif isinstance(problem, Conflict):
                self._start_soon(partial(self._read, writer, append))
            else:
                writer.not_committed(problem)

    def read_new_rows(self, writer: Writer) -> None:
        """Read the events that other servers have added, then call `writer.rows_read`, or `not_read` if that fails."""
        self._start_soon(partial(self._read, writer))

    async def _read(self, writer: Writer, refused: Append | None = None) -> None:
        """Read what is new. A refused append lost a race if the log or a rating has changed.

        If neither has, only a bug of ours can explain the refusal. Believe the disk.
        """
        try:
            rows = await self._store.read(writer.table.id, writer.table.number)
            if rows or refused is None or refused.rated:
                writer.rows_read(rows)
            else:
                writer.reload(await self._store.read(writer.table.id))
        except StoreProblem as problem:
            writer.not_read(problem)
