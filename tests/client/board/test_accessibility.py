"""Boards for screen readers: cells with names, positions, actions and the focus."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from client_qt.board.cell_names import piece_words
from client_qt.board.widget import BoardView
from client_qt.feedback import painted_parts
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.harness.window.play import played
from netgame.game import Piece
from netgame.games import GAMES

GAME = GAMES["clod"]()
STATE = GAME.read_position("B 51 .B...W/..WW.B/BBB..W/..BW../.WBB../...WW.")


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> BoardView:
    board = BoardView(theme)
    qtbot.addWidget(board)
    board.set_position(GAME.board, GAME.pieces(STATE), GAME.marks(STATE))
    board.set_picks(GAME.picks(STATE, ()), 0)
    board.setAccessibleName("Clod against Ann")
    board.resize(400, 400)
    board.show()
    return board


def interface(view: BoardView) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    return found


def test_every_cell_is_a_child_that_is_found_where_it_is_and_says_that_it_decided_the_game(view: BoardView) -> None:
    board = interface(view)
    cell, region = board.child(8), next(mark.cells for mark in GAME.marks(STATE) if mark.kind == "region")
    middle, in_table = cell.rect().center(), cell.tableCellInterface()

    assert (board.text(QAccessible.Text.Name), board.childCount(), board.child(36)) == ("Clod against Ann", 36, None)
    assert board.child(0).text(QAccessible.Text.Description) == "row 1, column 1"
    assert cell.text(QAccessible.Text.Description) == "row 2, column 3"
    assert (in_table.rowIndex(), in_table.columnIndex()) == (1, 2)
    assert board.childAt(middle.x(), middle.y()) is cell
    assert board.indexOfChild(cell) == 8
    assert cell.parent() is in_table.table() is board
    assert (board.role(), cell.role()) == (QAccessible.Role.Table, QAccessible.Role.Cell)
    assert "in a largest region" in board.child(min(region)).text(QAccessible.Text.Name)
    view.set_deciding_cells(region)
    assert view.describe_cell(min(region)).endswith("decided the game")


def test_a_cell_that_may_be_picked_is_selectable_and_picked_by_its_action(view: BoardView) -> None:
    picked: list[int] = []
    view.picked.connect(picked.append)
    board = interface(view)
    assert board.child(4).state().selectable
    assert not board.child(0).state().selectable

    assert board.child(4).actionInterface().actionNames() == ["Press", "SetFocus"]
    board.child(4).actionInterface().doAction("Press")
    assert picked == [4]
    view.set_picks(None)
    assert board.child(4).actionInterface().actionNames() == ["SetFocus"]


def test_the_cell_of_the_cursor_has_the_focus(view: BoardView) -> None:
    board = interface(view)
    view.activateWindow()
    board.child(7).actionInterface().doAction("SetFocus")
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.hasFocus()
    assert board.focusChild() is board.child(8)
    assert [cell for cell in range(36) if board.child(cell).state().focused] == [8]


def test_a_screen_reader_gets_new_names_of_cells_it_has_read(view: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    renamed: list[str] = []

    class Reader(QAccessible):
        @staticmethod
        def isActive() -> bool:
            return True

        @staticmethod
        def updateAccessibility(event: QAccessibleEvent) -> None:
            if event.type() is QAccessible.Event.NameChanged:
                renamed.append(event.accessibleInterface().text(QAccessible.Text.Name))

    monkeypatch.setattr(painted_parts, "QAccessible", Reader)
    board = interface(view)
    for cell in range(18):
        board.child(cell).text(QAccessible.Text.Name)
    state = GAME.read_position("B 51 BB...W/..WW.B/BBB..W/B.BW../.WBB../...WW.")

    for _ in range(2):
        view.set_position(GAME.board, GAME.pieces(state), GAME.marks(state))
        view.set_picks(GAME.picks(state, ()), 0)
        settle()

    assert renamed == [view.describe_cell(0)]
    assert "black stone" in renamed[0]


def test_a_cell_of_a_smaller_board_than_before_is_no_longer_valid(view: BoardView) -> None:
    cell = interface(view).child(35)
    view.set_position(GAMES["blooms"](side=2).board, {})
    assert not cell.isValid()
    assert cell.text(QAccessible.Text.Name) == ""


def test_a_deleted_board_leaves_nothing_behind(theme: Theme, qapp: object) -> None:
    for _ in range(20):
        board = BoardView(theme)
        board.set_position(GAME.board, {})
        cell = QAccessible.uniqueId(interface(board).child(3))
        board.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert QAccessible.accessibleInterface(cell) is None


@pytest.mark.parametrize("key", sorted(GAMES))
def test_cells_of_every_board_have_different_names_and_pieces_one(theme: Theme, qtbot: QtBot, key: str) -> None:
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
