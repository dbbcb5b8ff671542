"""Clocks in a match: charged time, flags, and false clocks in a log."""

from dataclasses import replace
from functools import partial

import pytest

from devtools.harness.games.match_helpers import TableByScript, created, kinds, playing, rated_by_host, seated
from netgame.games import GAMES
from netgame.match import HOST, decide, evolve, wakes_at
from netgame.match.clocks import Clocks
from netgame.match.commands import Claim, MakeOffer, MakeReady, MarkAbsent, Play, Resign, Sit, Tick
from netgame.match.events import Ended, Event, Moved, Rolled
from netgame.match.time_control import read_control

FREE = 30_000  # before the first move of each side
timed = partial(playing, clock="sudden 60")


def said(table: TableByScript) -> tuple[int, int] | None:
    return table.log[-1].clocks


def test_the_first_half_minute_of_each_side_is_not_charged() -> None:
    table = seated(dice=False, clock="sudden 60")
    table.after(FREE).play("+1")
    assert said(table) == (60_000, 60_000)
    table.after(FREE + 1_000).play("+1")
    assert said(table) == (60_000, 59_000)

    table.after(500).play("+1")
    assert said(table) == (59_500, 59_000)


def test_a_move_at_the_deadline_counts_and_a_ms_later_the_host_calls_the_flag() -> None:
    in_time, table, resigned = timed(), timed(), timed()
    in_time.after(60_000)
    assert in_time.do(Tick(), HOST) == ()
    in_time.play("+1")
    assert said(in_time) == (0, 60_000)
    assert wakes_at(table.match) == table.now + 60_001
    table.after(60_001)
    assert table.refused(Play(table.match.position, "+1"), 0).code == "flag"

    (event,) = table.do(Tick(), HOST)

    assert event == Ended(
        number=table.match.number, at=table.now, reason="flag", winner=1, totals=(0, 0), player=0, clocks=(0, 60_000)
    )
    assert wakes_at(table.match) is None
    assert kinds(resigned.after(60_001).do(Resign(match=True), 0)) == ["LegEnded", "Ended"], "it counts until then"


def test_a_move_that_arrived_in_time_counts_however_long_it_queued() -> None:
    table = timed()
    arrived = table.now + 59_000
    table.after(65_000).do(MakeOffer("count"), 1)
    table.now = arrived
    (event, *_rest) = table.do(Play(table.match.position, "+1"), 0)
    assert (event.queued, event.clocks) == (6_000, (1_000, 60_000))


def test_lag_is_not_charged_up_to_the_bank() -> None:
    table, instant = timed(), timed()
    table.after(5_000)
    (event,) = table.do(Play(table.match.position, "+1", rtt=400), 0)
    (other,) = instant.do(Play(instant.match.position, "+1", rtt=500), 0)
    assert (event.lag, event.clocks, other.lag) == (400, (55_400, 60_000), 0)

    table.after(5_000).play("+1")
    table.after(5_000)
    (event,) = table.do(Play(table.match.position, "+1", rtt=60_000), 0)
    assert event.lag == 1_000 - 400 + 100, "the bank had not refilled more"


def test_clocks_start_full_in_each_leg_and_stand_between_two() -> None:
    table = timed()
    table.after(20_000).do(Resign(), 1)
    assert said(table) == (40_000, 60_000)
    assert wakes_at(table.match) == table.now + 60_000, "the next leg is what comes next"
    table.do(MakeReady(), 0)
    assert said(table) is None, "no leg is on"
    events = table.do(MakeReady(), 1)

    assert kinds(events) == ["Ready", "Started"]
    assert events[1].clocks == (60_000, 60_000)
    table.after(FREE).play("+1")
    assert said(table) == (60_000, 60_000), "the first move is free again"


def test_a_move_after_the_deadline_and_times_without_a_clock_do_not_fit_in_a_log() -> None:
    table = timed()
    table.after(60_001)
    assert "Ann has run out of time" in table.misfit(next_move(table, clocks=(0, 60_000)))
    table = seated(dice=False)
    for values in ({"queued": 1}, {"lag": 1}, {"clocks": (0, 0)}):
        assert table.misfit(next_move(table, **values))


def test_the_flag_costs_the_match_whatever_the_legs_so_far_say() -> None:
    table = seated(dice=False, clock="sudden 60", length=2)
    table.play("+6", "+1")
    table.make_ready()
    table.after(FREE + 60_001)
    (event,) = table.do(Tick(), HOST)
    assert (event.player, event.winner, event.totals) == (1, 0, (5, -5))


def test_a_turn_that_the_dice_forfeit_in_clod_is_not_charged_and_passes_the_clock() -> None:
    around_33 = "B - ....../.BWB../.WBW../.BWB../....../......"
    first = created("clod", GAMES, position=around_33, clock="bronstein 60+5")
    table = TableByScript(first, GAMES, dice=(6, 6, 3, 3, 3, 3, 1, 1))
    for player, name in enumerate(("ann", "bob")):
        table.do(Sit(player, name, name), HOST)  # type: ignore[arg-type]
    table.after(FREE + 1_000)
    move = next(iter(table.match.game.moves(table.match.state)))
    events = table.do(Play(table.match.position, table.match.game.format(table.match.state, move)), 0)

    assert kinds(events) == ["Moved", "Rolled", "Rolled", "Forfeited", "Rolled"]
    assert [event.player for event in events if isinstance(event, Rolled)] == [1, 1, 0]
    assert (table.match.clocks.running, said(table)) == (0, (60_000, 60_000))


def test_the_time_of_a_turn_without_a_move_is_not_given_back_with_the_next_move() -> None:
    forfeited = Clocks.start(read_control("bronstein 60+5")).run(0, 0).end_turn(FREE + 1_000)

    moved = forfeited.run(0, FREE + 1_000).press(0, FREE + 1_000)

    assert moved.left == forfeited.left == (59_000, 60_000)


@pytest.mark.parametrize(
    ("clock", "ms"),
    [
        ("sudden 600", 60_000),
        ("fischer 600+5", 60_000),
        ("bronstein 600+5", 60_000),
        ("move 20", 20_000),
        ("days 3", 86_400_000),
        ("byoyomi 600+3x30", 60_000),
        ("byoyomi 0+3x30", 30_000),
    ],
)
def test_more_time_is_what_fits_the_clock(clock: str, ms: int) -> None:
    table = playing(clock=clock)
    table.after(1_000)
    before = said(table)
    closed, added = table.agree("more_time", 1)
    assert closed.clocks == (before[0] - 1_000, before[1])
    assert (added.player, added.ms, added.clocks) == (1, ms, (before[0] - 1_000, before[1] + ms))


@pytest.mark.parametrize(("rules", "left"), [(2, 120_000), (3, 180_000)])
def test_agreed_time_is_not_lost_by_taking_back_an_earlier_move(rules: int, left: int) -> None:
    table = seated(dice=False, length=40, clock="sudden 60", match_rules=rules)
    table.agree("more_time", 0)
    table.play("+1")
    table.agree("more_time", 0)
    table.agree("take_back", 0)

    assert said(table)[0] == left


@pytest.mark.parametrize("clock", ["sudden 60", "days 1"])
@pytest.mark.parametrize(("rules", "moves", "loss"), [(3, 1, False), (3, 2, True), (3, 3, True), (2, 1, True)])
def test_a_flag_without_a_move_costs_no_rating_where_absence_is_not_logged(
    clock: str, rules: int, moves: int, loss: bool
) -> None:
    table = seated(dice=False, clock=clock, rated=True, absence="wait", match_rules=rules)
    for _ in range(moves):
        table.play("+1")

    done = decide(table.match, Tick(), HOST, table.now + 2 * 86_400_000, rated_by_host)

    assert isinstance(done, tuple)
    assert isinstance(done[-1], Ended)
    assert (done[-1].reason, done[-1].ratings is not None) == ("flag", loss)


@pytest.mark.parametrize(
    ("reason", "away", "loss"),
    [("flag", True, False), ("flag", False, True), ("absent", True, False), ("resigned", False, True)],
)
def test_a_player_who_was_never_there_loses_no_rating(reason: str, away: bool, loss: bool) -> None:
    table = seated(dice=False, clock="sudden 60", rated=True, absence="forfeit 10")
    table.play("+1")
    if away:
        table.do(MarkAbsent(1, "lost"), HOST)
    if reason == "resigned":
        done = decide(table.match, Resign(match=True), 1, table.now, rated_by_host)
    elif reason == "flag":
        done = decide(table.match, Tick(), HOST, table.now + FREE + 60_001, rated_by_host)
    else:
        done = decide(table.match, Claim("win"), 0, table.now + 10_001, rated_by_host)

    assert isinstance(done, tuple)
    assert isinstance(done[-1], Ended)
    assert (done[-1].reason, done[-1].ratings is not None) == (reason, loss)


def test_more_time_needs_a_clock_and_a_leg_and_conditional_moves_need_days() -> None:
    assert seated(dice=False).refused(MakeOffer("more_time"), 0).code == "no_clock"
    table = timed()
    table.do(Resign(), 0)
    assert table.refused(MakeOffer("more_time"), 0).code == "between_legs"
    table = playing(clock="move 60")
    assert table.refused(Play(table.match.position, "+1", conditional=True), 0).code == "no_days"


def next_move(table: TableByScript, **values: object) -> Event:
    return table.next_event(Moved, player=0, move="+1", **values)


def test_a_flag_does_not_fall_early_or_for_the_wrong_side() -> None:
    table = timed()
    table.after(60_001)
    flag = table.next_event(Ended, reason="flag", winner=1, totals=(0, 0), player=0, clocks=(0, 60_000))

    assert evolve(table.match, flag).ended
    for wrong in (replace(flag, at=table.now - 1), replace(flag, player=1, winner=0), replace(flag, player=None)):
        assert "nothing has ended" in table.misfit(wrong)
    assert "another result" in table.misfit(replace(flag, winner=0))
