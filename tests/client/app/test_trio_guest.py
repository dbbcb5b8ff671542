"""Trio inside Qt's loop: who ends what, and in which order; and timers of the installed PySide6."""

import subprocess
import sys

import pytest
import trio
import trio.testing
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from client_qt.trio_guest import Guest, Tasks
from devtools.harness import PATIENCE_S

PROGRAM = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
import trio
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from client_qt.app.fault_log import show_exceptions
from client_qt.trio_guest import run_trio
app = QApplication([])

async def clean_up_late(quit):
    QTimer.singleShot(0, quit)
    try:
        await trio.sleep_forever()
    finally:
        with trio.CancelScope(shield=True):
            await trio.sleep(0.05)
            print("cleaned up")

async def be_left(quit):
    QTimer.singleShot(0, app.quit)
    try:
        await trio.sleep_forever()
    finally:
        print("cleaned up")

ends = []

def end():  # as each turn of the loop does after the screen is lost
    ends.append(True)
    app.exit(1)

async def end_early(quit):
    timer = QTimer()
    timer.timeout.connect(end)
    timer.start(0)
    try:
        await trio.sleep_forever()
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(lambda: None)
            await trio.sleep(0.05)
            print("cleaned up")

class Asking(QWidget):
    def closeEvent(self, event):
        event.ignore()

async def fail(quit):
    raise ValueError("a mistake")

def fail_beside_a_window():
    window = Asking()
    window.show()
    try:
        run_trio(app, fail)
    except ValueError as error:
        return error

async def close_the_last_window(quit):
    window = QWidget()
    window.show()
    window.close()
    await trio.sleep(0.05)
    return "still here"

def break_down():
    raise ValueError("a slot broke")

async def break_a_slot(quit):
    QTimer.singleShot(0, break_down)
    await trio.sleep(0.05)

"""


CALLS = {  # and what each prints
    "print(run_trio(app, clean_up_late))": ["cleaned up", "None"],
    "print(run_trio(app, be_left))": ["cleaned up", "None"],  # also after a quit behind the back of trio
    "print(run_trio(app, end_early), len(ends))": ["cleaned up", "None 1"],  # the loop of Qt does not run again
    "print(run_trio(app, close_the_last_window))": ["still here"],
    "show_exceptions(lambda error: print('shown:', error))": [],
    "run_trio(app, break_a_slot)": ["shown: a slot broke"],
    "print(fail_beside_a_window())": ["a mistake"],  # although the window asks people whether it may close
}


@pytest.mark.slow
def test_the_loop_of_qt_ends_after_the_last_task_and_not_with_the_last_window() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + "\n".join(CALLS)],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [line for lines in CALLS.values() for line in lines]


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

    async def wrong(words: str) -> None:
        async with trio.open_nursery() as inner:
            inner.start_soon(trio.sleep_forever)
            raise ValueError(words)

    with trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:
            tasks = Tasks(nursery)
            tasks.start_soon(trio.sleep_forever)
            tasks.start_soon(wrong, "a mistake")
            await trio.testing.wait_all_tasks_blocked()
            scope.cancel()

    assert told == ["a mistake"]
    assert scope.cancelled_caught


async def test_work_that_comes_while_the_program_ends_is_not_started() -> None:
    async with trio.open_nursery() as nursery:
        tasks = Tasks(nursery)
    tasks.start_soon(trio.sleep_forever)
    assert not nursery.child_tasks


TIMERS = """
from PySide6.QtCore import QCoreApplication, QTimer
app, fired = QCoreApplication([]), 0

def tick():
    global fired
    fired += 1
    QTimer.singleShot(0, tick) if fired < 40_000 else app.quit()

tick()
app.exec()
print(fired)
"""


@pytest.mark.slow
def test_forty_thousand_timers_do_not_use_up_none() -> None:
    done = subprocess.run([sys.executable, "-c", TIMERS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "40000"), done.stderr
