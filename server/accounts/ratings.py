"""The ratings of players, for tables. Matches that have just ended count here before they are in the annals."""

from collections.abc import Sequence
from functools import partial

from netgame.match import Match
from netgame.match.events import Ended, Rating, RatingChange
from netgame.match.rating import START, aged
from netgame.match.results import half_points
from server.storage.social import SocialStore
from server.tables.table import Table

DAY_MS = 86_400_000
MAX_READ = 10_000  # ratings in memory that the annals have as well, 2 MB; the one read longest ago gives way

Since = tuple[Rating, int]  # a rating, and when it came to be


class Ratings:
    """The `Registry` of a server."""

    def __init__(self, annals: SocialStore) -> None:
        self._annals = annals
        self._fresh: dict[tuple[str, str], Since] = {}  # (account, game) -> what the annals may not have so far
        self._read: dict[tuple[str, str], Since | None] = {}  # what the annals have; None: never played rated

    def lacks(self, accounts: Sequence[str], game: str) -> bool:
        """Whether ratings of these accounts have to be read before `rate` knows them."""
        return bool(self._missing(accounts, game))

    async def read(self, accounts: Sequence[str], game: str) -> None:
        """Read those ratings. `sqlite3.Error` where the disk fails."""
        for account in self._missing(accounts, game):
            self._keep((account, game), await self._annals.in_thread(partial(self._annals.rating, account, game)))

    def _missing(self, accounts: Sequence[str], game: str) -> list[str]:
        return [each for each in accounts if (each, game) not in self._fresh and (each, game) not in self._read]

    def _keep(self, key: tuple[str, str], known: Since | None) -> None:
        self._read.pop(key, None)
        self._read[key] = known
        if len(self._read) > MAX_READ:
            del self._read[next(iter(self._read))]

    def rate(self, match: Match, ended: Ended) -> tuple[RatingChange, RatingChange] | None:
        """How such an end of a rated match changes the ratings of its players. `read` has read what they have."""
        first, second = match.seats
        if not match.created.rated or ended.reason == "aborted" or first is None or second is None:
            return None
        game = match.created.game
        before = self._now(first.account, game, ended.at), self._now(second.account, game, ended.at)
        after = match.rules.rate(*before, half_points(ended))
        return RatingChange(before=before[0], after=after[0]), RatingChange(before=before[1], after=after[1])

    def _now(self, account: str, game: str, at: int) -> Rating:
        key = account, game
        return rating_at(self._fresh[key] if key in self._fresh else self._read[key], at)

    def finished(self, table: Table) -> None:
        """Remember what a match has done to the ratings."""
        match = table.match
        if match is None or match.ended is None or match.ended.ratings is None:
            return
        for seat, change in zip(match.seats, match.ended.ratings, strict=True):
            if seat is not None:
                self._fresh[seat.account, match.created.game] = change.after, match.ended.at

    def caught_up(self) -> None:
        """The annals have every match that has ended."""
        for key, known in self._fresh.items():
            self._keep(key, known)
        self._fresh.clear()


def rating_at(known: Since | None, at: int) -> Rating:
    """The rating with which a player enters a match: the longer ago the last one, the less certain."""
    return START if known is None else aged(known[0], max(0, at - known[1]) / DAY_MS)
