"""The store of a server, whose logs belong to threads."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from server.errors import StoreError
from server.ops.faults import Faults, no_faults
from server.storage.event_store import PATIENCE_S, Append, Listed, Problems, Replacement, Row
from server.storage.log_thread import Log, LogThread, OnCommit, log_thread
from server.storage.sqlite_log import SqliteLog


@asynccontextmanager
async def open_store(
    path: Path, faults: Faults = no_faults, on_commit: OnCommit | None = None
) -> AsyncIterator["LogStore"]:
    """Open the store in that file, or create it; `StoreError` if the file is none. At the end all jobs are done.

    `on_commit` is called in the writer's thread.
    """
    log = await trio.to_thread.run_sync(SqliteLog, path, faults)
    async with log_thread(log, on_commit) as thread:
        yield LogStore(log, thread, thread)


@asynccontextmanager
async def open_postgres(
    address: str, faults: Faults = no_faults, on_commit: OnCommit | None = None, patience_s: float = PATIENCE_S
) -> AsyncIterator["LogStore"]:
    """The same for a database, which may be empty, and several servers may share.

    Reading has a thread and a connection of its own, which sees all that was published: it has committed.
    """
    require_psycopg()
    from server.storage.postgres.log import PostgresLog

    log = await trio.to_thread.run_sync(PostgresLog, address, faults, patience_s)
    await trio.to_thread.run_sync(log.warn_if_not_durable)
    async with (
        log_thread(log) as reader,
        log_thread(await trio.to_thread.run_sync(PostgresLog, address, faults, patience_s), on_commit) as writer,
    ):
        yield LogStore(log, writer, reader)


async def wait_for_database(address: str) -> None:
    """Wait for a database that is just starting; see `wait_until_up`."""
    require_psycopg()
    from server.storage.postgres.connection import wait_until_up

    await wait_until_up(address)


def require_psycopg() -> None:
    """Raise `StoreError` if this program was installed without the extra for PostgreSQL."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise StoreError(
            "PostgreSQL needs the extra postgres of this program, which is psycopg. Install psycopg[binary] with pip"
        ) from error


class LogStore:
    """An `EventStore`, made by `open_store` or `open_postgres`. It belongs to the trio run that opened it."""

    def __init__(self, log: Log, writer: LogThread, reader: LogThread) -> None:
        self._log, self._writer, self._reader = log, writer, reader

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        self._writer.append_soon(appends, done)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        return await self._reader.query(lambda log: log.read(table, after))

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        return await self._reader.query(lambda log: [log.read(table, 0) for table in tables])

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._reader.query(lambda log: log.lengths(tables))

    async def unfinished(self) -> list[str]:
        return await self._reader.query(lambda log: log.unfinished())

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        return await self._reader.query(lambda log: log.finished(after, limit))

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        return await trio.to_thread.run_sync(self._log.containing, text)

    async def replace(self, events: Sequence[Replacement]) -> None:
        await self._reader.query(lambda log: log.replace(events))

    async def relist(self, entries: Sequence[Listed]) -> None:
        await self._reader.query(lambda log: log.relist(entries))

    async def note_left(self, left: Mapping[str, int]) -> None:
        await self._reader.query(lambda log: log.note_left(left))

    async def left(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._reader.query(lambda log: log.left(tables))

    async def claim_due(self, now: int, until: int, most: int) -> list[str]:
        return await self._reader.query(lambda log: log.claim_due(now, until, most))

    async def listed(self, cursor: int) -> tuple[list[Listed], int]:
        return await self._reader.query(lambda log: log.listed(cursor))

    async def now(self) -> int:
        return await self._reader.query(lambda log: log.now())

    async def alive(self, now: int) -> None:
        await self._reader.query(lambda log: log.alive(now))

    async def recover(self, at: int) -> None:
        await self._writer.query(lambda log: log.recover(at))

    async def last_alive(self) -> int:
        return await self._reader.query(lambda log: log.last_alive())
