"""Blooms as text: turns, positions, sentences, and refused texts."""

import pytest

from netgame.errors import NotationError
from netgame.game import ToMove
from netgame.games.blooms.moves import Placement
from netgame.games.blooms.state import position_of
from netgame.text import Arg
from tests.netgame.games.blooms.positions import game, played

SMALL, FOUR = game(2), game(4)
GOOD = "1 ../.../.. 0-0 - -"


def cells(*names: str) -> list[int]:
    return [FOUR.board.cell(name) for name in names]


@pytest.mark.parametrize("text", ["1b4,2c3", "2c3,1b4", "1B4,2C3", " 1 b 4 , 2 c 3 "])
def test_a_turn_is_read_in_any_order_and_case_with_blanks(text: str) -> None:
    move = FOUR.parse(FOUR.start(), text)
    assert move == Placement(*cells("b4", "c3"))
    assert FOUR.format(FOUR.start(), move) == "1b4,2c3"
    for single in ("1b4", "2g4", "pass"):
        assert FOUR.format(FOUR.start(), FOUR.parse(FOUR.start(), single.upper())) == single


@pytest.mark.parametrize(
    "text",
    ["", " ", ",", "1", "b4", "3b4", "0b4", "-1b4", "1b4,", ",1b4", "1b4,,2c3", "1b4 2c3;", "1b4,1c3", "2b4,2c3",
     "1b4,2c3,1d1", "1a0",
     "1h1", "1a01", "1a5", "1a-1", "1a99999999999999999999", "1d8", "1-", "1a", "1a1.0", "1a1\n", "1\ta1",
     "passs", "pass,1b4", "1b4,pass", "pass,pass", "１b4", "1b４", "1ь4", "1b4–2c3", "1K1", "1b4" + " " * 100,
     "1" * 10_000_000, "1b4," * 2_500_000],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_other_texts_are_not_turns(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        FOUR.parse(FOUR.start(), text)
    assert len(str(refused.value)) < 120


def test_the_published_position_is_written_and_read() -> None:
    assert SMALL.write_position(SMALL.start()) == GOOD
    assert SMALL.read_position(GOOD) == SMALL.start()
    assert SMALL.write_position(played(SMALL, ["1c1", "1c2,2b1"])) == "1 ac/d../.. 0-0 - -"


def test_captures_and_passes_are_part_of_a_position() -> None:
    state = played(SMALL, ["1b1", "1b3,2a2", "1c2,2b2", "1b3,2c1", "1c2", "pass"])
    assert SMALL.write_position(state) == "1 .a/ab./.d 3-1 2 p"
    again = SMALL.read_position("1 .a/ab./.d 3-1 2 p")
    assert position_of(again) == position_of(state)
    assert not isinstance(SMALL.turn(played(SMALL, ["pass"], again)), ToMove)


@pytest.mark.parametrize("text", [
    "2 ../.../.. 0-0 - -", "1 ../.../.. 3-0 2 p", "1 ab/cda/bc 7-999999999 - p", "2 aa/aaa/aa 0-0 1 -",
    "1 a./.../.. 0-0 - p",
])  # fmt: skip
@pytest.mark.parametrize("variant", ["territory", "race"])
def test_any_arrangement_is_read_even_if_unreachable(text: str, variant: str) -> None:
    blooms = game(2, variant)
    state = blooms.read_position(text)
    assert blooms.write_position(state) == text
    assert bool(list(blooms.moves(state))) == isinstance(blooms.turn(state), ToMove)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position is the side to move, the rows, captures like 0-0, the first passer and p or -"),
        ("3 ../.../.. 0-0 - -", "a position begins with the side to move, 1 or 2"),
        ("1 ../... 0-0 - -", "the board has 3 rows, the text has 2"),
        ("1 .../.../.. 0-0 - -", "row 1 must have 2 cells"),
        ("1 ../.../.e 0-0 - -", "row 3 may hold only . a b c and d"),
        ("1 A./.../.. 0-0 - -", "row 1 may hold only . a b c and d"),
        ("1 ../.../.. 0 - -", "captures are two numbers like 0-3, those of player 1 first"),
        ("1 ../.../.. 00-0 - -", "captures are two numbers like 0-3, those of player 1 first"),
        ("1 ../.../.. ٣-0 - -", "captures are two numbers like 0-3, those of player 1 first"),
        ("1 ../.../.. 0-0 3 -", "the player who passed first is 1, 2 or -"),
        ("1 ../.../.. 0-0 - P", "a position ends with p after a pass, else with -"),
        (f"{GOOD}\n", "a position ends with p after a pass, else with -"),
        ("1 " + "." * 10_000_000, "a position on this board is shorter than this text"),
    ],
    ids=lambda text: text[:30],
)
def test_a_wrong_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        SMALL.read_position(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("1c2", "Blue places blue on c2, capturing 2"),
        ("1a1,2c2", "Blue places blue on a1 and sky on c2, capturing 3"),
        ("pass", "Blue passes"),
    ],
)
def test_turns_are_described_in_a_sentence(turn: str, sentence: str) -> None:
    state = played(SMALL, ["1b1", "1b3,2a2", "1c2,2b2", "1b3,2c1"])
    assert str(SMALL.describe(state, SMALL.parse(state, turn))) == sentence
    assert (
        str(SMALL.describe(played(SMALL, ["1b1"]), SMALL.parse(state, "1a1,2a2")))
        == "Red places red on a1 and yellow on a2"
    )


def test_the_status_is_the_score_or_the_captures_against_the_target() -> None:
    race = game(4, "race")

    def status(*turns: str) -> list[dict[str, Arg]]:
        return [dict(SMALL.status_text(played(SMALL, list(turns)), seat).args) for seat in (0, 1)]

    assert status("1b2") == [{"stones": 1, "cells": 0}, {"stones": 0, "cells": 0}], "nothing is surrounded yet"
    assert status("1b2", "1a1") == [{"stones": 1, "cells": 0}, {"stones": 1, "cells": 0}]
    assert [str(race.status_text(race.start(), seat)) for seat in (0, 1)] == ["captured 0 of 15"] * 2
