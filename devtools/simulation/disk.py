"""The disk of a simulated server: it is slow, sometimes fails, and loses at a crash what was not yet written."""

import math
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgpack
import outcome
import trio
from sqlalchemy import Connection

from devtools.harness.server.memory_store import MemoryLog
from devtools.simulation.world import Timer, World, wait_of
from server.errors import DatabaseFailed
from server.storage.accounts import AccountStore
from server.storage.event_store import Append, EventStore, Lanes, Problems
from server.storage.lane import Lane, Result
from server.storage.social import SocialStore
from server.storage.sql import SqlStore

Delay = Callable[[Random], float]
Job = tuple[Callable[[Any], Any], Callable[[Result[Any]], None]]


class Disk(MemoryLog):
    """The data that a server keeps over its crashes.

    `slowness`: how much longer each access takes.
    """

    def __init__(self, world: World) -> None:
        super().__init__(world.now_ms)
        self._trace, self._coverage = world.trace, world.coverage
        self.slowness = 1

    def append(self, appends: list[Append]) -> Problems:  # type: ignore[override]
        problems = super().append(appends)
        if self.is_full:
            return problems
        for append, problem in zip(appends, problems, strict=True):
            self._trace.note("commit", append.table, append.expected, len(append.bodies), problem or "")
            for body in append.bodies if problem is None else ():
                self._coverage.note_event(msgpack.unpackb(body))
        return problems


class _Database(SqlStore):
    """A database on that disk. While the disk `is_full`, nothing is committed."""

    is_full = False

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with super()._transaction() as db:
            yield db
            if self.is_full:
                raise DatabaseFailed("the disk is full")


class Accounts(_Database, AccountStore):
    """The accounts on the disk of a simulated server."""


class Social(_Database, SocialStore):
    """Challenges, tournaments and all else that members have there."""


class DiskLane(Lane[Any]):
    """Does jobs one after another, each after a wait. A job that is under way at a crash may be done or not.

    `delay` says by how much the link to the disk delays a job, in seconds.
    """

    def __init__(self, log: Disk, chance: Random, delay: Delay) -> None:
        self.log, self._chance, self._delay = log, chance, delay
        self._given: deque[Job] = deque()
        self._timer = Timer(self._do_next)
        self._is_off = False

    def soon(self, job: Callable[[Any], Any], done: Callable[[Result[Any]], None]) -> None:
        self._given.append((job, done))
        if len(self._given) == 1 and not self._is_off:
            self._wait()

    async def ask(self, job: Callable[[Any], Any]) -> Any:
        answered, results = trio.Event(), list[Result[Any]]()

        def done(result: Result[Any]) -> None:
            results.append(result)
            answered.set()

        self.soon(job, done)
        await answered.wait()
        return results[0].unwrap()

    def _wait(self) -> None:
        wait = wait_of(self._chance) * self.log.slowness + self._delay(self._chance)
        self._timer.set(trio.current_time() + wait)

    def _do_next(self) -> None:
        job, done = self._given.popleft()
        if self._given:
            self._wait()
        done(outcome.capture(job, self.log))

    def crash(self) -> None:
        """Do no more jobs, except perhaps the one under way, which gets no answer."""
        self._is_off = True
        self._timer.set(math.inf)
        if self._given and self._chance.random() < 0.5:
            outcome.capture(self._given[0][0], self.log)


def store_on(
    disk: Disk, chance: Callable[[object], Random], nursery: trio.Nursery, written: Callable[[], None], delay: Delay
) -> EventStore:
    """Return the store of a server that starts. `written` is called after each commit, before it hears of that."""
    lanes = [DiskLane(disk, chance(f"lane {number}"), delay) for number in range(5)]

    async def work() -> None:
        try:
            await trio.sleep_forever()
        finally:
            for lane in lanes:
                lane.crash()

    nursery.start_soon(work)
    return EventStore(Lanes(*lanes), lambda *_: written())
