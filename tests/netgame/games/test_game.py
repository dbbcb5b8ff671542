"""All games: the order of checks in `apply`, impossible moves, resigning and agreeing, and options."""

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from netgame.errors import IllegalMove, OptionError
from netgame.game import Roll, Text
from netgame.games.blooms import moves as stones
from netgame.games.clod.game import Clod
from netgame.games.conquid import moves as actions
from netgame.games.conquid.game import Conquid
from netgame.games.koom.game import Koom
from netgame.games.koom.moves import Move
from netgame.games.shared.dice_board import Stone
from netgame.games.thud import moves
from netgame.games.thud.game import Thud
from netgame.options import OptionInfo, check_options, option, options_of
from tests.netgame.games.blooms.positions import game as blooms
from tests.netgame.games.conformance import refusal

CLOD, THUD = Clod(), Thud()
TO_MOVE = CLOD.rolled(CLOD.start(), (4, 2))
OVER = CLOD.read_position("B - " + "/".join(["BBBWWW"] * 6))
STONE = CLOD.parse(TO_MOVE, "b4")


BLOOMS, RACE, KOOM, SMALL = blooms(2), blooms(2, "race"), Koom(), Conquid(**Conquid.presets["small"])
NUMBERS = (-1, -165, 165, 1 << 15, 1 << 9000, -(10**1000), 10**4000)
ODD: tuple[Any, ...] = (-1, 98, 10**30, True, 1.0, "a1", (1,), None.__class__)
IMPOSSIBLE: list[tuple[Any, Any, list[Any]]] = [
    (BLOOMS, BLOOMS.read_position("2 ../.a./.. 0-0 - -"), [stones.Placement(*cells) for cell in (7, *ODD)
                                                          for cells in ((cell, None), (0, cell))]),
    (CLOD, TO_MOVE, [Stone(cell) for cell in (36, None, *ODD)]),
    (SMALL, SMALL.start(), [action for cell in ODD
                            for action in (actions.Acquire(frozenset({cell, 4, 5})), actions.Vanquish(cell))]),
    (THUD, THUD.start(), [
        *(moves.Move(0, number, 3) for number in NUMBERS), *(moves.Move(0, 12, number) for number in NUMBERS),
        *(moves.Move(0, 12, 13, number) for number in NUMBERS),
        *(moves.Move(side, 12, 13) for side in (-1, 2, 10**4000)), moves.Move(0, True, 13),
        moves.Move(0, 1.0, 2), moves.Move(0, "a", 2), moves.Move(0, 12, 13, None),
    ]),
    *((KOOM, KOOM.start()._replace(seat=seat), [
        Move(3, 1, (2,)), Move(-1, 1, (2,)), Move(0, -1, (3,)), Move(0, 165, (3,)), Move(0, 3, (-165,)), Move(0, 3, ()),
        Move(0, 3, (4,), -1), Move(0, 3, (4,), 1 << 9000), Move(0, True, (13,)), Move(0, 1, [2]), Move(0, 1, 2),
        Move(0, 1, ("a",)), Move(0, 1, (True,)), Move(0, 1, (2,), None), Move(1, 1, (2,), -(10**1000)),
        Move(True, 1, (2,)),
    ]) for seat in (0, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "state", "impossible"), IMPOSSIBLE, ids=[game.key for game, *_ in IMPOSSIBLE])
def test_a_move_with_impossible_parts_is_refused(game: Any, state: Any, impossible: list[Any]) -> None:
    for move in impossible:
        assert refusal(game, state, move)


PIECES = "d dF1,dG1,dJ1,TG7,RH8"


@pytest.mark.parametrize(
    ("game", "position", "resigned", "agreed"),
    [
        (BLOOMS, "2 aa/.../.c 0-0 - -", ((1, (2, 1)), (0, (2, 1))), None),
        (RACE, "2 a./.../.. 3-4 - -", ((1, (3, 4)), (0, (3, 4))), None),
        (CLOD, "B - BB..../....../...W../....../....../......", ((1, (2, 1)), (0, (2, 1))), None),
        (SMALL, SMALL.write_position(SMALL.start()), ((1, (0, 1)), (0, (1, 0))), (None, (0, 0))),
        (KOOM, PIECES, ((1, (0, 1)), (0, (1, 0))), (None, (0, 0))),
        (THUD, PIECES, ((1, (28, 32)), (0, (32, 29))), (1, (28, 29))),  # all own pieces are captured
        (THUD, THUD.write_position(THUD.start()), ((1, (0, 32)), (0, (32, 0))), (None, (0, 0))),
    ],
)
def test_resigning_loses_and_an_agreement_is_a_draw_in_thud_a_count_and_elsewhere_impossible(
    game: Any, position: str, resigned: Any, agreed: Any
) -> None:
    state = game.read_position(position)
    for seat in (0, 1):
        over = game.resigned(state, seat)
        assert (over.winner, over.scores) == resigned[seat]
        assert f"{game.seats[seat]} resigned" in str(over.reason)
    over = game.agreed(state)
    assert (over and (over.winner, over.scores)) == agreed


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


# ---- options


@dataclass(frozen=True)
class Sample:
    """A class with options of every kind, in place of a game."""

    size: int = field(default=4, metadata=option("Size", 2, 9))
    limit: int | None = field(default=None, metadata=option("Limit", 1, 5, when=("fast", True)))
    fast: bool = field(default=False, metadata=option("Fast"))
    way: Literal["up", "down"] = field(default="up", metadata=option("Way", choices={"up": "upwards"}))


class Likeness(str):
    """A string that is equal to any other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("up")


def test_every_kind_of_option_has_all_that_a_dialog_needs() -> None:
    assert options_of(Sample) == (
        OptionInfo("size", "Size", "int", 4, low=2, high=9),
        OptionInfo("limit", "Limit", "int", None, low=1, high=5, optional=True, when=("fast", True)),
        OptionInfo("fast", "Fast", "bool", False),
        OptionInfo("way", "Way", "choice", "up", choices=("up", "down"), choice_labels=("upwards", "down")),
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("size", 1, "size must be a whole number from 2 to 9"),
        ("size", True, "size must be a whole number from 2 to 9"),
        ("size", 4.0, "size must be a whole number from 2 to 9"),
        ("size", -(10**1000), "size must be a whole number from 2 to 9"),
        ("limit", 0, "limit must be a whole number from 1 to 5"),
        ("fast", 1, "fast must be yes or no"),
        ("way", "left", "way must be one of up, down"),
        ("way", ["up"], "way must be one of up, down"),
        ("way", Likeness("up"), "way must be one of up, down"),
        ("way", Likeness("left"), "way must be one of up, down"),
    ],
)
def test_a_wrong_value_is_refused_with_the_possible_values(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        check_options(Sample(**{name: value}))
    assert str(refused.value) == sentence


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match="Clod has no option battles"):
        Clod(battles=2)  # type: ignore[call-arg]
    with pytest.raises(OptionError, match="the options of Clod are given by name"):
        Clod("white")
