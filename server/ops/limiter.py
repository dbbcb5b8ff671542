"""The limits of a server as its services apply them."""

from collections.abc import Callable

from server.ops.counters import Counters
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.ops.rate_limit import RateLimiter
from server.ops.remote import Remote


class Limiter:
    """Applies the limits of a policy at the server's time `now`, and counts what they refuse."""

    def __init__(self, policy: Policy, counters: Counters, now: Callable[[], int]) -> None:
        self.policy, self.counters, self.now = policy, counters, now

    @property
    def limits(self) -> Limits:
        return self.policy.limits

    def rate(self, what: str) -> RateLimiter:
        """Return token buckets by a rate of the policy: `chat` for `chat_burst` and `chat_per_minute`."""
        return RateLimiter(lambda: self.policy.limits.rate(what))

    def takes(self, rate: RateLimiter, key: str, limit: str, remote: Remote | None = None) -> bool:
        """Take a token of a key. Without one, count that the limit refused something, and return False."""
        if rate.take(key, self.now()):
            return True
        self.count(limit, remote)
        return False

    def count(self, limit: str, remote: Remote | None = None) -> None:
        """Count that a limit refused something."""
        self.counters.count_limit(limit, remote)
