"""Moves and positions of every game as text: forms that are read, the one that is written, refusals, sentences."""

from collections.abc import Callable

import pytest

from netgame.boards.octagon import BOARD
from netgame.errors import NotationError
from netgame.game import ToMove
from netgame.games.clod.game import Clod
from netgame.games.royalclod.game import RoyalClod
from tests.netgame.games.blooms.positions import game as blooms
from tests.netgame.games.cases import AnyGame
from tests.netgame.games.conquid.boards import MEDIUM, SMALL, nine
from tests.netgame.games.conquid.boards import NINE as CONQUID
from tests.netgame.games.octagon_turns import KOOM, THUD

CLOD, BLOOMS, BLOOMS_2, RACE_2 = Clod(), blooms(4), blooms(2), blooms(2, "race")
BLOCKED, EMPTY = "....../.WWW../.WBW../.WWW../....../......", "/".join(["......"] * 6)
SHOVE, CHAIN = "T dF7,dG7,dE9,dG9,TC8,TD8,RH8", "T TF6,dG7,dJ9,dA7,RP6"
START = {game: game.write_position(game.start()) for game in (BLOOMS, BLOOMS_2, CLOD, SMALL)}
BLOOMS_START, CLOD_START, CONQUID_START = START[BLOOMS_2], START[CLOD], START[SMALL]
CYCLE = "1 d./abc/.d 1-1 - -"  # of a game on the smallest board
NINE_START = CONQUID.write_position(nine())


def refusal(read: Callable[[str], object], text: str) -> str:
    with pytest.raises(NotationError) as refused:
        read(text)
    return str(refused.value)


@pytest.mark.parametrize(
    ("game", "position", "written", "texts"),
    [
        (BLOOMS, START[BLOOMS], "1b4,2c3", ["2c3,1b4", "1B4,2C3", " 1 b 4 , 2 c 3 "]),
        (BLOOMS, START[BLOOMS], "2g4", ["2G4"]),
        (BLOOMS, START[BLOOMS], "pass", ["PASS"]),
        (CLOD, f"B 42 {EMPTY}", "b4", ["B4"]),
        (SMALL, CONQUID_START, "A c4 d4 d5", ["A D5 c4 d4", "a c4 D4 d5", "A d5 d4 c4"]),
        (SMALL, CONQUID_START, "A a1 n1 a2", ["A a2 n1 a1"]),
        (SMALL, CONQUID_START, "V c3", ["v c3"]),
        (SMALL, CONQUID_START, "Q", ["q"]),
        # captures by rank, then by file
        (THUD, SHOVE, "TD8-F8xF7xG7xE9xG9", ["TD8-F8xG9xG7xE9xF7"]),
        (KOOM, "T TF6,dF7,dG8,RA6", "TF6-F8-H8xF7xG8", ["TF6-F8-H8xG8xF7"]),
        (THUD, SHOVE, "TD8-F8xE9xG9", [
            "T D8-F8xE9xG9", "tD8-F8xG9xE9", "TD8-F8xE9,G9", "TD8-F8xE9,xG9", "t D8-F8xG9,E9", "td8-f8xe9xg9",
            "d8-f8xe9xg9", "D8-F8XE9XG9",
        ]),
        (KOOM, CHAIN, "TF6-H8xG7", ["T F6-H8xG7", "t F6-H8xG7", "tf6-h8xg7", "f6-h8xg7"]),
        (KOOM, CHAIN, "TF6-H8-K10xG7xJ9", ["TF6-H8-K10xG7,J9", "TF6-H8-K10xJ9,xG7"]),
        (KOOM, "d dG8,RH8", "RH8-H7", ["h8-h7"]),  # without its letter the Rock is the piece on its square
    ],
)  # fmt: skip
def test_moves_are_read_in_several_forms_and_written_in_one(
    game: AnyGame, position: str, written: str, texts: list[str]
) -> None:
    state = game.read_position(position)
    assert {game.format(state, game.parse(state, text)) for text in (written, *texts)} == {written}


NO_CELLS = ["o1", "a8", "aa1", "a01", "a-1", "-1", "1a", "a", "1", "a1x", "a\u0661", "a\xb2", "\u212a1"]
OF_OCTAGON = [
    "", "T", "TF6", "TF6-", "TF6-H8x", "TF6-H8,G7", "TF6-H8xG7xG7", "TF6-H8xG7,", "TF6H8", "XF6-H8", " F6-H8",
    "TF6-H8-", "TF6--H8", "TF6-I8", "TI8-D8", "TF6-H16", "TF6-H0", "TF6-H08", "TF6-A1", "TA1-A2", "TF6-H8xA1",
    "TF6-H8 xG7", "T  F6-H8", "TF6-H8\n", "TF６-H8", "TF6–H8", "TF6-H8xG7-K10xJ9", "RRH8-H7",
    "TF6-H8" + "-H8" * 9999, "TF6-H8" + "xG7" * 9999, "TF6--8", "TF6-H-8", "dF-1-F2", "dF1--2", "d-1--2",
    "dF1-F" + "9" * 1000,
]  # fmt: skip
NO_MOVES = {
    BLOOMS: [
        "", " ", ",", "1", "b4", "3b4", "0b4", "-1b4", "1b4,", ",1b4", "1b4,,2c3", "1b4 2c3;", "1b4,1c3", "2b4,2c3",
        "1b4,2c3,1d1", "1a0", "1h1", "1a01", "1a5", "1a-1", "1a99999999999999999999", "1d8", "1-", "1a", "1a1.0",
        "1a1\n", "1\ta1", "passs", "pass,1b4", "1b4,pass", "pass,pass", "１b4", "1b４", "1ь4", "1b4–2c3", "1K1",
        "1b4" + " " * 100, "1" * 10_000_000, "1b4," * 2_500_000,
    ],
    CLOD: ["g1", "a7", "a0", "\u212a1", "1a", "a1 ", "a01", ""],
    SMALL: [
        "", " ", "A ", "A a1 b1 ", "A  a1 b1 c1", " C", "C ", "C a1", "Q a1", "V", "V a1 b1", "V  a1", "pass", "X a1",
        "A,a1,b1,c1", "\uff23", "C\n", "\u24b8", "V\ta1", "a1 b1 c1", "\0", "{move}", "\ud800",
        *(f"V {cell}" for cell in NO_CELLS), *(f"A a1 b1 {cell}" for cell in NO_CELLS),
    ],
    THUD: [*OF_OCTAGON, "RH8-H7", "TF6-H8-K10xG7xJ9"],  # the stone stays, and no troll tramples
    KOOM: OF_OCTAGON,
}  # fmt: skip


@pytest.mark.parametrize("game", NO_MOVES, ids=lambda game: game.key)
def test_other_texts_are_not_moves(game: AnyGame) -> None:
    for text in NO_MOVES[game]:
        assert 0 < len(refusal(lambda text: game.parse(game.start(), text), text)) < 120, text[:20]


def test_acquire_names_three_different_cells() -> None:
    three = "Acquire takes exactly three cells: write it like A c4 d4 d5"
    for text, sentence in (
        ("A a1 b1 a1", "a1 is named twice: Acquire takes three different cells"),
        ("A a1 A1 b1", "a1 is named twice: Acquire takes three different cells"),
        ("A a1 b1", three), ("A a1 b1 c1 d1", three), ("A", three), ("A a1 b1 a0", "a0 is not a cell of this board"),
    ):  # fmt: skip
        assert refusal(lambda text: SMALL.parse(SMALL.start(), text), text) == sentence


PARTS = "a position is the side to move, the rows, captures like 0-0, the first passer and p or -"
CAPTURES = "captures are two numbers like 0-3, those of player 1 first"
LAST = "a position ends with p after a pass, else with -"
SIDE, OF_CONQUID = "a position begins with the side to move, d or T, and a blank", "a position of Conquid is shorter"
NO_POSITIONS: list[tuple[AnyGame, str, str]] = [
    (BLOOMS_2, "", PARTS),
    (BLOOMS_2, "3 ../.../.. 0-0 - -", "a position begins with the side to move, 1 or 2"),
    (BLOOMS_2, "1 ../... 0-0 - -", "the board has 3 rows, the text has 2"),
    (BLOOMS_2, "1 .../.../.. 0-0 - -", "row 1 must have 2 cells"),
    (BLOOMS_2, "1 ../.../.e 0-0 - -", "row 3 may hold only . a b c and d"),
    (BLOOMS_2, "1 A./.../.. 0-0 - -", "row 1 may hold only . a b c and d"),
    *((BLOOMS_2, f"1 ../.../.. {captures} - -", CAPTURES) for captures in ("0", "00-0", "٣-0")),
    (BLOOMS_2, "1 ../.../.. 0-0 3 -", "the player who passed first is 1, 2 or -"),
    (BLOOMS_2, "1 ../.../.. 0-0 - P", LAST),
    (BLOOMS_2, f"{BLOOMS_START}\n", LAST),
    (BLOOMS_2, "1 " + "." * 10_000_000, "a position on this board is shorter than this text"),
    (CLOD, f"B 33 {BLOCKED}", "the roll 33 allows no cell here: write ! for a second roll"),
    (CLOD, CLOD_START[:-7], "the board has 6 rows, the text has 5"),
    (CLOD, CLOD_START[:-1], "row 6 must have 6 cells"),
    (CLOD, f"{CLOD_START[:-1]}b", "row 6 may hold only . B and W"),
    *((CLOD, f"{head} {EMPTY}", "") for head in (
        "b -", "B", "B 4", "B 47", "B 04", "B --", "B 4-2", "B  -", "X -", " B -", "B ４２",
    )),
    (SMALL, "", "a position begins with the side to move, 1 or 2, and a blank"),
    (SMALL, CONQUID_START[2:], "a position begins with the side to move"),
    (SMALL, "3" + CONQUID_START[1:], "a position begins with the side to move"),
    (SMALL, "1 " + CONQUID_START[1:], "row 1 must have 14 cells"),
    (SMALL, CONQUID_START + "\n", "row 7 must have 14 cells"),
    (SMALL, CONQUID_START + "/", "the board has 7 rows, the text has 8"),
    (SMALL, CONQUID_START.replace("./", "3/", 1), "row 1 may hold only . 1 2 a and b"),
    (SMALL, CONQUID_START.replace("./", "\u0661/", 1), "row 1 may hold only"),
    (SMALL, CONQUID_START.replace("a", "."), "e4 must be a: it is part of a base"),
    (SMALL, CONQUID_START.replace("b", "1"), "j4 must be b: it is part of a base"),
    (SMALL, CONQUID_START.replace("./", "a/", 1), "n1 may not be a: it is not part of that base"),
    (SMALL, CONQUID_START.replace("a", "x").replace("b", "a").replace("x", "b"), "e4 must be a"),
    (SMALL, MEDIUM.example, OF_CONQUID),
    (SMALL, "1 " + "." * 10**7, OF_CONQUID),
    (THUD, "d dF1,RG8", "the Thudstone is on H8, not on G8"),
    *((game, text, sentence) for game in (THUD, KOOM) for text, sentence in (
        ("", SIDE),
        ("d", SIDE),
        ("R dF1,RH8", SIDE),
        ("d dF1", "the list must name the square of the stone or Rock, like RH8"),
        ("d dF1,RH8,RG8", "the list names two stones or Rocks, but there is only one"),
        ("d dF1,TF1,RH8", "F1 is named twice"),
        ("d dF1,RF1", "F1 is named twice"),
        ("d xF1,RH8", "xF1 is not a piece: write d, T or R and a square, like dF1"),
        ("d dF1, dG1,RH8", " dG1 is not a piece: write d, T or R and a square, like dF1"),
        ("d dA1,RH8", "there is no square A1 on this board"),
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    NO_POSITIONS,
    ids=[f"{number}-{game.key}-{text[:24]}" for number, (game, text, _) in enumerate(NO_POSITIONS)],
)
def test_a_wrong_position_is_refused_with_the_reason(game: AnyGame, text: str, sentence: str) -> None:
    assert sentence in refusal(game.read_position, text)


@pytest.mark.parametrize(
    "text",
    ["2 ../.../.. 0-0 - -", "1 ../.../.. 3-0 2 p", "1 ab/cda/bc 7-999999999 - p", "2 aa/aaa/aa 0-0 1 -",
     "1 a./.../.. 0-0 - p", "1 .a/ab./.d 3-1 2 p"],
)  # fmt: skip
@pytest.mark.parametrize("game", [BLOOMS_2, RACE_2], ids=["territory", "race"])
def test_any_arrangement_of_stones_with_captures_and_passes_is_read_even_if_unreachable(
    game: AnyGame, text: str
) -> None:
    state = game.read_position(text)
    assert game.write_position(state) == text
    assert bool(list(game.moves(state))) == isinstance(game.turn(state), ToMove)


def test_the_published_starts_of_blooms_clod_and_conquid_are_written_and_a_roll_with_the_larger_die_first() -> None:
    assert BLOOMS_START == "1 ../.../.. 0-0 - -"
    assert f"B - {EMPTY}" == CLOD_START
    assert "1 ............../............../............../....a....b..../" + "/".join(["." * 14] * 3) == CONQUID_START
    assert CLOD.write_position(CLOD.read_position(f"B 24 {EMPTY}")) == f"B 42 {EMPTY}"


def test_a_position_may_hold_any_pieces_and_the_rock_but_not_the_thudstone_anywhere() -> None:
    for game, stone in ((THUD, "H8"), (KOOM, "F1")):
        everywhere = ",".join(f"{'R' if place.name == stone else 'd'}{place.name}" for place in BOARD.cells)
        assert game.read_position(f"d {everywhere}").dwarfs.bit_count() == 164


def test_the_longest_chain_there_can_be_is_read() -> None:
    squares = [place.name for place in BOARD.cells][:163]
    text = "TP10" + "".join(f"-{name}" for name in squares) + "".join(f"x{name}" for name in squares)
    assert KOOM.format(KOOM.start(), KOOM.parse(KOOM.start(), text)) == text
    assert len(text) < 4096  # a limit of the wire


@pytest.mark.parametrize(
    ("game", "position", "move", "sentence"),
    [
        (BLOOMS_2, CYCLE, "1c2", "Blue places blue on c2, capturing 2"),
        (BLOOMS_2, CYCLE, "1a1,2c2", "Blue places blue on a1 and sky on c2, capturing 3"),
        (BLOOMS_2, CYCLE, "pass", "Blue passes"),
        (BLOOMS_2, "2 ../.a./.. 0-0 - -", "1a1,2a2", "Red places red on a1 and yellow on a2"),
        (CLOD, f"B 42 {EMPTY}", "b4", "Black places a stone on b4"),
        (CONQUID, NINE_START, "A c1 a1 b9", "Left base acquires a1, c1, b9"),
        (CONQUID, NINE_START, "V f6", "Left base vanquishes the block at f6"),
        (CONQUID, NINE_START, "Q", "Left base declares Conquest"),
        *((CONQUID, CONQUID.write_position(nine(*rows)), "C", sentence) for *rows, sentence in (
            ("12............", "1.............", "Left base conquers nothing"),
            ("12............", "11............", "Left base conquers one cell"),
            ("122...........", "111...........", "Left base conquers 2 cells"),
        )),
        *((THUD, f"{position},RH8", move, sentence) for position, move, sentence in (
            ("d dE7", "dE7-F7", "The dwarf on E7 moves to F7"),
            ("d dE7,TF7", "dE7-F7xF7", "The dwarf on E7 is hurled to F7 and takes the troll there"),
            ("T TE8,dE10", "TE8-E9xE10", "The troll on E8 moves to E9 and takes the dwarf on E10"),
            ("T TE7,TE8,dE10,dF10", "TE8-E9xE10xF10", "The troll on E8 moves to E9 and takes the dwarfs on E10, F10"),
            ("T TC8,TD8,dF9", "TD8-F8xF9", "The troll on D8 is shoved to F8 and takes the dwarf on F9"),
            ("T TC8,TD8,dF9,dG9", "TD8-F8xF9xG9", "The troll on D8 is shoved to F8 and takes the dwarfs on F9, G9"),
        )),
        *((KOOM, f"{position},RH8", move, sentence) for position, move, sentence in (
            ("d dE7,TG7,dH7", "dE7-F7xG7", "The dwarf on E7 moves to F7 and takes the troll on G7"),
            ("d dE7,TG7,dH7,TF8,dF9", "dE7-F7xG7xF8", "The dwarf on E7 moves to F7 and takes the trolls on G7, F8"),
            ("d dH9", "RH8-G8", "The dwarfs move the Rock from H8 to G8"),
            ("T TE8", "TE8-E9", "The troll on E8 moves to E9"),
            ("T TF6,dF7", "TF6-F8xF7", "The troll on F6 tramples the dwarf on F7 and lands on F8"),
            ("T TF6,dF7,dF9", "TF6-F8-F10xF7xF9",
             "The troll on F6 goes over F8 to F10 and tramples the dwarfs on F7, F9"),
        )),
    ],
)  # fmt: skip
def test_moves_are_described_in_a_sentence(game: AnyGame, position: str, move: str, sentence: str) -> None:
    state = game.read_position(position)
    assert str(game.describe(state, game.parse(state, move))) == sentence


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        (BLOOMS_2, "2 ../.a./.. 0-0 - -", ("stones 1, surrounded 0", "stones 0, surrounded 0")),  # not yet
        (blooms(4, "race"), START[BLOOMS], ("captured 0 of 15", "captured 0 of 15")),
        (RoyalClod(), f"B - BB.B.....WWW{'/............' * 17}", ("largest region 2", "largest region 3")),
        (SMALL, CONQUID_START.replace("......", "111222", 1), ("3 cells", "3 cells")),
        *((KOOM, f"d dD8,TF8,TG9,R{rock}", (f"Rock {count} from the goal", f"{trolls} of 3 beside the Rock"))
          for rock, count, trolls in (
              ("H8", 7, 1), ("A6", 5, 0), ("P10", 9, 0), ("L2", 1, 0), ("H1", 0, 0), ("A7", 6, 0), ("G8", 7, 2),
          )),
    ],
)  # fmt: skip
def test_the_status_of_each_side_is_its_score_or_its_way_to_the_end(
    game: AnyGame, position: str, words: tuple[str, str]
) -> None:
    state = game.read_position(position)
    assert (str(game.status_text(state, 0)), str(game.status_text(state, 1))) == words
