"""The watchdog of the other tests here: what it finds, and what it forgives."""

import threading
import time

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from tests.client.clicks import settle
from tests.stalls import LIMIT_S, Watch, slowness, watch

LONG_S = LIMIT_S * 12  # of work, also where the machine is slow


@pytest.fixture
def watched(qapp: QApplication) -> Watch:
    return watch()


def work_hard() -> None:
    end = time.thread_time() + LONG_S
    while time.thread_time() < end:
        pass


def call_that_blocks() -> None:
    threading.Event().wait(LONG_S * slowness())


@pytest.mark.slow
@pytest.mark.may_stall("it is what is tested")
@pytest.mark.parametrize("held", [work_hard, call_that_blocks])
def test_what_holds_the_loop_is_found_with_the_place(watched: Watch, held: object) -> None:
    QTimer.singleShot(0, held)
    settle()

    assert len(watched.stalls) == 1
    assert "test_stalls.py" in str(watched.stalls[0])
    assert held.__name__ in str(watched.stalls[0])  # type: ignore[attr-defined]


@pytest.mark.slow
def test_what_is_pardoned_is_not_found(watched: Watch) -> None:
    with watched.pardon():
        QTimer.singleShot(0, work_hard)
        settle()

    assert watched.stalls == []


@pytest.mark.slow
def test_waiting_for_a_processor_is_nobodys_fault(watched: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    delays = iter([1.0, 1.0 + LONG_S])

    with monkeypatch.context() as patch:
        patch.setattr(watched, "_delay", lambda: next(delays))
        with watched.taking("nothing"):
            threading.Event().wait(LONG_S)

    assert watched.stalls == []


def test_the_short_work_of_every_day_is_none(watched: Watch) -> None:
    QTimer.singleShot(0, lambda: sum(range(1000)))
    settle()

    assert watched.stalls == []
