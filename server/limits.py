"""How often somebody may do something: token buckets."""

from dataclasses import dataclass

FORGET_AT = 10_000  # full buckets are forgotten when there are so many


@dataclass(frozen=True)
class Bucket:
    """`size` at once, and from then on `per_second`."""

    size: int
    per_second: float


class Buckets:
    """One bucket for each account; full at first."""

    def __init__(self, bucket: Bucket) -> None:
        self._bucket = bucket
        self._left: dict[str, tuple[float, int]] = {}  # account -> what is left, and when it was

    def is_empty(self, account: str, now: int) -> bool:
        """Whether nothing can be taken at that time, in ms."""
        return self._now(account, now) < 1

    def take(self, account: str, now: int) -> bool:
        """Take one; False if there is none."""
        left = self._now(account, now)
        if left < 1:
            return False
        if len(self._left) >= FORGET_AT:
            self._left = {a: kept for a, kept in self._left.items() if self._now(a, now) < self._bucket.size}
        self._left[account] = (left - 1, now)
        return True

    def _now(self, account: str, now: int) -> float:
        left, at = self._left.get(account, (self._bucket.size, now))
        return min(self._bucket.size, left + max(0, now - at) / 1000 * self._bucket.per_second)
