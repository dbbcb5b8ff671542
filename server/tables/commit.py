"""Group commit: writes what the actors of all tables decided, one transaction after another."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Protocol

import trio

from server.ops.faults import Faults, no_faults
from server.storage.event_store import Append, Conflict, EventStore, Row, StoreProblem

Writing = tuple["Writer", Append]
StartSoon = Callable[[Callable[[], Awaitable[None]]], None]


class Writer(Protocol):
    """A table that waits for a commit."""

    @property
    def id(self) -> str: ...

    def committed(self) -> None:
        """The append is durable. Must not raise."""

    def not_committed(self) -> None:
        """The disk failed. Must not raise."""

    def reload(self, rows: Sequence[Row] | None) -> None:
        """The log on disk is a different one; here it is, or None if it cannot be read. Must not raise."""


class GroupCommit:
    """Collects appends while one transaction is written, and writes them all with the next one.

    Also counts the tables that are at work, for `quiet`.
    """

    def __init__(self, store: EventStore, start_soon: StartSoon, faults: Faults = no_faults) -> None:
        self._store, self._start_soon, self._faults = store, start_soon, faults
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
        for (writer, _), problem in zip(batch, problems, strict=True):
            if problem is None:
                writer.committed()
            elif isinstance(problem, Conflict):
                self._start_soon(partial(self._reload, writer))
            else:
                writer.not_committed()

    async def _reload(self, writer: Writer) -> None:
        """Only a bug of ours can explain a conflict. Believe the disk."""
        try:
            rows = await self._store.read(writer.id)
        except StoreProblem:
            writer.reload(None)
        else:
            writer.reload(rows)
