"""A move of Koom Valley Thud selected by picks."""

from netgame.boards.octagon import BOARD
from netgame.game import Mark, Piece
from netgame.games.koom.game import Koom
from tests.netgame.games.koom.positions import at, complete, pick
from tests.netgame.games.octagon_turns import cells, marked

CHAIN = at("T TF6,dG7,dJ9,dA7,RP6")


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
