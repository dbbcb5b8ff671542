"""Forgets the accounts of guests who do not come back and of whom nothing is needed."""

import logging
from collections.abc import Awaitable, Callable

import trio

from server.lobby.lobby import Lobby
from server.ops.limiter import Limiter
from server.ops.supervision import keep_trying
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.users import Peer

log = logging.getLogger(__name__)

DAY_S = 86_400
RETRY_S = 600.0
AT_ONCE = 500  # accounts

CatchUp = Callable[[], Awaitable[None]]


class OldGuests:
    """Looks for such guests at the start and once a day. Needed are those of whom others may still see something.

    That is a seat, a finished match, a line of chat, a talk, an invitation, a report, or a measure of a moderator.
    Their challenges are forgotten with them, and whom they follow and block. `catch_up` adds all finished matches to
    the history.
    """

    def __init__(
        self, accounts: AccountStore, social: SocialStore, lobby: Lobby[Peer], limiter: Limiter, catch_up: CatchUp
    ) -> None:
        self._accounts, self._social, self._lobby = accounts, social, lobby
        self._limiter, self._catch_up = limiter, catch_up

    async def run(self) -> None:
        """Forget guests until cancelled."""
        while True:
            await keep_trying("accounts of guests", self.forget, RETRY_S)
            await trio.sleep(DAY_S)

    async def forget(self) -> None:
        """Delete the accounts of guests who have not come back for the time in the settings."""
        days = self._limiter.limits.guest_days
        if not days:
            return
        accounts, before, after, count = self._accounts, self._limiter.now() - days * DAY_S * 1000, "", 0
        await self._catch_up()
        while found := await accounts.in_thread(accounts.old_guests, before, after, AT_ONCE):
            known, after = await self._social.in_thread(self._social.known, found), found[-1]
            needed = known | {each for each in found if self._lobby.is_online(each) or self._lobby.tables_of(each)}
            unneeded = [each for each in found if each not in needed]
            forgotten = await accounts.in_thread(accounts.forget_guests, unneeded, before)
            await self._social.in_thread(self._social.forget_people, forgotten)
            count += len(forgotten)
        if count:
            log.info("%d accounts of guests who had not come back for %d days were deleted", count, days)
