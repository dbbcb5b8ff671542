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
