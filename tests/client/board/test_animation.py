"""Animated pieces."""

import pytest
from PySide6.QtTest import QTest

from client_qt.board.animation import Change, changes
from client_qt.theme import Theme
from netgame.boards.geometry import Board
from netgame.game import Piece
from tests.client.recording_board import BLACK, DWARF, LEFT, TROLL, RecordingBoard, picks


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({1: DWARF}, {2: DWARF}, {Change(DWARF, 1, 2)}),
        ({1: DWARF, 2: TROLL}, {2: DWARF}, {Change(DWARF, 1, 2), Change(TROLL, 2, None)}),
        ({}, {3: DWARF}, {Change(DWARF, None, 3)}),
        (
            {1: DWARF, 2: DWARF},
            {3: DWARF},
            {Change(DWARF, 1, None), Change(DWARF, 2, None), Change(DWARF, None, 3)},
        ),
    ],
)
def test_a_piece_moved_if_one_of_its_kind_left_and_one_arrived(
    before: dict[int, Piece], after: dict[int, Piece], found: set[Change]
) -> None:
    assert set(changes(before, after)) == found


def test_a_piece_moves_to_its_cell_and_clicks_work_meanwhile(view: RecordingBoard, theme: Theme, clod: Board) -> None:
    theme.choose(reduced_motion=False)
    black = theme.board.pieces["clod_black"]
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})
    view.set_picks(picks(clod, "b2", pieces={clod.cell("f6"): BLACK}))
    QTest.mouseClick(view, LEFT, pos=view.at("b2"))

    assert view.names() == ["b2"]
    assert view.image().pixelColor(view.at("f6")) != black
    view.finish_animations()
    assert view.image().pixelColor(view.at("f6")) == black
