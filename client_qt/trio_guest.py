"""Trio as a guest in Qt's event loop: who posts what, and who may end the loop."""

import logging
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar, TypeVarTuple

import outcome
import trio
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

log = logging.getLogger(__name__)
T = TypeVar("T")
Args = TypeVarTuple("Args")


class _Call(QEvent):
    """A callable on its way to the GUI thread."""

    TYPE = QEvent.Type(QEvent.registerEventType())

    def __init__(self, call: Callable[[], Any]) -> None:
        super().__init__(self.TYPE)
        self.call: Callable[[], Any] | None = call


class Bridge(QObject):
    """Runs trio's callables in the thread it lives in."""

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, _Call):
            return super().event(event)
        call, event.call = event.call, None
        if call is not None:
            call()
        return True

    def post(self, call: Callable[[], Any]) -> None:
        """From any thread."""
        QCoreApplication.postEvent(self, _Call(call))

    def soon(self, call: Callable[[], Any]) -> None:
        """From this thread. A zero timer fires once a turn of the loop, so that clicks and paints get their share;
        posted events would all be handled before them."""
        QTimer.singleShot(0, self, call)


class Guest:
    """One trio run inside Qt's loop. `cancel` asks it to end; `done` is called when its last task has finished."""

    def __init__(self, done: Callable[[], None]) -> None:
        self.result: outcome.Outcome[Any] | None = None
        self._bridge = Bridge()
        self._scope = trio.CancelScope()
        self._done = done

    def start(self, work: Callable[[], Awaitable[Any]]) -> None:
        trio.lowlevel.start_guest_run(
            self._main,
            work,
            run_sync_soon_threadsafe=self._bridge.post,
            run_sync_soon_not_threadsafe=self._bridge.soon,
            done_callback=self._finished,
            host_uses_signal_set_wakeup_fd=False,  # trio is to wake up for SIGINT and SIGTERM
            strict_exception_groups=True,
        )

    def cancel(self) -> None:
        if self.result is None:
            self._scope.cancel()

    async def _main(self, work: Callable[[], Awaitable[Any]]) -> Any:
        with self._scope:
            return await work()

    def _finished(self, result: outcome.Outcome[Any]) -> None:
        self.result = result
        self._done()


class Starts(Protocol):
    """Where a task is started that goes on by itself: a nursery, or `Tasks`."""

    def start_soon(self, work: Callable[[*Args], Awaitable[object]], /, *args: *Args) -> None: ...


class Tasks:
    """The tasks of a nursery, none of which ends the program by a mistake: what one raises goes where exceptions of
    slots go, and the others go on."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery

    def start_soon(self, work: Callable[[*Args], Awaitable[object]], /, *args: *Args) -> None:
        """As of a nursery."""
        self._nursery.start_soon(self._guarded, work, args, name=work)

    async def _guarded(self, work: Callable[[*Args], Awaitable[object]], args: tuple[*Args]) -> None:
        try:
            await work(*args)
        except* Exception as group:
            log.exception("a task of the window broke")
            for error in leaves(group):
                sys.excepthook(type(error), error, error.__traceback__)


def leaves(group: BaseExceptionGroup[Any]) -> list[BaseException]:
    """What was raised, out of all the groups that it came in."""
    found: list[BaseException] = []
    for error in group.exceptions:
        found.extend(leaves(error) if isinstance(error, BaseExceptionGroup) else [error])
    return found


def run_trio(app: QApplication, work: Callable[[Callable[[], None]], Awaitable[T]]) -> T | None:
    """Run `work(quit)` to its end with Qt's loop as the host, and give what it gives; None if it was cancelled.

    `quit` asks for the end: everything under `work` is cancelled and may clean up. Closing the last window ends
    nothing by itself, and a loop that somebody else left is entered again until trio has finished.
    """
    app.setQuitOnLastWindowClosed(False)
    guest = Guest(app.exit)  # `quit` asks the windows first, and one that still asks people would keep it all standing
    guest.start(lambda: work(guest.cancel))
    app.exec()
    while guest.result is None:
        log.info("the event loop was left before the end; finishing what still runs")
        guest.cancel()
        app.exec()
    return guest.result.unwrap()  # type: ignore[no-any-return]
