"""Telling many people something: a few at a time, so that everybody else has their turns between."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Protocol

import trio

AT_ONCE = 32  # people told before others have a turn; encrypting for them takes about a millisecond
MAX_WAITING = 100  # frames for one audience; then the server refuses chat to it, which people could not read anyway


class Hearer(Protocol):
    """A connection, as far as the server sends it something."""

    def send(self, frame: bytes) -> None: ...


Telling = Callable[[], tuple[bytes, Collection[Hearer]]]  # makes a frame, and says who gets it, when its turn comes


class Broadcast:
    """Frames on their way to their audiences; `run` belongs to the server's nursery.

    An audience has a name: a table, or "" for everybody. Each hears in the order of the calls; audiences take turns.
    """

    def __init__(self) -> None:
        self._rounds: dict[str, _Round] = {}
        self._news = trio.Event()

    def is_full(self, audience: str) -> bool:
        """Whether that audience has so much to hear already that nothing more should be said."""
        known = self._rounds.get(audience)
        return known is not None and len(known.waiting) >= MAX_WAITING

    def tell(self, audience: str, telling: Telling) -> None:
        """Tell it after everything before. The frame is made once."""
        self._rounds.setdefault(audience, _Round()).waiting.append(telling)
        self._news.set()

    def tell_state(self, audience: str, telling: Telling) -> None:
        """The same for a frame about the present state. Two of them that wait become one."""
        known = self._rounds.setdefault(audience, _Round())
        if known.state is None:
            known.state = telling
            self.tell(audience, telling)

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await self._news.wait()
            self._news = trio.Event()
            while self._rounds:
                await self._tell_some()

    async def _tell_some(self) -> None:
        """Each audience a frame, or a part of it."""
        for audience in list(self._rounds):
            if not self._rounds[audience].tell_some():
                del self._rounds[audience]
            await trio.lowlevel.checkpoint()


class _Round:
    """The frames for one audience that wait, and the connections that have not got the first one yet."""

    def __init__(self) -> None:
        self.waiting: deque[Telling] = deque()
        self.state: Telling | None = None  # the one of them that is about the present state
        self._frame = b""
        self._left: Iterator[Hearer] = iter(())

    def tell_some(self) -> bool:
        """Tell some of them; False once there is nothing left to tell."""
        told = self._tell()
        if not told and self.waiting:
            telling = self.waiting.popleft()
            if telling is self.state:
                self.state = None
            self._frame, hearers = telling()
            self._left = iter(list(hearers))
            told = self._tell()
        return bool(told or self.waiting)

    def _tell(self) -> int:
        hearers = list(islice(self._left, AT_ONCE))
        for hearer in hearers:
            hearer.send(self._frame)
        return len(hearers)


async def tell_all(frames: Sequence[bytes], hearers: Iterable[Hearer]) -> None:
    """Send those frames to each of them, and return when that is done."""
    for number, hearer in enumerate(hearers, 1):
        for frame in frames:
            hearer.send(frame)
        if number % AT_ONCE == 0:
            await trio.lowlevel.checkpoint()
