"""The store on disk: one thread writes, and commits together whatever has queued up meanwhile."""

import logging
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import outcome
import trio

from server.ops.faults import Faults, no_faults
from server.storage.event_store import Append, Row, StoreBroken, StoreProblem
from server.storage.sqlite_log import SqliteLog

log = logging.getLogger(__name__)

Result = tuple[trio.lowlevel.Task, outcome.Outcome[Any]]
Committed = Callable[[float, int, int], None]  # after each commit: how many ms it took, events, appends that failed


@dataclass(slots=True)
class _Job:
    """Work for the writer, an append or a question to the log, and the task that waits for it."""

    work: Sequence[Append] | Callable[[SqliteLog], Any]
    task: trio.lowlevel.Task


@asynccontextmanager
async def open_store(
    path: Path, faults: Faults = no_faults, committed: Committed | None = None
) -> AsyncIterator["SqliteStore"]:
    """The store in that file, made if missing; `StoreError` if it is none. What was queued is written at the end.

    `committed` is called in the writer's thread.
    """
    store = SqliteStore(await trio.to_thread.run_sync(SqliteLog, path, faults), committed)
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

    def __init__(self, log: SqliteLog, committed: Committed | None = None) -> None:
        self._log, self._committed = log, committed
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._token = trio.lowlevel.current_trio_token()
        self._working = True

    # ---- in trio

    async def append(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        problems: list[StoreProblem | None] = await self._do(appends)
        return problems

    async def read(self, table: str, after: int = 0) -> list[Row]:
        rows: list[Row] = await self._do(lambda log: log.read(table, after))
        return rows

    async def logs(self, tables: Sequence[str]) -> list[list[Row]]:
        found: list[list[Row]] = await self._do(lambda log: [log.read(table, 0) for table in tables])
        return found

    async def unfinished(self) -> list[str]:
        names: list[str] = await self._do(SqliteLog.unfinished)
        return names

    async def finished(self, after: int = 0, limit: int = 100) -> list[tuple[int, str]]:
        ends: list[tuple[int, str]] = await self._do(lambda log: log.finished(after, limit))
        return ends

    async def note_left(self, left: Mapping[str, int]) -> None:
        await self._do(lambda log: log.note_left(left))

    async def left(self) -> dict[str, int]:
        found: dict[str, int] = await self._do(SqliteLog.left)
        return found

    async def alive(self, now: int) -> None:
        await self._do(lambda log: log.alive(now))

    async def recover(self, at: int) -> None:
        await self._do(lambda log: log.recover(at))

    async def last_alive(self) -> int:
        at: int = await self._do(SqliteLog.last_alive)
        return at

    async def _do(self, work: Sequence[Append] | Callable[[SqliteLog], Any]) -> Any:
        if not self._working:
            raise StoreBroken("stopped")
        self._jobs.put(_Job(work, trio.lowlevel.current_task()))
        # from here on nobody can take it back, so the task waits whatever happens
        return await trio.lowlevel.wait_task_rescheduled(_never)

    def stop(self) -> None:
        """The writer ends after what was queued before."""
        self._jobs.put(None)

    # ---- in the writer's thread

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
            self._log.close()

    def _next(self) -> tuple[list[_Job], bool]:
        """All that has queued up, after waiting for something; False with it if the end was among it."""
        jobs: list[_Job] = []
        while not jobs or not self._jobs.empty():
            job = self._jobs.get()
            if job is None:
                return jobs, False
            jobs.append(job)
        return jobs, True

    def _left(self) -> Iterator[_Job]:
        while not self._jobs.empty():
            if (job := self._jobs.get()) is not None:
                yield job

    def _done(self, jobs: Sequence[_Job]) -> list[Result]:
        appends = [append for job in jobs if not callable(job.work) for append in job.work]
        problems = iter(self._append(appends) if appends else ())
        # questions after the commit: whoever asks sees what was told to anybody
        return [
            (
                job.task,
                self._asked(job.work) if callable(job.work) else outcome.Value([next(problems) for _ in job.work]),
            )
            for job in jobs
        ]

    def _append(self, appends: Sequence[Append]) -> list[StoreProblem | None]:
        begun = time.perf_counter()
        problems = self._log.append(appends)
        if self._committed is not None:
            events = sum(len(append.bodies) for append, problem in zip(appends, problems, strict=True) if not problem)
            failures = len(appends) - problems.count(None)
            self._committed((time.perf_counter() - begun) * 1000, events, failures)
        return problems

    def _asked(self, question: Callable[[SqliteLog], Any]) -> outcome.Outcome[Any]:
        try:
            return outcome.Value(question(self._log))
        except StoreProblem as problem:
            return outcome.Error(problem)

    def _hand_back(self, results: Sequence[Result]) -> None:
        try:
            self._token.run_sync_soon(_resume, results)
        except trio.RunFinishedError:
            log.error("%d results of the store came after the end", len(results))


def _resume(results: Sequence[Result]) -> None:
    for task, result in results:
        trio.lowlevel.reschedule(task, result)


def _never(_raise_cancel: object) -> trio.lowlevel.Abort:
    return trio.lowlevel.Abort.FAILED
