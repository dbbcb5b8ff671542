"""Legs: how they end and start, how the match is counted, and resignation."""

import pytest

from devtools.harness.games.match_helpers import TableByScript, kinds, seated
from netgame.match import HOST, to_act
from netgame.match.commands import MakeOffer, MakeReady, Play, Resign, Tick
from netgame.match.events import Ended, LegEnded, Started

READY = MakeReady()


def leg_of(*moves: str, **options: object) -> TableByScript:
    """Return a table at which these moves were the whole first leg."""
    table = seated(dice=False, length=len(moves), **options)
    table.play(*moves)
    return table


def test_the_last_move_ends_the_leg_in_the_same_append() -> None:
    table = seated(dice=False, length=2)
    assert table.refused(READY, 0).code == "not_between"
    table.play("+5")
    events = table.do(Play(table.match.position, "+2"), 1)

    assert kinds(events) == ["Moved", "LegEnded"]
    assert table.match.phase == "between"
    assert table.match.over.scores == (5, 2)
    assert table.match.history.last.event is events[1]


def test_each_further_leg_starts_when_both_are_ready_with_the_other_player() -> None:
    table = leg_of("+5", battles=3)

    for leg, beginner in ((1, 1), (2, 0)):
        assert kinds(table.do(READY, 1)) == ["Ready"]
        assert table.refused(READY, 1).code == "already_ready"
        assert kinds(table.do(READY, 0)) == ["Ready", "Started"]
        assert (table.match.leg, table.match.phase, table.match.over) == (leg, "playing", None)
        assert to_act(table.match) == beginner
        assert table.refused(Play(table.match.position, "+1"), 1 - beginner).code == "not_your_turn"  # type: ignore[arg-type]
        table.play("+5")


def test_one_leg_is_decided_by_its_winner_though_the_scores_are_equal() -> None:
    table, equal = leg_of("+5", "+2", battles=1), leg_of("+2", "+2", battles=1, ties="second")
    assert table.match.phase == "over"
    assert table.refused(READY, 0).code == table.refused(Tick(), HOST).code == "over"
    assert table.match.ended == Ended(number=table.match.number, at=table.now, reason="legs", winner=0, totals=(3, -3))
    assert (equal.match.ended.winner, equal.match.ended.totals) == (1, (0, 0))


@pytest.mark.parametrize(
    ("second", "scores", "winner", "totals"), [(("+6", "+1"), (1, 6), 1, (-2, 2)), (("+5", "+2"), (2, 5), None, (0, 0))]
)
def test_two_legs_are_decided_by_the_sum_of_the_margins(
    second: tuple[str, str], scores: tuple[int, int], winner: int | None, totals: tuple[int, int]
) -> None:
    table = leg_of("+5", "+2")
    table.make_ready()
    table.play(*second)
    assert [leg.scores for leg in table.match.legs_ended] == [(5, 2), scores], "by player"
    assert (table.match.ended.winner, table.match.ended.totals) == (winner, totals)


def test_each_leg_counts_its_own_rolls_and_the_next_one_starts_by_itself_after_a_minute() -> None:
    table = seated(length=1)
    table.play("+1")
    table.make_ready()
    assert (table.match.rolls, table.match.last_roll) == (1, (6,))
    table = leg_of("+5", "+2")
    table.do(READY, 0)
    table.now += 59_999
    assert table.do(Tick(), HOST) == ()
    table.now += 1
    (event,) = table.do(Tick(), HOST)

    assert isinstance(event, Started)


def test_a_move_that_crosses_the_end_of_the_leg_is_refused() -> None:
    table = seated(dice=False)
    seen = table.match.position
    table.do(Resign(), 1)
    assert table.refused(Play(seen, "+1"), 0).code == "between_legs"
    assert table.refused(MakeOffer("count"), 0).code == "between_legs"


def test_resigning_costs_the_leg_as_the_game_counts_it() -> None:
    table, second = seated(dice=False), leg_of("+5", "+2")
    table.play("+5")
    second.make_ready()
    (event,) = table.do(Resign(), 0)
    events = second.do(Resign(), 0)

    assert event == LegEnded(
        number=table.match.number, at=table.now, leg=0, reason="resigned", winner=1, scores=(5, 10), player=0
    )
    assert table.match.phase == "between"
    assert events[0].scores == (0, 10), "the side is that of the leg"
    assert second.match.ended.totals == (-7, 7)


def test_the_match_can_be_resigned_in_any_leg_and_between_two_whatever_the_totals() -> None:
    table = leg_of("+6", "+1", "+6", "+1", "+6", "+1")
    table.make_ready()
    events = table.do(Resign(match=True), 0)
    number = table.match.number
    assert kinds(events) == ["LegEnded", "Ended"]
    assert events[1] == Ended(number=number, at=table.now, reason="resigned", winner=1, totals=(5, -5), player=0)

    table, between, only = seated(), leg_of("+6", "+1"), seated(battles=1, dice=False)

    assert kinds(table.do(Resign(match=True), 1)) == ["LegEnded", "Ended"], "out of turn and before a roll"
    assert between.refused(Resign(), 0).code == "between_legs"
    assert kinds(between.do(Resign(match=True), 0)) == ["Ended"]
    assert kinds(only.do(Resign(), 0)) == ["LegEnded", "Ended"]
    assert [each.match.ended and (each.match.ended.reason, each.match.ended.winner) for each in (between, only)] == [
        ("resigned", 1), ("legs", 1),
    ]  # fmt: skip
