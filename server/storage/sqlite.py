"""The store on disk: one thread writes, and commits together whatever has queued up meanwhile."""

import logging
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import outcome
import trio

from server.ops.faults import Faults, no_faults
from server.storage.event_store import Append, Listed, Problems, Replacement, Row, StoreBroken, StoreProblem, host_time
from server.storage.sqlite_log import SqliteLog

log = logging.getLogger(__name__)

T = TypeVar("T")
Query = Callable[[SqliteLog], Any]
Done = Callable[[Any], None]
Job = tuple[Sequence[Append] | Query, Done]  # `done` gets the problems of the appends, or the outcome of the query
OnCommit = Callable[[float, int, int], None]  # called after each commit with its ms, its events and the failed appends


@asynccontextmanager
async def open_store(
    path: Path, faults: Faults = no_faults, on_commit: OnCommit | None = None
) -> AsyncIterator["SqliteStore"]:
    """Open the store in that file, or create it; `StoreError` if the file is none. At the end all jobs are done.

    `on_commit` is called in the writer's thread.
    """
    store = SqliteStore(await trio.to_thread.run_sync(SqliteLog, path, faults), on_commit)
    thread = threading.Thread(target=store.work, name="store", daemon=True)
    thread.start()
    try:
        yield store
    finally:
        store.stop()
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(thread.join)


class SqliteStore:
    """An `EventStore`, made by `open_store`. All methods but `work` belong to the trio run that opened it."""

    def __init__(self, log: SqliteLog, on_commit: OnCommit | None = None) -> None:
        self._log, self._on_commit = log, on_commit
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._token = trio.lowlevel.current_trio_token()
        self._is_working = True

    # ---- in trio's thread

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        if self._is_working:
            self._jobs.put((appends, done))
        else:
            problems: Problems = [StoreBroken("stopped") for _ in appends]
            self._token.run_sync_soon(done, problems)

    async def read(self, table: str, after: int = 0) -> list[Row]:
        return await self._query(lambda log: log.read(table, after))

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        return await self._query(lambda log: [log.read(table, 0) for table in tables])

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        return await self._query(lambda log: log.lengths(tables))

    async def unfinished(self) -> list[str]:
        return await self._query(SqliteLog.unfinished)

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        return await self._query(lambda log: log.finished(after, limit))

    async def containing(self, text: str) -> list[tuple[str, Row]]:
        return await trio.to_thread.run_sync(self._log.containing, text)

    async def replace(self, events: Sequence[Replacement]) -> None:
        await self._query(lambda log: log.replace(events))

    async def note_left(self, left: Mapping[str, int]) -> None:
        await self._query(lambda log: log.note_left(left))

    async def left(self) -> dict[str, int]:
        return await self._query(SqliteLog.left)

    async def claim_due(self, now: int, until: int, most: int) -> list[str]:
        return []  # one server has all its tables in memory, with their times

    async def listed(self, cursor: int) -> tuple[list[Listed], int]:
        return [], cursor  # for the same reason

    async def now(self) -> int:
        return host_time()

    async def alive(self, now: int) -> None:
        await self._query(lambda log: log.alive(now))

    async def recover(self, at: int) -> None:
        await self._query(lambda log: log.recover(at))

    async def last_alive(self) -> int:
        return await self._query(SqliteLog.last_alive)

    async def _query(self, query: Callable[[SqliteLog], T]) -> T:
        if not self._is_working:
            raise StoreBroken("stopped")
        self._jobs.put((query, partial(trio.lowlevel.reschedule, trio.lowlevel.current_task())))
        # the job is done in any case, so waiting for it cannot be cancelled
        result: T = await trio.lowlevel.wait_task_rescheduled(lambda _raise_cancel: trio.lowlevel.Abort.FAILED)
        return result

    def stop(self) -> None:
        """End the writer after the jobs that are queued now."""
        self._jobs.put(None)

    # ---- in the writer's thread

    def work(self) -> None:
        """Do the jobs until `stop`. No task waits forever, even if a bug of ours ends this thread."""
        jobs: list[Job] = []
        goes_on = True
        try:
            while goes_on:
                jobs, goes_on = self._next()
                self._hand_back(self._do(jobs))
                jobs = []
        finally:
            self._is_working = False
            while not self._jobs.empty():
                if (job := self._jobs.get()) is not None:
                    jobs.append(job)
            stopped = StoreBroken("stopped")
            self._hand_back(
                [(done, outcome.Error(stopped) if callable(work) else [stopped for _ in work]) for work, done in jobs]
            )
            self._log.close()

    def _next(self) -> tuple[list[Job], bool]:
        """Wait for a job and take all that are queued. False with them if the writer has to end."""
        jobs: list[Job] = []
        while not jobs or not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                return jobs, False
            jobs.append(job)
        return jobs, True

    def _do(self, jobs: Sequence[Job]) -> list[tuple[Done, Any]]:
        """Commit all appends, then answer the queries: they have to see everything that was published."""
        appends = [append for work, _ in jobs if not callable(work) for append in work]
        problems: Problems = []
        if appends:
            begun = time.perf_counter()
            problems = self._log.append(appends)
            if self._on_commit is not None:
                done_appends = zip(appends, problems, strict=True)
                events = sum(len(append.bodies) for append, problem in done_appends if not problem)
                failures = len(appends) - problems.count(None)
                self._on_commit((time.perf_counter() - begun) * 1000, events, failures)

        next_problem = iter(problems)
        results: list[tuple[Done, Any]] = []
        for work, done in jobs:
            if not callable(work):
                results.append((done, [next(next_problem) for _ in work]))
                continue
            try:
                results.append((done, outcome.Value(work(self._log))))
            except StoreProblem as problem:
                results.append((done, outcome.Error(problem)))
        return results

    def _hand_back(self, results: Sequence[tuple[Done, Any]]) -> None:
        try:
            self._token.run_sync_soon(_call_all, results)
        except trio.RunFinishedError:
            log.error("%d results of the store came after the end", len(results))


def _call_all(results: Sequence[tuple[Done, Any]]) -> None:
    for done, result in results:
        done(result)
