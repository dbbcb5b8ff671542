"""Koom Valley Thud as text, and a move selected by picks."""

import pytest

from netgame.boards.octagon import BOARD
from netgame.errors import NotationError
from netgame.game import Mark, Piece
from netgame.games.koom.game import Koom
from tests.netgame.games.koom.positions import KOOM, at, complete, pick
from tests.netgame.games.octagon_turns import cells, marked

CHAIN = at("T TF6,dG7,dJ9,dA7,RP6")


@pytest.mark.parametrize(
    ("position", "text", "written"),
    [
        ("T TF6,dF7,dG8,RA6", "TF6-F8-H8xG8xF7", "TF6-F8-H8xF7xG8"),  # captures by rank, then by file
        *(("T TF6,dG7,dJ9,dA7,RP6", text, "TF6-H8xG7") for text in (
            "TF6-H8xG7", "T F6-H8xG7", "tF6-H8xG7", "t F6-H8xG7", "tf6-h8xg7", "f6-h8xg7")),
        ("d dG8,RH8", "h8-h7", "RH8-H7"),  # without its letter the Rock is the piece on its square
        *(("T TF6,dG7,dJ9,dA7,RP6", text, "TF6-H8-K10xG7xJ9") for text in (
            "TF6-H8-K10xG7xJ9", "TF6-H8-K10xG7,J9", "TF6-H8-K10xJ9,xG7")),
    ],
)  # fmt: skip
def test_moves_are_read_in_several_forms_and_written_in_one(position: str, text: str, written: str) -> None:
    state = at(position)
    assert KOOM.format(state, KOOM.parse(state, text)) == written


@pytest.mark.parametrize(
    "text",
    ["", "T", "TF6", "TF6-", "TF6-H8x", "TF6-H8,G7", "TF6-H8xG7xG7", "TF6-H8xG7,", "TF6H8", "XF6-H8", " F6-H8",
     "TF6-H8-", "TF6--H8", "TF6-I8", "TF6-H16", "TF6-H0", "TF6-H08", "TF6-A1", "TF6-H8xA1", "TF6-H8 xG7",
     "T  F6-H8", "TF6-H8\n", "TF６-H8", "TF6–H8", "TF6-H8xG7-K10xJ9", "RRH8-H7", "TF6-H8" + "-H8" * 9999,
     "TF6-H8" + "xG7" * 9999, "TF6--8", "TF6-H-8"],
    ids=lambda text: text[:24],
)  # fmt: skip
def test_other_texts_are_not_moves(text: str) -> None:
    with pytest.raises(NotationError):
        KOOM.parse(CHAIN, text)


def test_the_longest_chain_there_can_be_is_read() -> None:
    squares = [place.name for place in BOARD.cells][:163]
    text = "TP10" + "".join(f"-{name}" for name in squares) + "".join(f"x{name}" for name in squares)
    assert KOOM.format(CHAIN, KOOM.parse(CHAIN, text)) == text
    assert len(text) < 4096  # a limit of the wire


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position begins with the side to move, d or T, and a blank"),
        ("R dF1,RH8", "a position begins with the side to move, d or T, and a blank"),
        ("d dF1", "the list must name the square of the stone or Rock, like RH8"),
        ("d dF1,RH8,RG8", "the list names two stones or Rocks, but there is only one"),
        ("d dF1,TF1,RH8", "F1 is named twice"),
        ("d dF1,RF1", "F1 is named twice"),
        ("d dA1,RH8", "there is no square A1 on this board"),
    ],
)
def test_a_wrong_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        KOOM.read_position(text)
    assert str(refused.value) == sentence


def test_a_position_may_hold_any_pieces_and_the_rock_anywhere() -> None:
    everywhere = ",".join(f"d{place.name}" for place in BOARD.cells if place.name != "F1")
    state = KOOM.read_position(f"d {everywhere},RF1")
    assert state.dwarfs.bit_count() == 164
    assert BOARD.name(state.rock) == "F1"


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        ("d dE7", "dE7-F7", "The dwarf on E7 moves to F7"),
        ("d dE7,TG7,dH7", "dE7-F7xG7", "The dwarf on E7 moves to F7 and takes the troll on G7"),
        ("d dE7,TG7,dH7,TF8,dF9", "dE7-F7xG7xF8", "The dwarf on E7 moves to F7 and takes the trolls on G7, F8"),
        ("d dH9", "RH8-G8", "The dwarfs move the Rock from H8 to G8"),
        ("T TE8", "TE8-E9", "The troll on E8 moves to E9"),
        ("T TF6,dF7", "TF6-F8xF7", "The troll on F6 tramples the dwarf on F7 and lands on F8"),
        ("T TF6,dF7,dF9", "TF6-F8-F10xF7xF9", "The troll on F6 goes over F8 to F10 and tramples the dwarfs on F7, F9"),
    ],
)
def test_moves_are_described_in_a_sentence(position: str, move: str, sentence: str) -> None:
    state = at(position)
    assert str(KOOM.describe(state, KOOM.parse(state, move))) == sentence


# picks


def test_first_a_dwarf_that_can_move_or_the_rock_is_chosen() -> None:
    walled, state = pick(at("d dF1,dG1,dE2,dF2,dG2,TA6")), at("d dH9,TA6")

    assert (walled.next, walled.moves) == (cells("G1", "E2", "F2", "G2"), ())
    assert str(walled.hint) == "Choose a dwarf to move."
    assert pick(state).next == cells("H9", "H8")
    assert str(pick(state).hint) == "Choose a dwarf or the Rock to move."
    assert str(pick(state, "H8").hint) == "Choose where the Rock goes."
    assert pick(state, "H8").next == cells("G8", "J8", "G9", "J9")
    moved = pick(state, "H8", "G8")
    assert complete(state, moved) == ["RH8-G8"]
    assert moved.pieces[BOARD.cell("G8")] == Piece(None, "rock")
    assert BOARD.cell("H8") not in moved.pieces


def test_a_dwarf_takes_what_it_sandwiches_without_a_pick() -> None:
    state = at("d dE7,TG7,dH7")
    picks = pick(state, "E7", "F7")

    assert complete(state, picks) == ["dE7-F7xG7"]
    assert picks.next == frozenset()
    assert marked(picks, "capture") == cells("G7")
    assert marked(picks, "staged") == cells("F7")
    assert str(picks.hint) == "The move is complete."


def test_a_trampling_troll_may_stop_or_continue_after_every_landing() -> None:
    assert BOARD.cell("H8") in pick(CHAIN, "F6").next
    assert pick(CHAIN, "F6").marks == (Mark("selected", cells("F6")),)
    assert pick(CHAIN, "F6", "H8", game=Koom(chain_captures=False)).next == frozenset()
    once = pick(CHAIN, "F6", "H8")
    assert complete(CHAIN, once) == ["TF6-H8xG7"]
    assert once.next == cells("K10")
    assert str(once.hint) == "The troll may stop here or trample on."

    twice = pick(CHAIN, "F6", "H8", "K10")

    assert complete(CHAIN, twice) == ["TF6-H8-K10xG7xJ9"]
    assert twice.next == frozenset()
    assert marked(twice, "from") == cells("F6", "H8")
    assert marked(twice, "capture") == cells("G7", "J9")
    assert twice.pieces[BOARD.cell("K10")] == Piece(1, "troll")
    assert BOARD.cell("H8") not in twice.pieces


def test_the_starting_square_can_be_picked_as_a_landing() -> None:
    state = at("T TF6,dG6,dH7,dG7,RA6")
    ring = pick(state, "F6", "H6", "H8", "F6")
    assert complete(state, ring) == ["TF6-H6-H8-F6xG6xG7xH7"]
    assert ring.pieces[BOARD.cell("F6")] == Piece(1, "troll")


def test_a_cell_that_is_not_offered_cancels() -> None:
    origin, landing = BOARD.cell("F6"), BOARD.cell("H8")
    for picked in ((0,), (origin, 0), (origin, landing, landing), ("x",), (origin, "x"), (-1,), (10**30,), (True,)):
        picks = KOOM.picks(CHAIN, picked)
        assert (picks.picked, picks.moves, picks.next) == ((), (), cells("F6"))
