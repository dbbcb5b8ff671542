"""What refers to itself is ended by the thread of the window: Qt ends the process where another one ends a timer."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from client_qt.__main__ import _keep_what_there_is
from client_qt.app import garbage
from client_qt.app.garbage import Collector

MANY = 20_000


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """The collector as Python starts it."""
    thresholds = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*thresholds)
    gc.enable()
    gc.unfreeze()


@pytest.fixture
def used() -> list[bool]:
    """Whether somebody works with the window."""
    return [True]


@pytest.fixture
def collector(qapp: QApplication, used: list[bool]) -> Iterator[Collector]:
    made = Collector(is_used=lambda: used[-1])
    yield made
    made.close()


def left_behind(ended_by: list[str]) -> None:
    """An object with a timer that goes, which nobody knows but itself."""
    found = QObject()
    timer = QTimer(found)
    timer.start(1)
    found.me = [found, timer]  # type: ignore[attr-defined]
    weakref.finalize(found, lambda: ended_by.append(threading.current_thread().name))


def make_many() -> None:
    made: list[list[object]] = []
    for _ in range(MANY):
        new: list[object] = []
        new.append(new)
        made.append(new)


def work_elsewhere() -> None:
    thread = threading.Thread(target=make_many)
    thread.start()
    thread.join()


def test_a_thread_that_makes_much_ends_nothing_of_the_window(collector: Collector) -> None:
    ended_by: list[str] = []
    left_behind(ended_by)
    work_elsewhere()
    assert ended_by == []
    collector.look()
    assert ended_by == [threading.main_thread().name]


def test_where_little_is_new_nothing_is_looked_at(collector: Collector) -> None:
    ended_by: list[str] = []
    gc.collect()
    left_behind(ended_by)
    collector.look()
    assert ended_by == []


def test_what_was_set_aside_is_looked_at_when_nobody_uses_the_window(
    collector: Collector, used: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "ALL_AFTER", 1)
    ended_by: list[str] = []
    left_behind(ended_by)
    gc.freeze()
    work_elsewhere()
    collector.look()
    assert ended_by == []
    used.append(False)
    collector.look()
    assert len(ended_by) == 1


def test_the_program_searches_by_itself_once_its_window_is_open(qapp: QApplication) -> None:
    owner = QObject()
    _keep_what_there_is(owner)
    assert not gc.isenabled()
    (collector,) = owner.findChildren(Collector)
    collector.close()
