"""`apply` checks turn, type, seat and rules in this order. Arguments of a Text are data, not formats."""

from typing import Any

import pytest

from netgame.errors import IllegalMove
from netgame.game import Roll, Text, apply
from netgame.games.clod.game import Clod
from netgame.games.thud.game import Thud

CLOD, THUD = Clod(), Thud()
TO_MOVE = CLOD.rolled(CLOD.start(), (4, 2))
OVER = CLOD.read_position("B - " + "/".join(["BBBWWW"] * 6))
STONE = CLOD.parse(TO_MOVE, "b4")


def refusal(game: Any, state: Any, event: Any, seat: int | None = None) -> str:
    with pytest.raises(IllegalMove) as refused:
        apply(game, state, event, seat=seat)
    return str(refused.value)


def test_events_that_are_not_due_are_refused() -> None:
    for event in (None, STONE, Roll((4, 2))):
        assert refusal(CLOD, OVER, event, seat=1) == "the game is over"
    assert refusal(CLOD, CLOD.start(), STONE) == "a roll of the dice comes first"
    assert refusal(CLOD, TO_MOVE, Roll((4, 2))) == "Black must make a move of Clod"
    assert refusal(THUD, THUD.start(), STONE) == "Dwarfs must make a move of Thud"
    with pytest.raises(IllegalMove, match="Thud is played without dice"):
        THUD.rolled(THUD.start(), (1, 2))


def test_the_type_is_checked_before_the_seat_and_the_seat_before_the_rules() -> None:
    wrong = CLOD.parse(TO_MOVE, "a1")
    assert refusal(CLOD, TO_MOVE, None, seat=1) == "Black must make a move of Clod"
    assert refusal(CLOD, TO_MOVE, wrong, seat=1) == "Black to move"
    assert refusal(CLOD, TO_MOVE, wrong, seat=0) == "the roll 4-2 does not allow a1"


def test_arguments_of_a_text_are_inserted_unchanged() -> None:
    assert str(Text("{a} and {b}", {"a": "{b}", "b": 2})) == "{b} and 2"
    assert str(Text("{a.__class__} {0} {missing}", {"a": 1})) == "{a.__class__} {0} {missing}"
    assert hash(Text("{a}", {"a": 1})) == hash(Text("{a}", {"a": 1}))
