"""The time of a service of several nodes, which is that of the store, and whether the store can be reached."""

import logging
from collections.abc import Callable

import trio

from server.storage.event_store import EventStore, StoreProblem
from server.tables.clock import Clock

log = logging.getLogger(__name__)

MEASURE_EVERY_S = 1.0
MOST_TRIP_S = 0.25  # a measurement that took longer is too inexact
AWAY_S = 3.0  # without an answer; then the store counts as away
MISSED_S = 2.0  # without an answer; then the node prepares for that
SETTLE_S = 5.0  # from the start, or the return of the store, until flags fall: tables have to be paused first


class ServiceTime:
    """Steers the clock of a node by the store.

    The callables of `on_away` are called when the store does not answer any more, before the node gives its clients up.
    Those of `on_back` are called when it is back, with the time of its last answer before.
    """

    def __init__(self, clock: Clock, store: EventStore) -> None:
        self._clock, self._store = clock, store
        self.on_away: list[Callable[[], None]] = []
        self.on_back: list[Callable[[int], None]] = []
        self.away_since = 0  # the time of the last answer before the store was away last; 0: it never was
        self._answered_at = self._settled_at = 0.0  # of trio's clock
        self._answered = 0  # the same time here
        self._is_missed = False  # `on_away` was called

    @property
    def away_from(self) -> int:
        """The time of the last answer of the store, if it is away now; 0 if it is not."""
        return self._answered if self.is_away else 0

    @property
    def is_settled(self) -> bool:
        """Whether the store answers, and has done so for long enough to let flags fall."""
        now = trio.current_time()
        return now - self._answered_at < AWAY_S and now >= self._settled_at

    @property
    def is_away(self) -> bool:
        """Whether the store has not answered for long."""
        return trio.current_time() - self._answered_at >= AWAY_S

    async def begin(self) -> None:
        """Set the clock. `StoreProblem` if the store cannot be reached."""
        begun = trio.current_time()
        at = await self._store.now()
        self._clock.set(at + (trio.current_time() - begun) * 500)
        self._answered_at, self._answered = trio.current_time(), self._clock.now()
        self._settled_at = self._answered_at + SETTLE_S

    async def note_end(self) -> None:
        """Store that a node ran until now. `StoreProblem` if that fails."""
        await self._store.alive(self._clock.now())

    async def last_end(self) -> int:
        """Return when a node ended in order last; 0: never. `StoreProblem` if it cannot be read."""
        return await self._store.last_alive()

    async def run(self) -> None:
        """Correct the clock until cancelled."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._notice_absence)
            while True:
                await trio.sleep(MEASURE_EVERY_S)
                await self._measure()

    async def _notice_absence(self) -> None:
        """Call `on_away` though a measurement hangs."""
        while True:
            await trio.sleep_until(max(self._answered_at + MISSED_S, trio.current_time() + MISSED_S / 4))
            if not self._is_missed and trio.current_time() - self._answered_at >= MISSED_S:
                self._is_missed = True
                for hook in self.on_away:
                    hook()

    async def _measure(self) -> None:
        begun = trio.current_time()
        try:
            at = await self._store.now()
        except StoreProblem as problem:
            log.debug("the time of the store is unknown: %s", problem)
            return
        ended = trio.current_time()
        was_away = ended - self._answered_at >= AWAY_S
        since, self._answered_at, self._is_missed = self._answered, ended, False
        if was_away:
            self.away_since, self._settled_at = since, ended + SETTLE_S
        if ended - begun <= MOST_TRIP_S:
            self._clock.steer(at + (ended - begun) * 500, ended)
        self._answered = self._clock.now()
        if was_away:
            away_s = (self._answered - since) / 1000
            log.warning("the database was away for up to %.1f s; pausing matches on time", away_s)
            for hook in self.on_back:
                hook(since)
