"""Absence: the budget, when it runs, and the claims when it is spent."""

from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.harness.games.match_helpers import TableByScript, created, kinds
from devtools.harness.games.match_helpers import playing as any_playing
from netgame.match import HOST, MatchError, evolve
from netgame.match.absence import AbsenceError, budget_left, claims, read_absence, write_absence
from netgame.match.commands import Claim, Leave, MakeReady, MarkAbsent, MarkReturned, Pause, Resign, Resume, Sit, Tick
from netgame.match.events import Absent, Ended, Paused, Player, Returned

playing = partial(any_playing, absence="forfeit 60")


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


def test_a_lost_connection_differs_from_a_closed_program_and_nothing_is_written_twice_or_needlessly() -> None:
    table = playing()
    events = (*table.do(MarkAbsent(0, "lost"), HOST), *table.do(MarkAbsent(1, "left"), HOST))

    assert [(event.player, event.cause) for event in events if isinstance(event, Absent)] == [(0, "lost"), (1, "left")]
    assert dict(table.match.away) == {0: events[0], 1: events[1]}
    assert table.do(MarkAbsent(1, "left"), HOST) == ()
    comes(table)
    assert table.do(MarkReturned(1), HOST) == ()
    table = TableByScript(created(absence="forfeit 60"))
    table.do(Sit(0, "ann", "Ann"), HOST)
    assert table.do(MarkAbsent(0, "lost"), HOST) == ()
    assert (
        playing(absence="wait").do(MarkAbsent(1, "lost"), HOST)
        == playing(absence="wait").do(MarkReturned(1), HOST)
        == ()
    )

    table = playing()
    table.do(Resign(), 0)
    table.do(MakeReady(), 1)
    goes(table)
    assert table.match.ready == frozenset(), "leaving withdraws readiness"
    assert kinds(table.do(MakeReady(), 0)) == ["Ready"], "the leg does not start without him"


# ---- the budget


def test_one_budget_for_the_whole_match_runs_during_absences() -> None:
    table = playing()
    for _ in range(3):
        goes(table)
        table.after(15_000)
        comes(table)
        table.after(10**6)
    table.do(Resign(), 0)
    table.make_ready()

    assert (left(table, 0), left(table, 1)) == (60_000, 15_000)


def test_the_budget_does_not_run_between_two_legs_in_a_pause_and_while_both_are_away() -> None:
    table = playing()
    goes(table)
    table.after(10_000).do(Resign(), 0)
    table.after(60_000)
    table.do(Tick(), HOST)  # the next leg
    table.after(7_000).do(Pause("restart"), HOST)
    table.after(10**6).do(Resume(), HOST)
    table.after(5_000)

    assert left(table) == 38_000

    table = playing()
    goes(table, 1)
    table.after(10_000)
    goes(table, 0)
    table.after(10**6)
    assert (left(table, 0), left(table, 1)) == (60_000, 50_000)
    comes(table, 1)
    table.after(5_000)

    assert (left(table, 0), left(table, 1)) == (55_000, 50_000)


# ---- claims


def spent(absence: str = "forfeit 60", **options: object) -> TableByScript:
    """Return a table where Bob is away and the budget is spent."""
    table = playing(absence=absence, **options)
    goes(table)
    return table.after(60_000)


@pytest.mark.parametrize(
    ("absence", "allowed"), [("forfeit 60", ("win", "draw", "adjourn")), ("adjourn 60", ("adjourn",)), ("wait", ())]
)
def test_the_absence_policy_decides_the_claims(absence: str, allowed: tuple[str, ...]) -> None:
    table = spent(absence)
    table.play("+1", "+1")  # moves are possible meanwhile
    assert claims(table.match, 0, table.now) == allowed
    assert claims(table.match, 1, table.now) == ()
    for what in {"win", "draw", "adjourn"} - {*allowed}:
        assert table.refused(Claim(what), 0).code == "no_claim"  # type: ignore[arg-type]


def test_a_win_a_draw_or_an_adjournment_can_be_claimed() -> None:
    won, drawn, adjourned = spent(clock="sudden 600"), spent(count=False), spent("adjourn 60")
    (end,) = won.do(Claim("win"), 0)
    drawn.do(Claim("draw"), 0)
    (pause,) = adjourned.do(Claim("adjourn"), 0)

    number, clocks = won.match.number, (540_000, 600_000)
    assert end == Ended(number=number, at=won.now, reason="absent", winner=0, totals=(0, 0), player=1, clocks=clocks)
    assert (drawn.match.ended.reason, drawn.match.ended.winner, drawn.match.ended.player) == ("absent", None, 1)
    assert isinstance(pause, Paused)
    assert pause.cause == "adjourned"
    assert kinds(adjourned.do(MakeReady(), 0)) == ["Ready"]


def test_a_claim_before_the_budget_is_spent_or_after_a_return_is_refused_with_the_reason() -> None:
    early, late = playing(), spent()
    goes(early)
    early.after(59_001)
    comes(late)
    refusals = [early.refused(Claim("win"), 0), late.refused(Claim("win"), 0)]

    assert [(refused.code, str(refused.text)) for refused in refusals] == [
        ("not_yet", "Bob may be away for another 1 s"), ("is_back", "Bob is back"),
    ]  # fmt: skip
    goes(late)
    assert kinds(late.do(Claim("win"), 0)) == ["Ended"], "returning has not refilled the budget"


def test_a_claim_needs_a_leg_in_progress_and_a_player_who_is_there() -> None:
    table = TableByScript(created(dice=False, absence="forfeit 60"))
    table.do(Sit(0, "ann", "Ann"), HOST)
    assert table.refused(Claim("win"), 0).code == "not_started"

    table = spent()
    table.do(Pause("restart"), HOST)
    assert table.refused(Claim("win"), 0).code == "paused"
    table.do(Resume(), HOST)
    table.do(Resign(), 0)
    assert table.refused(Claim("win"), 0).code == "between_legs"
    table = spent()
    goes(table, 0)
    assert [table.refused(Claim("win"), player).code for player in (0, 1)] == ["absent", "absent"]


# ---- walking off


def test_leaving_loses_the_match_also_between_two_legs() -> None:
    table, between, before = playing(), playing(), TableByScript(created())
    before.do(Sit(0, "ann", "Ann"), HOST)
    between.do(Resign(), 1)
    (event,) = table.do(Leave(), 1)
    between.do(Leave(), 0)

    number = table.match.number
    assert event == Ended(number=number, at=table.now, reason="left", winner=0, totals=(0, 0), player=1)
    assert (between.match.ended.winner, between.match.ended.totals) == (1, (10, -10))
    assert before.refused(Leave(), 0).code == "not_started"


# ---- what a bad host cannot write


def test_a_false_claim_or_absence_in_a_log_is_refused() -> None:
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
    table, waiting = playing(), playing(absence="wait")
    assert "Bob is not away" in table.misfit(table.next_event(Returned, player=1))
    assert "reason for an absence" in table.misfit(table.next_event(Absent, player=1, cause="bored"))  # type: ignore[arg-type]
    assert "does not limit absence" in waiting.misfit(waiting.next_event(Absent, player=1, cause="lost"))
