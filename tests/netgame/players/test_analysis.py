"""The analysis of a match: swings, luck of the dice, lines, comments and variations."""

from collections.abc import Mapping
from typing import Any

import pytest

from devtools.harness.games.match_helpers import TableByScript, seated
from netgame.match import Match
from netgame.match.commands import Resign
from netgame.match.events import Moved, Started
from netgame.players import analysis
from netgame.records.comments import NO_COMMENTS, Comments
from netgame.records.variations import paths_of, texts_of

MARK = "Analysis"


def without_dice(*moves: str, **options: Any) -> TableByScript:
    table = seated(dice=False, **options)
    table.play(*moves)
    return table


def judged(match: Match, *values: float, line: tuple[str, ...] = ()) -> Mapping[Any, analysis.Judgement]:
    """Judge the positions of a match in turn by these values, all with the same line."""
    steps = list(analysis.positions(match))
    return {match.history[at].state: analysis.Judgement(one, line) for at, one in zip(steps, values, strict=False)}


def move_steps(match: Match) -> list[int]:
    return [step for step, ply in enumerate(match.history) if isinstance(ply.event, Moved)]


def noted(
    match: Match, known: Mapping[Any, analysis.Judgement], comments: Comments = NO_COMMENTS, lines: bool = False
) -> Comments:
    return analysis.annotated(comments, match, known, lambda one: f"{MARK} {one.loss:.1f}", MARK, lines)


def test_every_position_of_a_match_is_judged_once_also_before_a_roll_but_not_the_end_of_a_leg() -> None:
    table = seated(4, 5)
    table.play("1")
    assert list(analysis.positions(without_dice("1", "2", "1", "1", length=4, battles=1).match)) == [0, 1, 2, 3]
    assert [type(table.match.history[at].event).__name__ for at in analysis.positions(table.match)] == [
        "Started", "Rolled", "Moved", "Rolled",
    ]  # fmt: skip


def test_the_end_of_a_leg_has_the_value_of_its_result_and_a_resigned_one_its_last_value() -> None:
    match, resigned = without_dice("1", "2", length=2, battles=1).match, without_dice("1", battles=1)
    resigned.do(Resign(), 1)
    known = judged(resigned.match, 0.0, 0.3)
    assert (analysis.value(match, 2, {}, 1), analysis.value(match, 1, {}, 1)) == (1, None)
    assert analysis.value(resigned.match, len(resigned.match.history) - 1, known, 0) == 0.3


def test_a_value_is_that_of_the_player_in_both_legs() -> None:
    table = without_dice("1", "2", length=2, ties="draw")
    table.make_ready()
    match = table.match
    starts = [step for step, ply in enumerate(match.history) if isinstance(ply.event, Started)]
    known = {match.history[0].state: analysis.Judgement(0.5)}

    assert [analysis.value(match, at, known, 0) for at in starts] == [0.5, -0.5]
    assert [analysis.value(match, at, known, 1) for at in starts] == [-0.5, 0.5]


def test_a_position_with_an_only_move_has_the_value_after_that_move() -> None:
    match = without_dice("1", "2").match
    known = {**judged(match, 0.1, 0.2, 0.3), match.history[1].state: analysis.Judgement(None, ("+2",))}
    assert analysis.value(match, 1, known, 0) == 0.3
    assert analysis.value(match, 2, {**known, match.history[2].state: analysis.Judgement(None)}, 0) is None


def test_a_swing_is_the_loss_of_the_player_who_moved_and_the_largest_come_first() -> None:
    match = without_dice("1", "1", "1").match
    known = judged(match, 0.2, -0.4, 0.1, 0.1)
    first, second = (analysis.swing(match, step, known) for step in move_steps(match)[:2])
    assert (first.player, first.before, first.after) == (0, 0.2, -0.4)
    assert (second.player, second.before, second.after) == (1, 0.4, -0.1)
    assert second.loss == pytest.approx(0.5)
    match = without_dice(*["1"] * 7, length=10).match
    found = analysis.swings(match, judged(match, 0.9, 0.8, 0.9, 0.5, 0.7, 0.1, 0.1, -0.2))
    assert len(found) == analysis.SWINGS
    assert [one.step for one in found] == [5, 3, 7]


def test_a_small_loss_a_gain_and_the_best_move_of_the_engine_are_no_swings() -> None:
    match = without_dice("1", "1").match
    best = judged(match, 0.5, -0.5, -0.5, line=("+1", "+1"))

    assert (
        analysis.swings(match, judged(match, 0.0, -analysis.MIN_LOSS / 2, -0.9)) == analysis.swings(match, best) == ()
    )
    assert noted(match, best, lines=True) == NO_COMMENTS
    assert analysis.swing(match, 1, judged(match, 0.5)) is None, "without both values"
    assert analysis.swing(match, 0, judged(match, 0.5, 0.5)) is None


def test_the_luck_of_the_dice_is_no_part_of_a_swing() -> None:
    table, without = seated(4, 5), without_dice("1").match
    table.play("1")
    known = judged(table.match, 0.0, 0.6, 0.5, 0.5)
    (step,) = move_steps(table.match)
    made = analysis.swing(table.match, step, known)

    assert made.loss == pytest.approx(0.1)
    assert analysis.luck(table.match, step, known) == 0.6
    assert analysis.luck(without, 1, judged(without, 0.0, 0.6)) is None


def test_a_line_ends_before_its_first_illegal_move_and_may_have_rolls() -> None:
    match, dice = without_dice("1").match, seated(4).match

    assert analysis.best_line(match, 0, judged(match, 0.0, line=("2", "+3", "9", "1"))) == ("+2", "+3")
    assert analysis.best_line(match, 0, judged(match, 0.0, line=("x",))) == analysis.best_line(match, 0, {}) == ()
    assert analysis.best_line(dice, 1, judged(dice, 0.0, 0.0, line=("2", "6", "+5", "x"))) == ("+2", "6", "+5")
    assert analysis.best_line(dice, 0, judged(dice, 0.0, line=("7", "+5"))) == ()
    number = dice.history[0].event.number
    assert analysis.variation(dice, 1, ("+2",)) == (number, ("4", "+2")), (
        "a saved line begins with the roll of the match"
    )


def test_swings_become_comments_which_a_second_analysis_replaces_and_lines_variations_if_wanted() -> None:
    match = without_dice("1", "1").match
    number, known = match.history[1].event.number, judged(match, 0.5, -0.5, -0.5)
    first = noted(match, known, {number: ("Oh no.",)})
    assert noted(match, known) == {number: (f"{MARK} 1.0",)}
    assert noted(match, judged(match, 0.5, 0.1, 0.1), first) == {number: ("Oh no.", f"{MARK} 0.4")}
    found = noted(match, judged(match, 0.5, -0.5, -0.5, line=("+3", "+1")), lines=True)
    assert paths_of(found[match.history[0].event.number]) == (("+3", "+1"),)
    assert texts_of(found[number]) == (f"{MARK} 1.0",)
