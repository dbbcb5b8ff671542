"""Rematches: offers at finished tables, and the table that an accepted offer creates."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from netgame.match.create import created_event
from netgame.match.events import Player, terms_of
from netgame.text import N_
from protocol import messages as m
from protocol.framing import encode
from server.cluster.messages import RematchClosed, RematchOffered
from server.cluster.relay import Relay
from server.lobby.broadcast import Broadcast
from server.lobby.lobby import Lobby
from server.lobby.new_tables import table_id
from server.lobby.paired_tables import PairedTables
from server.lobby.table_access import TableAccess
from server.refusals import NO_TABLE, RATED_COMPUTER
from server.storage.event_store import StoreProblem
from server.tables.commands import PLAYERS, NewTable, User
from server.tables.commit import StartSoon
from server.tables.registry import TableRegistry
from server.tables.table import Table
from server.tables.users import Peer

log = logging.getLogger(__name__)

MAX_REMOTE = 10_000  # tables with an offer of a player at another server

NOT_OVER = m.Refused(code="not_over", template=N_("The match is not over yet"))
NOT_PLAYER = m.Refused(code="no_seat", template=N_("Only the players of a match can play it again"))
GONE = m.Refused(code="gone", template=N_("The other player has left"))
NO_OFFER = m.Refused(code="no_offer", template=N_("There is no offer of a rematch here"))


class Rematches:
    """The offers of a rematch at all finished tables. `closed` returns why no tables are created at the moment."""

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, tables: PairedTables, access: TableAccess,
        broadcast: Broadcast, relay: Relay, closed: Callable[[], m.Refused | None], start_soon: StartSoon,
    ) -> None:  # fmt: skip
        self._lobby, self._registry, self._tables, self._access = lobby, registry, tables, access
        self._broadcast, self._relay, self._closed, self._start_soon = broadcast, relay, closed, start_soon
        self._remote: dict[str, None] = {}  # tables with an offer of a player at another server, the oldest first
        self._offers: dict[str, dict[Player, bool]] = {}  # by finished table: player -> whether the sides swap
        relay.subscribe(RematchOffered, self._offered_elsewhere)
        relay.subscribe(RematchClosed, self._closed_elsewhere)
        lobby.on_presence.append(self._presence_changed)

    async def offer(self, order: m.Rematch, user: User) -> m.Message:
        """Offer a rematch, or accept the same offer of the other player. `DatabaseFailed` where the disk fails."""
        actor = await self._registry.load(order.table)
        if actor is None:
            return NO_TABLE
        with self._registry.pinned(actor):
            table = actor.table
            player = player_of(table, user)
            if player is None or not table.is_over:
                return NOT_PLAYER if player is None else NOT_OVER
            assert table.match is not None, "it is over"
            created = table.match.created
            if created.rated and user.computer and not created.rated_computers:
                return RATED_COMPUTER
            opponent = PLAYERS[1 - player]
            if (made := await self._registry.load(rematch_id(table.id))) is not None:
                if made.table.number:
                    return m.Done(table=made.table.id, number=1)
                return await self._create(table, order.swap)  # both have agreed, and it is being written to disk
            if not self._lobby.is_online(table.accounts[opponent] or ""):
                return GONE
            if (closed := self._closed()) is not None:
                return closed
            offers = self._offers.setdefault(table.id, {})
            if offers.get(opponent) == order.swap:
                return await self._create(table, order.swap)
            offers[player] = order.swap
            self._relay.send(RematchOffered(table.id, player, order.swap))
            self._broadcast.send_to_all_watchers(table.id, _state(table.id, offers))
            return m.Done(table=table.id)

    async def _create(self, table: Table, swap: bool) -> m.Message:
        self._end_offers(table.id)
        new = rematch_id(table.id)
        if table.access != "open":
            await self._access.copy(table.id, new)
        assert table.match is not None, "it is over"
        first, second = (self._tables.user(seat) for seat in table.match.seats if seat is not None)
        made = partial(self._broadcast.send_to_all_watchers, table.id, m.RematchState(table=table.id, made=new))
        return await self._tables.make(new, new_table(table, swap, (first, second)), made)

    async def close(self, order: m.CloseRematch, user: User) -> m.Message:
        """Withdraw or decline the open offer."""
        actor = await self._registry.load(order.table)
        if actor is None:
            return NO_TABLE
        offers, player = self._offers.get(order.table), player_of(actor.table, user)
        if not offers or player is None:
            return NOT_PLAYER if player is None else NO_OFFER
        closed = "withdrawn" if player in offers else "declined"
        self._end_offers(order.table)
        self._broadcast.send_to_all_watchers(order.table, m.RematchState(table=order.table, closed=closed))
        return m.Done(table=order.table)

    def left(self, table: Table, user: User) -> None:
        """End the offers at a table that a player does not watch any more."""
        offers = self._offers.get(table.id)
        if offers is not None and player_of(table, user) is not None:
            self._end_offers(table.id)
            if offers:
                self._broadcast.send_to_all_watchers(table.id, m.RematchState(table=table.id, closed="left"))

    def forget(self, table: str) -> None:
        """Drop the offers at a table that leaves memory; both players have left it."""
        if table not in self._remote:
            self._drop(table)

    def _end_offers(self, table: str) -> None:
        if self._drop(table):
            self._relay.send(RematchClosed(table))

    def _drop(self, table: str) -> bool:
        self._remote.pop(table, None)
        return self._offers.pop(table, None) is not None

    def _offered_elsewhere(self, offer: RematchOffered) -> None:
        """Note an offer of a player at another server. If both offered at once, both servers make the same table."""
        offers = self._offers.setdefault(offer.table, {})
        offers[PLAYERS[offer.player]] = offer.swap
        self._remote.pop(offer.table, None)
        self._remote[offer.table] = None
        if len(self._remote) > MAX_REMOTE:
            self._drop(next(iter(self._remote)))
        if offers.get(0) == offers.get(1):
            self._start_soon(partial(self._make_agreed, offer.table, offer.swap))

    def _closed_elsewhere(self, message: RematchClosed) -> None:
        self._drop(message.table)

    def _presence_changed(self, id: str) -> None:
        """End the offers of players at other servers who are offline: a server that died has not withdrawn them."""
        table, offers = self._lobby.tables.get(id), self._offers.get(id, {})
        if table is None or id not in self._remote:
            return
        if not all(self._lobby.is_online(table.accounts[player] or "") for player in offers):
            self._drop(id)
            self._broadcast.send_to_watchers(id, m.RematchState(table=id, closed="left"))

    async def _make_agreed(self, id: str, swap: bool) -> None:
        try:
            if (actor := await self._registry.load(id)) is not None:
                with self._registry.pinned(actor):
                    await self._create(actor.table, swap)
        except StoreProblem as error:
            log.error("a rematch could not be made: %s", error)

    async def send_state(self, peer: Peer, table: Table) -> None:
        """Send open offers, or the id of the rematch, to a connection that has begun to watch a finished table."""
        made = rematch_id(table.id)
        if await self._registry.load(made) is None:
            made = ""
        offers = self._offers.get(table.id, {})
        if made or offers:
            peer.send(encode(_state(table.id, offers, made)))


def _state(table: str, offers: Mapping[Player, bool], made: str = "") -> m.RematchState:
    return m.RematchState(table=table, offers=(offers.get(0), offers.get(1)), made=made)


def player_of(table: Table, user: User) -> Player | None:
    """Return the player that a user was."""
    return next((player for player in PLAYERS if table.accounts[player] == user.account), None)


def rematch_id(table: str) -> str:
    """Return the id of the table of the rematch. A table has one rematch, however often it is requested."""
    return table_id("rematch of ", table.encode())


def new_table(table: Table, swap: bool, users: Sequence[User]) -> NewTable:
    """Return the command that creates the table of a rematch for both players, in the order of the old match."""
    match = table.match
    assert match is not None, "a finished match has begun"
    assert match.ended is not None, "only a finished match is played again"
    old = match.created
    score = list(old.score)
    if match.ended.reason != "aborted":
        score[2 if match.ended.winner is None else match.ended.winner] += 1
    order = (1, 0) if swap else (0, 1)
    series = (score[order[0]], score[order[1]], score[2])
    created = created_event(
        match.game, at=0, title=old.title, position=old.position, previous=table.id, score=series, **terms_of(old)
    )
    first, second = (users[player] for player in order)
    return NewTable(created, first, second)
