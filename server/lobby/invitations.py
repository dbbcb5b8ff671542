"""Invitations to tables, and their codes."""

from netgame.text import N_
from protocol import messages as m
from protocol.framing import encode
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.lobby.table_access import OF_TABLE, TableAccess
from server.refusals import BLOCKED, NO_ACCOUNT, NO_TABLE, NOT_HERE
from server.storage.accounts import AccountStore
from server.storage.social import SocialStore
from server.tables.commands import User
from server.tables.create import InvalidTable, check_code
from server.tables.registry import TableRegistry
from server.tables.table import Table
from server.tables.users import Peer

MAX_GUESTS = 200  # invited to one table; each is kept in memory

PLAYERS_ONLY = m.Refused(code="no_seat", template=N_("Only players at a table can invite others to it"))
TOO_MANY = m.Refused(
    code="too_many", template=N_("{count} people are already invited to this table"), args={"count": MAX_GUESTS}
)
NO_CODE = m.Refused(code="no_code", template=N_("This table has no code"))
GUESSED = N_(
    "Somebody tries to guess the code of your table {table}: {count} wrong codes came in a day. You can change the code"
)


class Invitations:
    """Lets players invite others to their table, and change its code when others try to guess it."""

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, access: TableAccess, accounts: AccountStore,
        social: SocialStore, broadcast: Broadcast,
    ) -> None:  # fmt: skip
        self._lobby, self._registry, self._access, self._accounts = lobby, registry, access, accounts
        self._social = social
        self._broadcast = broadcast
        access.on_guessed.append(self._tell_players)

    async def invite(self, invite: m.Invite, user: User) -> m.Message:
        """Invite an account. `DatabaseFailed` where the disk fails; then nothing has happened."""
        actor = await self._registry.load(invite.table)
        if actor is None or actor.table.number == 0:
            return NO_TABLE
        table, account = actor.table, invite.account
        with self._registry.pinned(actor):
            if user.account not in table.accounts:
                return PLAYERS_ONLY
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
            invited = m.Invited(
                table=self._lobby.info(self._lobby.listed(table.id) or table), account=user.account, name=user.name
            )
            self._broadcast.send_to_user(account, invited)
            return m.Done(table=table.id)

    async def end_between(self, account: str, other: str) -> None:
        """Take back the invitations of two accounts, of which one blocks the other, to each other's tables."""
        for host, guest in ((account, other), (other, account)):
            tables = [table for table in self._lobby.unfinished_tables_of(host) if guest not in table.accounts]
            private = [table.id for table in tables if table.access != "open"]
            if private:
                await self._access.uninvite(private, guest)
            for table in private:
                self._lobby.touch(table, guest)

    # ---- codes

    async def set_code(self, order: m.SetCode, user: User) -> m.Message:
        """Give a table another code. `DatabaseFailed` where the disk fails; then it has the code before."""
        actor = await self._registry.load(order.table)
        if actor is None or actor.table.number == 0:
            return NO_TABLE
        table = actor.table
        with self._registry.pinned(actor):
            if user.account not in table.accounts or table.access != "code":
                return PLAYERS_ONLY if user.account not in table.accounts else NO_CODE
            try:
                check_code(order.code)
            except InvalidTable as error:
                return m.Refused(code=error.code, template=error.text.template, args=dict(error.text.args))
            await self._access.set_code(table.id, order.code)
            return m.Done(table=table.id)

    def watching(self, peer: Peer, table: Table, now: int) -> None:
        """Tell a player who begins to watch their table if others try to guess its code."""
        if self._lobby.is_player(peer, table) and self._access.is_guessed(table.id, now):
            peer.send(encode(_guessed(table)))

    def _tell_players(self, id: str) -> None:
        if (table := self._lobby.tables.get(id)) is not None:
            for account in filter(None, table.accounts):
                self._broadcast.send_to_user(account, _guessed(table))


def _guessed(table: Table) -> m.Notice:
    name = table.match.created.title or table.match.created.game if table.match is not None else ""
    return m.Notice(template=GUESSED, args={"table": name, "count": OF_TABLE.size})
