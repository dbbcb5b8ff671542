"""Rate limits with token buckets, and growing delays after failures."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

FORGET_AT = 10_000  # entries at which full buckets are forgotten


Failures = tuple[int, int]  # in a row, and the time of the last one in ms


@dataclass(frozen=True)
class RateLimit:
    """The size of a token bucket and the tokens it gains per second."""

    size: int
    per_second: float

    @property
    def interval_ms(self) -> int:
        """The time that gains one token."""
        return round(1000 / self.per_second)

    def times(self, count: int) -> "RateLimit":
        """Return the rate of that many."""
        return RateLimit(self.size * count, self.per_second * count)

    def wait_ms(self, known: Failures | None, now: int) -> int:
        """Return how long to wait for a token; 0 if there is one. The time of `known` is when the bucket is full."""
        is_empty = known is not None and known[1] - now > (self.size - 1) * self.interval_ms
        return self.interval_ms if is_empty else 0


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

    def left(self, key: str, now: int) -> float:
        """Return how many tokens are left at that time in ms."""
        return self._now(key, now)

    def wait_ms(self, key: str, now: int, amount: float = 1) -> int:
        """Return how many ms pass until that many tokens are left; 0 if they are left now."""
        return max(0, math.ceil((amount - self._now(key, now)) / self._current_rate().per_second * 1000))

    def take(self, key: str, now: int) -> bool:
        """Take a token and return True; return False if none is left."""
        left = self._now(key, now)
        if left < 1:
            return False
        self._keep(key, left - 1, now)
        return True

    def has(self, places: Mapping[str, int], now: int) -> bool:
        """Tell whether each place has a token left. One that counts as several addresses gives a part of a token."""
        return all(self._now(place, now) >= 1 / weight for place, weight in places.items())

    def charge_all(self, places: Mapping[str, int], now: int) -> None:
        """Take the token of each place even if none is left."""
        for place, weight in places.items():
            self.charge(place, now, 1 / weight)

    def charge(self, key: str, now: int, amount: float = 1) -> None:
        """Take tokens even if none is left: the key waits longer for the next one."""
        self._keep(key, self._now(key, now) - amount, now)

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
    """The token bucket of connections. Too many requests are delayed, not refused."""

    __slots__ = ("__weakref__", "_at", "_left", "_rate")

    def __init__(self, rate: RateLimit) -> None:
        self._rate, self._left, self._at = rate, float(rate.size), 0.0

    def wait_s(self, now: float) -> float:
        """Take a token and return how many seconds to wait before using it."""
        self._left = min(self._rate.size, self._left + (now - self._at) * self._rate.per_second) - 1
        self._at = now
        return -self._left / self._rate.per_second


@dataclass(frozen=True, slots=True)
class Pace:
    """The buckets that a connection draws on for one rate: its own, and those that it shares."""

    buckets: tuple[TokenBucket, ...]

    def wait_s(self, now: float) -> float:
        """Take a token of each and return how many seconds to wait before using it."""
        return max([bucket.wait_s(now) for bucket in self.buckets])


@dataclass(frozen=True)
class Backoff:
    """Backoff after failures in a row; each delay is twice as long as the one before."""

    longest_s: int
    free: int = 3

    @property
    def span_ms(self) -> int:
        """The time after which earlier failures do not count."""
        return 2000 * self.longest_s + 60_000

    def wait_ms(self, known: Failures | None, now: int) -> int:
        """Return how long the next try has to wait; 0 if it need not."""
        failures, at = known or (0, 0)
        if failures < self.free:
            return 0
        return max(0, at + min(1000 << min(failures - self.free, 20), 1000 * self.longest_s) - now)

    def recent(self, known: Failures | None, now: int) -> int:
        """Return the failures that count."""
        failures, at = known or (0, 0)
        return 0 if now - at > self.span_ms else failures
