"""The table of a tournament: points, tie-breaks and ranks."""

from collections import Counter
from collections.abc import Mapping, Sequence

from netgame.tournaments.knockout import bracket
from netgame.tournaments.round_robin import rounds_for
from netgame.tournaments.sheet import LATE_POINTS, Sheet, sheets
from netgame.tournaments.tie_breaks import Field
from netgame.tournaments.values import Entrant, Format, Rounds, Standing


def standings(format: Format, entrants: Sequence[Entrant], rounds: Rounds) -> tuple[Standing, ...]:
    """Return the places of all entrants, the first one first. Games that are not over give no points yet.

    In a knock-out a meeting that was won gives two half points, and its games none. In a round robin the games of
    players who withdrew before half of their games do not count, and these players come last. Otherwise players who
    never came are last. An arena has one round.
    """
    found = sheets(entrants, rounds, LATE_POINTS if format == "swiss" else 0)
    absent = {account for account, sheet in found.items() if _never_came(format, sheet)}
    is_round_robin, out = "round_robin" in format, set[str]()
    if is_round_robin:
        out = _left_early(entrants, found, cycles=2 if format == "double_round_robin" else 1)
        found = {account: _without(account, sheet, out) for account, sheet in found.items()}
    points = {account: sheet.points for account, sheet in found.items()}
    if format == "knockout":
        meetings = (meeting for stage in (bracket(entrants, rounds) if rounds else ()) for meeting in stage)
        won = Counter(meeting.winner.account for meeting in meetings if meeting.winner is not None)
        points = {account: 2 * won[account] for account in points}
    groups: dict[int, list[str]] = {}
    for account, half_points in points.items():
        groups.setdefault(half_points, []).append(account)
    field = Field(found, forfeits_count=is_round_robin)
    breaks = {account: each for group in groups.values() for account, each in field.break_tie(format, group).items()}
    keys = {
        account: (
            account in out,
            account in absent,
            -half_points,
            *(-value for value in breaks[account].values()),
        )
        for account, half_points in points.items()
    }
    ordered = sorted(entrants, key=lambda entrant: (keys[entrant.account], entrant.seed))
    ranks: dict[tuple[int, ...], int] = {}
    for place, entrant in enumerate(ordered, start=1):
        ranks.setdefault(keys[entrant.account], place)
    return tuple(
        Standing(account, ranks[keys[account]], points[account], breaks[account])
        for account in (entrant.account for entrant in ordered)
    )


def _left_early(entrants: Sequence[Entrant], found: Mapping[str, Sheet], cycles: int) -> set[str]:
    """Return the players who withdrew before they had played half of their games (FIDE C.06, V.4)."""
    count = sum(entrant.plays_in(1) for entrant in entrants)
    games, last = cycles * (count - 1), cycles * rounds_for(count)
    return {
        entrant.account
        for entrant in entrants
        if entrant.last_round is not None
        and entrant.last_round < last
        and 2 * sum(line.played and line.is_over for line in found[entrant.account].lines) < games
    }


def _never_came(format: Format, sheet: Sheet) -> bool:
    """Return whether a player lost games by forfeit and had no others; in an arena, whether there was no game."""
    games = [line for line in sheet.lines if line.opponent is not None]
    return (bool(games) or format == "arena") and not any(line.played or line.points for line in games)


def _without(account: str, sheet: Sheet, out: set[str]) -> Sheet:
    if account in out:
        return Sheet(())
    return Sheet(tuple(line for line in sheet.lines if line.opponent not in out))
