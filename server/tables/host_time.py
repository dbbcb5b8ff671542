"""The time of a server that is alone: that of its computer, as far as it can be believed.

The server's time follows trio's monotonic clock. After a suspension, or when a person or a time service sets the
computer's clock, the server goes on at the new time.

A clock far ahead of the time at which the server ran last may be wrong, and dates that have fired cannot be taken back:
flags of days, tournaments, tables and guests that expire. So the server's time continues from its last life until the
operator confirms the clock, a time service has set it, or it is set right.
"""

import logging
import time
from collections.abc import Callable

from protocol.platform import asleep_ms, synchronised_ms
from server.tables.clock import Clock

log = logging.getLogger(__name__)

FAR_MS = 14 * 86_400_000  # a holiday: a computer that is off for longer has a time service, or somebody who starts it
STEP_MS = 2_000  # by which the computer's clock was set, at least; less is noise
RELEASED_MS = 1_767_225_600_000  # 2026-01-01: a computer's clock before that is wrong
AGREES_MS = 60_000  # between the time of the time service and ours
_DAY_MS = 86_400_000


class HostTime:
    """What the clock of a server has to reach. `asleep` and `synchronised` are those of `protocol.platform`."""

    def __init__(
        self, clock: Clock, asleep: Callable[[], int] = asleep_ms,
        synchronised: Callable[[], int | None] = synchronised_ms,
    ) -> None:  # fmt: skip
        self._clock, self._asleep, self._synchronised = clock, asleep, synchronised
        self._offset, self._slept = _offset_ms(), asleep()
        self.is_held = False  # the clock of this computer is not believed

    @property
    def ahead_ms(self) -> int:
        """By how much the clock of this computer is ahead of the server's time."""
        return int(time.time() * 1000) - self._clock.now()

    @property
    def doubt(self) -> str:
        """A sentence for the operator while the clock is not believed; otherwise empty."""
        if not self.is_held:
            return ""
        return (
            f"The clock of this computer is {self.ahead_ms // _DAY_MS} days ahead of the time at which this server ran "
            "last. The server's time continues from there, so that no date passes by mistake. If the clock is right, "
            "give the command 'clock --accept'; if it is wrong, set it"
        )

    def begin(self, last_life: int) -> None:
        """Set the server's time at its start. `last_life` is a time at which it ran, late in its last life; 0: none."""
        if last_life >= RELEASED_MS and self._is_doubtful(self._clock.now() - last_life):
            self._clock.set(last_life)
            self._hold()

    @property
    def has_stepped(self) -> bool:
        """Whether the clock of this computer was set, or went on while the monotonic clock stood still."""
        if self.is_held:
            return not self._is_doubtful(self.ahead_ms)
        stepped, ahead = _offset_ms() - self._offset, self.ahead_ms
        return (stepped > STEP_MS and ahead > STEP_MS) or (stepped < -STEP_MS and ahead < -STEP_MS)

    def follow(self) -> None:
        """Continue at the time of this computer if it has stepped and can be believed.

        Time never goes backwards: after a step back the server's time is slower until it is right.
        """
        if not self.has_stepped:
            return
        slept, self._slept = self._asleep() - self._slept, self._asleep()
        if not self.is_held and self._is_doubtful(self.ahead_ms - slept):
            self._hold()
        else:
            self.accept()

    def accept(self) -> None:
        """Believe the clock of this computer from now on."""
        if self.is_held:
            log.warning("the server's time is that of this computer again")
        self.is_held, self._offset = False, _offset_ms()
        self._clock.follow(time.time() * 1000)

    def _is_doubtful(self, ahead_ms: int) -> bool:
        known = self._synchronised()
        return ahead_ms > FAR_MS and (known is None or abs(known - time.time() * 1000) > AGREES_MS)

    def _hold(self) -> None:
        self.is_held = True
        log.warning("%s", self.doubt)


def _offset_ms() -> float:
    """Return how far the clock of this computer is ahead of the monotonic clock that trio uses."""
    return (time.time() - time.perf_counter()) * 1000
