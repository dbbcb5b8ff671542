"""Requests of one connection that are carried out one after another, while the connection reads on."""

from collections.abc import Awaitable, Callable

import trio

Work = Callable[[], Awaitable[None]]


class RequestQueue:
    """Carries out what is added, in that order, in a task that exists as long as there is something to do."""

    __slots__ = ("_idle", "_most", "_moved", "_waiting")

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[Work] = []  # a list, for thousands of connections have one that is empty
        self._idle = True
        self._moved = trio.lowlevel.ParkingLot()

    @property
    def is_idle(self) -> bool:
        """Nothing waits and nothing is under way."""
        return self._idle

    @property
    def is_full(self) -> bool:
        """As much waits as may wait."""
        return len(self._waiting) >= self._most

    def add(self, nursery: trio.Nursery, work: Work) -> None:
        """Carry that out after everything before."""
        assert not self.is_full, "the caller has looked"
        self._waiting.append(work)
        if self._idle:
            self._idle = False
            nursery.start_soon(self._run)

    async def has_room(self) -> None:
        """Wait until something can be added."""
        while self.is_full:
            await self._moved.park()

    async def done(self) -> None:
        """Wait until nothing is left to do."""
        while not self._idle:
            await self._moved.park()

    def clear(self) -> None:
        """Forget what has not begun."""
        self._waiting.clear()

    async def _run(self) -> None:
        while self._waiting:
            await self._waiting.pop(0)()
            self._moved.unpark_all()
        self._idle = True
        self._moved.unpark_all()
