"""Mouse and keyboard on a board, with real events."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGestureEvent, QPinchGesture

from client_qt.board.cell_state import CellState, LastMove
from client_qt.board.input import PointerInput
from client_qt.board.move_builder import MoveBuilder
from netgame.boards.geometry import Board
from netgame.boards.hexagon import hexagon_board
from netgame.game import Game, Mark, Picks
from netgame.games import GAMES
from tests.client.recording_board import BLACK, LEFT, LINE, RIGHT, RecordingBoard, cells, picks

THUD = "d dF1,dG1,TG7,RH8"


def drag(view: RecordingBoard, start: str, end: QPoint) -> None:
    QTest.mousePress(view, LEFT, pos=view.at(start))
    QTest.mouseMove(view, view.at(start) + QPoint(6, 0))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)


def build(view: RecordingBoard, position: str) -> tuple[MoveBuilder, Game[Any, Any], list[str]]:
    """A board with a move builder, as a table connects them, and the moves that were played."""
    game = GAMES["thud"]()
    state = game.read_position(position)
    builder, moves = MoveBuilder(view), list[str]()

    def show() -> None:
        view.set_picks(builder.picks, builder.seat, builder.preview)
        view.set_confirmable(builder.staging and builder.can_confirm)

    builder.changed.connect(show)
    builder.complete.connect(lambda move: moves.append(game.format(state, move)))
    view.picked.connect(builder.pick)
    view.clicked_beside.connect(builder.let_go)
    view.cancelled.connect(builder.cancel)
    view.confirmed.connect(builder.confirm)
    view.set_position(game.board, game.pieces(state), game.marks(state))
    builder.begin(game, state)
    return builder, game, moves


def test_a_click_picks_its_cell_unless_released_on_another_one(view: RecordingBoard, clod: Board) -> None:
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2"))
    QTest.mouseMove(view, view.at("e5"))
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor
    QTest.mouseMove(view, view.at("b2"))
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor

    view.set_picks(picks(clod, "b2", "e5"))
    QTest.mousePress(view, LEFT, pos=view.at("b2"))
    QTest.mouseMove(view, view.at("e5"))
    QTest.mouseRelease(view, LEFT, pos=view.at("e5"))
    assert view.cells == []

    QTest.mouseClick(view, LEFT, pos=view.at("b2"))
    assert view.names() == ["b2"]


def test_the_right_button_cancels_and_a_click_beside_is_reported(view: RecordingBoard, clod: Board) -> None:
    view.set_position(clod, {})
    QTest.mouseClick(view, LEFT, pos=view.at("b2"))
    QTest.mouseClick(view, RIGHT, pos=view.at("b2"))
    assert (view.cells, view.others) == ([], [])

    view.set_picks(picks(clod, "b2"))
    QTest.mouseClick(view, RIGHT, pos=view.at("b2"))
    QTest.mouseClick(view, LEFT, pos=QPoint(1, 1))
    assert view.others == ["cancelled", "beside"]


def test_a_click_picks_the_hexagon_that_is_there_up_to_its_edge(view: RecordingBoard) -> None:
    board = hexagon_board(5)
    view.set_position(board, {})
    view.set_picks(picks(board, "d4", "c3", "a1"))
    rect, before = view.rect_of("d4"), view.at("a1")
    inside = rect.center() + (rect.center() - rect.topLeft()) * 0.6
    QTest.mouseClick(view, LEFT, pos=inside.toPoint())
    QTest.mouseClick(view, LEFT, pos=rect.topLeft().toPoint())
    assert view.names()[0] == "d4"
    assert "d4" not in view.names()[1:]

    view.cells.clear()
    view.set_turned(1)
    QTest.mouseClick(view, LEFT, pos=before)
    QTest.mouseClick(view, LEFT, pos=view.at("a1"))
    assert view.names() == ["a5", "a1"]


def test_a_dragged_piece_moves_stays_chosen_or_is_let_go_beside_the_board(view: RecordingBoard) -> None:
    builder, _, moves = build(view, THUD)
    drag(view, "F1", view.at("G3"))
    assert builder.staging
    assert view.others == ["missed"]
    drag(view, "F1", QPoint(1, 1))
    assert moves == []
    assert not builder.staging

    drag(view, "F1", view.at("F5"))
    assert moves == ["dF1-F5"]


@pytest.mark.parametrize("way", [[QPoint(200, 0), QPoint(0, 0)], [QPoint(2, 1)]], ids=["back", "trembling"])
def test_a_piece_released_where_it_was_pressed_stays_chosen(view: RecordingBoard, way: list[QPoint]) -> None:
    builder, _, moves = build(view, THUD)
    start = view.at("F1")
    QTest.mousePress(view, LEFT, pos=start)
    for offset in way:
        QTest.mouseMove(view, start + offset)
    QTest.mouseRelease(view, LEFT, pos=start + way[-1])

    assert builder.staging
    assert moves == []


def test_a_dragged_piece_is_under_the_pointer_until_it_is_cancelled(view: RecordingBoard) -> None:
    builder, _, moves = build(view, THUD)
    before = view.image().pixelColor(view.at("F6"))

    def drag_to(*names: str) -> None:
        QTest.mousePress(view, LEFT, pos=view.at("F1"))
        for name in names:
            QTest.mouseMove(view, view.at(name))

    drag_to("F5", "F6")
    assert view.image().pixelColor(view.at("F6")) != before
    assert view.state("F1").piece is None
    QTest.mouseClick(view, RIGHT, pos=view.at("F6"))
    assert view.image().pixelColor(view.at("F6")) == before
    assert view.state("F1").piece is not None

    drag_to("F5")
    builder.end()
    QTest.mouseRelease(view, LEFT, pos=view.at("F5"))
    assert moves == []


def test_dragging_a_piece_that_cannot_be_moved_is_a_click(view: RecordingBoard, clod: Board) -> None:
    stone, marks = {clod.cell("b2"): BLACK}, (Mark("staged", cells(clod, "b2")),)
    view.set_position(clod, {})
    view.set_picks(picks(clod, "b2", pieces=stone, marks=marks), 0)
    drag(view, "b2", view.at("e5"))
    assert view.names() == ["b2"]
    assert view.others == [], "the staged stone is kept"


def test_arrows_move_the_cursor_from_the_last_move_and_space_picks(view: RecordingBoard, clod: Board) -> None:
    view.set_position(clod, {}, (), LastMove(frozenset(), cells(clod, "c3")))
    view.set_picks(picks(clod, "b2"))
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert view.cursor_cell == clod.cell("c3")
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Space):
        QTest.keyClick(view, key)
    assert view.names() == ["b2"]


def test_up_and_down_stay_in_their_column_of_hexagons(view: RecordingBoard) -> None:
    board = hexagon_board(4)
    view.set_position(board, {})
    view.set_cursor(board.cell("a2"))
    for _ in range(4):
        QTest.keyClick(view, Qt.Key.Key_Up)
    assert view.cell_rect(view.cursor_cell or 0).center().x() == pytest.approx(view.at("a2").x(), abs=40)
    for _ in range(4):
        QTest.keyClick(view, Qt.Key.Key_Down)

    assert view.cursor_cell == board.cell("a2")


@pytest.mark.parametrize(
    ("key", "name"),
    [("Key_7", "e4"), ("Key_9", "e5"), ("Key_1", "c3"), ("Key_3", "c4"), ("Key_Home", "e4"), ("Key_PageDown", "c4")],
)
def test_the_numeric_keypad_moves_diagonally(view: RecordingBoard, key: str, name: str) -> None:
    board = hexagon_board(5)
    view.set_position(board, {})
    view.set_cursor(board.cell("d4"))
    QTest.keyClick(view, getattr(Qt.Key, key), Qt.KeyboardModifier.KeypadModifier)
    assert board.name(view.cursor_cell or 0) == name


def test_escape_cancels_and_keys_with_ctrl_are_left_to_others(view: RecordingBoard) -> None:
    builder, game, _ = build(view, LINE)
    builder.pick(game.board.cell("G8"))
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not builder.staging
    QTest.keyClick(view, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert view.cursor_cell is None


def test_nothing_marked_or_possible_on_another_board_stays(view: RecordingBoard, clod: Board) -> None:
    view.set_position(GAMES["conquid"]().board, {})
    view.set_picks(Picks(frozenset({3, 391}), (), pieces={391: BLACK}))
    view.set_suggested_cells(frozenset({390}))
    view.set_deciding_cells(frozenset({3, 389}))
    view.set_cursor(391)
    QTest.mousePress(view, LEFT, pos=view.cell_rect(3).center().toPoint())

    view.set_position(clod, {})
    QTest.mouseRelease(view, LEFT, pos=view.cell_rect(3).center().toPoint())

    assert all(view.cell_state(cell) == CellState() for cell in range(400))
    assert not view.takes(3)
    assert view.cells == []
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.cursor_cell in range(len(clod.cells)), "the cursor is a new one"


def test_two_fingers_on_the_screen_move_and_zoom_the_board(view: RecordingBoard) -> None:
    pointer, pinch, moved, zoomed = PointerInput(view), QPinchGesture(), list[QPointF](), list[float]()
    pointer.panned.connect(moved.append)
    pointer.zoomed.connect(lambda factor, _at: zoomed.append(factor))
    pinch.setLastCenterPoint(QPointF(100, 100))
    pinch.setCenterPoint(QPointF(130, 90))
    pinch.setScaleFactor(1.5)

    assert pointer.gesture(QGestureEvent([pinch]), lambda at: at)

    assert (moved, zoomed) == ([QPointF(30, -10)], [1.5])
