"""A lane of a store: a thread that owns a connection to the logs and does jobs of one kind, one after another."""

import logging
import queue
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

import outcome
import trio

from server.errors import StoreBroken, StoreProblem

log = logging.getLogger(__name__)


class Closable(Protocol):
    """A log, as far as a lane closes it."""

    def close(self) -> None: ...


L = TypeVar("L", bound=Closable, covariant=True)
T = TypeVar("T")
Result = outcome.Value[T] | outcome.Error
Job = tuple[Callable[[L], Any], Callable[[Result[Any]], None]]


@asynccontextmanager
async def open_lane(open_log: Callable[[], L]) -> AsyncIterator["Lane[L]"]:
    """Open a log and run its lane. At the end all jobs are done, and the log is closed."""
    lane = Lane(await trio.to_thread.run_sync(open_log))
    thread = threading.Thread(target=lane.run, name="store", daemon=True)
    thread.start()
    try:
        yield lane
    finally:
        lane.stop()
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(thread.join)


class Lane(Generic[L]):
    """The jobs of a thread, made by `open_lane`. All methods but `run` belong to the trio run that made it."""

    def __init__(self, log: L) -> None:
        self.log = log  # other threads call its methods that say so
        self._jobs: queue.SimpleQueue[Job[L] | None] = queue.SimpleQueue()
        self._token = trio.lowlevel.current_trio_token()
        self._is_working = True
        self._lock = threading.Lock()  # of `_is_working`: no job comes after the last one was taken
        self.ended = trio.Event()  # the thread does no more jobs

    # ---- in trio's thread

    def soon(self, job: Callable[[L], T], done: Callable[[Result[T]], None]) -> None:
        """Do a job after those that were given before. Then call `done` in trio's thread; it must not raise."""
        with self._lock:
            if self._is_working:
                self._jobs.put((job, done))
                return
        self._token.run_sync_soon(done, _stopped())

    async def ask(self, job: Callable[[L], T]) -> T:
        """Do a job, and return its result or raise its `StoreProblem`. It is done in any case: cannot be cancelled.

        After another exception of a job, which is a fault of ours, this raises `StoreBroken`.
        """
        self.soon(job, partial(trio.lowlevel.reschedule, trio.lowlevel.current_task()))
        result: T = await trio.lowlevel.wait_task_rescheduled(lambda _raise_cancel: trio.lowlevel.Abort.FAILED)
        return result

    def stop(self) -> None:
        """End the thread after the jobs that were given before."""
        self._jobs.put(None)

    # ---- in the thread

    def run(self) -> None:
        """Do the jobs until `stop`. No task waits forever, even if this thread ends otherwise."""
        done: Callable[[Result[Any]], None] | None = None
        try:
            while (given := self._jobs.get()) is not None:
                job, done = given
                result: Result[Any]
                try:
                    result = outcome.Value(job(self.log))
                except StoreProblem as problem:
                    result = outcome.Error(problem)
                except Exception as fault:  # of one job: the others need this thread
                    log.exception("a job of the store failed")
                    result = outcome.Error(StoreBroken(f"a fault of the server, {type(fault).__name__}"))
                self._hand_back(done, result)
                done = None
        finally:
            with self._lock:
                self._is_working = False
            if done is not None:
                self._hand_back(done, _stopped())
            while not self._jobs.empty():
                if (given := self._jobs.get()) is not None:
                    self._hand_back(given[1], _stopped())
            try:
                self.log.close()
            finally:
                self._soon(self.ended.set)

    def _hand_back(self, done: Callable[[Result[Any]], None], result: Result[Any]) -> None:
        if not self._soon(partial(done, result)):
            log.error("a result of the store came after the end")

    def _soon(self, call: Callable[[], object]) -> bool:
        """Make a call in trio's thread; False if its run is over."""
        try:
            self._token.run_sync_soon(call)
        except trio.RunFinishedError:
            return False
        return True


def _stopped() -> outcome.Error:
    return outcome.Error(StoreBroken("stopped"))
