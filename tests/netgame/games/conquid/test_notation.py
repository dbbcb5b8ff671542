"""Conquid as text: actions, positions, sentences, and refused texts."""

import pytest

from netgame.errors import NotationError
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Acquire, Conquer, Conquest, Vanquish
from tests.netgame.games.conquid.boards import MEDIUM, NINE, SMALL, nine, played

START = SMALL.write_position(SMALL.start())


def no_turn(text: str, game: Conquid = SMALL) -> str:
    with pytest.raises(NotationError) as caught:
        game.parse(game.start(), text)
    return str(caught.value)


def no_position(text: str, game: Conquid = SMALL) -> str:
    with pytest.raises(NotationError) as caught:
        game.read_position(text)
    return str(caught.value)


def test_actions_are_read_in_any_order_and_case_and_written_in_one_form() -> None:
    state = SMALL.start()

    assert SMALL.parse(state, "A D5 c4 d4") == SMALL.parse(state, "a c4 D4 d5") == Acquire(frozenset({44, 45, 59}))
    assert SMALL.format(state, SMALL.parse(state, "A d5 d4 c4")) == "A c4 d4 d5"
    assert SMALL.format(state, Acquire(frozenset({14, 13, 0}))) == "A a1 n1 a2"
    for text, move in (("C", Conquer()), ("Q", Conquest()), ("V c3", Vanquish(30))):
        assert SMALL.parse(state, text) == SMALL.parse(state, text.lower()) == move
        assert SMALL.format(state, move) == text


def test_acquire_names_three_different_cells() -> None:
    assert no_turn("A a1 b1 a1") == "a1 is named twice: Acquire takes three different cells"
    assert no_turn("A a1 A1 b1") == "a1 is named twice: Acquire takes three different cells"
    assert no_turn("A a1 b1") == "Acquire takes exactly three cells: write it like A c4 d4 d5"
    assert no_turn("A a1 b1 c1 d1") == "Acquire takes exactly three cells: write it like A c4 d4 d5"
    assert no_turn("A") == "Acquire takes exactly three cells: write it like A c4 d4 d5"
    assert no_turn("A a1 b1 a0") == "a0 is not a cell of this board"


@pytest.mark.parametrize(
    "cell", ["o1", "a8", "aa1", "a01", "a-1", "-1", "1a", "a", "1", "a1x", "a\u0661", "a\xb2", "\u212a1"]
)
def test_a_cell_that_the_board_does_not_have_is_refused(cell: str) -> None:
    assert no_turn(f"V {cell}")
    assert no_turn(f"A a1 b1 {cell}")


@pytest.mark.parametrize(
    "text",
    ["", " ", "A ", "A a1 b1 ", "A  a1 b1 c1", " C", "C ", "C a1", "Q a1", "V", "V a1 b1", "V  a1", "pass", "X a1",
     "A,a1,b1,c1", "\uff23", "C\n", "\u24b8", "V\ta1", "a1 b1 c1", "\0", "{move}", "\ud800"],
)  # fmt: skip
def test_a_malformed_action_is_refused_with_examples(text: str) -> None:
    assert no_turn(text)


def test_a_position_text_has_the_side_and_the_rows() -> None:
    empty = ["." * 14] * 3
    assert f"1 {'/'.join([*empty, '....a....b....', *empty])}" == START
    assert SMALL.write_position(played(SMALL, "A a1 n1 n7")) == f"2 1............1/{START[17:-1]}1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a position begins with the side to move, 1 or 2, and a blank"),
        (START[2:], "a position begins with the side to move"),
        ("3" + START[1:], "a position begins with the side to move"),
        ("1 " + START[1:], "row 1 must have 14 cells"),
        (START + "\n", "row 7 must have 14 cells"),
        (START + "/", "the board has 7 rows, the text has 8"),
        (START + ".", "row 7 must have 14 cells"),
        (START.replace("./", "3/", 1), "row 1 may hold only . 1 2 a and b"),
        (START.replace("./", "\u0661/", 1), "row 1 may hold only"),
        (START.replace("a", "."), "e4 must be a: it is part of a base"),
        (START.replace("b", "1"), "j4 must be b: it is part of a base"),
        (START.replace("./", "a/", 1), "n1 may not be a: it is not part of that base"),
        (START.replace("a", "x").replace("b", "a").replace("x", "b"), "e4 must be a"),
        (MEDIUM.example, "a position of Conquid is shorter than this text"),
        ("1 " + "." * 10**7, "a position of Conquid is shorter than this text"),
    ],
    ids=lambda value: value[:24] if isinstance(value, str) else None,
)
def test_a_malformed_position_is_refused_with_the_reason(text: str, said: str) -> None:
    assert said in no_position(text)


@pytest.mark.parametrize(
    ("rows", "move", "sentence"),
    [
        ((), "A c1 a1 b9", "Left base acquires a1, c1, b9"),
        ((), "V f6", "Left base vanquishes the block at f6"),
        ((), "Q", "Left base declares Conquest"),
        (("12............", "1............."), "C", "Left base conquers nothing"),
        (("12............", "11............"), "C", "Left base conquers one cell"),
        (("122...........", "111..........."), "C", "Left base conquers 2 cells"),
    ],
)
def test_an_action_is_described_in_one_sentence(rows: tuple[str, ...], move: str, sentence: str) -> None:
    assert str(NINE.describe(nine(*rows), NINE.parse(NINE.start(), move))) == sentence
