"""A thread that owns the logs of a store. It writes whatever has queued up meanwhile with one commit."""

import logging
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

import outcome
import trio

from server.storage.event_store import Append, Listed, Problems, Replacement, Row, StoreBroken, StoreProblem

log = logging.getLogger(__name__)


class Log(Protocol):
    """The logs that a thread owns, with the methods of an `EventStore`. Sync; other threads call `containing` only."""

    def close(self) -> None:
        """Release what the log uses."""

    def append(self, appends: Sequence[Append]) -> Problems:
        """Commit all of them together, each stored as a whole or not at all."""

    def read(self, table: str, after: int) -> list[Row]: ...
    def lengths(self, tables: Sequence[str]) -> dict[str, int]: ...
    def unfinished(self) -> list[str]: ...
    def finished(self, after: int, limit: int) -> list[tuple[int, str]]: ...
    def containing(self, text: str) -> list[tuple[str, Row]]: ...
    def replace(self, events: Sequence[Replacement]) -> None: ...
    def relist(self, entries: Sequence[Listed]) -> None: ...
    def note_left(self, left: Mapping[str, int]) -> None: ...
    def left(self, tables: Sequence[str]) -> dict[str, int]: ...
    def claim_due(self, now: int, until: int, most: int) -> list[str]: ...
    def listed(self, cursor: int) -> tuple[list[Listed], int]: ...
    def now(self) -> int: ...
    def alive(self, at: int) -> None: ...
    def recover(self, at: int) -> None: ...
    def last_alive(self) -> int: ...


T = TypeVar("T")
Done = Callable[[Any], None]
Job = tuple[Sequence[Append] | Callable[[Log], Any], Done]  # `done` gets the problems, or the outcome of the query
OnCommit = Callable[[float, int, int], None]  # called after each commit with its ms, its events and the failed appends


@asynccontextmanager
async def log_thread(log: Log, on_commit: OnCommit | None = None) -> AsyncIterator["LogThread"]:
    """Run a thread that owns a log. At the end all its jobs are done, and the log is closed.

    `on_commit` is called in that thread.
    """
    work = LogThread(log, on_commit)
    thread = threading.Thread(target=work.run, name="store", daemon=True)
    thread.start()
    try:
        yield work
    finally:
        work.stop()
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(thread.join)


class LogThread:
    """The jobs of a thread, made by `log_thread`. All methods but `run` belong to the trio run that made it."""

    def __init__(self, log: Log, on_commit: OnCommit | None = None) -> None:
        self._log, self._on_commit = log, on_commit
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._token = trio.lowlevel.current_trio_token()
        self._is_working = True

    # ---- in trio's thread

    def append_soon(self, appends: Sequence[Append], done: Callable[[Problems], None]) -> None:
        """Append soon, as `EventStore.append_soon` does."""
        if self._is_working:
            self._jobs.put((appends, done))
        else:
            problems: Problems = [StoreBroken("stopped") for _ in appends]
            self._token.run_sync_soon(done, problems)

    async def query(self, query: Callable[[Log], T]) -> T:
        """Call a function with the log in the thread, after the appends that were queued before."""
        if not self._is_working:
            raise StoreBroken("stopped")
        self._jobs.put((query, partial(trio.lowlevel.reschedule, trio.lowlevel.current_task())))
        # the job is done in any case, so waiting for it cannot be cancelled
        result: T = await trio.lowlevel.wait_task_rescheduled(lambda _raise_cancel: trio.lowlevel.Abort.FAILED)
        return result

    def stop(self) -> None:
        """End the thread after the jobs that are queued now."""
        self._jobs.put(None)

    # ---- in the thread

    def run(self) -> None:
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
        """Wait for a job and take all that are queued. False with them if the thread has to end."""
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
