"""The store on disk: SQLite, written by one thread that commits together whatever has queued up meanwhile."""

import logging
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import outcome
import trio

from server.errors import StoreError
from server.store import Append, Conflict, Row, StoreBroken, new_rows

log = logging.getLogger(__name__)

VERSION = 1
BATCH = 1000  # appends in one transaction
_SCHEMA = """
CREATE TABLE tables (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, ended INTEGER NOT NULL DEFAULT 0);
CREATE TABLE events (
    name TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, key BLOB, digest BLOB,
    PRIMARY KEY (name, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX keys ON events (name, key) WHERE key IS NOT NULL;
CREATE INDEX unfinished ON tables (place) WHERE ended = 0;
"""


@dataclass(frozen=True, slots=True)
class _Job:
    """Work for the writer: an append, or a reading function of the connection; and the task that waits for it."""

    work: Append | Callable[[sqlite3.Connection], Any]
    task: trio.lowlevel.Task


@asynccontextmanager
async def open_store(path: Path) -> AsyncIterator["SqliteStore"]:
    """The store in that file, made if missing; `StoreError` if it is none. What was queued is written at the end."""
    store = SqliteStore(path)
    await trio.to_thread.run_sync(store.open)
    thread = threading.Thread(target=store.work, name="store", daemon=True)
    thread.start()
    try:
        yield store
    finally:
        store.stop()
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(thread.join)


class SqliteStore:
    """An `EventStore`; made by `open_store`, and used from the trio run that opened it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._token = trio.lowlevel.current_trio_token()
        self._db: sqlite3.Connection
        self._working = True

    # ---- in trio

    async def append(self, append: Append) -> None:
        await self._do(append)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        rows: list[Row] = await self._do(lambda db: _read(db, table, after))
        return rows

    async def unfinished(self) -> list[str]:
        names: list[str] = await self._do(
            lambda db: [name for (name,) in db.execute("SELECT name FROM tables WHERE ended = 0 ORDER BY place")]
        )
        return names

    async def _do(self, work: Append | Callable[[sqlite3.Connection], Any]) -> Any:
        if not self._working:
            raise StoreBroken("stopped")
        self._jobs.put(_Job(work, trio.lowlevel.current_task()))
        # once it is in the writer's hands nobody can take it back, so the task waits whatever happens
        return await trio.lowlevel.wait_task_rescheduled(lambda _raise_cancel: trio.lowlevel.Abort.FAILED)

    def stop(self) -> None:
        """The writer ends after what was queued before."""
        self._jobs.put(None)

    # ---- in the writer's thread

    def open(self) -> None:
        """Connect and make the schema; `StoreError` with a sentence."""
        try:
            self._db = _connect(self._path)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        except sqlite3.Error as error:
            raise StoreError(
                "The database {path} cannot be used ({reason}). Put back a copy of it, or choose another data folder",
                path=str(self._path),
                reason=str(error),
            ) from error
        if version > VERSION:
            raise StoreError(
                "The database {path} was written by a newer version of this program. Update it", path=str(self._path)
            )

    def work(self) -> None:
        """The life of the writer's thread. Nobody is left waiting, even if it ends by a bug of ours."""
        jobs: list[_Job] = []
        going_on = True
        try:
            while going_on:
                jobs, going_on = self._next()
                self._hand_back(self._done(jobs))
                jobs = []
        finally:
            self._working = False
            self._hand_back([(job.task, outcome.Error(StoreBroken("stopped"))) for job in [*jobs, *self._left()]])
            self._db.close()

    def _next(self) -> tuple[list[_Job], bool]:
        """What has queued up, at least one job; False with it if the end was among it."""
        jobs: list[_Job] = []
        while not jobs or (len(jobs) < BATCH and not self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                return jobs, False
            jobs.append(job)
        return jobs, True

    def _left(self) -> Iterator[_Job]:
        while not self._jobs.empty():
            job = self._jobs.get()
            if job is not None:
                yield job

    def _done(self, jobs: Sequence[_Job]) -> list[tuple[trio.lowlevel.Task, outcome.Outcome[Any]]]:
        appends = [job.work for job in jobs if isinstance(job.work, Append)]
        results = iter(self._append_all(appends) if appends else ())
        # read after the commit: whoever asks sees what was told to anybody
        return [(job.task, next(results) if isinstance(job.work, Append) else self._look(job.work)) for job in jobs]

    def _hand_back(self, results: list[tuple[trio.lowlevel.Task, outcome.Outcome[Any]]]) -> None:
        def deliver() -> None:
            for task, result in results:
                trio.lowlevel.reschedule(task, result)

        try:
            self._token.run_sync_soon(deliver)
        except trio.RunFinishedError:
            log.error("%d results of the store came after the end", len(results))

    def _look(self, work: Callable[[sqlite3.Connection], Any]) -> outcome.Outcome[Any]:
        try:
            return outcome.Value(work(self._db))
        except sqlite3.Error as error:
            log.error("reading the store: %s", error)
            return outcome.Error(StoreBroken(str(error)))

    def _append_all(self, appends: Sequence[Append]) -> list[outcome.Outcome[None]]:
        try:
            return self._commit(appends)
        except sqlite3.Error as error:
            log.error("the store did not commit: %s; looking at what is on disk", error)
        try:
            return self._append_again(appends)
        except sqlite3.Error as error:
            log.error("the store failed again: %s", error)
            self._db.rollback()
            return [outcome.Error(StoreBroken(str(error))) for _append in appends]

    def _commit(self, appends: Sequence[Append]) -> list[outcome.Outcome[None]]:
        """All of them in one transaction. `sqlite3.Error`: nothing is known about any of them."""
        self._db.execute("BEGIN IMMEDIATE")
        results = [_insert(self._db, append) for append in appends]
        self._db.execute("COMMIT")
        return results

    def _append_again(self, appends: Sequence[Append]) -> list[outcome.Outcome[None]]:
        """Open the database anew, answer from what it holds, and try once more what it does not hold."""
        self._db.close()
        self._db = _connect(self._path)
        there = [_is_there(self._db, append) for append in appends]
        rest = [append for append, done in zip(appends, there, strict=True) if not done]
        results = iter(self._commit(rest) if rest else [])
        return [outcome.Value(None) if done else next(results) for done in there]


def _connect(path: Path) -> sqlite3.Connection:
    # autocommit: every transaction is begun and ended by name
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")  # NORMAL may lose the last commits on a power cut
    return db


def _insert(db: sqlite3.Connection, append: Append) -> outcome.Outcome[None]:
    """One append inside the transaction, all of its events or none."""
    (last,) = db.execute("SELECT max(number) FROM events WHERE name = ?", (append.table,)).fetchone()
    if (last or 0) != append.expected:
        return outcome.Error(Conflict())
    db.execute("SAVEPOINT append")
    try:
        if append.expected == 0:
            db.execute("INSERT INTO tables (name) VALUES (?)", (append.table,))
        db.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
            [(append.table, row.number, row.body, row.key, row.digest) for row in new_rows(append)],
        )
        if append.closes:
            db.execute("UPDATE tables SET ended = 1 WHERE name = ?", (append.table,))
    except sqlite3.IntegrityError:
        db.execute("ROLLBACK TO append")
        return outcome.Error(Conflict())
    finally:
        db.execute("RELEASE append")
    return outcome.Value(None)


def _is_there(db: sqlite3.Connection, append: Append) -> bool:
    rows = _read(db, append.table, append.expected)
    return rows[: len(append.bodies)] == new_rows(append)


def _read(db: sqlite3.Connection, table: str, after: int) -> list[Row]:
    found = db.execute(
        "SELECT number, body, key, digest FROM events WHERE name = ? AND number > ? ORDER BY number", (table, after)
    )
    return [Row(*row) for row in found]
