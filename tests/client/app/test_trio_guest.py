"""Trio inside Qt's loop: who ends what, and in which order."""

import subprocess
import sys
import textwrap

import pytest
import trio
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from client_qt.trio_guest import Guest, Tasks
from tests import PATIENCE_S

PROGRAM = """
import os, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
import trio
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from client_qt.app.fault_log import show_exceptions
from client_qt.trio_guest import run_trio
app = QApplication([])
{body}
"""


def run_program(body: str) -> str:
    program = PROGRAM.format(body=textwrap.dedent(body))
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_loop_ends_only_after_the_last_task_has_cleaned_up() -> None:
    out = run_program("""
        async def work(quit):
            QTimer.singleShot(0, quit)
            try:
                await trio.sleep_forever()
            finally:
                with trio.CancelScope(shield=True):
                    await trio.sleep(0.05)
                    print("cleaned up")
        print(run_trio(app, work))
    """)

    assert out.split("\n")[:2] == ["cleaned up", "None"]


@pytest.mark.slow
def test_a_quit_behind_the_back_still_lets_trio_finish() -> None:
    out = run_program("""
        async def work(quit):
            QTimer.singleShot(0, app.quit)
            try:
                await trio.sleep_forever()
            finally:
                print("cleaned up")
        run_trio(app, work)
        print("left")
    """)

    assert out.split() == ["cleaned", "up", "left"]


@pytest.mark.slow
def test_after_an_early_end_the_loop_of_qt_does_not_run_again() -> None:
    out = run_program("""
        ends = []
        def end():  # as each turn of the loop does after the screen is lost
            ends.append(True)
            app.exit(1)
        async def work(quit):
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
        run_trio(app, work)
        print(len(ends))
    """)

    assert out.split("\n")[:2] == ["cleaned up", "1"]


@pytest.mark.slow
def test_a_window_that_still_asks_people_does_not_keep_a_program_that_has_ended() -> None:
    out = run_program("""
        class Asking(QWidget):
            def closeEvent(self, event):
                event.ignore()
        window = Asking()
        window.show()
        async def work(quit):
            raise ValueError("a mistake")
        try:
            run_trio(app, work)
        except ValueError as error:
            print(error)
    """)

    assert out == "a mistake\n"


@pytest.mark.slow
def test_closing_the_last_window_ends_nothing_by_itself() -> None:
    out = run_program("""
        async def work(quit):
            window = QWidget()
            window.show()
            window.close()
            await trio.sleep(0.05)
            return "still here"
        print(run_trio(app, work))
    """)

    assert out.strip() == "still here"


@pytest.mark.slow
def test_what_a_slot_raises_is_shown() -> None:
    out = run_program("""
        def break_down():
            raise ValueError("a slot broke")
        show_exceptions(lambda error: print("shown:", error))
        async def work(quit):
            QTimer.singleShot(0, break_down)
            await trio.sleep(0.05)
        run_trio(app, work)
    """)

    assert out.strip() == "shown: a slot broke"


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
