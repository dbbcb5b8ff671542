"""Accessible names of the controls of pages, and of the cells of boards."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QLineEdit, QToolBar
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.board.cell_names import piece_words
from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.harness.window.play import played
from netgame.game import Piece
from netgame.games import GAMES
from tests.client.app.test_keyboard import PAGES
from tests.client.widget_tools import is_inner, nameless


@pytest.fixture
def window(full_window: MainWindow) -> MainWindow:
    return full_window


@pytest.mark.parametrize("name", PAGES)
def test_every_control_of_a_page_has_a_name(window: MainWindow, name: str) -> None:
    window.show_page(name)
    settle()
    assert nameless(window.stack.currentWidget()) == []


def test_every_field_has_a_label_apart_from_its_placeholder_and_bars_and_menus_have_names(window: MainWindow) -> None:
    labelled = {label.buddy() for label in window.findChildren(QLabel)}
    fields = [field for field in window.stack.findChildren(QLineEdit) if not is_inner(field)]
    assert [f.objectName() for f in fields if not f.accessibleName() and f not in labelled] == []

    window.show_page("table")
    for bar in (window.menuBar(), window.findChild(QToolBar)):
        assert nameless(bar) == []


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_cells_of_every_board_have_different_names_and_every_kind_of_piece_has_one(
    theme: Theme, qtbot: QtBot, key: str
) -> None:
    game = GAMES[key]()
    state = game.read_position(game.example) if game.example else game.start()
    board = BoardView(theme)
    qtbot.addWidget(board)
    board.set_position(game.board, game.pieces(state), game.marks(state))
    board.set_picks(game.picks(state, ()), 0)
    found = QAccessible.queryAccessibleInterface(board)
    names = [found.child(cell).text(QAccessible.Text.Name) for cell in range(found.childCount())]

    assert len(set(names)) == len(game.board.cells)
    for cell, piece in game.pieces(state).items():
        assert names[cell].startswith(f"{game.board.name(cell)}, {piece_words(piece)}")

    pieces = {Piece(seat, kind) for seat in (0, 1) for kind in game.side_icons[seat]}
    pieces |= set(game.pieces(played(key, 10).match.state).values())
    assert [piece for piece in pieces if piece_words(piece) != game.piece_names[piece.kind]] == []
