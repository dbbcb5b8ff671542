"""Group commit: writes what the actors of all tables decided, one transaction after another."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import trio

from server.ops.faults import Faults, no_faults
from server.ops.supervision import Supervision
from server.storage.event_store import Append, EventStore, Row, StoreBroken, StoreProblem, Unstorable
from server.tables.service import Service

StartSoon = Callable[[Callable[[], Awaitable[None]]], None]
OnWritten = Callable[[StoreProblem | None], None]  # None: the append is durable. Must not raise


class GroupCommit:
    """Collects appends while one transaction is written, and writes them all with the next one.

    Also counts the tables that are at work, for `quiet`.
    """

    def __init__(
        self, store: EventStore, service: Service, start_soon: StartSoon, faults: Faults = no_faults,
        supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._store, self._service, self.start_soon, self._faults = store, service, start_soon, faults
        self._supervision = supervision or Supervision()
        self._next: list[tuple[Append, OnWritten]] = []
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

    def submit(self, append: Append, on_written: OnWritten) -> None:
        """Write this append with the next transaction."""
        self._next.append((append, on_written))
        if not self._is_writing:
            self._write()

    def _write(self) -> None:
        batch, self._next, self._is_writing = self._next, [], True
        with self._supervision.guard("commit") as attempt:
            self._faults("before_append")
            self._store.append_soon([append for append, _ in batch], partial(self._written, batch))
        if attempt.has_failed:  # the store has not got them
            problems = [Unstorable("not given to the store")] * len(batch)
            trio.lowlevel.current_trio_token().run_sync_soon(self._written, batch, problems)

    def _written(self, batch: list[tuple[Append, OnWritten]], problems: Sequence[StoreProblem | None]) -> None:
        """The transaction of this batch is over. Runs in trio's thread, between two task steps."""
        self._is_writing = False
        if self._next:
            self._write()  # first, so that the disk has work while this batch is acknowledged
        for (append, on_written), problem in zip(batch, problems, strict=True):
            with self._supervision.guard("commit"):
                if problem is None:
                    self._service.committed(append)
            with self._supervision.guard("commit"):
                on_written(problem)

    def read(
        self,
        table: str,
        after: int,
        on_rows: Callable[[Sequence[Row]], None],
        on_problem: Callable[[StoreProblem], None],
    ) -> None:
        """Read the events of a table after that number. Either callable is called, also after a fault."""

        async def read() -> None:
            problem: StoreProblem = StoreBroken("a fault while a log was read")
            rows: Sequence[Row] | None = None
            with self._supervision.guard("commit", table):
                try:
                    rows = await self._store.read(table, after)
                except StoreProblem as error:
                    problem = error
            if rows is not None:
                on_rows(rows)
            else:
                on_problem(problem)

        self.start_soon(read)
