"""States of cells: piece, marks, legal targets, last move; and the lines over several cells."""

import pytest
from PySide6.QtTest import QTest

from client_qt.board.animation import Change, changes
from client_qt.board.cell_state import (
    FEW_DOTS,
    CellState,
    LastMove,
    Outline,
    Path,
    Pointing,
    Position,
    cell_states,
    foreseen_cells,
    last_of,
    outlines_and_paths,
    piece_only,
    too_many_dots,
)
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.boards.square import square_board
from netgame.game import Mark, Picks, Piece
from tests.client.recording_board import BLACK, DWARF, LEFT, TROLL, WHITE, RecordingBoard, cells, picks

SQUARE, HEXAGON = square_board(6, 6), hexagon_board(4)
Pieces = dict[int, Piece]
FLOWER, STAR = Piece(0, "bloom_1a"), Piece(1, "bloom_2a")


def states(position: Position, picks: Picks | None = None, **more: bool) -> dict[str, CellState]:
    return {SQUARE.name(cell): state for cell, state in cell_states(position, picks, 0, **more).items()}


def test_a_piece_is_the_same_state_in_every_cell_and_the_last_move_is_what_differs_between_two_positions() -> None:
    found = states(Position({0: BLACK, 1: BLACK, 2: WHITE}))
    assert found["a1"] is found["b1"] is piece_only(BLACK)
    assert found["c1"].piece == WHITE

    after = {2: DWARF, 5: DWARF}
    last = last_of({1: DWARF, 2: TROLL, 5: DWARF}, after)
    assert last == LastMove(frozenset({1}), frozenset({2}))
    found = states(Position(after, (), last))
    assert (found["b1"].last, found["c1"].last, found["f1"].last) == ("from", "to", "")


def test_a_mark_is_in_its_cells_only_unknown_marks_are_left_out_and_threats_can_be_switched_off() -> None:
    for kind in ("selected", "staged", "capture", "spot", "goal", "threatened", "path"):
        found = states(Position({14: BLACK, 15: BLACK}, (Mark(kind, frozenset({14})),)))
        assert (found["c3"].marks, found["d3"].marks) == ({kind}, set())
    assert states(Position({}, (Mark("glow", frozenset({1})), Mark("die-9", frozenset({1}))))) == {}
    position = Position({1: BLACK}, (Mark("threatened", frozenset({1})),))
    assert states(position, threats=False)["b1"].marks == frozenset()


def test_dice_and_goals_stay_on_the_board_while_a_turn_is_made() -> None:
    position = Position({}, (Mark("die-3", frozenset({0})), Mark("goal", frozenset({1})), Mark("spot", frozenset({2}))))
    found = states(position, Picks(frozenset(), ()))
    assert found == {"a1": CellState(die=3), "b1": CellState(marks=frozenset({"goal"}))}


def test_territory_has_its_owner_and_the_kinds_of_their_pieces() -> None:
    marks = (Mark("territory", frozenset({5}), 0), Mark("territory", frozenset({6}), 1))
    found = cell_states(Position({0: FLOWER, 1: STAR}, marks), None)
    assert (found[5].owner, found[5].owner_kinds) == (0, ("bloom_1a",))
    assert (found[6].owner, found[6].owner_kinds) == (1, ("bloom_2a",))


def test_a_free_legal_cell_has_a_dot_an_opposing_piece_brackets_and_an_own_piece_nothing() -> None:
    pieces, corner = {1: TROLL, 2: DWARF, 3: Piece(None, "rock")}, (Mark("corner", frozenset({7})),)
    found = states(Position(pieces), Picks(frozenset(range(4)), (), pieces=pieces))
    assert [found[name].legal for name in ("a1", "b1", "c1", "d1")] == ["dot", "target", "", ""]
    assert states(Position(), Picks(frozenset({7}), ("V",), marks=corner))["b2"].legal == "corner"


def test_dots_can_be_switched_off_except_for_dice_and_are_left_out_if_nearly_every_cell_would_have_one() -> None:
    spot, everywhere = (Mark("spot", frozenset({7})),), frozenset(range(36))
    assert states(Position(), Picks(frozenset({7}), ()), dots=False) == {}
    assert states(Position(), Picks(frozenset({7}), (), marks=spot), dots=False)["b2"].legal == "dot"
    assert too_many_dots(SQUARE, Picks(everywhere, ()))
    assert not too_many_dots(SQUARE, Picks(frozenset(range(FEW_DOTS)), ()))
    assert not too_many_dots(SQUARE, Picks(everywhere, (), marks=spot))


def test_a_staged_move_shows_the_piece_in_both_places_and_a_captured_piece_that_changes_its_owner_is_turned() -> None:
    marks = (Mark("from", frozenset({0})), Mark("staged", frozenset({1})))
    found = states(Position({0: BLACK}), Picks(frozenset(), (), (0, 1), pieces={1: BLACK}, marks=marks))
    assert (found["a1"].piece, found["a1"].old_piece) == (None, BLACK)
    assert (found["b1"].piece, found["b1"].marks) == (BLACK, {"staged"})
    marks = (Mark("capture", frozenset({1, 2})),)
    found = states(Position({1: WHITE, 2: WHITE}), Picks(frozenset(), (), pieces={1: BLACK, 2: WHITE}, marks=marks))
    assert (found["b1"].turned, found["c1"].turned) == (True, False)


def test_a_ghost_is_only_on_cells_that_may_be_picked(view: RecordingBoard, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"), 0, lambda cell: Picks(frozenset(), (), pieces={cell: BLACK}))
    view.point_at(clod.cell("e5"))
    assert view.state("e5") == CellState()
    view.point_at(clod.cell("b2"))
    assert (view.state("b2").ghost, view.state("b2").hover) == (BLACK, True)


def test_pointing_at_cells_leaves_the_others_alone(view: RecordingBoard) -> None:
    pieces = dict.fromkeys(range(20), FLOWER)
    view.set_position(HEXAGON, pieces)
    view.set_picks(Picks(frozenset(range(20, 37)), (), pieces=pieces), 0)
    before = [view.cell_state(cell) for cell in range(37)]
    view.point_at(HEXAGON.cell("c3"))
    view.set_cursor(HEXAGON.cell("b2"))

    assert {c for c in range(37) if view.cell_state(c) != before[c]} == cells(HEXAGON, "c3", "b2")
    assert all(view.cell_state(cell) is before[cell] for cell in range(18))


def test_the_cursor_is_shown_until_the_mouse_is_used_or_the_board_changes(view: RecordingBoard, clod: Board) -> None:
    view.set_position(clod, {0: BLACK})
    view.set_cursor(clod.cell("c3"))
    assert view.state("c3").cursor
    QTest.mouseClick(view, LEFT, pos=view.at("e5"))
    assert not view.state("c3").cursor

    view.set_cursor(clod.cell("f6"))
    view.set_position(HEXAGON, {})
    assert all(view.cell_state(cell) == CellState() for cell in range(37))


def test_own_regions_and_deciding_cells_are_outlined_and_other_regions_quietly_or_under_the_mouse() -> None:
    one, other = cells(SQUARE, "a1", "a2"), cells(SQUARE, "e5", "e6")
    marks = (Mark("region", one, 0), Mark("region", other, 1))

    own, _ = outlines_and_paths(SQUARE, marks, frozenset(), frozenset({1}))
    pointed, _ = outlines_and_paths(SQUARE, marks, frozenset(), pointing=Pointing(hover=SQUARE.cell("a2")))
    decided, _ = outlines_and_paths(SQUARE, marks, other)

    assert own == (Outline(other, 1),)
    assert pointed == (Outline(one, 0),)
    assert decided == (Outline(one, 0, "quiet"), Outline(other))
    path = cells(SQUARE, "a1", "b1", "b2")
    line = Path(tuple(SQUARE.cell(name) for name in ("a1", "b1", "b2")), won=True)
    assert outlines_and_paths(SQUARE, (Mark("path", path, 0),), path) == ((), (line,)), "a path is no outline"


def test_the_cells_that_the_next_pick_affects_are_outlined() -> None:
    block = cells(SQUARE, "b2", "c2", "b3", "c3")
    foreseen = foreseen_cells((), (Mark("selected", block),), SQUARE.cell("b2"))
    assert foreseen == block
    assert foreseen_cells((), (Mark("selected", frozenset({1})),), 1) == frozenset()
    outlines, _ = outlines_and_paths(SQUARE, (), frozenset(), pointing=Pointing(foreseen=foreseen))
    assert outlines == (Outline(block, style="foreseen"),)


def test_a_cell_in_words_has_everything_that_it_shows(view: RecordingBoard) -> None:
    a1, b1 = cells(SQUARE, "a1"), cells(SQUARE, "b1")
    plain = {"a1": view_words(view, Position({0: BLACK}))}
    for position in (
        Position({0: BLACK}, (Mark("threatened", a1),)),
        Position({0: BLACK}, (Mark("goal", a1),)),
        Position({0: BLACK}, (Mark("path", a1 | b1),)),
        Position({0: BLACK}, (Mark("region", a1),)),
        Position({0: BLACK}, (), LastMove(frozenset(), a1)),
        Position({0: WHITE}),
        Position({}, (Mark("territory", a1, 0),)),
        Position({}, (Mark("territory", a1, 1),)),
        Position({}),
    ):
        words = view_words(view, position)
        assert words not in plain.values()
        plain[repr(position)] = words


def view_words(view: RecordingBoard, position: Position) -> str:
    view.set_position(SQUARE, position.pieces, position.marks, position.last)
    return view.describe_cell(0)


@pytest.mark.parametrize(("before", "after", "found"), [
    ({1: DWARF}, {2: DWARF}, {Change(DWARF, 1, 2)}),
    ({1: DWARF, 2: TROLL}, {2: DWARF}, {Change(DWARF, 1, 2), Change(TROLL, 2, None)}),
    ({}, {3: DWARF}, {Change(DWARF, None, 3)}),
    ({1: DWARF, 2: DWARF}, {3: DWARF}, {Change(DWARF, 1, None), Change(DWARF, 2, None), Change(DWARF, None, 3)}),
])  # fmt: skip
def test_a_piece_moved_if_one_of_its_kind_left_and_one_came(before: Pieces, after: Pieces, found: set[Change]) -> None:
    assert set(changes(before, after)) == found
