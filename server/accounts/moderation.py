"""Measures of moderators: mute, kick, ban, close a table. Each is on disk before it takes effect."""

from collections.abc import Callable
from typing import Protocol

from netgame.text import N_, Text
from protocol import messages as m
from server.accounts.sanctions import Sanctions
from server.errors import RequestRefused
from server.names import tidy
from server.ops.logging import security
from server.ops.policy import Policy
from server.refusals import NO_ACCOUNT, NO_TABLE
from server.storage.accounts import FOREVER, AccountStore, Known
from server.tables.actor import TableActor
from server.tables.clock import Clock
from server.tables.commands import User
from server.tables.users import Peer

NOT_MODERATOR = Text("Only moderators of this server can do that")
KICKED = Text("A moderator has disconnected you: {reason}")
CLOSED = m.Notice(template=N_("A moderator has closed this table; its match had not started"))
PROTECTED = Text("You cannot do that to yourself or to another moderator")


class Tables(Protocol):
    """The tables of a server, as far as moderators close them."""

    async def load(self, id: str) -> TableActor | None: ...
    async def close_table(self, actor: TableActor, notice: m.Notice) -> m.Message: ...


class Moderation:
    """Carries out measures. Methods raise `RequestRefused` when they do not do what was asked.

    `connection_of` returns the connection of an account that is online.
    """

    def __init__(
        self,
        accounts: AccountStore,
        sanctions: Sanctions,
        connection_of: Callable[[str], Peer | None],
        policy: Policy,
        clock: Clock,
    ) -> None:
        self._accounts, self._sanctions, self._connection_of = accounts, sanctions, connection_of
        self._policy, self._clock = policy, clock

    async def moderate(self, user: User, request: m.Moderate) -> None:
        """Carry out what a moderator has decided."""
        check_moderator(user)
        known = await existing_account(self._accounts, request.account)
        if known.account == user.account or known.moderator:
            raise RequestRefused("not_moderator", PROTECTED)
        reason = tidy(request.reason)[: m.MAX_REASON]
        until = self._clock.now() + request.minutes * 60_000 if request.minutes else FOREVER
        await self.act(request.what, known, until, reason, by=user.account, address=request.address)

    async def act(
        self, what: m.ModerationAction, known: Known, until: int, reason: str, *, by: str, address: bool = False
    ) -> None:
        """Carry out a measure against an account. `until` is for bans and mutes; `address` bans its address as well.

        The measure is recorded first, and a banned user is disconnected before anything else can fail.
        """
        accounts, account = self._accounts, known.account
        ban_key, theirs, own = None, self._connection_of(account), self._connection_of(by)
        # an address may belong to the moderator as well, or to a proxy
        if address and theirs is not None and not self._policy.behind_proxy:
            ban_key = theirs.remote.key if own is None or own.remote.key != theirs.remote.key else None
        await accounts.in_thread(accounts.add_measure, self._clock.now(), by, what, account, until, reason)
        match what:
            case "mute" | "unmute":
                mute = until if what == "mute" else None
                await accounts.in_thread(accounts.mute, account, mute)
                if self._connection_of(account) is not None:
                    self._sanctions.set_mute(account, mute)
            case "ban":
                await accounts.in_thread(accounts.ban, account, until, reason)
                self.kick(account, reason)
                if ban_key is not None:
                    await accounts.in_thread(accounts.ban_address, ban_key, until, reason, account)
                    self._sanctions.set_address_ban(ban_key, until, reason)
            case "unban":
                for lifted in await accounts.in_thread(accounts.unban, account):
                    self._sanctions.set_address_ban(lifted, None)
            case "kick":
                self.kick(account, reason)
        security(what, account=account, name=known.name, by=by, until=until, reason=reason)

    def kick(self, account: str, reason: str = "") -> None:
        """Disconnect an account that is online. It may come back."""
        connection = self._connection_of(account)
        if connection is not None:
            reason = reason or "no reason was given"
            connection.dismiss(m.Closing(code="kicked", template=KICKED.template, args={"reason": reason}))


class TableModeration:
    """Closes tables before their match starts."""

    def __init__(self, accounts: AccountStore, tables: Tables, clock: Clock) -> None:
        self._accounts, self._tables, self._clock = accounts, tables, clock

    async def close_table(self, user: User, table: str) -> m.Message:
        """Close a table that has not started, for a moderator."""
        check_moderator(user)
        return await self.end_table(table, by=user.account)

    async def end_table(self, id: str, *, by: str) -> m.Message:
        """Close a table that has not started and notify the users at it. Return `Done` or the reason why not."""
        actor = await self._tables.load(id)
        if actor is None or actor.table.match is None:
            return NO_TABLE
        table, title = actor.table, actor.table.match.created.title
        if table.state == "open":
            player = next((account for account in table.accounts if account is not None), "")
            accounts = self._accounts
            await accounts.in_thread(accounts.add_measure, self._clock.now(), by, "close", player, None, title)
        reply = await self._tables.close_table(actor, CLOSED)
        if isinstance(reply, m.Done):
            security("table_closed", table=id, title=title, by=by)
        return reply


def check_moderator(user: User) -> None:
    """Raise `RequestRefused` if a user is no moderator."""
    if not user.moderator:
        raise RequestRefused("not_moderator", NOT_MODERATOR)


async def existing_account(accounts: AccountStore, account: str) -> Known:
    """Return an account; `RequestRefused` if there is none of that id."""
    known = await accounts.in_thread(accounts.get, account)
    if known is None:
        raise RequestRefused(NO_ACCOUNT.code, Text(NO_ACCOUNT.template))
    return known
