"""The ratings of players, for rated matches."""

from collections.abc import Awaitable, Callable, Sequence

from netgame.match import Match
from netgame.match.events import Ended, Rating, RatingChange
from netgame.match.rating import START, aged
from netgame.match.results import half_points
from server.cluster.messages import RatingsChanged
from server.cluster.relay import Relay
from server.storage.event_store import EventStore
from server.storage.social import SocialStore
from server.tables.table import Table

DAY_MS = 86_400_000
MAX_CACHED = 10_000  # ratings that the database has as well, 2 MB

Since = tuple[Rating, int]  # a rating and its time


class Ratings:
    """The `RatingBook` of a server: a cache of the ratings in the database.

    Any server that shares the `store` may end a match. Each rating has the version that the store had before `catch_up`
    brought the database up to date, and the store refuses an end that was computed from another one. Other servers say
    by `relay` whose ratings have changed there, so that few ends are refused.
    """

    def __init__(
        self, social: SocialStore, store: EventStore, catch_up: Callable[[], Awaitable[None]], relay: Relay
    ) -> None:
        self._social, self._store, self._catch_up, self._relay = social, store, catch_up, relay
        relay.subscribe(RatingsChanged, self._changed_elsewhere)
        relay.on_missed.append(self.forget_all)
        # (account, game) -> rating, None: never rated, and its version; the one read longest ago first
        self._cached: dict[tuple[str, str], tuple[Since | None, int]] = {}
        self._reading: set[tuple[str, str]] = set()  # what is being read, and has not changed meanwhile

    def lacks(self, accounts: Sequence[str], game: str) -> bool:
        """Whether ratings of these accounts must be read before `rate` knows them."""
        return bool(self._missing(accounts, game))

    async def read(self, accounts: Sequence[str], game: str) -> None:
        """Read those ratings; `DatabaseFailed` if the disk fails."""
        while missing := self._missing(accounts, game):  # again what changes elsewhere meanwhile
            versions = await self._store.rating_versions(missing, game)
            await self._catch_up()
            for account in missing:
                key = account, game
                self._reading.add(key)
                known = await self._social.in_thread(self._social.rating, account, game)
                if key in self._reading:
                    self._reading.remove(key)
                    self._cached[key] = known, versions.get(account, 0)
                    if len(self._cached) > MAX_CACHED:
                        del self._cached[next(iter(self._cached))]

    def _missing(self, accounts: Sequence[str], game: str) -> list[str]:
        return [each for each in accounts if (each, game) not in self._cached]

    def forget(self, accounts: Sequence[str], game: str) -> None:
        for account in accounts:
            self._cached.pop((account, game), None)
            self._reading.discard((account, game))

    def forget_all(self) -> None:
        """Read all ratings again when they are needed."""
        self._cached.clear()
        self._reading.clear()

    def versions(self, match: Match) -> list[tuple[str, str, int]]:
        game, accounts = match.created.game, [seat.account for seat in match.seats if seat is not None]
        return [(account, game, self._cached[account, game][1]) for account in accounts]

    def rate(self, match: Match, ended: Ended) -> tuple[RatingChange, RatingChange] | None:
        """Return how the end of a rated match changes the ratings of its players. `read` must have read them."""
        first, second = match.seats
        if not match.is_rated or ended.reason == "aborted" or first is None or second is None:
            return None
        game = match.created.game
        before = self._now(first.account, game, ended.at), self._now(second.account, game, ended.at)
        after = match.rules.rate(*before, half_points(ended))
        return RatingChange(before=before[0], after=after[0]), RatingChange(before=before[1], after=after[1])

    def _now(self, account: str, game: str, at: int) -> Rating:
        return rating_at(self._cached[account, game][0], at)

    def match_ended(self, table: Table) -> None:
        """Read the ratings of the players again when they are needed, here and elsewhere."""
        if table.match is not None and table.match.ended is not None and table.match.ended.ratings is not None:
            self._relay.send(RatingsChanged(self._forget_players(table.match), table.match.created.game))

    def match_ended_elsewhere(self, table: Table) -> None:
        """Read the ratings of the players again when they are needed."""
        if table.match is not None:
            self._forget_players(table.match)

    def _forget_players(self, match: Match) -> list[str]:
        accounts = [seat.account for seat in match.seats if seat is not None]
        self.forget(accounts, match.created.game)
        return accounts

    def _changed_elsewhere(self, message: RatingsChanged) -> None:
        self.forget(message.accounts, message.game)


def rating_at(known: Since | None, at: int) -> Rating:
    """Return the rating at a time: it is less certain the longer ago the last rated match was."""
    return START if known is None else aged(known[0], max(0, at - known[1]) / DAY_MS)
