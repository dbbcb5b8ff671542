"""Limits of wrong passwords and codes, by address, by name and by both: each failure delays the next attempt.

Only failures count, so a club behind one router signs in at once. Guesses from elsewhere do not delay an account at an
address or device from which it has signed in before.
"""

from collections.abc import AsyncIterator, Mapping
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


Limits = dict[str, Backoff | RateLimit]  # by what is counted


@dataclass(eq=False)
class LoginAttempt:
    """One check of a password. Set `failed` where it is wrong."""

    failed: bool = False


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
        is_known = bool(device) or (subject, place) in self._places
        pair, first, repeated = f"pair {subject} {device or place}", f"first {subject}", f"repeated {subject}"
        async with AsyncExitStack() as stack:
            for key in [pair] if is_known else [*self._policy.places(remote), repeated]:
                await stack.enter_async_context(self._locks.setdefault(key, trio.Lock()))
            limits = self._of_address(remote)
            stored = await self._accounts.in_thread(self._accounts.failures, [pair, first, repeated, *limits])
            counted: Limits = {pair: PAIRS}
            if is_known:
                limits = counted
            else:
                is_first = PAIRS.recent(stored.get(pair), self._clock.now()) < FIRST_ATTEMPTS
                limits |= {first: FIRST_RATE} if is_first else {repeated: REPEATED}
                counted |= limits | {repeated: REPEATED}
            self._refuse_early(remote, limits, stored)
            attempt = LoginAttempt()
            yield attempt
            with trio.CancelScope(shield=True):  # the failure of a client that has gone counts
                if attempt.failed:
                    await self._accounts.in_thread(self._accounts.count_failures, counted, self._clock.now())
                elif pair in stored:
                    await self._accounts.in_thread(self._accounts.forget_failures, pair)

    async def check(self, remote: Remote) -> None:
        """Raise `RequestRefused` where it is too soon for another code from an address."""
        limits = self._of_address(remote)
        self._refuse_early(remote, limits, await self._accounts.in_thread(self._accounts.failures, limits))

    async def failed(self, remote: Remote) -> None:
        """Count a failure of an address."""
        limits = self._of_address(remote)
        await self._accounts.in_thread(self._accounts.count_failures, limits, self._clock.now())

    def _place(self, remote: Remote) -> str:
        return "" if self._policy.behind_proxy else remote.key

    def _of_address(self, remote: Remote) -> Limits:
        limits, rate = Limits(), self._policy.limits.rate("password")
        for place, weight in self._policy.places(remote).items():
            limits[f"pace {place}"] = rate.times(weight)
            if weight == 1:
                limits[f"address {place}"] = ADDRESSES
        return limits

    def _refuse_early(self, remote: Remote, limits: Limits, stored: Mapping[str, Failures]) -> None:
        now = self._clock.now()
        wait_ms = max((limit.wait_ms(stored.get(key), now) for key, limit in limits.items()), default=0)
        if wait_ms:
            self._counters.count_limit("password", remote)
            words = {"seconds": -(-wait_ms // 1000)}
            raise RequestRefused("too_soon", Text("Too many attempts. Wait {seconds} s and try again", words))
