"""Ratings in the event that ends a match."""

from dataclasses import replace

import pytest

from devtools.harness.games.match_helpers import TableByScript, seated
from netgame.match import Match, MatchError, Refused, act, decide, evolve
from netgame.match.commands import MakeOffer, Resign
from netgame.match.events import Ended, Player, RatingChange
from netgame.match.rating import START, rated

Changes = tuple[RatingChange, RatingChange]
ANN, BOB = (160_000, 8_000, 60_000), START


def by_halves(halves: int) -> Changes:
    first, second = rated(ANN, BOB, halves)
    return RatingChange(before=ANN, after=first), RatingChange(before=BOB, after=second)


def rate(match: Match, ended: Ended) -> Changes:
    return by_halves({0: 2, 1: 0, None: 1}[ended.winner])


def playing(**options: object) -> TableByScript:
    table = seated(dice=False, battles=1, **options)
    table.play("+1", "+1")
    return table


def end_of(table: TableByScript, by: Player, *commands: Resign | MakeOffer) -> Ended:
    """Return the last event of these commands, with the ratings of this host."""
    match = table.match
    for command in commands or (Resign(),):
        done = act(match, command, by, table.now, table.roll, rate)
        assert not isinstance(done, Refused)
        events, match = done
    assert isinstance(events[-1], Ended)
    assert match.ended == events[-1]
    return events[-1]


@pytest.mark.parametrize(("loser", "halves"), [(0, 0), (1, 2)])
def test_the_end_of_a_rated_match_has_both_rating_changes(loser: Player, halves: int) -> None:
    assert end_of(playing(rated=True), loser).ratings == by_halves(halves)


def test_a_draw_is_half_a_point_for_each_and_unrated_or_aborted_matches_have_no_ratings() -> None:
    table = playing(rated=True)
    table.do(MakeOffer("count"), 1)
    ended = end_of(table, 0, MakeOffer("count"))
    assert (ended.winner, ended.ratings) == (None, by_halves(1))
    assert end_of(playing(), 0).ratings is None
    assert end_of(seated(dice=False, rated=True), 0, MakeOffer("abort")).ratings is None


def test_false_ratings_in_a_log_are_refused() -> None:
    table = playing(rated=True)
    leg, end = decide(table.match, Resign(), 0, table.now, rate)  # type: ignore[misc]
    assert isinstance(end, Ended)
    match = evolve(table.match, leg)
    assert evolve(match, end).ended == end
    assert evolve(match, replace(end, ratings=None)).ended

    first, second = by_halves(0)
    for wrong in ((second, first), by_halves(2), (first, replace(second, before=ANN))):
        with pytest.raises(MatchError, match="by the rules the ratings"):
            evolve(match, replace(end, ratings=wrong))


def test_ratings_outside_their_limits_and_those_of_an_unrated_match_are_refused() -> None:
    table, unrated = playing(rated=True), playing()
    leg, end = decide(table.match, Resign(), 0, table.now, rate)  # type: ignore[misc]
    match, (first, second) = evolve(table.match, leg), by_halves(0)

    for before in ((-1, 8_000, 60_000), (160_000, 0, 60_000), (160_000, 8_000, 0), (10**9, 10**9, 1)):
        with pytest.raises(MatchError, match="ratings before the match are outside"):
            evolve(match, replace(end, ratings=(first, replace(second, before=before))))
    leg, end = decide(unrated.match, Resign(), 0, unrated.now)  # type: ignore[misc]
    with pytest.raises(MatchError, match="not rated"):
        evolve(evolve(unrated.match, leg), replace(end, ratings=by_halves(0)))


def test_the_lowest_rating_stays_within_its_limits() -> None:
    lowest = (0, 35_000, 60_000)
    first, second = rated(lowest, lowest, 0)
    changes = RatingChange(before=lowest, after=first), RatingChange(before=lowest, after=second)
    table = playing(rated=True)
    leg, end = decide(table.match, Resign(), 0, table.now, lambda _match, _ended: changes)  # type: ignore[misc]
    assert isinstance(end, Ended)

    assert first[0] == 0
    assert evolve(evolve(table.match, leg), end).ended == end
