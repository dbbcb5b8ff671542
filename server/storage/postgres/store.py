"""The store in PostgreSQL, which several servers share."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial

import trio

from server.ops.faults import Faults, no_faults
from server.storage.event_store import Append, Listed, Problems, Replacement, Row
from server.storage.log_thread import LogThread, OnCommit, log_thread
from server.storage.postgres.log import PATIENCE_S, PostgresLog, containing


@asynccontextmanager
async def open_postgres(
    address: str, faults: Faults = no_faults, on_commit: OnCommit | None = None, patience_s: float = PATIENCE_S
) -> AsyncIterator["PostgresStore"]:
    """Open the store in a database, which may be empty; `StoreError` if it cannot be used.

    At the end all jobs are done. `on_commit` is called in the writer's thread.
    """
    async with (
        log_thread(await trio.to_thread.run_sync(PostgresLog, address, faults, patience_s)) as reader,
        log_thread(await trio.to_thread.run_sync(PostgresLog, address, faults, patience_s), on_commit) as writer,
    ):
        yield PostgresStore(address, writer, reader)


class PostgresStore:
    """An `EventStore`, made by `open_postgres`. Its methods belong to the trio run that opened it.

    Reading has a thread and a connection of its own, which sees all that was published: it has committed.
    """

    def __init__(self, address: str, writer: LogThread[PostgresLog], reader: LogThread[PostgresLog]) -> None:
        self._address, self._writer, self._reader = address, writer, reader

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        self._writer.append_soon(appends, done)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        return await self._reader.query(lambda log: log.read(table, after))

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        return await self._reader.query(lambda log: [log.read(table, 0) for table in tables])

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._reader.query(lambda log: log.lengths(tables))

    async def unfinished(self) -> list[str]:
        return await self._reader.query(PostgresLog.unfinished)

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        return await self._reader.query(lambda log: log.finished(after, limit))

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        return await trio.to_thread.run_sync(partial(containing, self._address, text))

    async def replace(self, events: Sequence[Replacement]) -> None:
        await self._reader.query(lambda log: log.replace(events))

    async def relist(self, entries: Sequence[Listed]) -> None:
        await self._reader.query(lambda log: log.relist(entries))

    async def note_left(self, left: Mapping[str, int]) -> None:
        await self._reader.query(lambda log: log.note_left(left))

    async def left(self) -> dict[str, int]:
        return await self._reader.query(PostgresLog.left)

    async def claim_due(self, now: int, until: int, most: int) -> list[str]:
        return await self._reader.query(lambda log: log.claim_due(now, until, most))

    async def listed(self, cursor: int) -> tuple[list[Listed], int]:
        return await self._reader.query(lambda log: log.listed(cursor))

    async def now(self) -> int:
        return await self._reader.query(PostgresLog.now)

    async def alive(self, now: int) -> None:
        await self._reader.query(lambda log: log.alive(now))

    async def recover(self, at: int) -> None:
        await self._writer.query(lambda log: log.alive(at))

    async def last_alive(self) -> int:
        return await self._reader.query(PostgresLog.last_alive)
