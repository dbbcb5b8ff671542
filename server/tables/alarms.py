"""Alarms for many tables, and one task that sleeps until the next of them."""

import heapq
from collections.abc import Callable

import trio

from server.tables.clock import Clock


class Alarms:
    """One alarm for each name. `ring` is called with the name when it is due."""

    def __init__(self, clock: Clock, ring: Callable[[str], None]) -> None:
        self._clock, self._ring = clock, ring
        self._wanted: dict[str, int] = {}
        # an alarm that is moved to a later time keeps its old entry until that is due: with every move most are
        self._heap: list[tuple[int, str]] = []
        self._queued: dict[str, int] = {}  # name -> its earliest time in the heap
        self._sooner = trio.Event()
        clock.on_steer.append(lambda: self._sooner.set())

    def __len__(self) -> int:
        return len(self._wanted)

    def set(self, name: str, at: int | None) -> None:
        """Set the alarm of a name, or remove it (None)."""
        if at is None:
            self._wanted.pop(name, None)
            return
        self._wanted[name] = at
        queued = self._queued.get(name)
        if queued is None or at < queued:
            self._push(name, at)

    def _push(self, name: str, at: int) -> None:
        if not self._heap or at < self._heap[0][0]:
            self._sooner.set()
        heapq.heappush(self._heap, (at, name))
        self._queued[name] = at

    async def run(self) -> None:
        """Ring alarms when they are due, until cancelled."""
        while True:
            self._sooner = trio.Event()
            deadline = self._clock.when(self._heap[0][0]) if self._heap else float("inf")
            with trio.move_on_at(deadline):
                await self._sooner.wait()
            now = self._clock.now()
            while self._heap and self._heap[0][0] <= now:
                queued, name = heapq.heappop(self._heap)
                if self._queued.get(name) != queued:
                    continue  # an earlier entry of the name was due before
                del self._queued[name]
                at = self._wanted.get(name)
                if at is not None and at > now:
                    self._push(name, at)
                elif at is not None:
                    del self._wanted[name]
                    self._ring(name)
