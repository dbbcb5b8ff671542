"""The server's time."""

import time
from collections.abc import Callable

LATE_MS = 2_000  # messages of a line that works are hardly ever later than that


def steady_ms() -> int:
    """Return this computer's monotonic time."""
    return time.monotonic_ns() // 1_000_000


class ServerTime:
    """The server's time, estimated from its messages and the monotonic clock of this computer.

    A time in a message is never later than its arrival, so the latest estimate counts, until `note_now` shows that the
    server's clock was set back. The wall clock of this computer is not used.
    """

    def __init__(self, steady: Callable[[], int] = steady_ms) -> None:
        self.steady = steady
        self._ahead: int | None = None  # the server's time minus the monotonic one

    def note(self, at: int) -> None:
        """Note a time of the server, for example that of an event."""
        ahead = at - self.steady()
        self._ahead = ahead if self._ahead is None else max(self._ahead, ahead)

    def note_now(self, at: int) -> None:
        """Note the server's present time. If it is too early for a message that was only late, the server was started
        again with another clock: forget the old times."""
        if at < self.now() - LATE_MS:
            self._ahead = None
        self.note(at)

    def now(self) -> int:
        """Return the server's time in ms; 0 while it is unknown."""
        return 0 if self._ahead is None else self.steady() + self._ahead
