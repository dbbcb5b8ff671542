"""The server's time: wall time at the start and steady time since, so it never jumps."""

import time

import trio


class Clock:
    """Milliseconds since 1970; made inside the trio run whose clock it follows."""

    def __init__(self) -> None:
        self._offset_ms = time.time() * 1000 - trio.current_time() * 1000

    def now(self) -> int:
        """The time now. Two calls in a row are never in the wrong order."""
        return int(self._offset_ms + trio.current_time() * 1000)

    def reach(self, at: int) -> None:
        """Be that far at least: the computer's clock may have been set back since that was written down."""
        self._offset_ms += max(0, at - self.now())

    def when(self, at: int) -> float:
        """A moment of trio's clock at which it is that time here, as early as rounding allows."""
        return (at - self._offset_ms + 0.01) / 1000


def asleep_ms() -> int:
    """How long this computer has been suspended so far, where its steady clock stands still then; else 0."""
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return 0
    return int((time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)) * 1000)
