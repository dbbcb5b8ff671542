"""The games of tournaments that have begun, by the logs of the tournaments."""

from collections.abc import Iterable, Mapping

from netgame.tournaments.state import Tournament
from server.storage.notices import News
from server.tournaments.logs import TournamentLogs

REMINDER_MS = 12 * 3_600_000  # before a game with an appointment


class Rounds:
    """Finds the games of members that were paired, began, or begin soon while they were away."""

    def __init__(self, logs: TournamentLogs) -> None:
        self._logs = logs

    async def news_of(self, seen: Mapping[str, int], now: int) -> Mapping[str, list[News]]:
        """Return the news about games since the members were online."""
        return {account: list(_news_of(self._logs.open, account, since, now)) for account, since in seen.items()}


def _news_of(tournaments: Iterable[Tournament], account: str, seen: int, now: int) -> Iterable[News]:
    for tournament in tournaments:
        place = tournament.board_of(account) if account in tournament.players else None
        if place is None:
            continue
        other = next(each for each in place.board.accounts if each != account)
        title, table, appointment = tournament.created.title, place.board.paired.table, place.board.appointment
        if place.board.at > seen:
            key, link = (f"round {table}", table) if appointment is None else (f"paired {table}", "")
            yield News(key, "round", title, other, link)
        if appointment is not None and seen < appointment.begins_at - REMINDER_MS <= now:
            begins_at = appointment.begins_at
            yield News(f"reminder {table} {begins_at}", "round", title, other, deadline=begins_at)
