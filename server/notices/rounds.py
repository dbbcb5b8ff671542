"""The games of tournaments that have begun, by the logs of the tournaments."""

from collections.abc import Iterable, Mapping

from netgame.tournaments.state import Tournament
from server.storage.notices import News
from server.tournaments.logs import TournamentLogs


class Rounds:
    """Finds the games of members in rounds that were paired while they were away."""

    def __init__(self, logs: TournamentLogs) -> None:
        self._logs = logs

    async def news_of(self, seen: Mapping[str, int], now: int) -> Mapping[str, list[News]]:
        """Return the news about games that were paired since the members were online."""
        return {account: list(_news_of(self._logs.open, account, since)) for account, since in seen.items()}


def _news_of(tournaments: Iterable[Tournament], account: str, seen: int) -> Iterable[News]:
    for tournament in tournaments:
        place = tournament.board_of(account) if account in tournament.players else None
        if place is not None and place.board.at > seen:
            other = next(each for each in place.board.accounts if each != account)
            table = place.board.paired.table
            yield News(f"round {table}", "round", tournament.created.title, other, table)
