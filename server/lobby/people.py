"""Other players: whom users follow and block, searches, opponents, ladders, and results between two."""

import logging
from functools import partial

import trio

from netgame.match import Games
from netgame.match.rating import PROVISIONAL, is_provisional
from netgame.text import N_
from protocol import messages as m
from protocol.texts import MIN_NAME, folded, least_letters
from server.accounts.ratings import rating_at
from server.errors import StoreProblem
from server.lobby.analyses import Analyses
from server.lobby.challenges import Challenges
from server.lobby.invitations import Invitations
from server.lobby.lobby import Lobby
from server.lobby.play_now.seeks import Seeks
from server.ops.limiter import Limiter
from server.refusals import DISK_FAILED, NO_ACCOUNT
from server.storage.accounts import AccountStore
from server.storage.history_projection import HistoryProjection
from server.storage.people import MAX_RELATIONS
from server.storage.social import SocialStore
from server.tables.commands import User
from server.tables.users import Peer

log = logging.getLogger(__name__)

MAX_FOUND = 20
MAX_OPPONENTS, OPPONENTS_MS = 50, 28 * 24 * 3_600_000
MAX_LADDER, KEPT_LADDER_S = 100, 60.0

TOO_MANY = m.Refused(
    code="too_many", template=N_("You follow or block {count} players already"), args={"count": MAX_RELATIONS}
)
SELF = m.Refused(code="self", template=N_("That is your own account"))
SHORT_NAME = m.Refused(
    code="bad_name", template=N_("Type at least {count} letters of the name"), args={"count": MIN_NAME}
)
UNKNOWN_GAME = m.Refused(code="unknown_game", template=N_("This server has no such game"))


class People:
    """Answers questions about other players. A ladder may be a minute old."""

    def __init__(
        self, lobby: Lobby[Peer], social: SocialStore, accounts: AccountStore, challenges: Challenges, seeks: Seeks,
        projection: HistoryProjection, limiter: Limiter, games: Games, invitations: Invitations,
        analyses: Analyses,
    ) -> None:  # fmt: skip
        self._lobby, self._social, self._accounts = lobby, social, accounts
        self._challenges, self._seeks, self._invitations, self._analyses = challenges, seeks, invitations, analyses
        self._projection, self._limiter, self._games = projection, limiter, games
        self._reading = trio.Lock()  # of ladders
        self._ladders: dict[str, tuple[float, list[m.LadderEntry]]] = {}  # by game, with the time until they are used

    async def relate(self, order: m.SetRelation, user: User) -> m.Message:
        """Follow or block a player, or end both. Blocking ends what is open between the two."""
        if order.account == user.account:
            return SELF
        if order.relation == "":
            await self._social.in_thread(self._social.unrelate, user.account, order.account)
            await self._seeks.relations_changed(user.account)
            return m.Done()
        if await self._accounts.in_thread(self._accounts.get, order.account) is None:
            return NO_ACCOUNT
        relate = partial(self._social.relate, user.account, order.account, order.relation, self._limiter.now())
        if not await self._social.in_thread(relate):
            return TOO_MANY
        await self._seeks.relations_changed(user.account)
        if order.relation == "block":
            await self._challenges.end_between(user.account, order.account)
            await self._invitations.end_between(user.account, order.account)
            self._analyses.end_between(user.account, order.account)
        return m.Done()

    async def answer(self, question: m.PeopleQuestion, user: User) -> m.Message:
        """Answer a question of a user."""
        try:
            match question:
                case m.GetRelations():
                    return await self._relations(user)
                case m.FindPlayers(name=name):
                    return await self._find(name, user)
                case m.GetOpponents():
                    return await self._opponents(user)
                case m.GetLadder(game=game):
                    return await self._ladder(game, user)
                case m.GetHeadToHead(account=account):
                    await self._projection.up_to_now()
                    found = await self._social.in_thread(self._social.results_between, user.account, account)
                    results = [
                        m.Results(game=each.game, won=each.won, lost=each.lost, drawn=each.drawn) for each in found
                    ]
                    return m.HeadToHead(account=account, results=results)
        except StoreProblem as error:
            log.error("a question about players cannot be answered: %s", error)
            return DISK_FAILED

    async def _relations(self, user: User) -> m.Relations:
        found = await self._social.in_thread(self._social.related, user.account)
        players = {player.account: player for player in await self._players(list(found))}
        known = [(players[account], kind) for account, kind in found.items() if account in players]
        return m.Relations(
            follows=[player for player, kind in known if kind == "follow"],
            blocks=[player for player, kind in known if kind == "block"],
        )

    async def _find(self, name: str, user: User) -> m.Message:
        name = folded(name)
        if len(name) < least_letters(name):
            return SHORT_NAME
        start = name.casefold()
        registered = await self._accounts.in_thread(self._accounts.starting_with, name, MAX_FOUND)
        guests = (each for each in self._lobby.users if not each.registered and each.name.casefold().startswith(start))
        here = [m.PlayerInfo(account=each.account, name=each.name, online=True) for each in guests]
        return m.Players(players=[*await self._players(registered), *here][:MAX_FOUND])

    async def _opponents(self, user: User) -> m.Players:
        await self._projection.up_to_now()
        since = self._limiter.now() - OPPONENTS_MS
        opponents = partial(self._social.opponents, user.account, since, MAX_OPPONENTS)
        return m.Players(players=await self._players(await self._social.in_thread(opponents)))

    async def _players(self, accounts: dict[str, int] | list[str]) -> list[m.PlayerInfo]:
        """Return what others may know of accounts, in their order. Numbers say when the last match of each ended."""
        played = accounts if isinstance(accounts, dict) else {}
        known = await self._accounts.in_thread(self._accounts.known, list(accounts))
        return [
            m.PlayerInfo(
                account=account, name=each.name, registered=each.registered, online=self._lobby.is_online(account),
                seen=each.seen, played=played.get(account, 0),
            )
            for account in accounts
            if (each := known.get(account)) is not None
        ]  # fmt: skip

    async def _ladder(self, game: str, user: User) -> m.Message:
        if game not in self._games:
            return UNKNOWN_GAME
        async with self._reading:  # many ask at once after a tournament
            until, entries = self._ladders.get(game, (0.0, []))
            if trio.current_time() >= until:
                entries = await self._read_ladder(game)
                self._ladders[game] = trio.current_time() + KEPT_LADDER_S, entries
        own = next((entry for entry in entries if entry.account == user.account), None)
        if own is not None and not own.name:
            own = m.LadderEntry(
                place=own.place, account=own.account, name=user.name, rating=own.rating, deviation=own.deviation
            )
        return m.Ladder(game=game, entries=entries[:MAX_LADDER], count=len(entries), own=own)

    async def _read_ladder(self, game: str) -> list[m.LadderEntry]:
        """Return all with a certain rating, the best first. Only those that are shown have their names."""
        await self._projection.up_to_now()
        now = self._limiter.now()
        rows = await self._social.in_thread(self._social.ladder, game, PROVISIONAL)
        hidden = await self._social.in_thread(self._social.known_ratings, game, now)
        if hidden:
            rows = [row for row in rows if row[0] not in hidden]
            rows += [(account, *known) for account, known in hidden.items() if known is not None]
            rows.sort(key=lambda row: (-row[1][0], row[0]))
        aged = [(account, rating_at((rating, at), now)) for account, rating, at in rows]
        certain = [(account, rating) for account, rating in aged if not is_provisional(rating)]
        first = [account for account, _rating in certain[:MAX_LADDER]]
        known = await self._accounts.in_thread(self._accounts.known, first)
        names = {account: each.name for account, each in known.items()}
        return [
            m.LadderEntry(place=place, account=account, name=names.get(account, ""), rating=rating, deviation=deviation)
            for place, (account, (rating, deviation, _volatility)) in enumerate(certain, 1)
        ]
