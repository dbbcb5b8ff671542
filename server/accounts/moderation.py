"""Measures of moderators: mute, kick, ban, close a table. Each is on disk before it takes effect."""

from collections.abc import Callable
from typing import Protocol

from netgame.text import N_, Text
from protocol import messages as m
from protocol.texts import cleaned
from server.accounts.sanctions import NO_REASON, Sanctions, ban_words
from server.cluster.messages import SanctionsChanged
from server.cluster.relay import Relay
from server.errors import RequestRefused
from server.ops.logging import security
from server.ops.policy import Policy
from server.refusals import NO_ACCOUNT, NO_TABLE, NOT_MODERATOR
from server.storage.accounts import FOREVER, AccountStore, Known
from server.tables.clock import Clock
from server.tables.commands import User
from server.tables.registry import TableRegistry

RIGHTS_CHANGED = "your rights on this server have changed; sign in again"
KICKED = Text("A moderator has disconnected you: {reason}")
CLOSED = m.Notice(template=N_("A moderator has closed this table; its match had not started"))
ENDED = m.Notice(template=N_("The operator of this server has ended this match. It does not count"))
PROTECTED = Text("You cannot do that to yourself or to another moderator")


class Connections(Protocol):
    """The connections of the users online, at any server of the service."""

    def address_of(self, account: str) -> str | None:
        """Return the address of a user online, as bans count it."""

    def dismiss(self, account: str, closing: m.Closing) -> None:
        """End the connection of a user if they are online."""

    def tell_elsewhere(self, audience: str, message: m.Message) -> None:
        """Send a message to an audience at all other servers."""


class Moderation:
    """Carries out measures. Methods raise `RequestRefused` when they do not do what was asked.

    `on_ban` is called with an account that was banned, or whose ban was lifted.
    """

    def __init__(
        self, accounts: AccountStore, sanctions: Sanctions, connections: Connections, policy: Policy, clock: Clock,
        relay: Relay, tables: TableRegistry,
    ) -> None:  # fmt: skip
        self._accounts, self._sanctions, self._connections = accounts, sanctions, connections
        self._policy, self._clock, self._relay, self._tables = policy, clock, relay, tables
        self.on_ban: Callable[[str], None] = lambda account: None

    async def moderate(self, user: User, request: m.Moderate) -> None:
        """Carry out what a moderator has decided."""
        known = await existing_account(self._accounts, request.account)
        if known.account == user.account or known.moderator:
            raise RequestRefused(NOT_MODERATOR.code, PROTECTED)
        reason = cleaned(request.reason)[: m.MAX_REASON]
        until = self._clock.now() + request.minutes * 60_000 if request.minutes else FOREVER
        await self.act(request.what, known, until, reason, by=user.account, address=request.address)

    async def act(
        self, what: m.ModerationAction, known: Known, until: int, reason: str, *, by: str, address: bool = False
    ) -> None:
        """Carry out a measure against an account. `until` is for bans and mutes; `address` bans its address as well.

        The measure is recorded first, and a banned user is disconnected before anything else can fail.
        """
        accounts, account = self._accounts, known.account
        ban_key, theirs = None, self._connections.address_of(account)
        # an address may belong to the moderator as well, or to a proxy
        if address and not self._policy.behind_proxy:
            ban_key = theirs if theirs != self._connections.address_of(by) else None
        await accounts.in_thread(accounts.add_measure, self._clock.now(), by, what, account, until, reason)
        match what:
            case "mute" | "unmute":
                mute = until if what == "mute" else None
                await accounts.in_thread(accounts.mute, account, mute)
                if theirs is not None:
                    self._sanctions.set_mute(account, mute)
            case "ban":
                await accounts.in_thread(accounts.ban, account, until, reason)
                self._connections.dismiss(account, banned(until, reason))
                if ban_key is not None:
                    await accounts.in_thread(accounts.ban_address, ban_key, until, reason, account)
                    self._sanctions.set_address_ban(ban_key, until, reason)
            case "unban":
                await self._lift_address_bans(account, accounts.unban)
            case "kick":
                self.kick(account, reason)
        self._relay.send(SanctionsChanged(account))
        if what in ("ban", "unban"):
            self.on_ban(account)
        security(what, account=account, name=known.name, by=by, until=until, reason=reason)

    async def lock_out(self, account: str) -> None:
        """Delete everything that an account signs in with."""
        await self._accounts.in_thread(self._accounts.lock_out, account)
        self._relay.send(SanctionsChanged(account))

    async def erase(self, account: str) -> None:
        """Delete what is stored of an account with the accounts, and lift the bans of its addresses."""
        await self._lift_address_bans(account, self._accounts.erase)
        self._relay.send(SanctionsChanged(account))

    async def _lift_address_bans(self, account: str, change: Callable[[str], list[str]]) -> None:
        for lifted in await self._accounts.in_thread(change, account):
            self._sanctions.set_address_ban(lifted, None)

    def kick(self, account: str, reason: str = "") -> None:
        """Disconnect an account that is online. It may come back."""
        self.dismiss(account, kicked(reason))

    def dismiss(self, account: str, closing: m.Closing) -> None:
        """Disconnect an account that is online, for that reason."""
        self._connections.dismiss(account, closing)

    async def close_table(self, user: User, table: str) -> m.Message:
        """Close a table that has not started, for a moderator."""
        return await self.end_table(table, by=user.account)

    async def end_table(self, id: str, *, by: str, started: bool = False) -> m.Message:
        """Close a table and notify the users at it. Return `Done` or the reason why not.

        With `started` a match that has started ends without a result; otherwise it is refused.
        """
        actor = await self._tables.load(id)
        if actor is None or actor.table.match is None:
            return NO_TABLE
        table, title = actor.table, actor.table.match.created.title
        notice = CLOSED if table.state == "open" else ENDED
        if table.state == "open" or (started and not table.is_over):
            player = next((account for account in table.accounts if account is not None), "")
            accounts = self._accounts
            await accounts.in_thread(accounts.add_measure, self._clock.now(), by, "close", player, None, title)
        reply = await self._tables.close_table(actor, notice, started=started)
        if isinstance(reply, m.Done):
            self._connections.tell_elsewhere(id, notice)
            security("table_closed", table=id, title=title, by=by)
        return reply


def kicked(reason: str) -> m.Closing:
    """Return what a user reads whom a moderator has disconnected."""
    return m.Closing(code="kicked", template=KICKED.template, args={"reason": reason or NO_REASON})


def banned(until: int, reason: str) -> m.Closing:
    """Return what a user reads whom a moderator has banned."""
    words = ban_words(until, reason)
    return m.Closing(code="banned", template=words.template, args=dict(words.args))


async def existing_account(accounts: AccountStore, account: str) -> Known:
    """Return an account; `RequestRefused` if there is none of that id."""
    known = await accounts.in_thread(accounts.get, account)
    if known is None:
        raise RequestRefused(NO_ACCOUNT.code, Text(NO_ACCOUNT.template))
    return known
