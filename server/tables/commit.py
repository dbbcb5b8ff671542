"""Group commit: writes what the actors of all tables decided, one transaction after another."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol

import trio

from server.cluster.bus import Bus
from server.cluster.messages import TableChanged
from server.ops.faults import Faults, no_faults
from server.storage.event_store import Append, Conflict, EventStore, Row, StoreProblem

Writing = tuple["Writer", Append]
StartSoon = Callable[[Callable[[], Awaitable[None]]], None]


class Writer(Protocol):
    """A table that waits for a commit."""

    @property
    def id(self) -> str: ...
    @property
    def number(self) -> int: ...

    def committed(self) -> None:
        """The append is durable. Must not raise."""

    def not_committed(self, problem: StoreProblem) -> None:
        """The disk failed, and it is unknown whether the append is on it. Must not raise."""

    def not_read(self, problem: StoreProblem) -> None:
        """The log cannot be read, and the append, if there was one, is not on disk. Must not raise."""

    def read_on(self, rows: Sequence[Row]) -> None:
        """Here are the events that other nodes have added to the log. Must not raise."""

    def reload(self, rows: Sequence[Row]) -> None:
        """The log on disk is a different one; here it is. Must not raise."""


class GroupCommit:
    """Collects appends while one transaction is written, and writes them all with the next one.

    Also counts the tables that are at work, for `quiet`. With a `bus` the store is shared with other nodes, which get a
    hint of each commit. Then a conflict is normal: another node was faster.
    """

    def __init__(
        self, store: EventStore, start_soon: StartSoon, faults: Faults = no_faults, bus: Bus | None = None
    ) -> None:
        self._store, self._start_soon, self._faults = store, start_soon, faults
        self._bus, self.is_shared = bus, bus is not None
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
                if self._bus is not None:
                    number = append.expected + len(append.bodies)
                    self._bus.send(TableChanged(append.table, number, listed=bool(append.entry) or append.closes))
                writer.committed()
            elif isinstance(problem, Conflict):
                self._start_soon(
                    partial(self._resolve, writer, append) if self.is_shared else partial(self._reload, writer)
                )
            else:
                writer.not_committed(problem)

    def read_on(self, writer: Writer) -> None:
        """Read the events that other nodes have added, then call `writer.read_on`, or `not_read` if that fails."""
        self._start_soon(partial(self._read_on, writer))

    async def _read_on(self, writer: Writer) -> None:
        try:
            rows = await self._store.read(writer.id, writer.number)
        except StoreProblem as problem:
            writer.not_read(problem)
        else:
            writer.read_on(rows)

    async def _resolve(self, writer: Writer, append: Append) -> None:
        """Another node was faster. If neither the log nor a rating has changed, the table is wrong."""
        try:
            rows = await self._store.read(writer.id, writer.number)
        except StoreProblem as problem:
            writer.not_read(problem)
            return
        if rows or append.rated:
            writer.read_on(rows)
        else:
            await self._reload(writer)

    async def _reload(self, writer: Writer) -> None:
        """Only a bug of ours can explain a conflict. Believe the disk."""
        try:
            rows = await self._store.read(writer.id)
        except StoreProblem as problem:
            writer.not_read(problem)
        else:
            writer.reload(rows)
