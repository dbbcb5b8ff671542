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
from server.ops.rate_limit import Backoff, Failures, RateLimit
from server.ops.remote import Remote
from server.storage.accounts import AccountStore
from server.tables.clock import Clock

MAX_DELAY_S = 300  # 12 guesses an hour from one address, or at one name from a known place
# All addresses from which an account never signed in share six guesses a minute at its name: three for those with
# FIRST_ATTEMPTS failures there, three for the others. So an owner at a new address does not wait behind an attacker.
# The bucket leaves room for the owner beside an attacker with ten or twenty addresses.
MAX_REPEAT_DELAY_S, FIRST_RATE = 20, RateLimit(60, 1 / 20)
FIRST_ATTEMPTS = 3  # of one address at one name
ADDRESSES, PAIRS = Backoff(MAX_DELAY_S), Backoff(MAX_DELAY_S, FIRST_ATTEMPTS)
REPEATED = Backoff(MAX_REPEAT_DELAY_S, FIRST_ATTEMPTS)  # by subject
MAX_PLACES = 20_000  # pairs of account and address that have signed in; a few megabytes
SESSION: Final = "session"  # the device of a signed-in user


Stored = dict[str, Failures]
NONE: Final = (0, 0)


@dataclass(eq=False)
class LoginAttempt:
    """One check of a password. Set `failed` where it is wrong. `source` is a device or a place."""

    subject: str
    place: str
    source: str
    is_known: bool
    failed: bool = False

    @property
    def pair(self) -> str:
        return f"pair {self.subject} {self.source}"

    @property
    def first(self) -> str:
        return f"first {self.subject}"

    @property
    def repeated(self) -> str:
        return f"repeated {self.subject}"


class LoginThrottle:
    """Backoff attempts after failures. A `subject` is an account, or the skeleton of a name that has none.

    Failures are stored with the accounts, so several nodes share them. Each node remembers for itself from where
    accounts have signed in.
    """

    def __init__(self, accounts: AccountStore, policy: Policy, clock: Clock, counters: Counters) -> None:
        self._accounts, self._policy, self._clock, self._counters = accounts, policy, clock, counters
        self._places: dict[tuple[str, str], None] = {}  # account and address, the last one used at the end
        self._locks: WeakValueDictionary[str, trio.Lock] = WeakValueDictionary()

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
        wait for each other, so parallel attempts at one node do not evade it.
        """
        place = self._place(remote)
        attempt = LoginAttempt(subject, place, device or place, bool(device) or (subject, place) in self._places)
        async with AsyncExitStack() as stack:
            keys = [attempt.pair] if attempt.is_known else [place, f"subject {subject}"]
            for key in filter(None, keys):  # behind a proxy there is no place
                await stack.enter_async_context(self._locks.setdefault(key, trio.Lock()))
            stored = await self._stored(attempt.pair, attempt.first, attempt.repeated, *_keys_of(place))
            self._refuse_early(remote, self._wait_ms(attempt, stored))
            yield attempt
            with trio.CancelScope(shield=True):  # the failure of a client that has gone counts
                if attempt.failed:
                    await self._count_failure(attempt, stored)
                elif attempt.pair in stored:
                    await self._accounts.in_thread(self._accounts.forget_failures, attempt.pair)

    async def check(self, remote: Remote) -> None:
        """Raise `RequestRefused` where it is too soon for another code from an address."""
        place = self._place(remote)
        self._refuse_early(remote, self._address_wait_ms(place, await self._stored(*_keys_of(place))))

    async def failed(self, remote: Remote) -> None:
        """Count a failure of an address."""
        await self._count({}, {}, self._place(remote))

    async def _count_failure(self, attempt: LoginAttempt, stored: Stored) -> None:
        in_a_row, paces = {attempt.pair: PAIRS}, {}
        if not attempt.is_known:
            in_a_row[attempt.repeated] = REPEATED
            if self._is_first(attempt, stored):
                paces[attempt.first] = FIRST_RATE
        await self._count(in_a_row, paces, "" if attempt.is_known else attempt.place)

    async def _count(self, in_a_row: dict[str, Backoff], paces: dict[str, RateLimit], place: str) -> None:
        if place:
            address, pace = _keys_of(place)
            in_a_row, paces = in_a_row | {address: ADDRESSES}, paces | {pace: self._address_rate}
        spans = {key: backoff.span_ms for key, backoff in in_a_row.items()}
        intervals = {key: rate.interval_ms for key, rate in paces.items()}
        if spans or intervals:
            await self._accounts.in_thread(self._accounts.count_failures, spans, intervals, self._clock.now())

    async def _stored(self, *keys: str) -> Stored:
        return await self._accounts.in_thread(self._accounts.failures, keys)

    def _place(self, remote: Remote) -> str:
        return "" if self._policy.behind_proxy else remote.key

    def _refuse_early(self, remote: Remote, wait_ms: int) -> None:
        if wait_ms:
            self._counters.count_limit("password", remote)
            words = {"seconds": -(-wait_ms // 1000)}
            raise RequestRefused("too_soon", Text("Too many attempts. Wait {seconds} s and try again", words))

    def _wait_ms(self, attempt: LoginAttempt, stored: Stored) -> int:
        now = self._clock.now()
        if attempt.is_known:
            return PAIRS.wait_ms(stored.get(attempt.pair, NONE), now)
        if not self._is_first(attempt, stored):
            by_name = REPEATED.wait_ms(stored.get(attempt.repeated, NONE), now)
        else:
            full_at = stored.get(attempt.first, NONE)[1]
            by_name = FIRST_RATE.interval_ms if FIRST_RATE.is_empty(full_at, now) else 0
        return max(self._address_wait_ms(attempt.place, stored), by_name)

    def _address_wait_ms(self, place: str, stored: Stored) -> int:
        if not place:
            return 0
        now, rate, (address, pace) = self._clock.now(), self._address_rate, _keys_of(place)
        paced = rate.interval_ms if rate.is_empty(stored.get(pace, NONE)[1], now) else 0
        return max(ADDRESSES.wait_ms(stored.get(address, NONE), now), paced)

    @property
    def _address_rate(self) -> RateLimit:
        return self._policy.limits.rate("password")

    def _is_first(self, attempt: LoginAttempt, stored: Stored) -> bool:
        return PAIRS.recent(stored.get(attempt.pair, NONE), self._clock.now()) < FIRST_ATTEMPTS


def _keys_of(place: str) -> tuple[str, str]:
    """Return the keys under which failures of an address are counted."""
    return f"address {place}", f"pace {place}"
