"""The store of a server, whose lanes do not wait for each other."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

import outcome
import trio

from server.errors import StoreError
from server.ops.faults import Faults, no_faults
from server.storage.event_store import PATIENCE_S, Append, Listed, Problems, Replacement, Row, StoreBroken
from server.storage.lane import Lane, Result, open_lane
from server.storage.sqlite_log import SqliteLog, SqliteReader

OnCommit = Callable[[float, int, int], None]  # called after each commit with its ms, its events and the failed appends


class Reader(Protocol):
    """The logs of all tables over a connection that reads, with the methods of an `EventStore`. Sync.

    It belongs to one thread at a time; others call `containing` only.
    """

    def close(self) -> None: ...
    def read(self, table: str, after: int) -> list[Row]: ...
    def lengths(self, tables: Sequence[str]) -> dict[str, int]: ...
    def unfinished(self) -> list[str]: ...
    def finished(self, after: int, limit: int) -> list[tuple[int, str]]: ...
    def containing(self, text: str) -> list[tuple[str, Row]]: ...
    def left(self, tables: Sequence[str]) -> dict[str, int]: ...
    def claim_due(self, now: int, until: int, most: int) -> list[str]: ...
    def listed(self, cursor: int) -> tuple[list[Listed], int]: ...
    def rating_versions(self, accounts: Sequence[str], game: str) -> dict[str, int]: ...
    def now(self) -> int: ...
    def last_alive(self) -> int: ...


class Log(Reader, Protocol):
    """The same over a connection that writes as well."""

    def append(self, appends: Sequence[Append]) -> Problems:
        """Commit all of them together, each stored as a whole or not at all."""

    def replace(self, events: Sequence[Replacement]) -> None: ...
    def relist(self, entries: Sequence[Listed]) -> None: ...
    def note_left(self, left: Mapping[str, int]) -> None: ...
    def alive(self, at: int) -> None: ...
    def recover(self, at: int) -> None: ...


@asynccontextmanager
async def open_store(
    path: Path, faults: Faults = no_faults, on_commit: OnCommit | None = None
) -> AsyncIterator["LogStore"]:
    """Open the store in that file, or create it; `StoreError` if the file is none. At the end all jobs are done.

    `on_commit` is called in the thread that writes. SQLite lets one connection write at a time, so there is one.
    """
    async with (
        open_lane(lambda: SqliteLog(path, faults)) as writer,
        open_lane(lambda: SqliteReader(path)) as reader,
    ):
        yield LogStore(writer, on_commit, time=writer, changes=writer, play=reader, reads=reader)


@asynccontextmanager
async def open_postgres(
    address: str, faults: Faults = no_faults, on_commit: OnCommit | None = None, patience_s: float = PATIENCE_S
) -> AsyncIterator["LogStore"]:
    """The same for a database, which may be empty, and several servers may share."""
    require_psycopg()
    from server.storage.postgres.log import PostgresLog

    def connected() -> PostgresLog:
        return PostgresLog(address, faults, patience_s)

    async with (
        open_lane(connected) as reads,
        open_lane(connected) as play,
        open_lane(connected) as time,
        open_lane(connected) as commits,
    ):
        await time.ask(lambda log: log.warn_if_not_durable())
        yield LogStore(commits, on_commit, time=time, changes=reads, play=play, reads=reads)


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
    """An `EventStore`, made by `open_store` or `open_postgres`. It belongs to the trio run that opened it.

    Its lanes: `commits` of appends; the `time` and heartbeats; other `changes`; what is in `play`, the tables in
    memory and those that are due; and `reads` for users, who may ask for very much at once. A lane does not wait for
    another one. It sees all that was published: it has committed.
    """

    def __init__(
        self,
        commits: Lane[Log],
        on_commit: OnCommit | None,
        *,
        time: Lane[Log],
        changes: Lane[Log],
        play: Lane[Reader],
        reads: Lane[Reader],
    ) -> None:
        self._commits, self._time, self._changes, self._play, self._reads = commits, time, changes, play, reads
        self._on_commit = on_commit

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        def write(log: Log) -> Problems:
            begun = time.perf_counter()
            problems = log.append(appends)
            if self._on_commit is not None:
                stored = [append for append, problem in zip(appends, problems, strict=True) if problem is None]
                events = sum(len(append.bodies) for append in stored)
                self._on_commit((time.perf_counter() - begun) * 1000, events, len(appends) - len(stored))
            return problems

        def written(result: Result[Problems]) -> None:
            done(result.value if isinstance(result, outcome.Value) else [StoreBroken("stopped") for _ in appends])

        self._commits.soon(write, written)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        lane = self._play if after else self._reads  # the events of a whole table, or those that are new
        return await lane.ask(lambda log: log.read(table, after))

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        return await self._reads.ask(lambda log: [log.read(table, 0) for table in tables])

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._play.ask(lambda log: log.lengths(tables))

    async def unfinished(self) -> list[str]:
        return await self._reads.ask(lambda log: log.unfinished())

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        return await self._reads.ask(lambda log: log.finished(after, limit))

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        return await trio.to_thread.run_sync(self._reads.log.containing, text)

    async def replace(self, events: Sequence[Replacement]) -> None:
        await self._changes.ask(lambda log: log.replace(events))

    async def relist(self, entries: Sequence[Listed]) -> None:
        await self._changes.ask(lambda log: log.relist(entries))

    async def note_left(self, left: Mapping[str, int]) -> None:
        await self._changes.ask(lambda log: log.note_left(left))

    async def left(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._reads.ask(lambda log: log.left(tables))

    async def claim_due(self, now: int, until: int, most: int) -> list[str]:
        return await self._play.ask(lambda log: log.claim_due(now, until, most))

    async def listed(self, cursor: int) -> tuple[list[Listed], int]:
        return await self._play.ask(lambda log: log.listed(cursor))

    async def rating_versions(self, accounts: Sequence[str], game: str) -> dict[str, int]:
        return await self._play.ask(lambda log: log.rating_versions(accounts, game))

    async def now(self) -> int:
        return await self._time.ask(lambda log: log.now())

    async def alive(self, now: int) -> None:
        await self._time.ask(lambda log: log.alive(now))

    async def recover(self, at: int) -> None:
        await self._commits.ask(lambda log: log.recover(at))

    async def last_alive(self) -> int:
        return await self._time.ask(lambda log: log.last_alive())
