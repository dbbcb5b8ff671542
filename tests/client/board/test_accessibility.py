"""Boards for screen readers: cells with names and positions."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAccessible, QAccessibleInterface
from pytestqt.qtbot import QtBot

from client_qt.board.accessibility import install_accessibility
from client_qt.board.widget import BoardView
from client_qt.theme import Theme
from netgame.games import GAMES


@pytest.fixture(scope="module", autouse=True)
def _installed() -> None:
    install_accessibility()


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> BoardView:
    board = BoardView(theme)
    qtbot.addWidget(board)
    game = GAMES["clod"]()
    state = game.read_position("B 51 .B...W/..WW.B/BBB..W/..BW../.WBB../...WW.")
    board.set_position(game.board, game.pieces(state), game.marks(state))
    board.set_picks(game.picks(state, ()), 0)
    board.setAccessibleName("Clod against Ann")
    board.resize(400, 400)
    board.show()
    return board


def interface(view: BoardView) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    return found


def test_every_cell_is_a_child_with_a_name_and_a_place(view: BoardView) -> None:
    board = interface(view)

    assert board.text(QAccessible.Text.Name) == "Clod against Ann"
    assert board.childCount() == 36
    for cell in range(36):
        assert board.child(cell).text(QAccessible.Text.Name) == view.describe_cell(cell)
        assert board.child(cell).text(QAccessible.Text.Description) == view.describe_place(cell)
    assert len({view.describe_cell(cell) for cell in range(36)}) == 36
    assert board.child(36) is None


def test_a_cell_is_found_where_it_is(view: BoardView) -> None:
    board = interface(view)

    cell = board.child(7)
    middle = cell.rect().center()

    assert board.childAt(middle.x(), middle.y()) is cell
    assert board.indexOfChild(cell) == 7
    assert cell.parent() is board


def test_a_cell_that_may_be_picked_is_selectable(view: BoardView) -> None:
    board = interface(view)

    assert board.child(4).state().selectable
    assert not board.child(0).state().selectable


def test_a_deleted_board_leaves_nothing_behind(theme: Theme, qapp: object) -> None:
    for _ in range(20):
        board = BoardView(theme)
        board.set_position(GAMES["clod"]().board, {})
        interface(board).child(3)
        board.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
