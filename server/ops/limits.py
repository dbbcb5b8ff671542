"""The limits of a server, and the token buckets and delays that enforce rates."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

from msgspec import Meta

FORGET_AT = 10_000  # entries at which full buckets are forgotten

Count = Annotated[int, Meta(ge=1, le=1_000_000)]
Seconds = Annotated[int, Meta(ge=1, le=3600)]


def _limit(default: int, help: str) -> Any:
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True)
class Limits:
    """All limits of a server.

    The end of a name is its unit: `_s` seconds, `_bytes`, `_mib`. `_burst` is the size of a token bucket and
    `_per_minute` what the bucket gains. Other names count things.
    """

    connections: Count = _limit(10_000, "connections in all")
    connections_per_address: Count = _limit(256, "connections from one address that have signed in")
    unauthenticated: Count = _limit(1024, "connections that have not signed in, in all")
    unauthenticated_per_address: Count = _limit(8, "connections from one address that have not signed in")
    unauthenticated_per_lan_address: Count = _limit(16, "the same, for an address of a private network")
    hello_s: Seconds = _limit(5, "until a connection has sent its first message")
    sign_in_s: Seconds = _limit(
        15, "until a connection has signed in, unless it only asks for the list of tables now and then"
    )
    silent_s: Annotated[int, Meta(ge=30, le=3600)] = _limit(
        65, "that a connection may be silent; clients send a ping every 20"
    )
    outbound_bytes: Annotated[int, Meta(ge=1 << 16, le=1 << 28)] = _limit(
        1 << 20, "queued for a client that does not read"
    )
    message_burst: Count = _limit(500, "messages of one connection at once")
    message_per_minute: Count = _limit(6000, "messages of one connection")
    move_burst: Count = _limit(300, "moves and other table commands of one connection at once")
    move_per_minute: Count = _limit(3000, "moves and other table commands of one connection")
    list_burst: Count = _limit(
        1024, "lists of tables sent to one address at once, in KiB; an eighth of it to one connection"
    )
    list_per_minute: Count = _limit(
        8192, "lists of tables sent to one address, in KiB; an eighth of it to one connection"
    )
    chat_burst: Count = _limit(5, "lines of chat of one account at once")
    chat_per_minute: Count = _limit(30, "lines of chat of one account")
    question_burst: Count = _limit(100, "questions about history and profiles from one address at once")
    question_per_minute: Count = _limit(600, "questions about history and profiles from one address")
    table_burst: Count = _limit(10, "tables that one account creates at once")
    table_per_minute: Count = _limit(12, "tables that one account creates")
    tables_per_address: Count = _limit(300, "unfinished tables created from one address since the server started")
    waiting_s: Annotated[int, Meta(ge=0, le=365 * 86_400)] = _limit(
        3600, "until a table that has not started is closed after its players left the server; 0: never"
    )
    sign_in_burst: Count = _limit(30, "sign-ins from one address at once")
    sign_in_per_minute: Count = _limit(60, "sign-ins from one address")
    password_burst: Count = _limit(5, "wrong passwords from one address at once")
    password_per_minute: Count = _limit(2, "wrong passwords from one address")
    account_burst: Count = _limit(30, "new accounts from one address at once")
    account_per_minute: Count = _limit(6, "new accounts from one address")
    password_queue: Count = _limit(32, "sign-ins with a password that wait in the queue")
    seats: Count = _limit(50, "unfinished tables at which one account has a seat")
    watched: Count = _limit(100, "tables that one connection watches")
    memory_mib: Annotated[int, Meta(ge=0, le=1 << 22)] = _limit(
        0, "of memory in use above which no new tables are created; 0: nine tenths of the available memory"
    )

    def bucket(self, what: str) -> "RateLimit":
        """Return the rate of a limit: `chat` for `chat_burst` and `chat_per_minute`."""
        return RateLimit(getattr(self, f"{what}_burst"), getattr(self, f"{what}_per_minute") / 60)


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


class Delays:
    """Delays after failures in a row for each key; each delay is twice as long as the one before."""

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
