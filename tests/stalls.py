"""Finds stalls of the window: events that hold the GUI thread for longer than a person should wait for the next frame.

Not the time on the wall counts: what the thread waited for a processor, and what the garbage collector took, is taken
off, and a machine that is slower just now than the one the limit was measured on gets more time. What is left is work,
or a call that blocks. While an event lasts too long, a helper thread notes what the GUI thread is at.
"""

import compileall
import faulthandler
import functools
import gc
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractEventDispatcher, QThread
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

# A shared machine may do half as much a second as it seems to: there only what is far beyond the limit is told
LIMIT_S = 0.150 if os.environ.get("CI") else 0.050
LOOK_S = 0.010  # between two looks at what the thread is at
SPIN_S, DRAW_S = 0.0005, 0.0019  # what `_spin` and `_draw` take on the machine that the limit was set on, left alone
ROOT = str(Path(__file__).parents[1])
LINE = re.compile(r'File "([^"]+)", line (\d+) in (.+)')
OURS = tuple(os.path.join(ROOT, name) + os.sep for name in ("client_qt", "netgame", "protocol", "server", "tests"))


@dataclass(frozen=True)
class Stall:
    """One event that took too long."""

    what: str
    taken_s: float
    places: tuple[str, ...]

    def __str__(self) -> str:
        seen = "\n".join(self.places) or "    (nothing of Python was seen: Qt itself was at work)"
        return f"{self.what} held the window for {self.taken_s * 1000:.0f} ms\n{seen}"


class Watch:
    """Of one thread: begun when it has something to do, ended when it has done it."""

    def __init__(self) -> None:
        self.stalls: list[Stall] = []
        self.began: float | None = None
        self._what = ""
        self._waited = self._swept = self._sweep_began = 0.0
        self._swept_before = 0.0
        self._pardons = 0
        self._pardoned = self._taken = False
        self._places: dict[str, int] = {}
        self._thread = threading.get_ident()
        self._delays = _open_delays()
        self._dump = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        gc.callbacks.append(self._sweep)
        self._over = threading.Event()  # never: the helper thread lives as long as the process
        threading.Thread(target=self._look, daemon=True, name="stalls").start()

    def awake(self) -> None:
        """The loop has something to do again."""
        self.begin("the loop")

    @contextmanager
    def taking(self, what: str) -> Iterator[None]:
        """For the length of a call from a test; one within another, or within a turn of a loop, is part of that."""
        if self._taken or QThread.currentThread().loopLevel():
            yield
            return
        self._taken = True
        self.begin(what)
        try:
            yield
        finally:
            self._taken = False
            self.end()

    def begin(self, what: str) -> None:
        """The thread is taken."""
        self._what, self._waited, self._swept_before = what, self._delay(), self._swept
        self._pardoned = self._pardons > 0
        self._places = {}
        self.began = time.perf_counter()

    def end(self) -> None:
        """The thread is free."""
        if self.began is None:
            return
        taken = time.perf_counter() - self.began
        if taken > LIMIT_S and not self._pardoned and not self._pardons:
            taken -= self._delay() - self._waited + self._swept - self._swept_before
            if taken > LIMIT_S * slowness():
                self.stalls.append(Stall(self._what, taken, tuple(self._seen())))
        self.began = None

    @contextmanager
    def pardon(self) -> Iterator[None]:
        """What begins or ends in here is no stall of a program that runs."""
        self._pardons += 1
        self._pardoned = True
        try:
            yield
        finally:
            self._pardons -= 1

    def _sweep(self, phase: str, _info: dict[str, int]) -> None:
        if threading.get_ident() != self._thread:
            return
        if phase == "start":
            self._sweep_began = time.perf_counter()
        else:
            self._swept += time.perf_counter() - self._sweep_began

    def _delay(self) -> float:
        """For how long the thread has waited for a processor since it began, in seconds."""
        return int(os.pread(self._delays, 64, 0).split()[1]) / 1e9 if self._delays is not None else 0.0

    # ---- in the helper thread

    def _look(self) -> None:
        while not self._over.wait(LOOK_S):
            began = self.began
            if began is not None and time.perf_counter() - began > LIMIT_S / 3:
                places, text = self._places, self._place()
                places[text] = places.get(text, 0) + 1

    def _place(self) -> str:
        """What is going on, innermost line last. To look at frame objects of a running thread crashes Python 3.11."""
        self._dump.seek(0)
        self._dump.truncate()
        faulthandler.dump_traceback(self._dump, all_threads=True)
        self._dump.seek(0)
        own = self._dump.read().decode(errors="replace").split(f"hread {self._thread:#018x}")[-1].split("\n\n")[0]
        places = [(file, f"    {file}:{line} {name}") for file, line, name in LINE.findall(own)]
        ours = [text.replace(ROOT + os.sep, "") for file, text in places if file.startswith(OURS) and file != __file__][
            :6
        ]
        inner = [text for file, text in places[:1] if not file.startswith(OURS)]
        return "\n".join([*reversed(ours[:6]), *inner])

    def _seen(self) -> list[str]:
        most = sorted(self._places.items(), key=lambda one: -one[1])[:3]
        return [f"  seen {count} times:\n{text}" for text, count in most if text]


def _open_delays() -> int | None:
    """The scheduler's account of this thread; None where the system keeps none."""
    with suppress(OSError):
        return os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
    return None


def slowness() -> float:
    """How many times slower than the machine of the limit this one is at the moment, at least 1: a processor that is
    shared or throttled, or other memory."""
    return max(1.0, _taken(_spin) / SPIN_S, _taken(_draw) / DRAW_S)


def _taken(work: Callable[[], None]) -> float:
    before = time.thread_time()
    work()
    return time.thread_time() - before


def _spin() -> None:
    for _ in range(40_000):
        pass


def _draw() -> None:
    picture = QImage(500, 500, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(QColor(200, 100, 50, 180))
    for place in range(12):
        painter.drawEllipse(place * 5, place * 3, 400, 380)
    painter.end()


HANDS = ("mouseClick", "mouseDClick", "mousePress", "mouseRelease", "mouseMove", "keyClick", "keyClicks", "keyPress")


def _timed(watch: Watch, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(work)
    def timed(*words: Any, **named: Any) -> Any:
        with watch.taking(name):
            return work(*words, **named)

    return timed


@functools.cache
def watch() -> Watch:
    """The one watch of this process: of what a loop does between two rests, and of what the hands of a test cause."""
    compileall.compile_dir(os.path.join(ROOT, "client_qt"), quiet=2)  # else the first run would see the compiler
    made = Watch()
    dispatcher = QAbstractEventDispatcher.instance()
    dispatcher.awake.connect(made.awake)
    dispatcher.aboutToBlock.connect(made.end)
    for name in HANDS:
        setattr(QTest, name, staticmethod(_timed(made, name, getattr(QTest, name))))
    QApplication.processEvents = staticmethod(_timed(made, "events", QApplication.processEvents))  # type: ignore
    return made
