"""Absence: the budget, when it runs, and the claims when it is spent."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netgame.match import HOST, MatchError, evolve
from netgame.match.absence import AbsenceError, budget_left, claims, read_absence, write_absence
from netgame.match.commands import (
    Claim,
    Leave,
    MakeReady,
    MarkAbsent,
    MarkReturned,
    Pause,
    Resign,
    Resume,
    Sit,
    Stand,
    Tick,
)
from netgame.match.events import Absent, Ended, Paused, Player, Returned
from tests.netgame.match.match_helpers import TableByScript, created, kinds, seated


def playing(absence: str = "forfeit 60", **options: object) -> TableByScript:
    table = seated(dice=False, length=20, absence=absence, **options)
    table.play("+1", "+1")
    return table


def goes(table: TableByScript, player: Player = 1) -> None:
    table.do(MarkAbsent(player, "lost"), HOST)


def comes(table: TableByScript, player: Player = 1) -> None:
    table.do(MarkReturned(player), HOST)


def left(table: TableByScript, player: Player = 1) -> int:
    return budget_left(table.match, player, table.now)


# ---- the notation


@pytest.mark.parametrize("text", ["wait", "forfeit 60", "forfeit 10", "adjourn 300", "adjourn 86400"])
def test_a_policy_is_written_as_it_is_read(text: str) -> None:
    assert write_absence(read_absence(text)) == text


@given(st.text(max_size=12) | st.from_regex(r"(wait|forfeit|adjourn) ?-?[0-9]*", fullmatch=True))
def test_any_other_text_is_refused(text: str) -> None:
    with suppress(AbsenceError):
        assert write_absence(read_absence(text)) == text


# ---- going and coming


def test_a_lost_connection_differs_from_a_closed_program() -> None:
    table = playing()

    events = (*table.do(MarkAbsent(0, "lost"), HOST), *table.do(MarkAbsent(1, "left"), HOST))

    assert [(event.player, event.cause) for event in events if isinstance(event, Absent)] == [(0, "lost"), (1, "left")]
    assert dict(table.match.away) == {0: events[0], 1: events[1]}


def test_nothing_is_written_twice() -> None:
    table = playing()
    assert table.do(MarkReturned(1), HOST) == ()
    goes(table)

    assert table.do(MarkAbsent(1, "left"), HOST) == ()


def test_nothing_is_written_at_a_table_that_waits_or_has_not_started() -> None:
    waiting = playing("wait")
    assert waiting.do(MarkAbsent(1, "lost"), HOST) == ()
    assert waiting.do(MarkReturned(1), HOST) == ()
    table = TableByScript(created(absence="forfeit 60"))
    table.do(Sit(0, "ann", "Ann"), HOST)
    assert table.do(MarkAbsent(0, "lost"), HOST) == ()


def test_leaving_withdraws_readiness() -> None:
    table = playing()
    table.do(Resign(), 0)
    table.do(MakeReady(), 1)

    goes(table)

    assert table.match.ready == frozenset()
    assert kinds(table.do(MakeReady(), 0)) == ["Ready"], "the leg does not start without him"


# ---- the budget


def test_the_budget_runs_during_an_absence() -> None:
    table = playing()
    goes(table)
    table.after(20_000)
    assert left(table) == 40_000
    comes(table)
    table.after(10**6)

    assert left(table) == 40_000


def test_there_is_one_budget_for_the_whole_match() -> None:
    table = playing()
    for _ in range(3):
        goes(table)
        table.after(15_000)
        comes(table)
    table.do(Resign(), 0)
    for player in (0, 1):
        table.do(MakeReady(), player)  # type: ignore[arg-type]

    assert (left(table, 0), left(table, 1)) == (60_000, 15_000)


def test_the_budget_does_not_run_while_both_are_away() -> None:
    table = playing()
    goes(table, 1)
    table.after(10_000)
    goes(table, 0)
    table.after(10**6)
    assert (left(table, 0), left(table, 1)) == (60_000, 50_000)

    comes(table, 1)
    table.after(5_000)

    assert (left(table, 0), left(table, 1)) == (55_000, 50_000)


def test_the_budget_continues_with_the_next_leg() -> None:
    table = playing()
    goes(table)
    table.after(10_000).do(Resign(), 0)
    table.after(60_000)
    table.do(Tick(), HOST)
    table.after(7_000)

    assert left(table) == 43_000


def test_the_budget_does_not_run_in_a_pause() -> None:
    table = playing()
    goes(table)
    table.after(10_000).do(Pause("restart"), HOST)
    table.after(10**6).do(Resume(), HOST)
    table.after(5_000)

    assert left(table) == 45_000


def test_moves_are_possible_during_an_absence() -> None:
    table = playing()
    goes(table)
    table.after(10**6).play("+1", "+1")

    assert claims(table.match, 0, table.now) == ("win", "draw", "adjourn")


# ---- claims


def spent(absence: str = "forfeit 60", **options: object) -> TableByScript:
    """Return a table where Bob is away and the budget is spent."""
    table = playing(absence, **options)
    goes(table)
    return table.after(60_000)


def test_the_absence_policy_decides_the_claims() -> None:
    assert claims(spent().match, 0, spent().now) == ("win", "draw", "adjourn")
    assert claims(spent("adjourn 60").match, 0, spent().now) == ("adjourn",)
    table = spent()
    assert claims(table.match, 1, table.now) == ()
    assert claims(table.match, 0, table.now - 1) == ()


def test_a_win_can_be_claimed() -> None:
    table = spent(clock="sudden 600")

    (event,) = table.do(Claim("win"), 0)

    number, said = table.match.number, table.log[-2].clocks
    assert said is not None
    end = Ended(number=number, at=table.now, reason="absent", winner=0, totals=(0, 0), player=1)
    assert event == replace(end, clocks=(540_000, 600_000))


def test_a_draw_can_be_claimed_in_every_game() -> None:
    table = spent(count=False)

    table.do(Claim("draw"), 0)

    assert table.match.ended is not None
    assert (table.match.ended.reason, table.match.ended.winner, table.match.ended.player) == ("absent", None, 1)


@pytest.mark.parametrize("absence", ["forfeit 60", "adjourn 60"])
def test_an_adjournment_can_be_claimed(absence: str) -> None:
    table = spent(absence)

    (event,) = table.do(Claim("adjourn"), 0)

    assert isinstance(event, Paused)
    assert event.cause == "adjourned"
    assert kinds(table.do(MakeReady(), 0)) == ["Ready"]


def test_a_claim_before_the_budget_is_spent_says_how_long_to_wait() -> None:
    table = playing()
    goes(table)
    table.after(59_001)

    refused = table.refused(Claim("win"), 0)

    assert (refused.code, str(refused.text)) == ("not_yet", "Bob may be away for another 1 s")


def test_returning_at_the_moment_of_a_claim_defeats_it() -> None:
    table = spent()
    comes(table)

    refused = table.refused(Claim("win"), 0)

    assert (refused.code, str(refused.text)) == ("is_back", "Bob is back")


def test_a_spent_budget_is_not_refilled_by_returning() -> None:
    table = spent()
    comes(table)
    goes(table)

    assert kinds(table.do(Claim("win"), 0)) == ["Ended"]


@pytest.mark.parametrize(("absence", "what"), [("wait", "win"), ("adjourn 60", "win"), ("adjourn 60", "draw")])
def test_claims_outside_the_policy_are_refused(absence: str, what: Any) -> None:
    assert spent(absence).refused(Claim(what), 0).code == "no_claim"


def test_a_claim_needs_a_leg_in_progress() -> None:
    table = TableByScript(created(dice=False, absence="forfeit 60"))
    table.do(Sit(0, "ann", "Ann"), HOST)
    assert table.refused(Claim("win"), 0).code == "not_started"

    table = spent()
    table.do(Pause("restart"), HOST)
    assert table.refused(Claim("win"), 0).code == "paused"
    table.do(Resume(), HOST)
    table.do(Resign(), 0)
    assert table.refused(Claim("win"), 0).code == "between_legs"


def test_an_absent_player_cannot_claim() -> None:
    table = spent()
    goes(table, 0)

    assert table.refused(Claim("win"), 0).code == "absent"
    assert table.refused(Claim("win"), 1).code == "absent"


# ---- walking off


def test_leaving_loses_the_match() -> None:
    table = playing()

    (event,) = table.do(Leave(), 1)

    number = table.match.number
    assert event == Ended(number=number, at=table.now, reason="left", winner=0, totals=(0, 0), player=1)


def test_before_the_start_a_player_leaves_the_seat_instead() -> None:
    table = TableByScript(created())
    table.do(Sit(0, "ann", "Ann"), HOST)

    assert table.refused(Leave(), 0).code == "not_started"
    table.do(Stand(), 0)


def test_a_player_can_leave_between_two_legs() -> None:
    table = playing()
    table.do(Resign(), 1)

    table.do(Leave(), 0)

    assert table.match.ended is not None
    assert (table.match.ended.winner, table.match.ended.totals) == (1, (10, -10))


# ---- what a bad host cannot write


def test_a_false_claim_in_a_log_is_refused() -> None:
    table = spent()
    number = table.match.number + 1
    won = Ended(number=number, at=table.now, reason="absent", winner=0, totals=(0, 0), player=1)
    adjourned = Paused(number=number, at=table.now, cause="adjourned")
    assert evolve(table.match, won).ended
    assert evolve(table.match, replace(won, winner=None)).ended
    assert evolve(table.match, adjourned).paused

    comes(table)

    for event in (won, replace(won, winner=None), adjourned):
        with pytest.raises(MatchError, match=r"nothing has ended|did not agree"):
            evolve(table.match, replace(event, number=number + 1))


def test_absence_events_must_fit_the_match_and_its_policy() -> None:
    table = playing()
    number = table.match.number + 1

    with pytest.raises(MatchError, match="Bob is not away"):
        evolve(table.match, Returned(number=number, at=table.now, player=1))
    with pytest.raises(MatchError, match="reason for an absence"):
        evolve(table.match, Absent(number=number, at=table.now, player=1, cause="bored"))  # type: ignore[arg-type]
    waiting = playing("wait").match
    with pytest.raises(MatchError, match="does not limit absence"):
        evolve(waiting, Absent(number=waiting.number + 1, at=waiting.at, player=1, cause="lost"))


@given(st.lists(st.tuples(st.sampled_from([0, 1]), st.booleans(), st.integers(0, 30_000)), max_size=12))
def test_a_budget_never_grows_and_never_falls_below_nothing(story: list[tuple[Player, bool, int]]) -> None:
    table = playing()
    before = (60_000, 60_000)

    for player, going, ms in story:
        (goes if going else comes)(table, player)
        table.after(ms)
        now = (left(table, 0), left(table, 1))
        assert all(0 <= new <= old for new, old in zip(now, before, strict=True))
        before = now
