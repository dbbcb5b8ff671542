"""Random numbers, time and the trace of a simulated run. All of it follows from the seed."""

import hashlib
import math
import random
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, TextIO, TypeVar
from unittest.mock import patch

import trio
import trio._core._run as scheduler

from devtools.simulation.coverage import Coverage
from devtools.simulation.decoding import SharedDecoder

T = TypeVar("T")

START_MS = 1_800_000_000_000  # when a run begins, in ms since 1970
DISK_S = 0.004  # half of the accesses are faster
NEWS_EVERY_S = (0.2, 3.0, 3.0)  # changes of lists make most of the frames; a run has one of these
LINKS = 1 << 10  # of a chain of dice: computing it takes long, and no match of a run has so many rolls


class Trace:
    """The events of a run, line by line: in a file if one is wanted, and as one digest."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file, self._digest = file, hashlib.sha256()
        self.events = 0

    def note(self, *words: object) -> None:
        """Add a line with the time."""
        line = f"{trio.current_time():.6f} {' '.join(map(str, words))}\n"
        self.events += 1
        self._digest.update(line.encode())
        if self._file is not None:
            self._file.write(line)

    @property
    def hash(self) -> str:
        return self._digest.hexdigest()


class World:
    """The chance, the time and the disks of one run. Parts that draw by themselves do not disturb each other."""

    def __init__(self, seed: int, trace: Trace) -> None:
        self.seed, self.trace = seed, trace
        self.coverage = Coverage()

    def chance(self, part: object) -> Random:
        """Return the random numbers of one part of the run."""
        return Random(f"{self.seed} {part}")

    def now_ms(self) -> int:
        """Return the true time in ms since 1970."""
        return START_MS + int(trio.current_time() * 1000)


class _Clock(trio.abc.Clock):
    """Time that goes on to the next deadline when no task has anything to do. trio's MockClock does it in two turns.

    It wakes tasks by alarms: a deadline that cancels a scope costs several times as much.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._alarms: list[tuple[float, int, Alarm]] = []  # a heap; some have another time by now
        self._count = count()

    def start_clock(self) -> None:
        pass

    def current_time(self) -> float:
        return self._now

    def deadline_to_sleep_time(self, deadline: float) -> float:
        alarms = self._alarms
        while alarms and not alarms[0][2].is_due(alarms[0][0]):
            heappop(alarms)
        until = min(deadline, alarms[0][0]) if alarms else deadline
        if until == math.inf:
            return until
        self._now = max(self._now, until)
        while alarms and alarms[0][0] <= self._now:
            at, _, alarm = heappop(alarms)
            if alarm.is_due(at):
                alarm.ring()
        return 0.0

    def add(self, at: float, alarm: "Alarm") -> None:
        """Ring an alarm at that time."""
        heappush(self._alarms, (at, next(self._count), alarm))


class Alarm:
    """Wakes one task at a time that may change."""

    def __init__(self) -> None:
        self._task: trio.lowlevel.Task | None = None
        self._at = math.inf

    def set(self, at: float) -> None:
        """Ring at that time, and not at the one before."""
        if at != self._at:
            self._at = at
            if at != math.inf:
                clock = trio.lowlevel.current_clock()
                assert isinstance(clock, _Clock), "the task is in `run`"
                clock.add(at, self)

    async def wait(self) -> None:
        """Wait until it rings."""
        self._task = trio.lowlevel.current_task()
        await trio.lowlevel.wait_task_rescheduled(self._abort)

    def _abort(self, _raise: object) -> trio.lowlevel.Abort:
        self._task = None
        return trio.lowlevel.Abort.SUCCEEDED

    def is_due(self, at: float) -> bool:
        """Tell whether a task waits for that time."""
        return self._task is not None and at == self._at

    def ring(self) -> None:
        """Wake the task, if it waits."""
        task, self._task, self._at = self._task, None, math.inf
        if task is not None:
            trio.lowlevel.reschedule(task)


async def sleep(seconds: float) -> None:
    """Sleep as `trio.sleep` does."""
    await sleep_until(trio.current_time() + seconds)


async def sleep_until(deadline: float) -> None:
    """Sleep as `trio.sleep_until` does."""
    if deadline <= trio.current_time():
        await trio.lowlevel.checkpoint()
    else:
        alarm = Alarm()
        alarm.set(deadline)
        await alarm.wait()


def run(seed: int, main: Callable[[], Awaitable[T]]) -> T:
    """Run `main` in trio with simulated time, in an order and with random numbers that the seed decides.

    Hashes of texts have to be the same as well: Python's `PYTHONHASHSEED` is set by the caller.
    """
    with _from_seed(seed):
        return trio.run(main, clock=_Clock())


@contextmanager
def _from_seed(seed: int) -> Iterator[None]:
    chance, threads = Random(f"{seed} secrets"), Random(f"{seed} threads")
    random.seed(seed)
    scheduler._r.seed(seed)
    with (
        patch.object(scheduler, "_ALLOW_DETERMINISTIC_SCHEDULING", True),  # as pytest-trio does for hypothesis
        patch.object(secrets, "token_bytes", chance.randbytes),
        patch.object(secrets, "token_hex", lambda size: chance.randbytes(size).hex()),
        patch.object(secrets, "choice", chance.choice),
        patch("server.accounts.passwords.MEMORY_KIB", 64),  # hashes that take no time
        patch("netgame.match.dice.LINKS", LINKS),
        patch("server.lobby.table_list.NEWS_EVERY_S", Random(f"{seed} news").choice(NEWS_EVERY_S)),
        patch("protocol.client.connection.Decoder", SharedDecoder),
        patch.object(trio, "sleep", sleep),
        patch.object(trio, "sleep_until", sleep_until),
        patch.object(trio.to_thread, "run_sync", partial(_without_thread, threads)),
    ):
        yield


async def _without_thread(
    chance: Random, call: Callable[..., Any], *args: Any, limiter: trio.CapacityLimiter | None = None, **_: Any
) -> Any:
    """Make a call that would wait for a disk after a wait, in trio's thread: threads have no order."""
    if limiter is None:
        await trio.sleep(wait_of(chance))
        return call(*args)
    async with limiter:
        await trio.sleep(wait_of(chance))
        return call(*args)


def wait_of(chance: Random) -> float:
    """Return how long an access to a disk takes, in seconds. Some take very long."""
    return min(2.0, chance.lognormvariate(0, 1) * DISK_S)
