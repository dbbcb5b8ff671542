"""The store on disk, for one server."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from server.ops.faults import Faults, no_faults
from server.storage.event_store import Append, Listed, Problems, Replacement, Row, host_time
from server.storage.log_thread import LogThread, OnCommit, log_thread
from server.storage.sqlite_log import SqliteLog


@asynccontextmanager
async def open_store(
    path: Path, faults: Faults = no_faults, on_commit: OnCommit | None = None
) -> AsyncIterator["SqliteStore"]:
    """Open the store in that file, or create it; `StoreError` if the file is none. At the end all jobs are done.

    `on_commit` is called in the writer's thread.
    """
    log = await trio.to_thread.run_sync(SqliteLog, path, faults)
    async with log_thread(log, on_commit) as thread:
        yield SqliteStore(log, thread)


class SqliteStore:
    """An `EventStore`, made by `open_store`. Its methods belong to the trio run that opened it."""

    def __init__(self, log: SqliteLog, thread: LogThread[SqliteLog]) -> None:
        self._log, self._thread = log, thread

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        self._thread.append_soon(appends, done)

    def stop(self) -> None:
        """End the writer after the jobs that are queued now."""
        self._thread.stop()

    async def read(self, table: str, after: int = 0) -> list[Row]:
        return await self._thread.query(lambda log: log.read(table, after))

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        return await self._thread.query(lambda log: [log.read(table, 0) for table in tables])

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._thread.query(lambda log: log.lengths(tables))

    async def unfinished(self) -> list[str]:
        return await self._thread.query(SqliteLog.unfinished)

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        return await self._thread.query(lambda log: log.finished(after, limit))

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        return await trio.to_thread.run_sync(self._log.containing, text)

    async def replace(self, events: Sequence[Replacement]) -> None:
        await self._thread.query(lambda log: log.replace(events))

    async def relist(self, entries: Sequence[Listed]) -> None:
        pass  # lists are made from the tables in memory

    async def note_left(self, left: Mapping[str, int]) -> None:
        await self._thread.query(lambda log: log.note_left(left))

    async def left(self) -> dict[str, int]:
        return await self._thread.query(SqliteLog.left)

    async def claim_due(self, now: int, until: int, most: int) -> list[str]:
        return []  # one server has all its tables in memory, with their times

    async def listed(self, cursor: int) -> tuple[list[Listed], int]:
        return [], cursor  # for the same reason

    async def now(self) -> int:
        return host_time()

    async def alive(self, now: int) -> None:
        await self._thread.query(lambda log: log.alive(now))

    async def recover(self, at: int) -> None:
        await self._thread.query(lambda log: log.recover(at))

    async def last_alive(self) -> int:
        return await self._thread.query(SqliteLog.last_alive)
