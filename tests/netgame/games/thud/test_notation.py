"""Thud as text: moves, positions, sentences."""

import pytest

from netgame.boards.octagon import BOARD
from netgame.errors import NotationError
from tests.netgame.games.thud.positions import THUD, at


def test_captures_are_written_by_rank_then_file() -> None:
    state = at("T TC8,TD8,dG9,dE9,dF7,dG7")
    move = THUD.parse(state, "TD8-F8xG9xG7xE9xF7")
    assert THUD.format(state, move) == "TD8-F8xF7xG7xE9xG9"


@pytest.mark.parametrize("text", ["T D8-F8xE9xG9", "tD8-F8xG9xE9", "TD8-F8xE9,G9", "TD8-F8xE9,xG9", "t D8-F8xG9,E9",
                                  "td8-f8xe9xg9", "d8-f8xe9xg9", "D8-F8XE9XG9"])  # fmt: skip
def test_blanks_small_letters_commas_and_a_missing_letter_are_read(text: str) -> None:
    state = at("T TC8,TD8,dG9,dE9")
    assert THUD.format(state, THUD.parse(state, text)) == "TD8-F8xE9xG9"


@pytest.mark.parametrize(
    "text",
    ["TD8", "TD8-", "TD8-F8x", "TD8-F8,E9", "TD8-F8xE9,", "TD8-F8xE9xE9", "TD8F8", "XD8-F8", " D8-F8", "TD8-I8",
     "TI8-D8", "TD8-F16", "TD8-F0", "TD8-F08", "TD8-A1", "TA1-A2", "TD8-F8xA1", "TD8-F8 xE9", "T  D8-F8",
     "TD8-F8\n", "TD８-F8", "TD8–F8", "TD8-F8" + "xE9" * 99, "dF-1-F2", "dF1--2", "dF1-F" + "9" * 1000, "d-1--2"],
)  # fmt: skip
def test_other_texts_are_not_moves(text: str) -> None:
    with pytest.raises(NotationError):
        THUD.parse(at("T TC8,TD8,dG9,dE9"), text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("d", "a position begins with the side to move, d or T, and a blank"),
        ("x dF1,RH8", "a position begins with the side to move, d or T, and a blank"),
        ("d dF1", "the list must name the square of the stone or Rock, like RH8"),
        ("d dF1,RG8", "the Thudstone is on H8, not on G8"),
        ("d dF1,RH8,RG8", "the list names two stones or Rocks, but there is only one"),
        ("d dF1,TF1,RH8", "F1 is named twice"),
        ("d xF1,RH8", "xF1 is not a piece: write d, T or R and a square, like dF1"),
        ("d dA1,RH8", "there is no square A1 on this board"),
        ("d dF1, dG1,RH8", " dG1 is not a piece: write d, T or R and a square, like dF1"),
    ],
)
def test_a_wrong_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        THUD.read_position(text)
    assert str(refused.value) == sentence


def test_a_position_may_hold_more_pieces_than_a_battle_starts_with() -> None:
    everywhere = ",".join(f"d{place.name}" for place in BOARD.cells if place.name != "H8")
    assert THUD.read_position(f"d {everywhere},RH8").dwarfs.bit_count() == 164


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        ("d dE7", "dE7-F7", "The dwarf on E7 moves to F7"),
        ("d dE7,TF7", "dE7-F7xF7", "The dwarf on E7 is hurled to F7 and takes the troll there"),
        ("T TE8", "TE8-E9", "The troll on E8 moves to E9"),
        ("T TE8,dE10", "TE8-E9xE10", "The troll on E8 moves to E9 and takes the dwarf on E10"),
        ("T TE7,TE8,dE10,dF10", "TE8-E9xE10xF10", "The troll on E8 moves to E9 and takes the dwarfs on E10, F10"),
        ("T TC8,TD8,dF9", "TD8-F8xF9", "The troll on D8 is shoved to F8 and takes the dwarf on F9"),
        ("T TC8,TD8,dF9,dG9", "TD8-F8xF9xG9", "The troll on D8 is shoved to F8 and takes the dwarfs on F9, G9"),
    ],
)
def test_moves_are_described_in_a_sentence(position: str, move: str, sentence: str) -> None:
    state = at(position)
    assert str(THUD.describe(state, THUD.parse(state, move))) == sentence
