"""Random numbers, time and the trace of a simulated run. All of it follows from the seed."""

import gc
import hashlib
import math
import random
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, TextIO, TypeVar
from unittest.mock import patch

import trio
import trio._core._run as scheduler

from devtools.simulation.checks.promises import Promises
from devtools.simulation.coverage import Coverage
from devtools.simulation.decoding import SharedDecoder

T = TypeVar("T")

START_MS = 1_800_000_000_000  # when a run begins, in ms since 1970
DISK_S = 0.004  # half of the accesses are faster
# what would be most of a run: changes of lists, pings, and reads of nodes that make up for lost hints
RARE: dict[str, float] = {
    "server.lobby.table_list.NEWS_EVERY_S": 5.0,
    "protocol.client.session.WATCHING_PING_INTERVAL_S": 20.0,
    "server.net.admission.SWEEP_S": 4.0,
    "server.tables.timers.TICK_S": 2.0,
    "server.tables.due.CLAIM_EVERY_S": 4.0,
    "server.tables.follower.HEAL_S": 4.0,
    "server.tables.service_time.MEASURE_EVERY_S": 2.0,
    "server.tables.service_time.MISSED_S": 4.0,
    "server.tables.service_time.AWAY_S": 6.0,
    "server.lobby.remote_nodes.READ_EVERY_S": 8.0,
    "server.cluster.nodes.BEAT_S": 2.0,
    "server.cluster.nodes.LOST_MS": 4000,
    "server.cluster.nodes.DEAD_MS": 6000,
    "devtools.harness.server.memory_cluster.DEAD_MS": 6000,
    "server.lobby.shared_service.SharedService.seeks_every_s": 8.0,
    "server.tournaments.follower.READ_EVERY_S": 8.0,
    "server.cluster.relay.READ_EVERY_S": 8.0,
    "server.notices.service.LOOK_EVERY_S": 120.0,
    "server.lobby.challenges.CHECK_EVERY_S": 300.0,
    "server.lobby.vacations.READ_EVERY_S": 120.0,
}
USUAL = 2  # one of so many seeds has the intervals of the real programs
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
        self.coverage, self.promises = Coverage(), Promises()

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
        self._alarms: list[tuple[float, int, Timer]] = []  # a heap; some have another time by now
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

    def add(self, at: float, alarm: "Timer") -> None:
        """Let an alarm ring at that time."""
        heappush(self._alarms, (at, next(self._count), alarm))


class Timer:
    """Calls a function at a time that may change, outside of any task."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call, self._at = call, math.inf

    def set(self, at: float) -> None:
        """Ring at that time, and not at the one before. Infinity: never."""
        if at != self._at:
            self._at = at
            if at <= trio.current_time():
                self.ring()
            elif at != math.inf:
                clock = trio.lowlevel.current_clock()
                assert isinstance(clock, _Clock), "other clocks know no alarms"
                clock.add(at, self)

    def is_due(self, at: float) -> bool:
        """Tell whether it has to ring at that time."""
        return at == self._at

    def ring(self) -> None:
        """Call the function now, and not at the time that was set."""
        self._at = math.inf
        self._call()


class Alarm(Timer):
    """Wakes one task at a time that may change. Nothing happens while no task waits."""

    def __init__(self) -> None:
        super().__init__(self._wake)
        self._task: trio.lowlevel.Task | None = None

    def set(self, at: float) -> None:
        if self._task is not None:
            super().set(at)

    async def wait(self, at: float) -> None:
        """Wait until that time, or another one that is set meanwhile."""
        self._task = trio.lowlevel.current_task()
        super().set(at)
        await trio.lowlevel.wait_task_rescheduled(self._abort)

    def _abort(self, _raise: object) -> trio.lowlevel.Abort:
        self._task, self._at = None, math.inf
        return trio.lowlevel.Abort.SUCCEEDED

    def _wake(self) -> None:
        task, self._task = self._task, None
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
        await Alarm().wait(deadline)


def run(seed: int, main: Callable[[], Awaitable[T]]) -> T:
    """Run `main` in trio with simulated time, in an order and with random numbers that the seed decides.

    Hashes of texts have to be the same as well: Python's `PYTHONHASHSEED` is set by the caller.
    """
    with _from_seed(seed), _little_garbage():
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
        patch("server.ops.process.memory_used_mib", lambda: 0),  # of this computer, which the seed does not decide
        patch("netgame.match.dice.LINKS", LINKS),
        patch("protocol.client.connection.Decoder", SharedDecoder),
        patch.object(trio, "sleep", sleep),
        patch.object(trio, "sleep_until", sleep_until),
        patch.object(trio.to_thread, "run_sync", partial(_without_thread, threads)),
        ExitStack() as rare,
    ):
        for name, interval_s in RARE.items() if seed % USUAL else ():
            rare.enter_context(patch(name, interval_s))
        yield


@contextmanager
def _little_garbage() -> Iterator[None]:
    """Look for cycles of objects less often: a run keeps almost everything that it makes."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


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
