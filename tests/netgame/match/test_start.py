"""The start of a match: seats, readiness, and the agreements of a table."""

from dataclasses import replace

import pytest

from devtools.harness.games.match_helpers import TableByScript, created, kinds, seated
from netgame.match import HOST, MatchError, evolve
from netgame.match.commands import CloseTable, MakeOffer, MakeReady, Sit, Stand
from netgame.match.events import Ended, Ready, Seated, Started


def table_of(*ready: bool) -> TableByScript:
    """Return a table where Ann, then Bob have sat down, ready or not."""
    table = TableByScript(created(dice=False))
    for player, name in enumerate(("ann", "bob")[: len(ready)]):
        table.do(Sit(player, name, name.title(), ready=ready[player]), HOST)  # type: ignore[arg-type]
    return table


def test_the_match_and_its_clocks_start_when_both_are_ready() -> None:
    table = table_of(True, False)
    assert (table.match.phase, table.log[-1].clocks) == ("open", None)
    assert seated(dice=False, clock="sudden 60").log[-1].clocks == (60_000, 60_000)
    assert table.refused(MakeReady(), 0).code == "already_ready"
    assert kinds(table.do(MakeReady(), 1)) == ["Ready", "Started"]
    assert table.match.phase == "playing"


def test_leaving_a_seat_and_changing_seats_end_readiness() -> None:
    table = table_of(False, True)
    table.do(Stand(), 1)
    table.do(MakeReady(), 0)
    assert table.match.ready == {0}
    assert kinds(table.do(Sit(1, "cid", "Cid"), HOST)) == ["Seated", "Started"]

    table = table_of(True)
    assert kinds(table.do(Sit(1, "ann", "Ann", ready=False), HOST)) == ["Unseated", "Seated"]
    assert table.match.seats[0] is None
    assert table.match.ready == frozenset()
    assert table.match.ended is None


def test_a_table_that_has_not_started_is_aborted_when_it_is_empty_or_the_host_closes_it() -> None:
    table = table_of(False, False)
    assert kinds(table.do(Stand(), 0)) == ["Unseated"]
    events = table.do(Stand(), 1)

    assert kinds(events) == ["Unseated", "Ended"]
    number = table.match.number
    assert events[1] == Ended(number=number, at=table.now, reason="aborted", winner=None, totals=(0, 0))
    assert table.match.phase == "over"

    table = table_of(True, False)
    events = table.do(CloseTable(), HOST)
    assert kinds(events) == ["Unseated", "Unseated", "Ended"]
    assert table.match.phase == "over"
    assert table_of(True, True).refused(CloseTable(), HOST).code == "started"


def test_nothing_is_offered_before_the_start() -> None:
    for kind in ("count", "take_back", "pause", "more_time", "abort", "adjourn"):
        assert table_of(True, False).refused(MakeOffer(kind), 0).code == "not_started"  # type: ignore[arg-type]


def test_a_log_cannot_start_a_match_before_both_are_ready() -> None:
    match = table_of(True, False).match
    start = Started(number=match.number + 1, at=match.at, leg=0)

    with pytest.raises(MatchError, match="when both are ready"):
        evolve(match, start)
    ended = Ended(number=start.number, at=match.at, reason="aborted", winner=None, totals=(0, 0))
    for player in (None, 0):
        with pytest.raises(MatchError, match="nothing has ended"):
            evolve(match, replace(ended, player=player))


def test_readiness_needs_a_seat_and_a_start_that_is_due_comes_before_anything_else() -> None:
    match = table_of(True).match
    with pytest.raises(MatchError, match="that seat is free"):
        evolve(match, Ready(number=match.number + 1, at=match.at, player=1))
    match = evolve(match, Seated(number=3, at=match.at, player=1, account="bob", name="Bob"))
    with pytest.raises(MatchError, match="started"):
        evolve(match, Ready(number=4, at=match.at, player=1))
