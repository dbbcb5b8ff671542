"""Trio as a guest in Qt's event loop."""

import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar, TypeVarTuple

import outcome
import trio
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication

log = logging.getLogger(__name__)
T = TypeVar("T")
Args = TypeVarTuple("Args")


WAKE = QEvent.Type(QEvent.registerEventType())


class Bridge(QObject):
    """Runs the callables of trio in its own thread, one for each wake-up by Qt."""

    def __init__(self) -> None:
        super().__init__()
        self._calls: SimpleQueue[Callable[[], Any]] = SimpleQueue()

    def customEvent(self, event: QEvent) -> None:
        self._run_next()

    def post(self, call: Callable[[], Any]) -> None:
        """Run a call soon; may be called from any thread."""
        self._calls.put(call)
        QCoreApplication.postEvent(self, QEvent(WAKE))

    def call_soon(self, call: Callable[[], Any]) -> None:
        """Run a call soon, from this thread. Unlike posted events, a zero timer lets clicks and paints come between."""
        self._calls.put(call)
        QTimer.singleShot(0, self, self._run_next)

    def run_without_qt(self, is_done: Callable[[], bool]) -> None:
        """Run the calls in this thread until all is done. A loop that has ended does not run them."""
        while not is_done():
            self._calls.get()()

    def _run_next(self) -> None:
        with suppress(Empty):
            self._calls.get_nowait()()


class Guest:
    """One trio run inside Qt's loop. `done` is called when its last task has finished."""

    def __init__(self, done: Callable[[], None]) -> None:
        self.result: outcome.Outcome[Any] | None = None
        self._bridge = Bridge()
        self._scope = trio.CancelScope()
        self._done = done

    def start(self, work: Callable[[], Awaitable[Any]], clock: trio.abc.Clock | None = None) -> None:
        trio.lowlevel.start_guest_run(
            self._main,
            work,
            run_sync_soon_threadsafe=self._bridge.post,
            run_sync_soon_not_threadsafe=self._bridge.call_soon,
            done_callback=self._finished,
            clock=clock,
            host_uses_signal_set_wakeup_fd=False,  # so that trio wakes up for SIGINT and SIGTERM
            strict_exception_groups=True,
        )

    def cancel(self) -> None:
        if self.result is None:
            self._scope.cancel()

    def finish_without_qt(self) -> None:
        """Cancel the tasks and run trio until they have cleaned up."""
        self.cancel()
        self._bridge.run_without_qt(lambda: self.result is not None)

    async def _main(self, work: Callable[[], Awaitable[Any]]) -> Any:
        with self._scope:
            return await work()

    def _finished(self, result: outcome.Outcome[Any]) -> None:
        self.result = result
        self._done()


async def emission(*signals: SignalInstance) -> None:
    """Wait until one of the signals is emitted."""
    emitted = trio.Event()
    for signal in signals:
        signal.connect(emitted.set)
    try:
        await emitted.wait()
    finally:
        for signal in signals:
            signal.disconnect(emitted.set)


class Starts(Protocol):
    """Starts background tasks: a nursery, or `Tasks`."""

    def start_soon(self, work: Callable[[*Args], Awaitable[object]], /, *args: *Args) -> None: ...


class Tasks:
    """The tasks of a nursery. An exception of one goes to `sys.excepthook`, and the others continue."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery

    def start_soon(self, work: Callable[[*Args], Awaitable[object]], /, *args: *Args) -> None:
        """Start a task, like a nursery; but none after the end of the nursery, when the last tasks clean up."""
        try:
            self._nursery.start_soon(self._guarded, work, args, name=work)
        except RuntimeError as error:
            if "closed" not in str(error):
                raise
            log.info("not started, because the program ends: %s", work)

    async def _guarded(self, work: Callable[[*Args], Awaitable[object]], args: tuple[*Args]) -> None:
        try:
            await work(*args)
        except* Exception as group:
            log.exception("unexpected error in a task of the window")
            for error in leaves(group):
                sys.excepthook(type(error), error, error.__traceback__)


def leaves(group: BaseExceptionGroup[Any]) -> list[BaseException]:
    """The exceptions in a group and its inner groups."""
    found: list[BaseException] = []
    for error in group.exceptions:
        found.extend(leaves(error) if isinstance(error, BaseExceptionGroup) else [error])
    return found


def run_trio(app: QApplication, work: Callable[[Callable[[], None]], Awaitable[T]]) -> T | None:
    """Run `work(quit)` with Qt's loop as the host and return its result; None if it was cancelled.

    `quit` cancels the tasks under `work`, which may clean up. The loop of Qt runs until trio has finished. If it ends
    before, the tasks are cancelled and clean up without it: after the screen is lost, each turn of a new loop prints
    a warning and ends.
    """
    app.setQuitOnLastWindowClosed(False)
    guest = Guest(app.exit)  # unlike `quit`, `exit` does not ask the windows
    guest.start(lambda: work(guest.cancel))
    app.exec()
    if guest.result is None:
        log.info("the event loop ended early; waiting for the remaining tasks")
        guest.finish_without_qt()
    assert guest.result is not None
    return guest.result.unwrap()  # type: ignore[no-any-return]
