"""Invitations to tables."""

from netgame.text import N_
from protocol import messages as m
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.lobby.table_access import TableAccess
from server.ops.rate_limit import RateLimit, RateLimiter
from server.refusals import BLOCKED, NO_ACCOUNT, NO_TABLE, NOT_HERE
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.clock import Clock
from server.tables.commands import User
from server.tables.registry import TableRegistry
from server.tables.users import Peer

MAX_GUESTS = 200  # invited to one table; each is kept in memory
PER_ACCOUNT = RateLimit(10, 0.2)

PLAYERS_ONLY = m.Refused(code="no_seat", template=N_("Only players at a table can invite others to it"))
TOO_MANY = m.Refused(
    code="too_many", template=N_("{count} people are already invited to this table"), args={"count": MAX_GUESTS}
)
TOO_FAST = m.Refused(code="too_fast", template=N_("Too many requests. Wait a moment and try again"))


class Invitations:
    """Lets players invite others to their table."""

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, access: TableAccess, accounts: AccountStore,
        social: SocialStore, broadcast: Broadcast, clock: Clock,
    ) -> None:  # fmt: skip
        self._lobby, self._registry, self._access, self._accounts = lobby, registry, access, accounts
        self._social = social
        self._broadcast, self._clock = broadcast, clock
        self._pace = RateLimiter(PER_ACCOUNT)

    async def invite(self, invite: m.Invite, user: User) -> m.Message:
        """Invite an account. `DatabaseFailed` where the disk fails; then nothing has happened."""
        actor = await self._registry.load(invite.table)
        if actor is None or actor.table.number == 0:
            return NO_TABLE
        table, account = actor.table, invite.account
        with self._registry.pinned(actor):
            if user.account not in table.accounts:
                return PLAYERS_ONLY
            if not self._pace.take(user.account, self._clock.now()):
                return TOO_FAST
            if len(self._access.rule(table.id).guests) >= MAX_GUESTS:
                return TOO_MANY
            if await self._social.in_thread(self._social.is_blocked, user.account, account):
                return BLOCKED
            if not self._lobby.is_online(account):
                if table.access != "invited":
                    return NOT_HERE
                if await self._accounts.in_thread(self._accounts.get, account) is None:
                    return NO_ACCOUNT
            await self._access.invite(table.id, account)
            self._lobby.touch(table.id)
            invited = m.Invited(table=self._lobby.info(table), account=user.account, name=user.name)
            self._broadcast.send_to_user(account, invited)
            return m.Done(table=table.id)
