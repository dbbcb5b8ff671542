"""Trio inside Qt's loop: who ends what, and in which order."""

import sys
from collections.abc import Callable

import pytest
import trio
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.fault_log import show_exceptions
from client_qt.trio_guest import Guest, Tasks, run_trio

Quit = Callable[[], None]


def test_the_loop_ends_only_after_the_last_task_has_cleaned_up(qapp: QApplication) -> None:
    cleaned_up: list[bool] = []

    async def work(quit: Quit) -> None:
        QTimer.singleShot(0, quit)
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(0.01)
                cleaned_up.append(True)

    assert run_trio(qapp, work) is None
    assert cleaned_up == [True]


def test_a_quit_behind_the_back_still_lets_trio_finish(qapp: QApplication) -> None:
    cleaned_up: list[bool] = []

    async def work(_quit: Quit) -> None:
        QTimer.singleShot(0, qapp.quit)
        try:
            await trio.sleep_forever()
        finally:
            cleaned_up.append(True)

    run_trio(qapp, work)

    assert cleaned_up == [True]


def test_after_an_early_end_the_loop_of_qt_does_not_run_again(qapp: QApplication) -> None:
    ends, cleaned_up = list[bool](), list[bool]()
    timer = QTimer()

    def end() -> None:  # as each turn of the loop does after the screen is lost
        ends.append(True)
        qapp.exit(1)

    async def work(_quit: Quit) -> None:
        timer.timeout.connect(end)
        timer.start(0)
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(lambda: None)
                await trio.sleep(0.01)
                cleaned_up.append(True)

    run_trio(qapp, work)
    timer.stop()

    assert (cleaned_up, ends) == ([True], [True])


class Asking(QWidget):
    """A window that does not close."""

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()


def test_a_window_that_still_asks_people_does_not_keep_a_program_that_has_ended(qapp: QApplication) -> None:
    window = Asking()
    window.show()

    async def work(_quit: Quit) -> None:
        raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        run_trio(qapp, work)
    window.hide()


def test_closing_the_last_window_ends_nothing_by_itself(qapp: QApplication) -> None:
    async def work(_quit: Quit) -> str:
        window = QWidget()
        window.show()
        window.close()
        await trio.sleep(0.01)
        return "still here"

    assert run_trio(qapp, work) == "still here"


def test_what_a_slot_raises_is_shown(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # it is the one of before again after the test

    def break_down() -> None:
        raise ValueError("a slot broke")

    async def work(_quit: Quit) -> None:
        QTimer.singleShot(0, break_down)
        await trio.sleep(0.01)

    show_exceptions(lambda error: shown.append(str(error)))
    run_trio(qapp, work)

    assert shown == ["a slot broke"]


@pytest.mark.qt_trio
async def test_timers_of_qt_and_tasks_of_trio_take_turns() -> None:
    ticks = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(trio.current_time()))
    timer.start(0)

    for _ in range(50):
        await trio.lowlevel.checkpoint()

    assert len(ticks) > 5


def test_a_cancelled_guest_gives_nothing(qapp: QApplication) -> None:
    loop = QEventLoop()
    guest = Guest(loop.quit)
    guest.start(trio.sleep_forever)
    QTimer.singleShot(0, guest.cancel)

    loop.exec()

    assert guest.result is not None
    assert guest.result.unwrap() is None


async def test_a_task_that_goes_wrong_is_told_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _trace: told.append(str(error)))
    ended = trio.Event()

    async def wrong(words: str) -> None:
        async with trio.open_nursery() as inner:
            inner.start_soon(trio.sleep_forever)
            raise ValueError(words)

    async def right() -> None:
        while not told:
            await trio.sleep(0)
        ended.set()

    async with trio.open_nursery() as nursery:
        tasks = Tasks(nursery)
        tasks.start_soon(right)
        tasks.start_soon(wrong, "a mistake")
        await ended.wait()

    assert told == ["a mistake"]


async def test_tasks_end_with_their_nursery() -> None:
    with trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:
            Tasks(nursery).start_soon(trio.sleep_forever)
            await trio.sleep(0)
            scope.cancel()

    assert scope.cancelled_caught
