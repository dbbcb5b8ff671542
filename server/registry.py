"""What is known of people from before, as tables ask it: may they play rated matches, and how good are they."""

from netgame.events import Ended, Player, Rating, RatingChange
from netgame.fold_ends import halves
from netgame.match import Match
from netgame.rating import START, aged, rated
from server.accounts import Accounts
from server.annals import Annals
from server.table import Table

DAY_MS = 86_400_000


class Ratings:
    """The `Registry` of a server. What has just happened is known here before it is in the annals."""

    def __init__(self, accounts: Accounts, annals: Annals) -> None:
        self._accounts, self._annals = accounts, annals
        self._fresh: dict[tuple[str, str], tuple[Rating, int]] = {}  # (account, game) -> rating, and since when

    def is_registered(self, account: str) -> bool:
        """Whether that account may play rated matches."""
        known = self._accounts.known(account)
        return known is not None and known[1]

    def last_player(self, account: str, game: str) -> Player | None:
        """Which player that account was in its last match of a game here."""
        return self._annals.last_player(account, game)

    def of(self, account: str, game: str) -> tuple[Rating, int] | None:
        """The rating in a game, and since when; None if there is none so far."""
        return self._fresh.get((account, game)) or self._annals.rating(account, game)

    def now(self, account: str, game: str, at: int) -> Rating:
        """The rating with which somebody enters a match: the longer ago the last one, the less certain."""
        known = self.of(account, game)
        return START if known is None else aged(known[0], max(0, at - known[1]) / DAY_MS)

    def rate(self, match: Match, ended: Ended) -> tuple[RatingChange, RatingChange] | None:
        """What a rated match that ends so does to its players."""
        first, second = match.seats
        if not match.created.rated or ended.reason == "aborted" or first is None or second is None:
            return None
        game = match.created.game
        before = self.now(first.account, game, ended.at), self.now(second.account, game, ended.at)
        after = rated(*before, halves(ended))
        return RatingChange(before=before[0], after=after[0]), RatingChange(before=before[1], after=after[1])

    def finished(self, table: Table) -> None:
        """Remember what a match has done to the ratings."""
        match = table.match
        if match is None or match.ended is None or match.ended.ratings is None:
            return
        for seat, change in zip(match.seats, match.ended.ratings, strict=True):
            if seat is not None:
                self._fresh[seat.account, match.created.game] = change.after, match.ended.at
