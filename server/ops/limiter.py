"""The limits of a server as its services apply them."""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from weakref import WeakValueDictionary

from protocol import messages as m
from server.ops.counters import Counters
from server.ops.limits import Limits
from server.ops.policy import Policy
from server.ops.rate_limit import Pace, RateLimit, RateLimiter, TokenBucket
from server.ops.remote import Remote
from server.ops.requests import RATES, RULES

log = logging.getLogger(__name__)

KIB = 1024
LOG_EVERY_MS = 60_000


class Limiter:
    """Applies the limits of a policy at the server's time `now`, and counts what they refuse.

    `remote_of` returns the address of an account that is online here.
    """

    def __init__(self, policy: Policy, counters: Counters, now: Callable[[], int]) -> None:
        self.policy, self.counters, self.now = policy, counters, now
        self._log_shortage_at = 0
        self.remote_of: Callable[[str], Remote | None] = lambda _account: None
        self._by_account = {name: RateLimiter(partial(self.rate_of_account, name)) for name in RATES}
        self._by_address = {name: RateLimiter(partial(self.rate_of_address, name)) for name in RATES}
        self._shared: WeakValueDictionary[tuple[str, str], TokenBucket] = WeakValueDictionary()

    @property
    def limits(self) -> Limits:
        return self.policy.limits

    def takes_request(self, kind: type[m.Message], account: str) -> bool:
        """Draw on the rates of a kind of message. If one is used up, draw on none, count that, and return False."""
        return self.draws(RULES[kind].rates, account)

    def draws(self, names: Sequence[str], account: str, *, by_address: bool = True) -> bool:
        """Draw on rates of an account and of its address, as `takes_request`."""
        remote, now = self.remote_of(account) if by_address else None, self.now()
        for name in names:
            if any(rate.left(key, now) < part for rate, key, part in self._buckets(name, account, remote)):
                self.count(name, remote)
                return False
        for name in names:
            for rate, key, part in self._buckets(name, account, remote):
                rate.charge(key, now, part)
        return True

    def charge(self, name: str, account: str, amount: int = 1) -> None:
        """Draw on a rate of an account and of its address, even if it is used up. A negative amount is given back."""
        now = self.now()
        for rate, key, part in self._buckets(name, account, self.remote_of(account)):
            rate.charge(key, now, amount * part)

    def wait_ms(self, name: str, account: str) -> int:
        """Return how long to wait until an account and its address may draw on a rate; 0 if they may now."""
        now = self.now()
        return max(
            rate.wait_ms(key, now, part) for rate, key, part in self._buckets(name, account, self.remote_of(account))
        )

    def may_send(self, rate: str, account: str, remote: Remote | None) -> bool:
        """Tell whether a long answer may be sent; one may be longer than the budget of bytes has left."""
        now = self.now()
        if all(bucket.left(key, now) > 0 for bucket, key, _part in self._buckets(rate, account, remote)):
            return True
        self.count(rate, remote)
        return False

    def sent(self, rate: str, account: str, remote: Remote | None, size: int) -> None:
        """Take the bytes of an answer from the budgets of an account and of its address."""
        now = self.now()
        for bucket, key, part in self._buckets(rate, account, remote):
            bucket.charge(key, now, size * part / KIB)

    def pace(self, name: str, remote: Remote) -> Pace:
        """Return the buckets of a rate that delays: of a new connection, and of all connections of its address."""
        account, address = self.rate_of_account(name), self.rate_of_address(name)
        buckets = [TokenBucket(account)]
        for place, weight in self.policy.places(remote).items():
            if (bucket := self._shared.get((name, place))) is None:
                bucket = TokenBucket(address.times(weight))
                self._shared[name, place] = bucket
            buckets.append(bucket)
        return Pace(tuple(buckets))

    def _buckets(self, name: str, account: str, remote: Remote | None) -> Iterator[tuple[RateLimiter, str, float]]:
        """Return the buckets of a rate, and what one request takes from each."""
        yield self._by_account[name], account, 1.0
        for place, weight in self.policy.places(remote).items():
            yield self._by_address[name], place, 1 / weight

    def rate_of_account(self, name: str) -> RateLimit:
        """Return a rate of the table of requests, for one account."""
        rate = RATES[name].account
        return rate if isinstance(rate, RateLimit) else self.limits.rate(rate)

    def rate_of_address(self, name: str) -> RateLimit:
        """Return a rate of the table of requests, for one address."""
        rate = RATES[name]
        if rate.address:
            return self.limits.rate(rate.address)
        return self.rate_of_account(name).times(rate.accounts)

    def rate(self, what: str) -> RateLimiter:
        """Return token buckets by a rate of the policy: `chat` for `chat_burst` and `chat_per_minute`."""
        return RateLimiter(lambda: self.policy.limits.rate(what))

    def takes(self, rate: RateLimiter, key: str, limit: str, remote: Remote | None = None) -> bool:
        """Take a token of a key. Without one, count that the limit refused something, and return False."""
        if rate.take(key, self.now()):
            return True
        self.count(limit, remote)
        return False

    def count_shortage(self, error: BaseException) -> None:
        """Count that the system lacked something, and log it once a minute: clients try again at once."""
        self.counters.count_limit("system")
        if (now := self.now()) >= self._log_shortage_at:
            self._log_shortage_at = now + LOG_EVERY_MS
            log.error("a request failed: %s. Raise the limit on open files (ulimit -n)", error)

    def count(self, limit: str, remote: Remote | None = None) -> None:
        """Count that a limit refused something."""
        self.counters.count_limit(limit, remote)
