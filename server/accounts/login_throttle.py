"""Limits of wrong passwords and codes, by address, by name and by both: after failures less and less often.

Only failures count, so a club behind one router signs in at once. Guesses from elsewhere do not delay an account at an
address or device from which it has signed in before.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import trio

from netgame.text import Text
from server.errors import RequestRefused
from server.ops.limits import Delays, RateLimit, RateLimiter
from server.ops.policy import Remote

if TYPE_CHECKING:
    from server.house import House

ADDRESS_DELAY_S = 300  # the longest; 12 guesses an hour from one address, or at one name from a place that it knows
# Addresses from which an account never signed in guess at its name six times a minute at most, all together: those that
# have failed there often three times, the others three times. So an owner at a new address does not wait behind them.
# The size of the bucket leaves room for the owner beside an attacker with ten or twenty addresses.
AGAIN_DELAY_S, FIRST_TRIES = 20, RateLimit(60, 1 / 20)
FIRST = 3  # tries of one address at one name
PLACES = 20_000  # where accounts have signed in; some megabytes
HERE: Final = "here"  # of a session that has signed in already


@dataclass(eq=False)
class LoginAttempt:
    """One password that is being checked: at which name, from which address, and what its failures count for."""

    subject: str
    place: str
    pair: str
    is_known: bool
    failed: bool = False


class LoginThrottle:
    """Belongs to a house. A `subject` is an account, or the skeleton of a name that has none."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.bucket = RateLimiter(lambda: house.policy.limits.bucket("password"))  # by address
        self._addresses, self._pairs = Delays(ADDRESS_DELAY_S), Delays(ADDRESS_DELAY_S, FIRST)
        self._first, self._again = RateLimiter(FIRST_TRIES), Delays(AGAIN_DELAY_S, FIRST)  # by subject
        self._places: dict[tuple[str, str], None] = {}  # account and address, the last one used at the end
        self._locks: WeakValueDictionary[tuple[str, str], trio.Lock] = WeakValueDictionary()

    def came(self, account: str, remote: Remote) -> None:
        """That account has signed in from there."""
        place = self._place(remote)
        if place:
            self._places.pop((account, place), None)
            self._places[account, place] = None
            if len(self._places) > PLACES:
                del self._places[next(iter(self._places))]

    @asynccontextmanager
    async def turn(self, remote: Remote, subject: str, own: str = "") -> AsyncIterator[LoginAttempt]:
        """Check one password in the block, and set `failed` where it is wrong. `RequestRefused` where it is too soon.

        `own` is a device of the account that proved itself, or `HERE`. Tries that count for one limit come one after
        another: many at once are no way around it.
        """
        place = self._place(remote)
        is_known = bool(own) or (subject, place) in self._places
        each = LoginAttempt(subject, place, f"{subject} {own or place}", is_known)
        async with AsyncExitStack() as stack:
            keys = [("pair", each.pair)] if is_known else [("place", place), ("subject", subject)]
            for key in keys:
                if key[1]:  # behind a proxy there is no place
                    await stack.enter_async_context(self._locks.setdefault(key, trio.Lock()))
            self._check(remote, self._wait_ms(each))
            yield each
            now = self._house.clock.now()
            if not each.failed:
                self._pairs.succeeded(each.pair)
                return
            if not is_known:
                self._count_by_name(each, now)
                self.failed(remote)
            self._pairs.failed(each.pair, now)

    def check(self, remote: Remote) -> None:
        """`RequestRefused` where it is too soon for another code from that address."""
        self._check(remote, self._address_wait_ms(self._place(remote)))

    def failed(self, remote: Remote) -> None:
        """Something was wrong that came from that address."""
        place, now = self._place(remote), self._house.clock.now()
        if place:
            self._addresses.failed(place, now)
            self.bucket.take(place, now)

    def _place(self, remote: Remote) -> str:
        return "" if self._house.policy.behind_proxy else remote.key

    def _check(self, remote: Remote, wait_ms: int) -> None:
        if wait_ms:
            self._house.counters.count_limit("password", remote)
            words = {"seconds": -(-wait_ms // 1000)}
            raise RequestRefused("too_soon", Text("That was tried too often. Wait {seconds} s and try again", words))

    def _wait_ms(self, each: LoginAttempt) -> int:
        now = self._house.clock.now()
        if each.is_known:
            return self._pairs.wait_ms(each.pair, now)
        if not self._is_first(each):
            by_name = self._again.wait_ms(each.subject, now)
        else:
            by_name = round(1000 / FIRST_TRIES.per_second) if self._first.is_empty(each.subject, now) else 0
        return max(self._address_wait_ms(each.place), by_name)

    def _address_wait_ms(self, place: str) -> int:
        now = self._house.clock.now()
        if not place:
            return 0
        paced = 60_000 // self._house.policy.limits.password_per_minute if self.bucket.is_empty(place, now) else 0
        return max(self._addresses.wait_ms(place, now), paced)

    def _is_first(self, each: LoginAttempt) -> bool:
        return self._pairs.failures(each.pair, self._house.clock.now()) < FIRST

    def _count_by_name(self, each: LoginAttempt, now: int) -> None:
        if self._is_first(each):
            self._first.take(each.subject, now)
        self._again.failed(each.subject, now)
