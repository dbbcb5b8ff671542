"""Legs: how they end and start, how the match is counted, and resignation."""

import pytest

from netgame.match import HOST, to_act
from netgame.match.commands import MakeOffer, MakeReady, Play, Resign, Sit, Stand, Throw, Tick
from netgame.match.events import Ended, LegEnded, Started
from tests.netgame.match.match_helpers import TableByScript, kinds, seated

READY = MakeReady()


def leg_of(*moves: str, **options: object) -> TableByScript:
    """Return a table at which these moves were the whole first leg."""
    table = seated(dice=False, length=len(moves), **options)
    table.play(*moves)
    return table


def start_next(table: TableByScript) -> None:
    for player in (0, 1):
        table.do(READY, player)  # type: ignore[arg-type]


def test_the_last_move_ends_the_leg_in_the_same_append() -> None:
    table = seated(dice=False, length=2)
    table.play("+5")

    events = table.do(Play(table.match.position, "+2"), 1)

    assert kinds(events) == ["Moved", "LegEnded"]
    assert table.match.phase == "between"
    assert table.match.over is not None
    assert table.match.over.scores == (5, 2)


def test_one_leg_is_decided_by_its_winner() -> None:
    table = leg_of("+5", "+2", battles=1)

    assert table.match.phase == "over"
    assert table.match.ended == Ended(number=table.match.number, at=table.now, reason="legs", winner=0, totals=(3, -3))


def test_one_leg_is_decided_by_its_winner_though_the_scores_are_equal() -> None:
    table = leg_of("+2", "+2", battles=1, ties="second")

    assert table.match.ended is not None
    assert (table.match.ended.winner, table.match.ended.totals) == (1, (0, 0))


def test_two_legs_are_decided_by_the_sum_of_the_margins() -> None:
    table = leg_of("+5", "+2")
    start_next(table)
    table.play("+6", "+1")

    assert [(leg.winner, leg.scores) for leg in table.match.legs_ended] == [(0, (5, 2)), (1, (1, 6))], "by player"
    assert table.match.ended is not None
    assert (table.match.ended.winner, table.match.ended.totals) == (1, (-2, 2))


def test_equal_sums_are_a_draw() -> None:
    table = leg_of("+5", "+2")
    start_next(table)
    table.play("+5", "+2")

    assert table.match.ended is not None
    assert (table.match.ended.winner, table.match.ended.totals) == (None, (0, 0))


def test_the_next_leg_starts_when_both_are_ready() -> None:
    table = leg_of("+5", "+2")

    assert kinds(table.do(READY, 1)) == ["Ready"]
    assert kinds(table.do(READY, 0)) == ["Ready", "Started"]
    assert (table.match.leg, table.match.phase, table.match.over) == (1, "playing", None)


def test_both_must_be_ready_again_for_every_leg() -> None:
    table = leg_of("+5", battles=3)
    start_next(table)
    table.play("+5")

    assert kinds(table.do(READY, 0)) == ["Ready"]
    assert kinds(table.do(READY, 1)) == ["Ready", "Started"]
    assert to_act(table.match) == 0


def test_the_other_player_begins_the_second_leg() -> None:
    table = leg_of("+5", "+2")
    start_next(table)

    assert to_act(table.match) == 1
    assert table.refused(Play(table.match.position, "+1"), 0).code == "not_your_turn"


def test_each_leg_counts_its_own_rolls() -> None:
    table = seated(length=1)
    table.play("+1")
    start_next(table)

    assert (table.match.rolls, table.match.last_roll) == (1, (6,))


def test_the_next_leg_starts_by_itself_after_a_minute() -> None:
    table = leg_of("+5", "+2")
    table.do(READY, 0)
    table.now += 59_999
    assert table.do(Tick(), HOST) == ()
    table.now += 1

    (event,) = table.do(Tick(), HOST)

    assert isinstance(event, Started)


def test_readiness_is_refused_twice_and_without_a_reason() -> None:
    table = seated(dice=False, length=2)
    assert table.refused(READY, 0).code == "not_between"
    table.play("+5", "+2")
    table.do(READY, 0)

    assert table.refused(READY, 0).code == "already_ready"


def test_a_move_that_crosses_the_end_of_the_leg_is_refused() -> None:
    table = seated(dice=False)
    seen = table.match.position
    table.do(Resign(), 1)

    assert table.refused(Play(seen, "+1"), 0).code == "between_legs"
    assert table.refused(MakeOffer("count"), 0).code == "between_legs"


# ---- resignation


def test_resigning_costs_the_leg_as_the_game_counts_it() -> None:
    table = seated(dice=False)
    table.play("+5")

    (event,) = table.do(Resign(), 0)

    assert event == LegEnded(
        number=table.match.number, at=table.now, leg=0, reason="resigned", winner=1, scores=(5, 10), player=0
    )
    assert table.match.phase == "between"


def test_resigning_is_allowed_out_of_turn_and_before_a_roll() -> None:
    table = seated()

    table.do(Resign(), 1)

    assert table.match.legs_ended[0].player == 1


def test_the_resigned_side_is_that_of_the_leg() -> None:
    table = leg_of("+5", "+2")
    start_next(table)

    events = table.do(Resign(), 0)

    assert isinstance(events[0], LegEnded)
    assert events[0].scores == (0, 10)
    assert table.match.ended is not None
    assert table.match.ended.totals == (-7, 7)


def test_resigning_the_only_leg_is_the_end_by_its_count() -> None:
    table = seated(battles=1, dice=False)

    assert kinds(table.do(Resign(), 0)) == ["LegEnded", "Ended"]
    assert table.match.ended is not None
    assert (table.match.ended.reason, table.match.ended.winner) == ("legs", 1)


def test_resigning_the_match_loses_it_whatever_the_totals() -> None:
    table = leg_of("+6", "+1", "+6", "+1", "+6", "+1")
    start_next(table)

    events = table.do(Resign(match=True), 0)

    assert kinds(events) == ["LegEnded", "Ended"]
    assert events[1] == Ended(
        number=table.match.number, at=table.now, reason="resigned", winner=1, totals=(5, -5), player=0
    )


def test_the_match_can_be_resigned_in_its_first_leg_and_between_two() -> None:
    table = seated(dice=False)
    assert kinds(table.do(Resign(match=True), 1)) == ["LegEnded", "Ended"]
    table = leg_of("+6", "+1")
    assert kinds(table.do(Resign(match=True), 0)) == ["Ended"]
    assert table.match.ended is not None
    assert table.match.ended.winner == 1


def test_between_legs_there_is_no_leg_to_resign() -> None:
    assert leg_of("+6", "+1").refused(Resign(), 0).code == "between_legs"


@pytest.mark.parametrize(
    ("command", "by"),
    [
        (Play(0, "+1"), 0), (Resign(), 0), (Resign(match=True), 1), (MakeOffer("count"), 1), (READY, 0),
        (Stand(), 0), (Tick(), HOST), (Throw((1,)), HOST), (Sit(0, "eve", "Eve"), HOST),
    ],
)  # fmt: skip
def test_a_finished_match_takes_no_command(command: Play, by: None) -> None:
    table = leg_of("+5", "+2", battles=1)

    assert table.refused(command, by).code == "over"
