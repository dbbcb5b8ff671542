"""How much time the clocks charged to players while they were not connected."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from netgame.errors import RulesError
from netgame.games import GAMES
from netgame.match import Match, evolve, new_match
from netgame.match.events import Created, Event

Interval = tuple[int, int]  # from, to; in ms since 1970


@dataclass(frozen=True)
class Charge:
    """Time of one turn that was charged to a player while they were away."""

    table: str
    account: str
    number: int  # of the event that ended it
    ms: int


def charges(logs: Mapping[str, Sequence[Event]], away: Mapping[str, Sequence[Interval]]) -> list[Charge]:
    """Return what was charged to each account during its intervals, for each stretch in which a clock ran."""
    joined = {account: _joined(intervals) for account, intervals in away.items()}
    return [charge for table, events in logs.items() for charge in _charges_of(table, events, joined)]


def _joined(intervals: Iterable[Interval]) -> list[Interval]:
    """Return the same times as intervals in order that do not overlap."""
    joined: list[Interval] = []
    for start, end in sorted(intervals):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined


def _overlap_ms(since: int, until: int, intervals: Sequence[Interval]) -> int:
    """Return how much of the time from `since` to `until` is in `intervals`, which are joined."""
    first = max(0, bisect_left(intervals, (since, since)) - 1)
    some = intervals[first : bisect_left(intervals, (until, until))]
    return sum(max(0, min(until, end) - max(since, start)) for start, end in some)


def _charges_of(table: str, events: Sequence[Event], away: Mapping[str, Sequence[Interval]]) -> Iterable[Charge]:
    match: Match | None = None
    for event in events:
        clocks = match.clocks if match is not None else None
        if match is not None and clocks is not None and clocks.running is not None:
            seat = match.seats[clocks.running]
            account = seat.account if seat else ""
            ms = _overlap_ms(clocks.since, event.at, away.get(account, ()))
            if ms:
                yield Charge(table, account, event.number, ms)
        try:
            if match is not None:
                match = evolve(match, event)
            elif isinstance(event, Created):
                match = new_match(event, GAMES)
        except RulesError:
            return  # the comparison of the logs reports it
