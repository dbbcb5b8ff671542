"""Pieces on their way, and boards that change their size."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client_qt.board.animation import Change, changes
from client_qt.board.widget import LastMove, last_of
from client_qt.theme import Theme
from netgame.boards.geometry import Board
from netgame.games import GAMES
from tests.client.clicks import GUARD_MS
from tests.client.seen import BLACK, DWARF, LEFT, TROLL, Seen, picks


def test_what_moved_is_told_from_what_came_and_went() -> None:
    assert changes({1: DWARF}, {2: DWARF}) == (Change(DWARF, 1, 2),)
    assert set(changes({1: DWARF, 2: TROLL}, {2: DWARF})) == {Change(DWARF, 1, 2), Change(TROLL, 2, None)}
    assert changes({}, {3: DWARF}) == (Change(DWARF, None, 3),)
    assert set(changes({1: DWARF, 2: DWARF}, {3: DWARF})) == {
        Change(DWARF, 1, None), Change(DWARF, 2, None), Change(DWARF, None, 3),
    }  # fmt: skip


def test_the_last_turn_is_what_differs() -> None:
    before, after = {1: DWARF, 2: TROLL, 5: DWARF}, {2: DWARF, 5: DWARF}

    assert last_of(before, after) == LastMove(frozenset({1}), frozenset({2}))


@pytest.mark.slow
def test_a_moving_piece_is_under_way_and_then_there(view: Seen, theme: Theme, clod: Board, qtbot: QtBot) -> None:
    theme.choose(reduced_motion=False)
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})
    black = theme.board.pieces["clod_black"]

    assert view.image().pixelColor(view.at("f6")) != black

    qtbot.waitUntil(lambda: view.image().pixelColor(view.at("f6")) == black, timeout=GUARD_MS)


def test_input_is_live_while_pieces_move(view: Seen, theme: Theme, clod: Board) -> None:
    theme.choose(reduced_motion=False)
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})
    view.set_picks(picks(clod, "b2", pieces={clod.cell("f6"): BLACK}))

    QTest.mouseClick(view, LEFT, pos=view.at("b2"))

    assert view.names() == ["b2"]


def test_with_reduced_motion_everything_is_there_at_once(view: Seen, theme: Theme, clod: Board) -> None:
    view.set_position(clod, {clod.cell("a1"): BLACK})
    view.set_position(clod, {clod.cell("f6"): BLACK})

    assert view.image().pixelColor(view.at("f6")) == theme.board.pieces["clod_black"]


def test_turning_and_resizing_keep_every_cell_in_sight(view: Seen) -> None:
    board = GAMES["thud"]().board
    view.set_position(board, {})
    for width, height in ((300, 500), (800, 300), (150, 150)):
        view.resize(width, height)
        for flipped in (True, False):
            view.set_turned(3 * flipped)
            for cell in range(len(board.cells)):
                assert QRect(0, 0, width, height).contains(view.cell_rect(cell).toAlignedRect())


def test_thud_keeps_cells_of_24_pixels_in_the_smallest_window(theme: Theme, qtbot: QtBot) -> None:
    board = Seen(theme)
    qtbot.addWidget(board)
    board.resize(730, 402)  # what the menu, slim strips and hint line leave of 560

    board.set_position(GAMES["thud"]().board, {})

    assert board.cell_rect(0).height() >= 24
    assert board.minimumSizeHint().height() <= 300
