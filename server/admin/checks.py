"""What is wrong with a running server, for `status` and `health`: nothing can be stored, or a certificate has ended."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import trio

from server.net.tls import Tls
from server.storage.database import check_room
from server.storage.event_store import EventStore, StoreProblem
from server.tables.service import Service
from server.tables.timers import Timers

ANSWER_S = 2.0  # that a write may take


@dataclass(frozen=True)
class Findings:
    """What an operator should know. With `errors` players cannot play; `warnings` are about later."""

    errors: Sequence[str] = ()
    warnings: Sequence[str] = ()


class Checks:
    """Checks of one server. `folder` is that of its SQLite files; None if it stores everything in PostgreSQL.

    `start_soon` runs a function in a task of the server.
    """

    def __init__(
        self, store: EventStore, service: Service, timers: Timers,
        start_soon: Callable[[Callable[[], Awaitable[None]]], None], tls: Tls | None, folder: Path | None,
    ) -> None:  # fmt: skip
        self._store, self._service, self._timers, self._tls, self._folder = store, service, timers, tls, folder
        self._start_soon = start_soon
        self._write: _Write | None = None  # the last one, which may not be done

    async def run(self) -> Findings:
        """Look at everything, and write to the store. Takes a few seconds at most."""
        storing = await self._storing()
        errors, warnings = [storing] if storing else [], list[str]()
        if doubt := self._timers.clock_doubt:
            warnings.append(doubt)
        if self._tls is not None:
            errors += await trio.to_thread.run_sync(self._tls.errors)
            warnings += await trio.to_thread.run_sync(self._tls.warnings)
        return Findings(errors, warnings)

    async def _storing(self) -> str:
        """Return why nothing can be stored; empty if all is well."""
        since = self._service.away_from
        if since:
            return f"The database is away since {_time(since)}: it does not answer"
        if self._folder is not None:
            try:
                check_room(self._folder)
            except OSError as error:
                return f"The disk of {self._folder} is full{self._frozen()}: {error.strerror}"
        if self._write is None or self._write.done.is_set():  # a store that hangs gets no more to do
            self._write = _Write()
            self._start_soon(partial(self._write.run, self._store))
        write, where = self._write, f"The disk of {self._folder}" if self._folder is not None else "The database"
        with trio.move_on_after(ANSWER_S):
            await write.done.wait()
        if not write.done.is_set():
            return f"{where} does not answer{self._frozen()}"
        return f"{where} takes no changes{self._frozen()}: {write.problem}" if write.problem else ""

    def _frozen(self) -> str:
        """Return since when tables wait for the store; empty if none does."""
        return f" since {_time(self._timers.frozen_since)}" if self._timers.has_frozen else ""


class _Write:
    """One write to the store, which cannot be cancelled."""

    def __init__(self) -> None:
        self.done, self.problem = trio.Event(), "a fault of the server; its log has the traceback"

    async def run(self, store: EventStore) -> None:
        try:
            await store.check_writing()
            self.problem = ""
        except StoreProblem as problem:
            self.problem = str(problem)
        finally:
            self.done.set()


def _time(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
