"""Takes users, sanctions, tables and spectators of other servers of the service over into the lobby of this one."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import cast

import msgspec
import trio

from netgame.match.events import AbsenceCause
from server.accounts.moderation import RIGHTS_CHANGED, banned, kicked
from server.accounts.sanctions import Sanctions
from server.cluster.bus import Bus
from server.cluster.messages import FIRST_NAMES, AccessChanged, AudienceChanged, SanctionsChanged, TableChanged
from server.cluster.relay import Relay
from server.cluster.store import OnlineUser
from server.lobby.broadcast import Broadcast
from server.lobby.listed_table import ListedTable
from server.lobby.lobby import DELETED, RENAMED, RENAMED_BY_OPERATOR, REPLACED, Lobby
from server.lobby.player_tables import PlayerTables
from server.lobby.replacements import replace_connection
from server.lobby.table_access import TableAccess
from server.ops.supervision import Item, Supervision, Wakeup, keep_trying
from server.storage.accounts import AccountStore, Known
from server.storage.event_store import EventStore
from server.tables.clock import Clock
from server.tables.commands import User
from server.tables.table import ContinuedElsewhere
from server.tables.users import Peer

log = logging.getLogger(__name__)

ReadSoon = Callable[[Callable[[], Awaitable[None]]], None]  # in a task, again until the database answers

AUDIENCES_EVERY_S, ALL_AUDIENCES_EVERY_S = 0.5, 15.0
READ_EVERY_S = 1.0  # without a hint
READ_AT_MOST_EVERY_S = 0.1
AT_ONCE = 100  # entries, some milliseconds


def online_user(user: User, peer: Peer) -> OnlineUser:
    """Return a user of this server as other servers know them."""
    return OnlineUser(
        user.account, user.name, user.registered, user.since, user.moderator, user.computer, peer.remote.key,
        peer.remote.network, key=user.key, is_old=user.is_old, device=user.device,
    )  # fmt: skip


class RemoteUsers:
    """Takes over which users are at other servers, and what a server has changed about the users of this one."""

    def __init__(
        self, lobby: Lobby[Peer], tables: PlayerTables, accounts: AccountStore, sanctions: Sanctions, clock: Clock,
        broadcast: Broadcast, relay: Relay, read_soon: ReadSoon,
    ) -> None:  # fmt: skip
        self._lobby, self._tables, self._accounts, self._sanctions = lobby, tables, accounts, sanctions
        self._clock, self._broadcast, self._read_soon = clock, broadcast, read_soon
        relay.subscribe(SanctionsChanged, self._sanctions_changed)
        relay.on_missed.append(self._messages_missed)

    def local(self, account: str) -> OnlineUser | None:
        """Return a user with a connection to this server."""
        user, peer = self._lobby.user(account), self._lobby.peer_of(account)
        return online_user(user, peer) if user is not None and peer is not None else None

    def came_elsewhere(self, user: OnlineUser) -> None:
        """Let a user be online at another server, and end their connection here."""
        online = User(
            user.account, user.name, user.registered, user.since, user.moderator, user.computer, user.key, user.is_old,
            user.device,
        )  # fmt: skip
        for peer, closing in self._lobby.enter_elsewhere(online, user.address):
            if closing is REPLACED:
                replace_connection(self._broadcast, peer, self._lobby.user_of(peer), online)
            else:
                peer.dismiss(closing)
        self._tables.changed_elsewhere(user.account)

    def left_elsewhere(self, account: str, cause: str) -> None:
        """Let a user of another server be offline."""
        self._lobby.leave_elsewhere(account, cast(AbsenceCause, cause))
        self._tables.changed_elsewhere(account)

    def name_taken(self, account: str) -> None:
        """End the connection of a user after another user got their name."""
        if (peer := self._lobby.peer_of(account)) is not None:
            peer.dismiss(RENAMED)

    def _sanctions_changed(self, message: SanctionsChanged) -> None:
        self._read_soon(partial(self._read_sanctions, message.account))

    async def _read_sanctions(self, account: str) -> None:
        accounts = self._accounts
        bans, known = await accounts.in_thread(lambda: (accounts.address_bans(), accounts.usable(account)))
        self._sanctions.read_again(bans, None)
        self._take_account(account, known)

    def check_soon(self, account: str) -> None:
        """Read an account again that has come online here: another server may have changed it before."""
        self._read_soon(partial(self._check, account))

    async def _check(self, account: str) -> None:
        self._take_account(account, await self._accounts.in_thread(self._accounts.usable, account))

    def _messages_missed(self) -> None:
        self._read_soon(self._read_users)

    async def _read_users(self) -> None:
        """Read the users of this server and all bans, and end the connections of those who have no right to them."""
        here = [user.account for user in self._lobby.users if self._lobby.peer_of(user.account) is not None]
        accounts = self._accounts
        bans, found = await accounts.in_thread(lambda: (accounts.address_bans(), list(map(accounts.usable, here))))
        self._sanctions.read_again(bans, None)
        for account, known in zip(here, found, strict=True):
            self._take_account(account, known)

    def _take_account(self, account: str, known: Known | None) -> None:
        """Take over what is stored of an account that is online here. End the connection that has no right to it."""
        user, peer = self._lobby.user(account), self._lobby.peer_of(account)
        if user is None or peer is None:
            return
        if known is None:
            peer.dismiss(DELETED)
        elif known.banned_until is not None and known.is_banned(self._clock.now()):
            peer.dismiss(banned(known.banned_until, known.ban_reason))
        elif user.registered and known.registered and known.name != user.name:  # who registers now has both soon
            peer.dismiss(RENAMED_BY_OPERATOR)
        elif known.moderator != user.moderator:
            peer.dismiss(kicked(RIGHTS_CHANGED))
        if known is not None:
            self._sanctions.came_online(known)


class RemoteTables:
    """The directory of the service: takes over entries and access rules of tables that other servers change.

    `forget_origin` ends that a table that was made here counts for the address of its player.
    """

    def __init__(
        self, lobby: Lobby[Peer], access: TableAccess, store: EventStore, bus: Bus, relay: Relay,
        forget_origin: Callable[[str], None], read_soon: ReadSoon, supervision: Supervision | None = None,
    ) -> None:  # fmt: skip
        self._supervision = supervision or Supervision()
        self._lobby, self._access, self._store = lobby, access, store
        self._forget_origin, self._read_soon = forget_origin, read_soon
        self._cursor = 0  # all entries before it were read
        self._hinted = Wakeup()
        bus.subscribe(TableChanged, self._table_changed)
        bus.on_gap.append(self._hinted.set)
        relay.subscribe(AccessChanged, self._access_changed)
        relay.on_missed.append(self._messages_missed)

    # ---- entries

    async def begin(self) -> None:
        """Read the entries of all unfinished tables."""
        await self._read_entries()

    async def run(self) -> None:
        """Read entries when they change, until cancelled."""
        while True:
            await self._hinted.wait(READ_EVERY_S)
            await keep_trying("the list of tables", self._read_entries, is_logged=False)
            await trio.sleep(READ_AT_MOST_EVERY_S)

    def _table_changed(self, message: TableChanged) -> None:
        if message.listed:
            self._hinted.set()

    async def _read_entries(self) -> None:
        entries, cursor = await self._store.listed(self._cursor)
        for count, entry in enumerate(entries, 1):
            with self._supervision.guard("entry", entry[0]):
                await self._take_entry(*entry)
            if count % AT_ONCE == 0:
                await trio.lowlevel.checkpoint()
        self._cursor = cursor

    async def _take_entry(self, id: str, body: bytes, number: int) -> None:
        """Take over the entry of a table; without a body it is over. Invitations are known before it is listed."""
        try:
            table = ListedTable(body, number) if body else None
        except (msgspec.DecodeError, RecursionError) as error:  # of a node with a newer version
            log.error("table %s is missing in the lists: its entry cannot be read (%s)", id, error)
            return
        if table is None:
            self._forget_origin(id)
            if id not in self._lobby.tables:
                self._access.forget(id)
        elif table.access == "invited" and not self._access.knows(id):
            await self._access.load(id)
        if table is not None and (state := self._state_of(id)):
            table = table.in_state(state)
        self._lobby.set_entry(id, table)

    def set_aside_or_retried(self, item: Item) -> None:
        """List a table that was set aside as what it is, and one that is tried again as before."""
        self._lobby.set_entry_state(item.id, self._state_of(item.id))

    def _state_of(self, table: str) -> str:
        """Return the state of a table that was set aside; empty if it was not."""
        item = self._supervision.item("table", table)
        if item is None:
            return ""
        return "over" if item.reason == ContinuedElsewhere.__name__ else "frozen"

    # ---- access, and tables that leave memory

    def _access_changed(self, message: AccessChanged) -> None:
        if not self._access.knows(message.table):
            return
        if message.revoked:
            self._access.note_uninvited(message.table, message.guest)
            self._lobby.touch(message.table, message.guest)
        elif message.guest:  # the invitation follows, and its answer has to find the guest
            self._access.note_guest(message.table, message.guest)
            self._lobby.touch(message.table)
        else:
            self._read_soon(partial(self._read_access, message.table))

    def _messages_missed(self) -> None:
        for table in self._access.known:
            self._access_changed(AccessChanged(table))

    async def _read_access(self, table: str) -> None:
        await self._access.load(table)
        self._lobby.touch(table)

    def forget(self, table: str) -> None:
        """Drop what is known of a table that leaves memory, unless it is unfinished. Its entry may be unread yet."""
        self._hinted.set()
        if self._lobby.live(table) is None:
            self._access.forget(table)
            self._read_soon(partial(self._forget_unmade, table))

    async def _forget_unmade(self, table: str) -> None:
        """Stop counting a table that was not made after all. Others count until their entry is gone."""
        if not await self._store.lengths([table]):
            self._forget_origin(table)


class RemoteSpectators:
    """Takes over the spectators at other servers, and tells those about the spectators here."""

    def __init__(self, lobby: Lobby[Peer], bus: Bus, node: str) -> None:
        self._lobby, self._bus, self._node = lobby, bus, node
        self._changed: set[str] = set()  # tables whose spectators here have changed
        self._some_changed = Wakeup()
        self._sent: dict[str, tuple[list[str], int]] = {}  # tables with spectators here, as the others know
        lobby.on_audience.append(self._note_change)
        bus.subscribe(AudienceChanged, self._audience_changed)

    def _audience_changed(self, message: AudienceChanged) -> None:
        self._lobby.set_audience(message.node, message.table, message.count, message.names)

    def _note_change(self, table: str) -> None:
        self._changed.add(table)
        self._some_changed.set()

    async def run(self) -> None:
        """Tell the others about the spectators here, until cancelled. All of them now and then: messages get lost."""
        all_at = trio.current_time() + ALL_AUDIENCES_EVERY_S
        while True:
            await self._some_changed.wait(max(0.0, all_at - trio.current_time()))
            await trio.sleep(AUDIENCES_EVERY_S)
            changed, self._changed = self._changed, set()
            if trio.current_time() >= all_at:
                all_at, sent, self._sent = trio.current_time() + ALL_AUDIENCES_EVERY_S, self._sent, {}
                changed |= sent.keys()
            for id in changed:
                self._send_audience(id)

    def _send_audience(self, id: str) -> None:
        table = self._lobby.live(id)
        names, count = self._lobby.audience(table) if table is not None else ([], 0)
        if self._sent.get(id, ([], 0)) != (names, count):
            self._bus.send(AudienceChanged(self._node, id, count, names[:FIRST_NAMES]))
        self._sent.pop(id, None)
        if count:
            self._sent[id] = names, count


async def read_until_done(read: Callable[[], Awaitable[None]]) -> None:
    """Read from the database, again until it answers."""
    await keep_trying("a change at another server", read)
