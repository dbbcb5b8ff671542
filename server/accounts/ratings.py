"""The ratings of players, for rated matches. Those of matches that have just ended are known at once."""

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
    """The `RatingBook` of a server: a cache of the ratings in the database, and the ones newer than the database.

    Where servers share a `store`, any of them may end a match. Then each rating has the version that the store had
    before `catch_up` brought the database up to date, and the store refuses an end that was computed from another one.
    Other servers say by `relay` whose ratings have changed there, so that few ends are refused.
    """

    def __init__(
        self,
        social: SocialStore,
        relay: Relay | None = None,
        store: EventStore | None = None,
        catch_up: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._social, self._relay, self._store, self._catch_up = social, relay or Relay(), store, catch_up
        self._relay.subscribe(RatingsChanged, self._changed_elsewhere)
        self._relay.on_missed.append(self.forget_all)
        self._fresh: dict[tuple[str, str], Since] = {}  # (account, game) -> what the database may not have yet
        self._cached: dict[tuple[str, str], Since | None] = {}  # the one read longest ago first; None: never rated
        self._versions: dict[tuple[str, str], int] = {}  # of the cached ones
        self._reading: set[tuple[str, str]] = set()  # what is being read, and has not changed meanwhile

    def lacks(self, accounts: Sequence[str], game: str) -> bool:
        """Whether ratings of these accounts must be read before `rate` knows them."""
        return bool(self._missing(accounts, game))

    async def read(self, accounts: Sequence[str], game: str) -> None:
        """Read those ratings; `DatabaseFailed` if the disk fails."""
        while missing := self._missing(accounts, game):  # again what changes elsewhere meanwhile
            versions = dict[str, int]()
            if self._store is not None and self._catch_up is not None:
                versions = await self._store.rating_versions(missing, game)
                await self._catch_up()
            for account in missing:
                key = account, game
                self._reading.add(key)
                known = await self._social.in_thread(self._social.rating, account, game)
                if key in self._reading:
                    self._reading.remove(key)
                    self._cache(key, known, versions.get(account, 0))

    def _missing(self, accounts: Sequence[str], game: str) -> list[str]:
        return [each for each in accounts if (each, game) not in self._fresh and (each, game) not in self._cached]

    def _cache(self, key: tuple[str, str], known: Since | None, version: int = 0) -> None:
        self._cached.pop(key, None)
        self._cached[key], self._versions[key] = known, version
        if len(self._cached) > MAX_CACHED:
            oldest = next(iter(self._cached))
            del self._cached[oldest], self._versions[oldest]

    def forget(self, accounts: Sequence[str], game: str) -> None:
        for account in accounts:
            key = account, game
            for known in (self._fresh, self._cached, self._versions):
                known.pop(key, None)
            self._reading.discard(key)

    def forget_all(self) -> None:
        """Read all ratings again when they are needed."""
        for known in (self._fresh, self._cached, self._versions):
            known.clear()
        self._reading.clear()

    def versions(self, match: Match) -> list[tuple[str, str, int]]:
        if self._store is None:
            return []
        game, accounts = match.created.game, [seat.account for seat in match.seats if seat is not None]
        return [(account, game, self._versions[account, game]) for account in accounts]

    def rate(self, match: Match, ended: Ended) -> tuple[RatingChange, RatingChange] | None:
        """Return how the end of a rated match changes the ratings of its players. `read` must have read them."""
        first, second = match.seats
        if not match.created.rated or ended.reason == "aborted" or first is None or second is None:
            return None
        game = match.created.game
        before = self._now(first.account, game, ended.at), self._now(second.account, game, ended.at)
        after = match.rules.rate(*before, half_points(ended))
        return RatingChange(before=before[0], after=after[0]), RatingChange(before=before[1], after=after[1])

    def _now(self, account: str, game: str, at: int) -> Rating:
        key = account, game
        return rating_at(self._fresh[key] if key in self._fresh else self._cached[key], at)

    def match_ended(self, table: Table) -> None:
        """Remember the new ratings of the players."""
        match = table.match
        if match is None or match.ended is None or match.ended.ratings is None:
            return
        accounts = [seat.account for seat in match.seats if seat is not None]
        if self._store is not None:
            self.forget(accounts, match.created.game)
            self._relay.send(RatingsChanged(accounts, match.created.game))
            return
        for account, change in zip(accounts, match.ended.ratings, strict=True):
            self._fresh[account, match.created.game] = change.after, match.ended.at

    def match_ended_elsewhere(self, table: Table) -> None:
        """Read the ratings of the players again when they are needed. Those in the log may not be the last ones."""
        if table.match is not None:
            accounts = [seat.account for seat in table.match.seats if seat is not None]
            self.forget(accounts, table.match.created.game)

    def _changed_elsewhere(self, message: RatingsChanged) -> None:
        self.forget(message.accounts, message.game)

    def database_complete(self) -> None:
        """Treat all ratings as stored: the database has every match that has ended."""
        for key, known in self._fresh.items():
            self._cache(key, known)
        self._fresh.clear()


def rating_at(known: Since | None, at: int) -> Rating:
    """Return the rating at a time: it is less certain the longer ago the last rated match was."""
    return START if known is None else aged(known[0], max(0, at - known[1]) / DAY_MS)
