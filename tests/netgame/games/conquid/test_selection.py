"""An action of Conquid selected by picks: three cells with un-choosing, and the other actions by buttons."""

from netgame.game import Mark, Piece
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import Acquire, Conquer, Conquest, Vanquish
from tests.netgame.games.conquid.boards import NINE, OPEN, nine

SMALLEST = Conquid(rows=5, columns=11, base=1)
BRIDGE = nine(OPEN, OPEN, OPEN, OPEN, "....a1111b....", "22............")
OWN, ENEMY = Piece(0, "conquid_1"), Piece(1, "conquid_2")


def cells(kind: str, marks: tuple[Mark, ...]) -> set[int]:
    return set().union(*(mark.cells for mark in marks if mark.kind == kind))


def test_three_cells_complete_acquire_and_each_can_be_unchosen() -> None:
    start = NINE.picks(BRIDGE, ())
    one, two, three = (NINE.picks(BRIDGE, picked) for picked in ((9,), (9, 3), (9, 3, 5)))

    assert start.next == {"A", "C", "V", "Q"} | set(range(126)) - set(NINE.pieces(BRIDGE))
    assert one.next == two.next == start.next
    assert three.next == {"A", "C", "V", "Q", 3, 5, 9}
    assert (start.moves, one.moves, two.moves) == ((), (), ())
    assert three.moves == (Acquire(frozenset({3, 5, 9})),)
    assert three.picked == (3, 5, 9)
    assert three.pieces == {**NINE.pieces(BRIDGE), 3: OWN, 5: OWN, 9: OWN}
    assert cells("staged", three.marks) == {3, 5, 9}
    assert NINE.picks(BRIDGE, (*three.picked, 5)).picked == (3, 9)
    assert NINE.picks(BRIDGE, (3, 3)).picked == ()


def test_hints_count_the_cells_left_to_choose_and_tell_both_sides_about_a_complete_path() -> None:
    hints = [str(NINE.picks(NINE.start(), tuple(range(count))).hint) for count in range(4)]

    assert hints == [
        "Choose three empty cells, or another action.",
        "Choose two more empty cells.",
        "Choose one more empty cell.",
        "The move is complete.",
    ]
    others_turn = BRIDGE._replace(seat=1)
    assert str(NINE.picks(BRIDGE, ()).hint) == "Your path is complete: Conquest wins."
    assert str(NINE.picks(others_turn, ()).hint) == "Your opponent has a path: break it now."


def test_conquer_marks_the_cells_that_it_takes_and_asks_if_there_are_none() -> None:
    shown, nothing = NINE.picks(nine("122.1.........", "111..........."), ("C",)), NINE.picks(BRIDGE, ("C",))

    assert shown.moves == nothing.moves == (Conquer(),)
    assert (shown.picked, shown.next) == (("C",), {"A", "C"} | ({"V"} & shown.next))
    assert cells("capture", shown.marks) == {1, 2}
    assert (shown.pieces[1], shown.pieces[2]) == (OWN, OWN)
    assert not cells("capture", nothing.marks)
    assert "takes nothing: use your turn anyway?" in str(nothing.hint)


def test_an_owned_block_is_marked_as_captured_and_stays_and_conquest_is_offered_if_there_is_a_path() -> None:
    block, path = NINE.picks(nine(*["22221........."] * 4), ("V", 0)), NINE.picks(BRIDGE, ("Q",))

    assert cells("capture", block.marks) == cells("selected", block.marks)
    assert block.pieces[0] == ENEMY
    assert str(block.hint) == "The marked block becomes empty."
    assert path.moves == (Conquest(),)
    assert cells("path", path.marks) == {61, 62, 63, 64}
    assert "Q" not in NINE.picks(NINE.start(), ()).next


def test_vanquish_marks_its_corners_and_the_block() -> None:
    chosen, block = NINE.picks(BRIDGE, ("V",)), NINE.picks(BRIDGE, ("V", 5))
    corners = {5, 75}

    assert (chosen.picked, chosen.moves) == (("V",), ())
    assert chosen.next == {"A", "C", "V", "Q"} | corners
    assert cells("corner", chosen.marks) == corners
    assert block.moves == (Vanquish(5),)
    assert block.next == chosen.next
    assert cells("selected", block.marks) == {row * 14 + column for row in range(4) for column in range(5, 9)}
    assert not cells("capture", block.marks)
    assert "takes nothing: use your turn anyway?" in str(block.hint)
    assert NINE.picks(BRIDGE, ("V", 5, 75)).picked == ("V", 75)
    assert NINE.picks(BRIDGE, ("V", 5, 5)).picked == ("V",)


def test_a_button_switches_the_action_and_acquire_starts_again() -> None:
    assert NINE.picks(BRIDGE, (3, 5, "C")).picked == ("C",)
    assert NINE.picks(BRIDGE, ("C", "V")).picked == ("V",)
    assert NINE.picks(BRIDGE, ("V", 5, "Q")).picked == ("Q",)
    assert NINE.picks(BRIDGE, ("V", 5, "V")).picked == ("V",)
    assert NINE.picks(BRIDGE, ("Q", "A")).picked == ()
    assert NINE.picks(BRIDGE, ("A",)).picked == ()
    assert NINE.picks(BRIDGE, (3, 5, "A")).picked == (3, 5)
    assert NINE.picks(BRIDGE, ("C", "C")).picked == ("C",)


def test_with_fewer_than_three_empty_cells_only_buttons_are_offered() -> None:
    state = SMALLEST.read_position("1 .." + "1" * 9 + "/" + "/".join(["2" * 11, "2222a1b2222", "2" * 11, "2" * 11]))
    offer = SMALLEST.picks(state, ())
    assert offer.next == {"C", "V", "Q"}
    odd, even = ("12" * 6)[:11], ("21" * 6)[:11]
    pathless = SMALLEST.read_position(f"1 .{odd[1:]}/{even}/{odd[:4]}a.b{odd[7:]}/{even}/{odd}")
    assert "there are fewer" in str(SMALLEST.picks(pathless, ()).hint)
