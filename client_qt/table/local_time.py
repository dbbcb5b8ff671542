"""The time of a match at one screen."""

import time
from collections.abc import Callable
from typing import Literal

from client_qt.table.server_time import steady_ms
from protocol.platform import asleep_ms

GAP_MS = 5_000  # between two looks at the time, after which this computer counts as suspended

Pace = Literal["wall", "steady", "still"]


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class LocalTime:
    """The time of one match, in ms since 1970. It never goes back.

    With the pace `wall` it follows the wall clock of this computer. While a clock runs it is `steady`: it does not jump
    if the wall clock is set. It stands `still` while a computer player whose turn it is cannot think yet.
    """

    def __init__(
        self,
        steady: Callable[[], int] = steady_ms,
        wall: Callable[[], int] = wall_ms,
        asleep: Callable[[], int] = asleep_ms,
    ) -> None:
        self._steady, self._wall, self._asleep = steady, wall, asleep
        self.pace: Pace = "wall"
        self._last = self._read = self._slept = 0
        self._awake = 0  # the last time at which this computer was certainly awake

    def now(self) -> int:
        if self.pace == "wall":
            self._last = max(self._last, self._wall())
        elif self.pace == "steady":
            read = self._steady()
            self._last, self._read = self._last + read - self._read, read
        return self._last

    def reach(self, at: int) -> None:
        """Go on from that time if it is later than now: the wall clock may have been set back since."""
        self._last = max(self.now(), at)

    def set_pace(self, pace: Pace) -> None:
        if pace != self.pace:
            self._awake, self.pace = self.now(), pace
            self._read, self._slept = self._steady(), self._asleep()

    def gap(self) -> int | None:
        """Return when this computer fell asleep, if it has slept since the last call while a clock ran."""
        if self.pace != "steady":
            return None
        before, self._awake = self._awake, self.now()
        slept_before, self._slept = self._slept, self._asleep()
        return before if max(self._awake - before, self._slept - slept_before) > GAP_MS else None
