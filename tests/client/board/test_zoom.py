"""Zooming and panning by wheel, keys, touch, middle button and space bar."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client_qt.app.main_window import MainWindow
from devtools.harness.window.play import at_table, seeded_table
from netgame.boards.geometry import Board
from netgame.boards.square import square_board
from tests.client.recording_board import LEFT, RecordingBoard, picks

NO_BUTTON, MIDDLE = Qt.MouseButton.NoButton, Qt.MouseButton.MiddleButton
KEY = Qt.KeyboardModifier
NO_KEY, CTRL, SHIFT = KEY.NoModifier, KEY.ControlModifier, KEY.ShiftModifier


@pytest.fixture
def large(view: RecordingBoard) -> Board:
    board = square_board(21, 42)
    view.set_position(board, {})
    return board


def wheel(view: RecordingBoard, at: QPoint, notches: float, modifiers: Qt.KeyboardModifier = NO_KEY) -> bool:
    """Turn the wheel there. Return whether the board handled it."""
    event = QWheelEvent(
        QPointF(at), view.mapToGlobal(QPointF(at)), QPoint(), QPoint(0, round(120 * notches)), NO_BUTTON, modifiers,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)
    return event.isAccepted()


def drag(view: RecordingBoard, button: Qt.MouseButton, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view, button, pos=start)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, button, pos=end)


def test_the_wheel_with_ctrl_zooms_around_the_pointer_and_back(view: RecordingBoard, large: Board) -> None:
    at, place = view.at("m9"), view.cell_rect(large.cell("a1"))
    before = view.cell_rect(large.cell("m9")).width()
    assert wheel(view, at, 4, CTRL)
    assert view.cell_rect(large.cell("m9")).width() > 2 * before
    assert view.cell_at(QPointF(at)) == large.cell("m9")
    assert view.zoomed

    wheel(view, view.at("m9"), -9, CTRL)
    assert not view.zoomed
    assert view.cell_rect(large.cell("a1")) == place
    assert not wheel(view, view.at("m9"), 1), "left to others"


def test_two_fingers_zoom_around_the_pointer_on_a_pad_and_on_the_screen(view: RecordingBoard, large: Board) -> None:
    at = QPointF(view.at("m11"))
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2, at, at,
        view.mapToGlobal(at), 0.5, QPointF(),
    )  # fmt: skip

    QApplication.sendEvent(view, pinch)
    assert view.zoom == pytest.approx(1.5)
    assert view.cell_at(at) == large.cell("m11")

    view.zoom_fit()
    screen = QTest.createTouchDevice()
    left, right = QPoint(190, 210), QPoint(230, 210)
    QTest.touchEvent(view, screen).press(0, left).press(1, right).commit()
    for reach in range(10, 90, 10):
        QTest.touchEvent(view, screen).move(0, left - QPoint(reach, 0)).move(1, right + QPoint(reach, 0)).commit()
    QTest.touchEvent(view, screen).release(0, left - QPoint(80, 0)).release(1, right + QPoint(80, 0)).commit()
    assert view.zoom > 1.5


def test_the_wheel_alone_pans_a_zoomed_board_and_sideways_with_shift(view: RecordingBoard, large: Board) -> None:
    wheel(view, view.at("t11"), 5, CTRL)
    start = view.cell_rect(large.cell("t11")).center()
    assert wheel(view, QPoint(100, 100), -1)
    after = view.cell_rect(large.cell("t11")).center()
    assert after.y() < start.y()
    assert after.x() == start.x()

    wheel(view, QPoint(100, 100), -1, SHIFT)
    assert view.cell_rect(large.cell("t11")).center().x() < after.x()


def test_the_middle_button_and_the_mouse_with_space_pan_and_space_picks(view: RecordingBoard, large: Board) -> None:
    view.set_picks(picks(large, "t11"))
    wheel(view, view.at("t11"), 5, CTRL)
    before = view.cell_rect(large.cell("t11"))
    drag(view, MIDDLE, QPoint(150, 150), QPoint(110, 170))
    assert view.cell_rect(large.cell("t11")) == before.translated(-40, 20), "by as many pixels"

    before = view.cell_rect(large.cell("t11"))
    QTest.keyPress(view, Qt.Key.Key_Space)
    drag(view, LEFT, QPoint(150, 150), QPoint(130, 150))
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert view.cell_rect(large.cell("t11")) == before.translated(-20, 0)
    assert (view.cells, view.others) == ([], [])

    QTest.keyClick(view, Qt.Key.Key_Space)
    assert view.has_cursor
    view.set_cursor(large.cell("t11"))
    QTest.keyClick(view, Qt.Key.Key_Space)
    QTest.mouseClick(view, LEFT, pos=view.at("t11"))
    assert view.names() == ["t11", "t11"]


def test_a_board_cannot_be_panned_out_of_view_and_its_cursor_scrolls(view: RecordingBoard, large: Board) -> None:
    view.zoom_by(4.0)
    for far in (QPointF(9999, 9999), QPointF(-9999, -9999)):
        view.pan(far)
        seen = [cell for cell in range(882) if QRectF(view.rect()).contains(view.cell_rect(cell).center())]
        assert len(seen) > 20
    assert view.rect().contains(view.cell_rect(large.cell("ap21")).toAlignedRect())

    view.set_cursor(large.cell("t11"))

    for _ in range(30):
        QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.cursor_cell == large.cell("ap11")
    assert view.rect().contains(view.cell_rect(large.cell("ap11")).toAlignedRect())


def test_a_larger_window_keeps_the_middle_of_the_same_board(view: RecordingBoard, large: Board, clod: Board) -> None:
    view.zoom_by(5.0, QPointF(view.at("t11")))
    middle = view.cell_at(QPointF(view.rect().center()))
    view.resize(view.width() + 80, view.height() + 60)
    assert view.cell_at(QPointF(view.rect().center())) == middle
    view.set_position(clod, {})
    assert not view.zoomed


def test_the_keys_zoom_and_turn_the_board_of_a_table_and_one_of_squares_not_by_60_degrees(window: MainWindow) -> None:
    at_table(window, seeded_table("blooms", 1))
    board = window.table.board
    before = board.cell_rect(0).center()
    entries = {action.objectName(): action for action in window.actions()}
    assert not entries["action_zoom_fit"].isEnabled()

    QTest.keyClick(window, Qt.Key.Key_F, SHIFT)
    assert board.turned == 1
    assert board.cell_rect(0).center() != before
    QTest.keyClick(window, Qt.Key.Key_F)
    assert board.turned == 4

    QTest.keyClick(window, Qt.Key.Key_Plus, CTRL)
    QTest.keyClick(window, Qt.Key.Key_Equal, CTRL)
    assert board.zoom > 1.5
    QTest.keyClick(window, Qt.Key.Key_Minus, CTRL)
    assert 1.0 < board.zoom < 1.3
    QTest.keyClick(window, Qt.Key.Key_0, CTRL)
    assert not board.zoomed
    assert not entries["action_zoom_fit"].isEnabled()

    at_table(window, seeded_table("thud", 1))
    assert not entries["action_rotate"].isEnabled()
