"""A queue of requests of one connection, which are carried out in order while the connection reads on."""

from collections.abc import Awaitable, Callable

import trio

Work = Callable[[], Awaitable[None]]


class RequestQueue:
    """Carries out work in the order in which it is added, in a task that exists while there is work."""

    __slots__ = ("_most", "_moved", "_waiting", "is_idle")

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[Work] = []  # a list, because an empty deque takes 600 bytes
        self.is_idle = True  # no work waits or is under way
        self._moved = trio.lowlevel.ParkingLot()

    @property
    def is_full(self) -> bool:
        """Whether no more work may wait."""
        return len(self._waiting) >= self._most

    def add(self, nursery: trio.Nursery, work: Work) -> None:
        """Add work; the caller has checked that there is room."""
        assert not self.is_full, "checked by the caller"
        self._waiting.append(work)
        if self.is_idle:
            self.is_idle = False
            nursery.start_soon(self._run)

    async def has_room(self) -> None:
        """Wait until work can be added."""
        while self.is_full:
            await self._moved.park()

    async def done(self) -> None:
        """Wait until no work is left."""
        while not self.is_idle:
            await self._moved.park()

    def clear(self) -> None:
        """Drop the work that has not begun."""
        self._waiting.clear()

    async def _run(self) -> None:
        while self._waiting:
            await self._waiting.pop(0)()
            self._moved.unpark_all()
        self.is_idle = True
        self._moved.unpark_all()
