"""Renaming and deleting a person: in the databases, at the tables in memory, and for the users who are online."""

import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import trio

from netgame.match.events import Seated
from protocol import messages as m
from protocol.control.messages import CommandError
from protocol.event_codec import event_from_bytes, event_to_bytes
from protocol.framing import encode_part
from server.accounts.moderation import Moderation
from server.cluster.messages import PlayerRenamed
from server.cluster.relay import Relay
from server.lobby.lobby import DELETED as DELETED_ACCOUNT
from server.lobby.lobby import RENAMED_BY_OPERATOR, Lobby
from server.storage.accounts import DELETED, AccountStore, Known
from server.storage.event_store import EventStore, ListEntry, Replacement, StoreProblem
from server.storage.history_projection import HistoryProjection
from server.storage.social import SocialStore
from server.tables.actor import CommandEnvelope, TableActor
from server.tables.clock import Clock
from server.tables.commands import RenamePlayer, User
from server.tables.commit import StartSoon
from server.tables.registry import TableRegistry
from server.tables.table import table_info
from server.tables.users import Peer

log = logging.getLogger(__name__)

MAX_LEAVING_S = 5.0  # that a dismissed connection may take to end
KEY_BYTES = 16


class SeatNames:
    """Changes the name of a player at all tables: in the store, in memory, and at other servers."""

    def __init__(
        self, store: EventStore, projection: HistoryProjection, registry: TableRegistry, lobby: Lobby[Peer],
        clock: Clock, relay: Relay, start_soon: StartSoon,
    ) -> None:  # fmt: skip
        self._store, self._projection, self._registry, self._lobby = store, projection, registry, lobby
        self._clock, self._relay, self._start_soon = clock, relay, start_soon
        relay.subscribe(PlayerRenamed, self._renamed_elsewhere)
        relay.on_missed.append(self._messages_missed)

    async def rename(self, account: str, name: str) -> None:
        """Give a player that name in all matches."""
        await self._projection.up_to_now()  # so that no match enters the history with the old name
        seats: dict[str, dict[int, Seated]] = defaultdict(dict)
        for table, row in await self._store.containing(account):
            event = event_from_bytes(row.body)
            if isinstance(event, Seated) and event.account == account:
                seats[table][event.number] = replace(event, name=name)
        await self._store.replace(
            [Replacement(table, n, event_to_bytes(seat)) for table, found in seats.items() for n, seat in found.items()]
        )
        for table, found in seats.items():
            await self._rename_in_memory(table, found)
        await self._store.relist([entry async for entry in self._entries(account)])
        self._relay.send(PlayerRenamed(account, list(seats)))

    async def _entries(self, account: str) -> AsyncIterator[ListEntry]:
        """Yield the unfinished tables of a player as lists show them."""
        for table in self._lobby.tables_of(account):
            actor = await self._registry.load(table)
            match = actor.table.match if actor is not None else None
            if match is not None and match.ended is None:
                yield table, encode_part(table_info(table, match)), match.number

    async def _rename_in_memory(self, table: str, seats: dict[int, Seated]) -> None:
        actor = self._registry.get(table)
        if actor is not None:
            with self._registry.pinned(actor):
                await actor.carry_out(RenamePlayer(seats), self._clock.now())
            self._lobby.touch(table)

    def _renamed_elsewhere(self, message: PlayerRenamed) -> None:
        self._start_soon(partial(self._read_seats, message.tables))

    def _messages_missed(self) -> None:
        self._start_soon(partial(self._read_seats, self._registry.ids))

    async def _read_seats(self, tables: Sequence[str]) -> None:
        """Read the seats of players whom another server has renamed, at the tables in memory."""
        for table in tables:
            actor = self._registry.get(table)
            if actor is None:
                continue
            try:
                rows = await self._store.read(table)
            except StoreProblem as problem:
                log.error("the new name of a player cannot be read: %s", problem)
                return
            both = zip(rows, actor.table.log, strict=False)  # either may have grown meanwhile
            changed = [event_from_bytes(row.body) for row, body in both if row.body != body]
            if changed:
                await self._rename_in_memory(table, {e.number: e for e in changed if isinstance(e, Seated)})


class PersonalData:
    """Renames and deletes accounts."""

    def __init__(
        self, accounts: AccountStore, social: SocialStore, moderation: Moderation, registry: TableRegistry,
        lobby: Lobby[Peer], clock: Clock, seat_names: SeatNames, leave_tournaments: Callable[[str], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._leave_tournaments = leave_tournaments
        self._accounts, self._social, self._moderation = accounts, social, moderation
        self._registry, self._lobby, self._clock, self._seat_names = registry, lobby, clock, seat_names

    async def rename(self, known: Known, name: str) -> None:
        """Give a registered account another name, in matches, chat and reports as well; `NameTaken`."""
        await self._accounts.in_thread(self._accounts.rename, known.account, name)
        await self._dismiss(known.account, RENAMED_BY_OPERATOR)
        await self._seat_names.rename(known.account, name)
        await self._social.in_thread(self._social.rename, known.account, name)
        await self._seat_names.rename(known.account, name)  # tables made meanwhile, of challenges with the old name

    async def delete(self, known: Known) -> None:
        """Delete an account. Its player resigns matches in progress; finished ones remain, without the name."""
        account = known.account
        await self._moderation.lock_out(account)
        await self._dismiss(account, DELETED_ACCOUNT)
        await self._leave_tournaments(account)
        await self._leave_tables(known)
        await self._seat_names.rename(account, DELETED)
        await self._social.in_thread(self._social.erase, account, DELETED)
        await self._leave_tables(known)  # those made meanwhile, of challenges of the account
        await self._seat_names.rename(account, DELETED)
        await self._moderation.erase(account)

    async def _dismiss(self, account: str, closing: m.Closing) -> None:
        """End the connection of an account, so that no more of its requests are carried out."""
        lobby, changed = self._lobby, trio.Event()
        connection = lobby.peer_of(account)

        def notice() -> None:
            changed.set()

        self._moderation.dismiss(account, closing)
        lobby.on_people.append(notice)
        try:
            with trio.move_on_after(MAX_LEAVING_S):
                while lobby.is_online(account) and lobby.peer_of(account) is connection:
                    await changed.wait()
                    changed = trio.Event()
        finally:
            lobby.on_people.remove(notice)

    async def _leave_tables(self, known: Known) -> None:
        for table in self._lobby.tables_of(known.account):
            actor = await self._registry.load(table)
            if actor is not None and not actor.table.is_over:
                await self._leave(actor, User(known.account, known.name, known.registered))

    async def _leave(self, actor: TableActor, user: User) -> None:
        """Resign the match at a table, or leave the seat if it has not started."""
        key, table = secrets.token_bytes(KEY_BYTES), actor.table
        leaves = table.state == "open"
        command = m.LeaveSeat(table=table.id, key=key) if leaves else m.SendResign(table=table.id, key=key, match=True)
        answered, replies = trio.Event(), list[m.Message]()

        def on_reply(reply: m.Message) -> None:
            replies.append(reply)
            answered.set()

        with self._registry.pinned(actor):
            actor.post(CommandEnvelope(command, self._clock.now(), user, on_reply=on_reply))
            await answered.wait()
        if isinstance(replies[0], m.Refused):
            raise CommandError(
                f"The match at table {table.id} cannot be ended ({replies[0].code}). The user can no longer sign in, "
                "but the name is still stored. See the log, then repeat the command"
            )
