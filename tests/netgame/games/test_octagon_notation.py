"""Thud and Koom Valley Thud as text: the forms that are read, and refused texts."""

import pytest

from netgame.boards.octagon import BOARD
from netgame.errors import NotationError
from tests.netgame.games.cases import AnyGame
from tests.netgame.games.koom.positions import KOOM
from tests.netgame.games.thud.positions import THUD

BOTH = (THUD, KOOM)
SHOVE, CHAIN = "T dF7,dG7,dE9,dG9,TC8,TD8,RH8", "T TF6,dG7,dJ9,dA7,RP6"


@pytest.mark.parametrize(
    ("game", "position", "written", "texts"),
    [
        # captures by rank, then by file
        (THUD, SHOVE, "TD8-F8xF7xG7xE9xG9", ["TD8-F8xG9xG7xE9xF7"]),
        (KOOM, "T TF6,dF7,dG8,RA6", "TF6-F8-H8xF7xG8", ["TF6-F8-H8xG8xF7"]),
        (THUD, SHOVE, "TD8-F8xE9xG9", [
            "T D8-F8xE9xG9", "tD8-F8xG9xE9", "TD8-F8xE9,G9", "TD8-F8xE9,xG9", "t D8-F8xG9,E9", "td8-f8xe9xg9",
            "d8-f8xe9xg9", "D8-F8XE9XG9",
        ]),
        (KOOM, CHAIN, "TF6-H8xG7", ["TF6-H8xG7", "T F6-H8xG7", "t F6-H8xG7", "tf6-h8xg7", "f6-h8xg7"]),
        (KOOM, CHAIN, "TF6-H8-K10xG7xJ9", ["TF6-H8-K10xG7xJ9", "TF6-H8-K10xG7,J9", "TF6-H8-K10xJ9,xG7"]),
        (KOOM, "d dG8,RH8", "RH8-H7", ["h8-h7"]),  # without its letter the Rock is the piece on its square
    ],
)  # fmt: skip
def test_moves_are_read_in_several_forms_and_written_in_one(
    game: AnyGame, position: str, written: str, texts: list[str]
) -> None:
    state = game.read_position(position)
    assert {game.format(state, game.parse(state, text)) for text in texts} == {written}


@pytest.mark.parametrize(
    "text",
    ["", "T", "TF6", "TF6-", "TF6-H8x", "TF6-H8,G7", "TF6-H8xG7xG7", "TF6-H8xG7,", "TF6H8", "XF6-H8", " F6-H8",
     "TF6-H8-", "TF6--H8", "TF6-I8", "TI8-D8", "TF6-H16", "TF6-H0", "TF6-H08", "TF6-A1", "TA1-A2", "TF6-H8xA1",
     "TF6-H8 xG7", "T  F6-H8", "TF6-H8\n", "TF６-H8", "TF6–H8", "TF6-H8xG7-K10xJ9", "RRH8-H7", "TF6-H8" + "-H8" * 9999,
     "TF6-H8" + "xG7" * 9999, "TF6--8", "TF6-H-8", "dF-1-F2", "dF1--2", "dF1-F" + "9" * 1000, "d-1--2"],
    ids=lambda text: text[:24],
)  # fmt: skip
def test_other_texts_are_not_moves(text: str) -> None:
    for game in BOTH:
        with pytest.raises(NotationError):
            game.parse(game.start(), text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position begins with the side to move, d or T, and a blank"),
        ("d", "a position begins with the side to move, d or T, and a blank"),
        ("R dF1,RH8", "a position begins with the side to move, d or T, and a blank"),
        ("d dF1", "the list must name the square of the stone or Rock, like RH8"),
        ("d dF1,RH8,RG8", "the list names two stones or Rocks, but there is only one"),
        ("d dF1,TF1,RH8", "F1 is named twice"),
        ("d dF1,RF1", "F1 is named twice"),
        ("d xF1,RH8", "xF1 is not a piece: write d, T or R and a square, like dF1"),
        ("d dF1, dG1,RH8", " dG1 is not a piece: write d, T or R and a square, like dF1"),
        ("d dA1,RH8", "there is no square A1 on this board"),
    ],
)
def test_a_wrong_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    for game in BOTH:
        with pytest.raises(NotationError) as refused:
            game.read_position(text)
        assert str(refused.value) == sentence


def test_a_position_may_hold_any_pieces_and_the_rock_but_not_the_thudstone_anywhere() -> None:
    for game, stone in ((THUD, "H8"), (KOOM, "F1")):
        everywhere = ",".join(f"{'R' if place.name == stone else 'd'}{place.name}" for place in BOARD.cells)
        assert game.read_position(f"d {everywhere}").dwarfs.bit_count() == 164
    with pytest.raises(NotationError, match="the Thudstone is on H8, not on G8"):
        THUD.read_position("d dF1,RG8")


def test_the_longest_chain_there_can_be_is_read() -> None:
    squares = [place.name for place in BOARD.cells][:163]
    text = "TP10" + "".join(f"-{name}" for name in squares) + "".join(f"x{name}" for name in squares)
    assert KOOM.format(KOOM.start(), KOOM.parse(KOOM.start(), text)) == text
    assert len(text) < 4096  # a limit of the wire


@pytest.mark.parametrize(
    ("game", "position", "move", "sentence"),
    [
        (THUD, "d dE7", "dE7-F7", "The dwarf on E7 moves to F7"),
        (THUD, "d dE7,TF7", "dE7-F7xF7", "The dwarf on E7 is hurled to F7 and takes the troll there"),
        (THUD, "T TE8,dE10", "TE8-E9xE10", "The troll on E8 moves to E9 and takes the dwarf on E10"),
        (THUD, "T TE7,TE8,dE10,dF10", "TE8-E9xE10xF10", "The troll on E8 moves to E9 and takes the dwarfs on E10, F10"),
        (THUD, "T TC8,TD8,dF9", "TD8-F8xF9", "The troll on D8 is shoved to F8 and takes the dwarf on F9"),
        (THUD, "T TC8,TD8,dF9,dG9", "TD8-F8xF9xG9", "The troll on D8 is shoved to F8 and takes the dwarfs on F9, G9"),
        (KOOM, "d dE7,TG7,dH7", "dE7-F7xG7", "The dwarf on E7 moves to F7 and takes the troll on G7"),
        (KOOM, "d dE7,TG7,dH7,TF8,dF9", "dE7-F7xG7xF8", "The dwarf on E7 moves to F7 and takes the trolls on G7, F8"),
        (KOOM, "d dH9", "RH8-G8", "The dwarfs move the Rock from H8 to G8"),
        (KOOM, "T TE8", "TE8-E9", "The troll on E8 moves to E9"),
        (KOOM, "T TF6,dF7", "TF6-F8xF7", "The troll on F6 tramples the dwarf on F7 and lands on F8"),
        (
            KOOM,
            "T TF6,dF7,dF9",
            "TF6-F8-F10xF7xF9",
            "The troll on F6 goes over F8 to F10 and tramples the dwarfs on F7, F9",
        ),
    ],
)
def test_moves_are_described_in_a_sentence(game: AnyGame, position: str, move: str, sentence: str) -> None:
    state = game.read_position(f"{position},RH8")
    assert str(game.describe(state, game.parse(state, move))) == sentence
