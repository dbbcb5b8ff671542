"""Conditional moves: which lines are possible, and what is left of them after the moves since."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devtools.harness.games.match_helpers import TableByScript, playing, seated
from netgame.errors import RulesError
from netgame.match import HOST
from netgame.match.commands import AnswerOffer, MakeOffer, Pause, Resign
from netgame.match.conditional import MAX_LINES, MAX_MOVES, Line, answer_of, base_of, checked_lines, left_of
from netgame.match.state import InvalidEvent

ANN, BOB = 0, 1
# a match by days where Ann is to move, and Bob waits
waiting = partial(playing, clock="days 3", length=60)


def code(table: TableByScript, *lines: list[str], player: Any = BOB) -> str:
    with pytest.raises(InvalidEvent) as refused:
        checked_lines(table.match, player, lines)
    return refused.value.code


def left(table: TableByScript, base: int, *lines: Line) -> tuple[Line, ...]:
    return left_of(table.match, base, lines)


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ([["+2", "+3", "+1"], ["+3", "+1", "+1", "+2"]], (("+2", "+3"), ("+3", "+1", "+1", "+2"))),
        ([["+2", "+3"], ["+2", "+3", "+1", "+1"], ["+2", "+3"]], (("+2", "+3", "+1", "+1"),)),
    ],
)
def test_lines_are_kept_up_to_their_last_answers_without_those_that_others_continue(
    lines: list[list[str]], kept: tuple[Line, ...]
) -> None:
    assert checked_lines(waiting().match, BOB, lines) == kept


@pytest.mark.parametrize(
    ("lines", "refusal"),
    [
        ([["+2"]], "no_answer"),
        ([[]], "no_answer"),
        ([["+2", "+3"], ["+2", "+4", "+1", "+1"]], "two_answers"),
        ([["+1", "+1"]] * (MAX_LINES + 1), "too_many"),
        ([["+1", "+1"] * (MAX_MOVES // 2) + ["+1"]], "too_many"),
    ],
)
def test_impossible_lines_are_refused(lines: list[list[str]], refusal: str) -> None:
    assert code(waiting(), *lines) == refusal


def test_lines_need_legal_moves_a_game_by_days_the_turn_of_the_other_side_and_neither_a_roll_nor_the_end() -> None:
    for line in (["+7", "+1"], ["+1", "+7"], ["nonsense", "+1"]):
        with pytest.raises(RulesError):
            checked_lines(waiting().match, BOB, [line])
    assert code(waiting(clock="sudden 60"), ["+1", "+1"]) == "no_days"
    assert code(waiting(clock="none"), ["+1", "+1"]) == "no_days"
    assert code(waiting(), ["+1", "+1"], player=ANN) == "your_turn"
    dice = seated(clock="days 3")
    assert code(dice, ["+1", "+1"]) == "roll_due"
    assert code(waiting(length=4), ["+1", "+1", "+1", "+1"]) == "line_over"


def test_another_move_or_the_end_of_a_battle_leaves_nothing() -> None:
    table, ended = waiting(), waiting()
    base = base_of(table.match)
    table.play("+5")
    ended.do(Resign(), ANN)
    assert left(table, base, ("+2", "+3")) == left(ended, base, ("+2", "+3")) == ()
    assert answer_of(table.match, BOB, ()) is None


def test_after_a_take_back_lines_fit_again_unless_they_began_later() -> None:
    table = waiting()
    before = base_of(table.match)
    table.play("+2", "+3")
    after = base_of(table.match)
    table.do(MakeOffer("take_back"), ANN)
    table.do(AnswerOffer(table.match.number, True), BOB)

    assert left(table, before, ("+2", "+3", "+1", "+1")) == (("+2", "+3", "+1", "+1"),)
    assert left(table, after, ("+1", "+1")) == ()


def test_a_pause_holds_the_answer_back_except_during_the_own_vacation() -> None:
    table = waiting()
    lines = (("+2", "+3"),)
    base = base_of(table.match)
    table.play("+2")
    table.do(Pause("vacation"), HOST)

    assert answer_of(table.match, BOB, left(table, base, *lines)) == "+3"
    other = waiting()
    other.play("+2")
    other.do(Pause("restart"), HOST)
    assert answer_of(other.match, BOB, left(other, base, *lines)) is None


@given(st.lists(st.lists(st.sampled_from(["+1", "+2", "+3"]), max_size=6), max_size=4), st.data())
def test_what_is_left_answers_exactly_the_moves_of_a_line(lines: list[list[str]], data: Any) -> None:
    table = waiting()
    try:
        checked = checked_lines(table.match, BOB, lines)
    except RulesError:
        return
    base, played = base_of(table.match), []
    for _ in range(3):
        move = data.draw(st.sampled_from(["+1", "+2", "+3"]))
        table.play(move)
        played.append(move)
        answer = answer_of(table.match, BOB, left(table, base, *checked))
        fitting = [line for line in checked if list(line[: len(played)]) == played and len(line) > len(played)]
        assert answer == (fitting[0][len(played)] if fitting else None)
        if answer is None:
            return
        table.play(answer)
        played.append(answer)
