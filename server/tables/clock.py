"""The server's time: wall time at the start, continued by the monotonic clock, so it never jumps.

The nodes of a service all steer theirs by the time of the store.
"""

import time
from collections.abc import Callable

import trio

STEP_MS = 5_000  # behind the store, from which a clock is set at once instead of gradually
SLEW = 0.1  # how much faster or slower a clock goes until it is right
NOISE_MS = 2.0  # too little to correct: measuring is no more exact


class Clock:
    """Milliseconds since 1970. It follows trio's clock and is created inside a trio run.

    The callables of `on_steer` are called when the time will go on differently.
    """

    def __init__(self) -> None:
        self.on_steer: list[Callable[[], None]] = []
        self._offset_ms = time.time() * 1000 - trio.current_time() * 1000
        self._error_ms = 0.0  # by which the clock was behind at `_steered_at`; it is corrected gradually
        self._steered_at = 0.0

    def now(self) -> int:
        """Return the time now. It never goes backwards."""
        return self.at(trio.current_time())

    def at(self, now: float) -> int:
        """Return the time when trio's clock shows `now`: a caller that has just read it need not read it again."""
        if self._error_ms:
            return int(self._offset_ms + now * 1000 + self._correction_ms(now))
        return int(self._offset_ms + now * 1000)

    def reach(self, at: int) -> None:
        """Continue from this time if it is later than now: the host's clock may have been set back."""
        if (later := at - self.now()) > 0:
            self._offset_ms += later
            self._steered()

    def follow(self, at: float) -> None:
        """Continue from this time if it is later than now; if it is earlier, go slower until it is right."""
        if at > self.now():
            self.set(at)
        else:
            self.steer(at, trio.current_time())

    def when(self, at: int) -> float:
        """Return the moment of trio's clock at which it is this time here, as early as rounding allows."""
        ms = at - self._offset_ms + 0.01
        if not self._error_ms:
            return ms / 1000
        slew = SLEW if self._error_ms > 0 else -SLEW
        in_correction = (ms + slew * self._steered_at * 1000) / (1 + slew)
        after_correction = ms - self._error_ms
        return (max if self._error_ms > 0 else min)(in_correction, after_correction) / 1000

    def set(self, at: float) -> None:
        """Set the time. Backwards only before anything has used it."""
        self._offset_ms, self._error_ms = at - trio.current_time() * 1000, 0.0
        self._steered()

    def steer(self, at: float, measured_at: float) -> None:
        """Correct the time gradually: it was `at` when trio's clock showed `measured_at`.

        If the clock is far behind, it is set at once, as after a suspension of the host.
        """
        now = trio.current_time()
        corrected = self._correction_ms(now)
        error = at - (self._offset_ms + measured_at * 1000 + self._correction_ms(measured_at))
        if abs(error - (self._error_ms - corrected)) < NOISE_MS:
            return
        self._offset_ms += corrected
        self._error_ms, self._steered_at = error, now
        if error >= STEP_MS:
            self._offset_ms, self._error_ms = self._offset_ms + error, 0.0
        self._steered()

    def _correction_ms(self, now: float) -> float:
        most = (now - self._steered_at) * 1000 * SLEW
        return max(-most, min(most, self._error_ms))

    def _steered(self) -> None:
        for hook in self.on_steer:
            hook()
