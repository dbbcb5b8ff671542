from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSlider

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.panel.move_table import MovesModel
from client_qt.pages.table.panel.walk_bar import LONGEST_MS
from client_qt.table.local import LocalTable
from client_qt.table.model import ReviewTable
from client_qt.table.move_times import MoveTimes
from client_qt.table.variation import VariationTable
from devtools.harness.window.clicks import settle
from devtools.harness.window.input_devices import Keys, Mouse, activate, within
from devtools.harness.window.play import at_table, moves_of, played
from devtools.screenshots.staged_tables import Staged

SIZES = [(800, 560), (800, 1100), (1280, 800), (1900, 700)]
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def reviewed(table: LocalTable) -> ReviewTable:
    return ReviewTable(table.log, table.match, "a.netgame")


def open_record(window: MainWindow, key: str = "clod", turns: int = 6, kind: str = "record") -> list[int]:
    """Show a record, or another kind of table, at its end; return the steps of its moves."""
    game = played(key, turns)
    table = reviewed(game) if kind == "record" else game
    if kind == "resigned":
        game.resign(match=True)
    elif kind == "watched":
        game.mine = frozenset()
    window.show()
    at_table(window, table)
    activate(window)
    window.table.board.setFocus()
    return moves_of(table)


def can_be_clicked(window: MainWindow, name: str) -> bool:
    part = within(window, name)
    place = part.mapTo(window, part.rect().center())
    hit = window.childAt(place)
    return hit is part and window.rect().contains(part.mapTo(window, QPoint(0, part.height() - 1)))


@pytest.mark.parametrize(("key", "kind"), [("thud", "record"), ("conquid", "resigned"), ("royalclod", "watched")])
def test_where_the_user_only_looks_arrows_walk_and_the_bar_is_there(window: MainWindow, key: str, kind: str) -> None:
    steps = open_record(window, key, kind=kind)
    Keys().press(Qt.Key.Key_Left)
    assert window.table.history.step == steps[-2]
    Mouse().turn_wheel(window.table.board, -1)
    assert window.table.history.step == steps[-3]

    names = ("walk_first", "walk_prev", "walk_play", "walk_next", "walk_last", "walk_slider", "speed")
    for size in SIZES:
        window.resize(*size)
        settle()
        assert (size, [name for name in names if not can_be_clicked(window, name)]) == (size, [])


def test_the_bar_comes_back_to_the_moves_with_a_game(window: MainWindow) -> None:
    window.resize(800, 560)
    open_record(window, "conquid")
    at_table(window, played("conquid", 4))
    slider = window.findChild(QSlider, "walk_slider")
    assert (slider.isHidden(), slider.isVisible()) == (False, False)
    Mouse().click(within(window, "rail_moves"))
    assert can_be_clicked(window, "walk_slider")


def test_arrow_keys_and_the_wheel_over_the_board_walk_a_record_except_with_shift_or_ctrl(window: MainWindow) -> None:
    steps, walk, keys, mouse = open_record(window), window.table.history, Keys(), Mouse()
    board = window.table.board
    keys.press(Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Left)
    assert walk.step == steps[-4]
    keys.press(Qt.Key.Key_Right)
    assert walk.step == steps[-3]
    keys.press(Qt.Key.Key_Down)
    assert walk.step == steps[-2]
    keys.press(Qt.Key.Key_Home)
    assert walk.step < steps[0]
    keys.press(Qt.Key.Key_End)
    assert walk.at is None
    assert not board.has_cursor

    keys.press(Qt.Key.Key_Up, mods=SHIFT)
    start = board.cursor_cell
    keys.press(Qt.Key.Key_Right, Qt.Key.Key_Down, mods=SHIFT)
    assert board.has_cursor
    assert board.cursor_cell != start
    assert walk.at is None

    mouse.turn_wheel(board, -3)
    assert walk.step == steps[-4]
    mouse.turn_wheel(board, 1)
    assert walk.step == steps[-3]
    mouse.turn_wheel(board, -1, CTRL)
    assert walk.step == steps[-3]
    assert board.zoomed
    board.zoom_fit()

    mouse.click(within(window, "walk_prev"))
    keys.tab_to(within(window, "walk_prev"))
    keys.press(Qt.Key.Key_Left)
    assert walk.step == steps[-5], "arrows walk from a button of the bar too"


@pytest.mark.usefixtures("controller")
@pytest.mark.parametrize("tried", [False, True])
def test_arrow_keys_move_the_cursor_in_a_game_and_while_moves_are_tried(window: MainWindow, tried: bool) -> None:
    open_record(window, kind="record" if tried else "own game")
    if tried:
        window.action("variation").trigger()
        assert isinstance(window.table.model, VariationTable)
        window.table.board.setFocus()

    Keys().press(Qt.Key.Key_Up, Qt.Key.Key_Left)
    assert window.table.board.has_cursor
    assert window.table.history.at is None
    if not tried:
        Mouse().turn_wheel(window.table.board, -3)
        assert window.table.history.at is None, "nor does the wheel walk away from a game that is played"


def test_wheel_keys_and_clicks_at_the_slider_walk_a_game_that_is_played(window: MainWindow) -> None:
    window.resize(1280, 800)
    steps, walk = open_record(window, "thud", 40, "own game"), window.table.history
    slider = within(window, "walk_slider")
    Mouse().turn_wheel(slider, -2)
    assert walk.step == steps[-3]
    Keys().tab_to(slider)
    Keys().press(Qt.Key.Key_Left)
    assert walk.step == steps[-4]
    Keys().press(Qt.Key.Key_End)
    assert walk.at is None
    Keys().press(Qt.Key.Key_Home)
    assert walk.step < steps[0]

    for part in (0.25, 0.5, 0.75):
        Mouse().click(slider, QPoint(round(slider.width() * part), slider.height() // 2))
        assert abs(steps.index(walk.step) - 40 * part) <= 3


def test_a_replay_keeps_the_pace_of_the_game_and_shortens_long_pauses(window: MainWindow, staged: Staged) -> None:
    staged.play(1, each_ms=7000).play(1, each_ms=90_000).play(2)
    table = ReviewTable(staged.story.events, staged.story.match, "a.netgame")
    window.show()
    at_table(window, table)
    steps, walk, where = moves_of(table), window.table.history, window.table.panel.moves.bar.where
    walk.go(steps[-5])
    window.table.panel.moves.bar.findChild(QAction, "speed_played").trigger()

    Mouse().click(within(window, "walk_play"))
    usual = where.text()
    assert window.replay.pause_ms == 7000
    walk.forward()
    assert window.replay.pause_ms == LONGEST_MS
    shortened = where.text()
    walk.forward()
    assert window.replay.pause_ms == 4000
    Mouse().click(within(window, "walk_play"))
    assert not window.replay.running
    assert len({usual, shortened, where.text()}) == 3


def test_moves_have_the_times_that_they_took_and_imported_ones_have_none(window: MainWindow, staged: Staged) -> None:
    staged.play(1, each_ms=90_000)
    table = ReviewTable(staged.story.events, staged.story.match, "a.netgame")
    assert list(table.move_times().values())[-2:] == [4000, 90_000]
    assert len(table.move_times()) == len(moves_of(table))
    assert MoveTimes().of([replace(event, at=0) for event in table.log]) == {}

    at_table(window, table)
    model = window.findChild(MovesModel)
    last = model.find(moves_of(table)[-1])
    assert model.time(last) == 90_000
    assert model.data(last, Qt.ItemDataRole.AccessibleTextRole) != model.data(last)
