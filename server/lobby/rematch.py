"""Rematches: offers at finished tables, and the table that an accepted offer creates.

An offer of a game by days is stored as a challenge. The others are in memory. They end when a player leaves, or
has been away for half a minute.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from netgame.match.create import created_event
from netgame.match.events import Player, terms_of
from netgame.text import N_
from protocol import messages as m
from protocol.framing import encode
from server.cluster.messages import RematchClosed, RematchOffered
from server.cluster.relay import Relay
from server.lobby.broadcast import Broadcast
from server.lobby.challenges import Challenges
from server.lobby.lobby import Lobby
from server.lobby.new_tables import table_id
from server.lobby.paired_tables import PairedTables
from server.lobby.table_access import TableAccess
from server.refusals import NO_TABLE, RATED_COMPUTER
from server.storage.event_store import StoreProblem
from server.tables.commands import PLAYERS, NewTable, User
from server.tables.commit import StartSoon
from server.tables.registry import TableRegistry
from server.tables.table import Table, refusal_of_program
from server.tables.users import Peer

log = logging.getLogger(__name__)

AWAY_MS = 30_000  # that players may be away before their offers end
MAX_REMOTE = 10_000  # tables with an offer of a player at another server

NOT_OVER = m.Refused(code="not_over", template=N_("The match is not over yet"))
NOT_PLAYER = m.Refused(code="no_seat", template=N_("Only the players of a match can play it again"))
GONE = m.Refused(code="gone", template=N_("The other player has left"))
NO_OFFER = m.Refused(code="no_offer", template=N_("There is no offer of a rematch here"))


class Rematches:
    """The offers of a rematch at all finished tables.

    `refusal` returns why a user and an opponent get no table at the moment.
    """

    def __init__(
        self, lobby: Lobby[Peer], registry: TableRegistry, tables: PairedTables, access: TableAccess,
        broadcast: Broadcast, relay: Relay, refusal: Callable[[User, str], m.Refused | None], start_soon: StartSoon,
        challenges: Challenges,
    ) -> None:  # fmt: skip
        self.on_made: list[Callable[[str], None]] = []  # with the finished table
        self._challenges = challenges
        challenges.make_rematch = self._make_wished
        challenges.on_rematch = lambda news: start_soon(partial(self._tell_of_wish, news))
        challenges.on_game = self._game_begun
        self._lobby, self._registry, self._tables, self._access = lobby, registry, tables, access
        self._broadcast, self._relay, self._refusal, self._start_soon = broadcast, relay, refusal, start_soon
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
            if player is None or table.match is None or table.match.ended is None:
                return NOT_PLAYER if player is None else NOT_OVER
            created = table.match.created
            if created.rated and user.computer and not created.rated_computers:
                return RATED_COMPUTER
            if (old := refusal_of_program(created, user)) is not None:
                return old
            opponent = PLAYERS[1 - player]
            other = table.match.seats[opponent]
            assert other is not None, "both have played"
            # before the rematch is looked for: another server may make it meanwhile, and the other player plays there
            terms = created.clock, created.absence
            away = self._lobby.refusal_of_live_game(other.account, other.name, *terms, after=table.id)
            if (made := await self._registry.load(rematch_id(table.id))) is not None:
                if made.table.number:
                    return m.Done(table=made.table.id, number=1)
                return await self._create(table, order.swap)  # both have agreed, and it is being written to disk
            if self._waits(table) and not user.computer:
                if (refused := self._refusal(user, other.account)) is not None:
                    return refused
                return await self._challenges.wish_rematch(_wish(table, player, order, user), user)
            accepts = self._offers.get(table.id, {}).get(opponent) == order.swap
            if accepts and away is not None:
                return away
            if not self._lobby.is_online(other.account):
                return GONE
            if (refused := self._refusal(user, other.account)) is not None:
                return refused
            if accepts:
                return await self._create(table, order.swap)
            offers = self._offers.setdefault(table.id, {})
            offers[player] = order.swap
            self._relay.send(RematchOffered(table.id, player, order.swap))
            self._tell(table, _state(table.id, offers))
            return m.Done(table=table.id)

    def _waits(self, table: Table) -> bool:
        """Tell whether offers at a finished table wait as challenges: of a game by days, between people."""
        match = table.match
        assert match is not None, "it is over"
        return _is_by_days(table) and not any(seat is None or seat.computer for seat in match.seats)

    async def _make_wished(self, info: m.ChallengeInfo) -> m.Message:
        """Make the table of an accepted offer by days."""
        if (actor := await self._registry.load(info.rematch)) is None or (player := _player(actor.table, info)) is None:
            return NO_TABLE
        with self._registry.pinned(actor):
            return await self._create(actor.table, player != info.terms.player)

    async def _tell_of_wish(self, news: m.ChallengeChanged) -> None:
        """Send the players and spectators of a finished table the new state of an offer by days."""
        if news.state in ("accepted", "changed"):  # the new table, or the new offer, has its own message
            return
        try:
            if (actor := await self._registry.load(news.challenge.rematch)) is None:
                return
        except StoreProblem as error:
            log.error("the offer of a rematch cannot be shown: %s", error)
            return
        with self._registry.pinned(actor):
            table, info = actor.table, news.challenge
            if news.state == "open":
                self._tell(table, _state(table.id, _offers_in(table, [info])))
            else:
                self._tell(table, m.RematchState(table=table.id, closed=news.state))

    async def _create(self, table: Table, swap: bool) -> m.Message:
        self._end_offers(table.id)
        new = rematch_id(table.id)
        if table.access != "open":
            await self._access.copy(table.id, new)
        assert table.match is not None, "it is over"
        first, second = (self._tables.user(seat) for seat in table.match.seats if seat is not None)
        made = partial(self._made, table, new)
        return await self._tables.make(new, new_table(table, swap, (first, second)), made)

    def _made(self, table: Table, new: str) -> None:
        for made_at in self.on_made:
            made_at(table.id)
        self._tell(table, m.RematchState(table=table.id, made=new))
        if not _is_by_days(table):
            self._start_soon(partial(self._end_challenges, table))

    async def _end_challenges(self, table: Table) -> None:
        """End the questions about another game that its players have asked each other: they play again."""
        first, second = (account or "" for account in table.accounts)
        try:
            await self._challenges.withdraw_between(first, second)
        except StoreProblem as error:
            log.error("challenges before a rematch stay open: %s", error)

    def _game_begun(self, info: m.ChallengeInfo) -> None:
        """End the offers of a rematch of two players who begin a game after a challenge."""
        for id in list(self._offers):
            table = self._lobby.tables.get(id)
            if table is not None and {*table.accounts} == {info.account, info.other}:
                self._end_offers(id)
                self._tell(table, m.RematchState(table=id, closed="withdrawn"))

    async def close(self, order: m.CloseRematch, user: User) -> m.Message:
        """Withdraw or decline the open offer."""
        actor = await self._registry.load(order.table)
        if actor is None:
            return NO_TABLE
        offers, player = self._offers.get(order.table), player_of(actor.table, user)
        if player is not None and await self._challenges.close_wishes(order.table, user):
            return m.Done(table=order.table)
        if not offers or player is None:
            return NOT_PLAYER if player is None else NO_OFFER
        closed = "withdrawn" if player in offers else "declined"
        self._end_offers(order.table)
        self._tell(actor.table, m.RematchState(table=order.table, closed=closed))
        return m.Done(table=order.table)

    def _tell(self, table: Table, state: m.RematchState) -> None:
        """Send a state to all who watch a table; only to its players where spectators may not have seen the end."""
        if not table.delay:
            self._broadcast.send_to_all_watchers(table.id, state)
            return
        for account in filter(None, table.accounts):
            self._broadcast.send_to_user(account, state)

    def left(self, table: Table, user: User, *, is_lost: bool = False) -> None:
        """End the offers at a table that a player watches no longer; after a lost connection, if they stay away."""
        if table.id in self._offers and player_of(table, user) is not None:
            if is_lost:
                self._lobby.later(AWAY_MS, partial(self._end_if_away, table, user))
            else:
                self._end_offers(table.id)
                self._tell(table, m.RematchState(table=table.id, closed="left"))

    def _end_if_away(self, table: Table, user: User) -> None:
        if not self._lobby.is_online(user.account):
            self.left(table, user)

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
        """End the offers of players at other servers who stay away: a server that died has not withdrawn them."""
        if id in self._remote and self._are_away(id):
            self._lobby.later(AWAY_MS, partial(self._end_remote, id))

    def _are_away(self, id: str) -> bool:
        table = self._lobby.tables.get(id)
        accounts = [table.accounts[player] or "" for player in self._offers.get(id, {})] if table is not None else []
        return not all(map(self._lobby.is_online, accounts))

    def _end_remote(self, id: str) -> None:
        table = self._lobby.tables.get(id)
        if table is not None and id in self._remote and self._are_away(id):
            self._drop(id)
            if table.delay:
                self._tell(table, m.RematchState(table=id, closed="left"))
            else:
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
        user = self._lobby.user_of(peer)
        if not made and self._waits(table) and user is not None:
            account = next(filter(None, table.accounts), "")
            offers = _offers_in(table, (await self._challenges.wishes_for(table.id, account)).values())
        if made or offers:
            peer.send(encode(_state(table.id, offers, made)))


def _state(table: str, offers: Mapping[Player, bool], made: str = "") -> m.RematchState:
    return m.RematchState(table=table, offers=(offers.get(0), offers.get(1)), made=made)


def _is_by_days(table: Table) -> bool:
    return table.match is not None and table.match.created.clock.startswith("days")


def _wish(table: Table, player: Player, order: m.Rematch, user: User) -> m.ChallengeInfo:
    """Return the challenge that is an offer of a rematch."""
    match = table.match
    assert match is not None, "it is over"
    other = match.seats[1 - player]
    assert other is not None, "both have played"
    created = match.created
    shared = {name: value for name, value in terms_of(created).items() if name in m.GameTerms.__struct_fields__}
    terms = m.GameTerms(
        game=created.game, options=dict(created.options), player=PLAYERS[1 - player] if order.swap else player,
        position=created.position, **shared,
    )  # fmt: skip
    id = table_id(f"rematch of {table.id} by {user.account} ", order.key)
    return m.ChallengeInfo(
        challenge=id, account=user.account, name=user.name, other=other.account, other_name=other.name, terms=terms,
        made=0, ends=0, rematch=table.id,
    )  # fmt: skip


def _player(table: Table, info: m.ChallengeInfo) -> Player | None:
    return next((player for player in PLAYERS if table.accounts[player] == info.account), None)


def _offers_in(table: Table, wishes: Iterable[m.ChallengeInfo]) -> dict[Player, bool]:
    """Return the offers by days at a table: player -> whether the sides swap."""
    players = ((_player(table, info), info) for info in wishes)
    return {player: player != info.terms.player for player, info in players if player is not None}


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
        match.game, at=0, title=old.title, position=old.position, match_rules=old.match_rules, previous=table.id,
        score=series, **terms_of(old),
    )  # fmt: skip
    first, second = (users[player] for player in order)
    return NewTable(created, first, second)
