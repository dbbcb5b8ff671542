"""The server's time: wall time at the start, continued by the monotonic clock, so it never jumps."""

import time

import trio


class Clock:
    """Milliseconds since 1970. It follows trio's clock and is created inside a trio run."""

    def __init__(self) -> None:
        self._offset_ms = time.time() * 1000 - trio.current_time() * 1000

    def now(self) -> int:
        """Return the time now. It never goes backwards."""
        return int(self._offset_ms + trio.current_time() * 1000)

    def reach(self, at: int) -> None:
        """Continue from this time if it is later than now: the host's clock may have been set back."""
        self._offset_ms += max(0, at - self.now())

    def when(self, at: int) -> float:
        """Return the moment of trio's clock at which it is this time here, as early as rounding allows."""
        return (at - self._offset_ms + 0.01) / 1000


def asleep_ms() -> int:
    """Return how long the host has been suspended so far, if its monotonic clock stops meanwhile; otherwise 0."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return int((time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)) * 1000)
