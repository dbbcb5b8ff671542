"""Limits of wrong passwords and codes, by address, by name and by both: each failure delays the next attempt.

Only failures count, so a club behind one router signs in at once. Guesses from elsewhere do not delay an account at an
address or device from which it has signed in before.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import trio

from netgame.text import Text
from server.errors import RequestRefused
from server.ops.counters import Counters
from server.ops.policy import Policy
from server.ops.rate_limit import Backoff, RateLimit, RateLimiter
from server.ops.remote import Remote
from server.tables.clock import Clock

MAX_DELAY_S = 300  # 12 guesses an hour from one address, or at one name from a known place
# All addresses from which an account never signed in share six guesses a minute at its name: three for those with
# FIRST_ATTEMPTS failures there, three for the others. So an owner at a new address does not wait behind an attacker.
# The bucket leaves room for the owner beside an attacker with ten or twenty addresses.
MAX_REPEAT_DELAY_S, FIRST_RATE = 20, RateLimit(60, 1 / 20)
FIRST_ATTEMPTS = 3  # of one address at one name
MAX_PLACES = 20_000  # pairs of account and address that have signed in; a few megabytes
SESSION: Final = "session"  # the device of a signed-in user


@dataclass(eq=False)
class LoginAttempt:
    """One check of a password, and the keys under which its failure counts. Set `failed` where it is wrong."""

    subject: str
    place: str
    pair: str
    is_known: bool
    failed: bool = False


class LoginThrottle:
    """Backoff attempts after failures. A `subject` is an account, or the skeleton of a name that has none."""

    def __init__(self, policy: Policy, clock: Clock, counters: Counters) -> None:
        self._policy, self._clock, self._counters = policy, clock, counters
        self._bucket = RateLimiter(lambda: policy.limits.rate("password"))  # by address
        self._addresses, self._pairs = Backoff(MAX_DELAY_S), Backoff(MAX_DELAY_S, FIRST_ATTEMPTS)
        self._first, self._repeated = RateLimiter(FIRST_RATE), Backoff(MAX_REPEAT_DELAY_S, FIRST_ATTEMPTS)  # by subject
        self._places: dict[tuple[str, str], None] = {}  # account and address, the last one used at the end
        self._locks: WeakValueDictionary[tuple[str, str], trio.Lock] = WeakValueDictionary()

    def signed_in(self, account: str, remote: Remote) -> None:
        """Remember that an account has signed in from an address."""
        place = self._place(remote)
        if place:
            self._places.pop((account, place), None)
            self._places[account, place] = None
            if len(self._places) > MAX_PLACES:
                del self._places[next(iter(self._places))]

    @asynccontextmanager
    async def attempt(self, remote: Remote, subject: str, device: str = "") -> AsyncIterator[LoginAttempt]:
        """Check one password in the block. `RequestRefused` where it is too soon.

        `device` is a device of the account that has proved itself, or `SESSION`. Attempts that count for one limit
        wait for each other, so parallel attempts do not evade it.
        """
        place = self._place(remote)
        is_known = bool(device) or (subject, place) in self._places
        attempt = LoginAttempt(subject, place, f"{subject} {device or place}", is_known)
        async with AsyncExitStack() as stack:
            keys = [("pair", attempt.pair)] if is_known else [("place", place), ("subject", subject)]
            for key in keys:
                if key[1]:  # behind a proxy there is no place
                    await stack.enter_async_context(self._locks.setdefault(key, trio.Lock()))
            self._refuse_early(remote, self._wait_ms(attempt))
            yield attempt
            now = self._clock.now()
            if not attempt.failed:
                self._pairs.succeeded(attempt.pair)
                return
            if not is_known:
                if self._is_first(attempt, now):
                    self._first.take(subject, now)
                self._repeated.failed(subject, now)
                self.failed(remote)
            self._pairs.failed(attempt.pair, now)

    def check(self, remote: Remote) -> None:
        """Raise `RequestRefused` where it is too soon for another code from an address."""
        self._refuse_early(remote, self._address_wait_ms(self._place(remote)))

    def failed(self, remote: Remote) -> None:
        """Count a failure of an address."""
        place, now = self._place(remote), self._clock.now()
        if place:
            self._addresses.failed(place, now)
            self._bucket.take(place, now)

    def _place(self, remote: Remote) -> str:
        return "" if self._policy.behind_proxy else remote.key

    def _refuse_early(self, remote: Remote, wait_ms: int) -> None:
        if wait_ms:
            self._counters.count_limit("password", remote)
            words = {"seconds": -(-wait_ms // 1000)}
            raise RequestRefused("too_soon", Text("Too many attempts. Wait {seconds} s and try again", words))

    def _wait_ms(self, attempt: LoginAttempt) -> int:
        now = self._clock.now()
        if attempt.is_known:
            return self._pairs.wait_ms(attempt.pair, now)
        if not self._is_first(attempt, now):
            by_name = self._repeated.wait_ms(attempt.subject, now)
        else:
            by_name = round(1000 / FIRST_RATE.per_second) if self._first.is_empty(attempt.subject, now) else 0
        return max(self._address_wait_ms(attempt.place), by_name)

    def _address_wait_ms(self, place: str) -> int:
        now = self._clock.now()
        if not place:
            return 0
        paced = 60_000 // self._policy.limits.password_per_minute if self._bucket.is_empty(place, now) else 0
        return max(self._addresses.wait_ms(place, now), paced)

    def _is_first(self, attempt: LoginAttempt, now: int) -> bool:
        return self._pairs.failures(attempt.pair, now) < FIRST_ATTEMPTS
