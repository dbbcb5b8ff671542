"""The games of tournaments that have begun, by the logs of the tournaments."""

from collections.abc import Iterable

from netgame.tournaments.state import Tournament
from server.storage.notices import News
from server.tournaments.logs import TournamentLogs


class Rounds:
    """Finds the games of a member in rounds that were paired while the member was away."""

    def __init__(self, logs: TournamentLogs) -> None:
        self._logs = logs

    async def news_of(self, account: str, now: int, seen: int) -> list[News]:
        """Return the news about games that were paired since the member was online."""
        return list(_news_of(self._logs.open, account, seen))


def _news_of(tournaments: Iterable[Tournament], account: str, seen: int) -> Iterable[News]:
    for tournament in tournaments:
        place = tournament.board_of(account) if account in tournament.players else None
        if place is not None and place.board.at > seen:
            other = next(each for each in place.board.accounts if each != account)
            table = place.board.paired.table
            yield News(f"round {table}", "round", tournament.created.title, other, table)
