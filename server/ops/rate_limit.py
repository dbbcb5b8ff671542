"""Rate limits with token buckets, and growing delays after failures."""

from collections.abc import Callable
from dataclasses import dataclass

FORGET_AT = 10_000  # entries at which full buckets are forgotten


@dataclass(frozen=True)
class RateLimit:
    """The size of a token bucket and the tokens it gains per second."""

    size: int
    per_second: float


class RateLimiter:
    """A token bucket for each key, such as an account or an address. Buckets start full.

    A callable `rate` is called each time, because settings may change while the server runs.
    """

    def __init__(self, rate: RateLimit | Callable[[], RateLimit]) -> None:
        self._rate = rate
        self._left: dict[str, tuple[float, int]] = {}  # key -> tokens left, and the time of that count in ms
        self._forget_at = FORGET_AT

    def is_empty(self, key: str, now: int) -> bool:
        """Return whether no token is left at that time in ms."""
        return self._now(key, now) < 1

    def take(self, key: str, now: int) -> bool:
        """Take a token and return True; return False if none is left."""
        left = self._now(key, now)
        if left < 1:
            return False
        self._keep(key, left - 1, now)
        return True

    def spend(self, key: str, now: int, amount: float) -> bool:
        """Take `amount` tokens if any are left, and return whether they were.

        The bucket may be overdrawn, so that one answer larger than the bucket is possible.
        """
        left = self._now(key, now)
        if left <= 0:
            return False
        self._keep(key, left - amount, now)
        return True

    def _keep(self, key: str, left: float, now: int) -> None:
        if len(self._left) >= self._forget_at:
            size = self._current_rate().size
            self._left = {key: kept for key, kept in self._left.items() if self._now(key, now) < size}
            self._forget_at = max(FORGET_AT, 2 * len(self._left))
        self._left[key] = (left, now)

    def _now(self, key: str, now: int) -> float:
        rate = self._current_rate()
        left, at = self._left.get(key, (rate.size, now))
        return min(rate.size, left + max(0, now - at) / 1000 * rate.per_second)

    def _current_rate(self) -> RateLimit:
        return self._rate if isinstance(self._rate, RateLimit) else self._rate()


class TokenBucket:
    """The token bucket of one connection. Too many requests are delayed, not refused."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: RateLimit) -> None:
        self._rate, self._left, self._at = rate, float(rate.size), 0.0

    def wait_s(self, now: float) -> float:
        """Take a token and return how many seconds to wait before using it."""
        self._left = min(self._rate.size, self._left + (now - self._at) * self._rate.per_second) - 1
        self._at = now
        return -self._left / self._rate.per_second


class Backoff:
    """Backoff after failures in a row for each key; each delay is twice as long as the one before."""

    def __init__(self, longest_s: int, free: int = 3) -> None:
        self._longest_ms, self._free = longest_s * 1000, free
        self._failures: dict[str, tuple[int, int]] = {}  # key -> failures, and the time of the last one in ms
        self._forget_at = FORGET_AT

    def wait_ms(self, key: str, now: int) -> int:
        """Return how long the next try has to wait; 0 if it need not."""
        failures, at = self._failures.get(key, (0, 0))
        if failures < self._free:
            return 0
        return max(0, at + min(1000 << min(failures - self._free, 20), self._longest_ms) - now)

    def failures(self, key: str, now: int) -> int:
        """Return the recent failures."""
        failures, at = self._failures.get(key, (0, now))
        return 0 if now - at > 2 * self._longest_ms + 60_000 else failures

    def failed(self, key: str, now: int) -> None:
        """Count a failure and forget old ones."""
        if len(self._failures) >= self._forget_at:
            self._failures = {k: kept for k, kept in self._failures.items() if now - kept[1] < 2 * self._longest_ms}
            self._forget_at = max(FORGET_AT, 2 * len(self._failures))
        self._failures[key] = (self.failures(key, now) + 1, now)

    def succeeded(self, key: str) -> None:
        """Forget the failures of that key."""
        self._failures.pop(key, None)
