"""A move of Thud selected by picks."""

from netgame.boards.octagon import BOARD
from netgame.game import Mark, Piece
from netgame.games.thud.game import Thud
from tests.netgame.games.octagon_turns import cells, marked
from tests.netgame.games.thud.positions import THUD, at, complete, pick

STEP = at("T TE8,dE10,dF10,dA6")
SHOVE = at("T TC8,TD8,dF9,dG9,dG7")


def test_first_a_piece_that_can_move_is_chosen() -> None:
    picks = pick(at("d dF1,dG1,dE2,dF2,dG2"))
    assert picks.next == cells("G1", "E2", "F2", "G2")
    assert picks.moves == ()
    assert str(picks.hint) == "Choose a dwarf to move."


def test_then_its_target_and_a_dwarfs_turn_is_complete() -> None:
    state = at("d dE7,TF7")

    assert BOARD.cell("F7") in pick(state, "E7").next
    assert pick(state, "E7").marks == (Mark("selected", cells("E7")),)
    assert str(pick(state, "E7").hint) == "Choose where the dwarf goes."
    hurl = pick(state, "E7", "F7")
    assert complete(state, hurl) == ["dE7-F7xF7"]
    assert hurl.next == frozenset()
    assert hurl.pieces[BOARD.cell("F7")] == Piece(0, "dwarf")
    assert BOARD.cell("E7") not in hurl.pieces
    assert marked(hurl, "capture") == cells("F7")


def test_a_step_is_complete_without_a_capture_and_takes_the_picked_dwarf() -> None:
    step = pick(STEP, "E8", "E9")

    assert (complete(STEP, step), step.suggested) == (["TE8-E9"], ())
    assert str(step.hint) == "Click dwarfs to take or spare them."
    assert complete(STEP, pick(STEP, "E8", "E9", "E10")) == ["TE8-E9xE10"]
    assert complete(STEP, pick(STEP, "E8", "E9", "E10", "E10")) == ["TE8-E9"]
    other = pick(STEP, "E8", "E9", "E10", "F10")  # only one may be taken
    assert complete(STEP, other) == ["TE8-E9xF10"]
    assert other.picked == tuple(BOARD.cell(name) for name in ("E8", "E9", "F10"))


def test_a_shove_suggests_every_capture_and_needs_one() -> None:
    landed = pick(SHOVE, "D8", "F8")

    assert landed.moves == ()
    assert frozenset(landed.suggested) == cells("F9", "G9", "G7")
    assert str(landed.hint) == "A shove must capture: click a dwarf to take."
    everything = THUD.picks(SHOVE, (*landed.picked, *landed.suggested))
    assert complete(SHOVE, everything) == ["TD8-F8xG7xF9xG9"]
    assert marked(everything, "capture") == cells("F9", "G9", "G7")
    assert marked(everything, "staged") == cells("F8")
    assert marked(everything, "from") == cells("D8")
    fewer = THUD.picks(SHOVE, (*everything.picked, BOARD.cell("G7")))
    assert complete(SHOVE, fewer) == ["TD8-F8xF9xG9"]


def test_the_options_of_captures_leave_less_choice() -> None:
    whole, step = Thud(shove_captures="all"), Thud(step_captures="all_or_none")
    shove, near = pick(SHOVE, "D8", "F8", game=whole), at("T TD7,TD8,dC10,dD10,dE10")

    assert (complete(SHOVE, shove), shove.next) == (["TD8-F8xG7xF9xG9"], frozenset())
    assert complete(STEP, pick(STEP, "E8", "E9", "F10", game=step)) == ["TE8-E9xE10xF10"]
    assert complete(STEP, pick(STEP, "E8", "E9", "F10", "E10", game=step)) == ["TE8-E9"]
    # a shove of one square goes from one dwarf to every dwarf
    assert complete(near, pick(near, "D8", "D9", game=whole)) == ["TD8-D9"]
    assert complete(near, pick(near, "D8", "D9", "D10", game=whole)) == ["TD8-D9xD10"]
    assert complete(near, pick(near, "D8", "D9", "D10", "E10", game=whole)) == ["TD8-D9xC10xD10xE10"]
    suggested = map(BOARD.name, pick(near, "D8", "D9", game=whole).suggested)
    assert complete(near, pick(near, "D8", "D9", *suggested, game=whole)) == ["TD8-D9xC10xD10xE10"]
