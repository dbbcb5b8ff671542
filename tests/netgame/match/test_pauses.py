"""Pauses: stopped clocks, the commands that are still possible, and how a match continues."""

import pytest

from devtools.harness.games.match_helpers import TableByScript, kinds, playing, seated
from netgame.match import HOST, evolve, waiting_for_roll, wakes_at
from netgame.match.absence import claims
from netgame.match.commands import (
    AnswerOffer,
    Claim,
    Leave,
    MakeOffer,
    MakeReady,
    MarkAbsent,
    Pause,
    Play,
    Resign,
    Resume,
    Throw,
    Tick,
)  # fmt: skip
from netgame.match.events import Moved, Offered, OfferKind, PauseCause, Paused, Resumed
from netgame.match.state import vacationer


@pytest.mark.parametrize(("kind", "cause"), [("pause", "agreed"), ("adjourn", "adjourned")])
def test_both_may_stop_the_play(kind: OfferKind, cause: PauseCause) -> None:
    table = playing()
    assert kinds(table.agree(kind, 0)) == ["OfferClosed", "Paused"]
    assert (table.match.paused.cause, table.match.phase) == (cause, "playing")
    if kind == "pause":  # another day or an end are still possible
        assert kinds(table.agree("adjourn", 1)) == ["OfferClosed", "Paused"]
    assert kinds(table.agree("abort", 1)) == ["OfferClosed", "Ended"]


def test_a_pause_ends_when_both_are_ready_and_moves_wait_for_that() -> None:
    table = playing()
    seen = table.match.position
    table.agree("adjourn", 0)

    assert table.refused(Play(seen, "+1"), 0).code == "paused"
    assert kinds(table.do(MakeReady(), 0)) == ["Ready"]
    assert table.refused(MakeReady(), 0).code == "already_ready"
    assert kinds(table.do(MakeReady(), 1)) == ["Ready", "Resumed"]
    assert (table.match.paused, table.match.ready) == (None, frozenset())
    table.do(Play(seen, "+1"), 0)


def test_the_host_may_end_any_pause_and_only_the_host_one_of_its_own() -> None:
    table = playing()
    table.agree("adjourn", 0)
    table.do(MakeReady(), 0)

    assert kinds(table.do(Resume(), HOST)) == ["Resumed"]
    assert table.match.ready == frozenset()
    table.do(Pause("drain"), HOST)
    assert table.refused(MakeReady(), 0).code == "paused"


def test_a_pause_and_a_stop_of_the_host_keep_the_clocks_at_the_time_at_which_they_were() -> None:
    table = playing(clock="sudden 60")
    table.after(10_000).agree("pause", 1)
    assert table.log[-1].clocks == (50_000, 60_000)
    assert wakes_at(table.match) is None
    table.after(10**7)
    assert table.do(Tick(), HOST) == ()
    table.make_ready()
    table.after(5_000)
    (event,) = table.do(Pause("restart"), HOST)

    assert event == Paused(number=event.number, at=table.now, cause="restart", clocks=(45_000, 60_000))
    assert kinds(table.after(10**6).do(Resume(), HOST)) == ["Resumed"]
    table.after(1_000).play("+1")
    assert table.log[-1].clocks == (44_000, 60_000)


def test_a_pause_within_a_turn_gives_no_new_time_and_forgets_none_that_was_taken() -> None:
    table, returning = playing(clock="move 60"), playing(clock="bronstein 60+30")
    for each in (table, returning):
        each.after(20_000).agree("pause", 1)
        each.after(10**7).make_ready()
        each.after(5_000)

    assert table.match.clocks.read(table.now) == (35_000, 60_000)
    returning.play("+1")
    assert returning.log[-1].clocks == (60_000, 60_000)


def test_a_stop_changes_nothing_before_the_start_and_in_a_pause_and_a_second_start_neither() -> None:
    table = playing()
    assert table.do(Resume(), HOST) == ()
    table.agree("pause", 0)
    assert table.do(Pause("restart"), HOST) == ()
    assert table.match.paused.cause == "agreed"
    assert TableByScript(seated().log[0]).do(Pause("drain"), HOST) == ()  # type: ignore[arg-type]


def test_in_a_pause_nothing_is_taken_back_and_no_other_pause_is_offered() -> None:
    table, adjourned = playing(clock="sudden 60"), playing()
    asked = table.offer("take_back", 0)
    table.agree("pause", 0)
    adjourned.agree("adjourn", 0)

    assert table.refused(MakeOffer("take_back"), 1).code == "paused"
    assert table.refused(MakeOffer("pause"), 1).code == "paused"
    assert table.refused(AnswerOffer(asked, accept=True), 1).code == "paused"
    assert adjourned.refused(MakeOffer("adjourn"), 0).code == "paused"
    table.do(AnswerOffer(asked, accept=False), 1)
    table.agree("more_time", 0)
    assert table.log[-1].clocks == (120_000, 60_000)


def test_a_player_can_resign_or_leave_in_a_pause() -> None:
    table = playing()
    table.agree("adjourn", 0)
    table.do(MakeReady(), 1)
    assert kinds(table.do(Resign(), 0)) == ["LegEnded"]
    assert table.match.paused is not None, "the next leg waits for both"
    assert table.match.ready == frozenset(), "it was for the leg that is over"
    assert wakes_at(table.match) is None
    (event,) = table.do(Leave(), 1)

    assert table.match.ended is event
    assert (table.match.ended.reason, table.match.ended.player, table.match.ended.winner) == ("left", 1, 0)


def test_a_pause_between_two_legs_stops_the_minute_after_which_the_next_one_starts() -> None:
    table = playing()
    table.do(Resign(), 0)
    table.do(MakeReady(), 1)
    table.after(59_000).agree("adjourn", 0)
    assert wakes_at(table.match) is None
    table.after(10**6)
    assert table.do(Tick(), HOST) == ()

    events = table.make_ready()

    assert kinds(events) == ["Ready", "Resumed"]
    assert wakes_at(table.match) == table.now + 60_000
    events = table.make_ready()
    assert kinds(events) == ["Ready", "Started"]


def test_a_roll_that_is_due_waits_for_the_end_of_a_stop() -> None:
    table = seated(3, 4, length=20)
    table.match = evolve(table.match, table.next_event(Moved, player=0, move="+1"))
    table.log = [*table.log, table.match.history[-1].event]
    stopped = table.next_event(Paused, cause="restart")
    table.match = evolve(table.match, stopped)
    table.log.append(stopped)

    assert waiting_for_roll(table.match) is None
    assert table.refused(Throw((4,)), HOST).code == "no_roll"
    assert kinds(table.do(Resume(), HOST)) == ["Resumed", "Rolled"]


def test_a_log_can_pause_only_as_the_host() -> None:
    table = playing()
    for cause in ("agreed", "adjourned", "lunch"):
        assert "did not agree" in table.misfit(table.next_event(Paused, cause=cause))  # type: ignore[arg-type]
    assert "is not paused" in table.misfit(table.next_event(Resumed))
    table.agree("pause", 0)
    assert "is paused" in table.misfit(table.next_event(Paused, cause="restart"))


def on_vacation() -> TableByScript:
    """Return a match by days whose player to move, Ann, is on vacation."""
    table = playing(clock="days 3")
    table.do(Pause("vacation"), HOST)
    return table


@pytest.mark.parametrize("clock", ["none", "sudden 60", "move 3600"])
def test_only_a_match_by_days_rests_during_a_vacation(clock: str) -> None:
    assert playing(clock=clock).refused(Pause("vacation"), HOST).code == "not_agreed"


def test_a_director_may_allow_no_pauses_and_no_vacations() -> None:
    table = playing(clock="days 3", vacations=False, pauses=False)
    assert table.refused(Pause("vacation"), HOST).code == "not_agreed"
    for kind in ("pause", "adjourn"):
        assert table.refused(MakeOffer(kind), 0).code == "no_pauses"
        assert "does not allow pauses" in table.misfit(table.next_event(Offered, player=0, kind=kind))
    assert kinds(table.do(Pause("restart"), HOST)) == ["Paused"]  # the host still can

    table = playing(clock="sudden 600", absence="forfeit 60", pauses=False)
    table.do(MarkAbsent(1, "lost"), HOST)
    table.after(61_000)
    assert claims(table.match, 0, table.now) == ("win", "draw")
    assert table.refused(Claim("adjourn"), 0).code == "no_claim"


def test_only_the_player_on_vacation_may_move_and_the_clock_of_the_other_runs_then() -> None:
    table = on_vacation()
    assert vacationer(table.match) == 0
    assert wakes_at(table.match) is None
    table.after(10**9)
    assert table.refused(Play(table.match.position, "+1"), 1).code == "paused"
    assert table.refused(MakeReady(), 1).code == "paused"
    assert table.refused(Play(table.match.position - 1, "+1"), 0).code == "stale"
    assert table.refused(Play(table.match.position, "nonsense"), 0).code == "notation"

    events = table.do(Play(table.match.position, "+1"), 0)

    assert kinds(events) == ["Resumed", "Moved"]
    assert table.match.clocks.running == 1
    assert table.log[-1].clocks == table.log[-3].clocks
