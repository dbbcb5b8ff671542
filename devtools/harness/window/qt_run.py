"""Runs of trio as a guest in Qt's loop, for tests and benches."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, ClassVar, TypeVar

import outcome
import trio
from PySide6.QtCore import QEventLoop, QTimer
from trio.testing import MockClock, wait_all_tasks_blocked

from client_qt.trio_guest import Guest
from devtools.harness import PATIENCE_S

T = TypeVar("T")
STEP_S = 4.0  # a longer step looks like a suspended computer, or like a lost connection


class KeptRun:
    """A run of trio as a guest in a local loop of Qt; it goes on from one call to the next, and stands still between.

    The application's own loop is not touched, so no test can end it. A thread has one run of trio at a time, so all
    tests marked `qt_trio` use `current` meanwhile. A test may let the time jump forward by
    `trio.lowlevel.current_clock()`.
    """

    current: ClassVar["KeptRun | None"] = None
    _nursery: trio.Nursery
    _limit: trio.CancelScope

    def __init__(self) -> None:
        self._loop = QEventLoop()
        self._guest = Guest(self._loop.quit)
        self._guest.start(self._stay, MockClock(rate=1))
        self._loop.exec()

    async def _stay(self) -> None:
        async with trio.open_nursery() as self._nursery:
            QTimer.singleShot(0, self._loop.quit)  # when the loop of the constructor has begun
            await trio.sleep_forever()

    def call(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a function and return its result."""
        ended: list[outcome.Outcome[T]] = []

        async def limited() -> T:
            with trio.fail_after(PATIENCE_S) as self._limit:
                return await work()

        async def run() -> None:
            ended.append(await outcome.acapture(limited))
            self._loop.quit()

        self._nursery.start_soon(run)
        self._loop.exec()
        if self._guest.result is not None:
            self._guest.result.unwrap()
        assert ended, "the local event loop was ended from outside"
        return ended[0].unwrap()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass within a call, in steps as a computer that runs takes them."""
        clock = trio.lowlevel.current_clock()
        assert isinstance(clock, MockClock)
        end = trio.current_time() + seconds
        while trio.current_time() < end:
            self._limit.deadline += STEP_S
            clock.jump(STEP_S)
            await wait_all_tasks_blocked()

    @contextmanager
    def entered(self, context: AbstractAsyncContextManager[T]) -> Iterator[T]:
        """Enter an asynchronous context and leave it at the end of this one."""
        leave, left = trio.Event(), trio.Event()

        async def stay(task_status: trio.TaskStatus[T]) -> None:
            async with context as value:
                task_status.started(value)
                await leave.wait()
            left.set()

        yield self.call(lambda: self._nursery.start(stay))
        leave.set()
        self.call(left.wait)

    def close(self) -> None:
        """Cancel all that still runs."""
        self._guest.cancel()
        if self._guest.result is None:
            self._loop.exec()


def run_in_qt(work: Callable[[], Awaitable[Any]]) -> Any:
    """Run `work` in a run of its own."""
    run = KeptRun()
    try:
        return run.call(work)
    finally:
        run.close()
