"""How much of everything one person, one address and all together may have; and token buckets, for how often."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

FORGET_AT = 10_000  # full buckets are forgotten when there are so many


def _limit(default: int, words: str, low: int = 1, high: int = 1_000_000) -> Any:
    return field(default=default, metadata={"words": words, "low": low, "high": high})


@dataclass(frozen=True)
class Limits:
    """All limits of a server. The end of a name says what is counted: `_s` seconds, `_bytes`, `_mib`, `_per_minute` how
    much a bucket gains, `_burst` how much it holds; anything else is a number of what the name says."""

    connections: int = _limit(10_000, "connections in all")
    connections_per_address: int = _limit(256, "connections from one address that have signed in")
    unsigned: int = _limit(1024, "connections that have not signed in, in all")
    unsigned_per_address: int = _limit(8, "connections from one address that have not signed in")
    unsigned_per_lan_address: int = _limit(16, "the same, from an address of a private network")
    hello_s: int = _limit(5, "until a connection has said its first message", high=3600)
    sign_in_s: int = _limit(
        15, "until a connection has signed in, unless it only looks at the list now and then", high=3600
    )
    silent_s: int = _limit(65, "that a connection may be silent; clients ping every 20", low=30, high=3600)
    outbound_bytes: int = _limit(1 << 20, "that wait for a client that does not read", low=1 << 16, high=1 << 28)
    message_burst: int = _limit(500, "messages of one connection at once")
    message_per_minute: int = _limit(6000, "messages of one connection")
    move_burst: int = _limit(300, "moves of one connection at once, and whatever else tables are told")
    move_per_minute: int = _limit(3000, "moves of one connection, and so on")
    look_burst: int = _limit(1024, "lists that go to one address at once, in KiB; an eighth to one connection")
    look_per_minute: int = _limit(8192, "lists that go to one address, in KiB; an eighth to one connection")
    chat_burst: int = _limit(5, "lines of chat of one account at once")
    chat_per_minute: int = _limit(30, "lines of chat of one account")
    question_burst: int = _limit(100, "questions about history and profiles from one address at once")
    question_per_minute: int = _limit(600, "questions about history and profiles from one address")
    table_burst: int = _limit(10, "tables that one account makes at once")
    table_per_minute: int = _limit(12, "tables that one account makes")
    tables_per_address: int = _limit(300, "unfinished tables made from one address since the server started")
    waiting_s: int = _limit(
        3600, "until a table that has not started ends, after its players have left the server; 0: for ever", low=0,
        high=365 * 86_400,
    )  # fmt: skip
    sign_in_burst: int = _limit(30, "sign-ins from one address at once")
    sign_in_per_minute: int = _limit(60, "sign-ins from one address")
    password_burst: int = _limit(5, "wrong passwords from one address at once")
    password_per_minute: int = _limit(2, "wrong passwords from one address")
    account_burst: int = _limit(30, "new accounts from one address at once")
    account_per_minute: int = _limit(6, "new accounts from one address")
    password_queue: int = _limit(32, "sign-ins with a password that wait for their turn")
    seats: int = _limit(50, "unfinished tables at which one account sits")
    watched: int = _limit(100, "tables that one connection follows")
    memory_mib: int = _limit(0, "of memory, above which no new tables are made; 0: nine tenths of what there is", low=0,
                             high=1 << 22)  # fmt: skip

    def __post_init__(self) -> None:
        for each in fields(self):
            value, low, high = getattr(self, each.name), each.metadata["low"], each.metadata["high"]
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{each.name} is a number from {low} to {high}, not {value!r}")

    def bucket(self, what: str) -> "RateLimit":
        """The bucket of that name, which is one of those with `_burst` above."""
        return RateLimit(getattr(self, f"{what}_burst"), getattr(self, f"{what}_per_minute") / 60)


@dataclass(frozen=True)
class RateLimit:
    """`size` at once, and from then on `per_second`."""

    size: int
    per_second: float


class RateLimiter:
    """One bucket for each account or address; full at first. `limit` is called each time if it may change."""

    def __init__(self, limit: RateLimit | Callable[[], RateLimit]) -> None:
        self._limit = limit
        self._left: dict[str, tuple[float, int]] = {}  # account -> what is left, and when it was
        self._forget_at = FORGET_AT

    def is_empty(self, account: str, now: int) -> bool:
        """Whether nothing can be taken at that time, in ms."""
        return self._now(account, now) < 1

    def take(self, account: str, now: int) -> bool:
        """Take one; False if there is none."""
        left = self._now(account, now)
        if left < 1:
            return False
        self._keep(account, left - 1, now)
        return True

    def spend(self, account: str, now: int, amount: float) -> bool:
        """Take that much if anything is left; False otherwise. The bucket may be overdrawn, so that one answer that
        is larger than the bucket is possible."""
        left = self._now(account, now)
        if left <= 0:
            return False
        self._keep(account, left - amount, now)
        return True

    def _keep(self, account: str, left: float, now: int) -> None:
        if len(self._left) >= self._forget_at:
            self._left = {a: kept for a, kept in self._left.items() if self._now(a, now) < self._bucket().size}
            self._forget_at = max(FORGET_AT, 2 * len(self._left))
        self._left[account] = (left, now)

    def _now(self, account: str, now: int) -> float:
        bucket = self._bucket()
        left, at = self._left.get(account, (bucket.size, now))
        return min(bucket.size, left + max(0, now - at) / 1000 * bucket.per_second)

    def _bucket(self) -> RateLimit:
        return self._limit if isinstance(self._limit, RateLimit) else self._limit()


class TokenBucket:
    """One bucket of one connection. Who has taken too much waits, and loses nothing."""

    __slots__ = ("_at", "_bucket", "_left")

    def __init__(self, bucket: RateLimit) -> None:
        self._bucket, self._left, self._at = bucket, float(bucket.size), 0.0

    def wait_s(self, now: float) -> float:
        """Take one; how long to wait before it is used."""
        self._left = min(self._bucket.size, self._left + (now - self._at) * self._bucket.per_second) - 1
        self._at = now
        return -self._left / self._bucket.per_second


class Delays:
    """After some failures in a row the next try has to wait, each time twice as long."""

    def __init__(self, longest_s: int, free: int = 3) -> None:
        self._longest_ms, self._free = longest_s * 1000, free
        self._failures: dict[str, tuple[int, int]] = {}  # key -> how many, and when the last one was
        self._forget_at = FORGET_AT

    def wait_ms(self, key: str, now: int) -> int:
        """How long from now until another try; 0: at once."""
        failures, at = self._failures.get(key, (0, 0))
        if failures < self._free:
            return 0
        return max(0, at + min(1000 << min(failures - self._free, 20), self._longest_ms) - now)

    def failures(self, key: str, now: int) -> int:
        """How many there were; those of long ago are forgotten."""
        failures, at = self._failures.get(key, (0, now))
        return 0 if now - at > 2 * self._longest_ms + 60_000 else failures

    def failed(self, key: str, now: int) -> None:
        """Another failure. Those of long ago are forgotten."""
        if len(self._failures) >= self._forget_at:
            self._failures = {k: kept for k, kept in self._failures.items() if now - kept[1] < 2 * self._longest_ms}
            self._forget_at = max(FORGET_AT, 2 * len(self._failures))
        self._failures[key] = (self.failures(key, now) + 1, now)

    def succeeded(self, key: str) -> None:
        """Begin anew."""
        self._failures.pop(key, None)
