"""Clocks, and walking through the moves of a match."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QSlider
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.panel.move_table import MovesModel
from client_qt.pages.table.panel.walk_bar import LONGEST_MS
from client_qt.pages.table.strips.player_strip import ClockFace
from client_qt.table.local import LocalTable
from client_qt.table.local_time import LocalTime
from client_qt.table.model import ReviewTable
from client_qt.table.move_times import MoveTimes
from client_qt.table.remote import RemoteTable
from client_qt.table.server_time import ServerTime
from client_qt.table.variation import VariationTable
from client_qt.text.clock_words import ClockShown, clock_shown, next_tick, time_words
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.harness.window.input_devices import Keys, Mouse, activate, within
from devtools.harness.window.play import at_table, moves_of, play_on, played
from devtools.screenshots.staged_tables import ME, START_MS, Staged, Watch
from netgame.games import GAMES
from tests.client.staging import sit_down
from tests.client.widget_tools import colours, emitted, shown

SIZES = [(800, 560), (800, 1100), (1280, 800), (1900, 700)]
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def open_record(window: MainWindow, key: str = "clod", turns: int = 6, kind: str = "record") -> list[int]:
    """Show a record, or another kind of table, at its end; return the steps of its moves."""
    game = played(key, turns)
    table = ReviewTable(game.log, game.match, "a.netgame") if kind == "record" else game
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

    window.resize(*SIZES[0])
    settle()
    at_table(window, played(key, 4))
    assert not window.findChild(QSlider, "walk_slider").isVisible()
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


def test_moves_have_their_times_and_a_replay_shortens_long_pauses(window: MainWindow, staged: Staged) -> None:
    staged.play(1, each_ms=7000).play(1, each_ms=90_000).play(2)
    table = ReviewTable(staged.story.events, staged.story.match, "a.netgame")
    assert list(table.move_times().values())[-4:] == [7000, 90_000, 4000, 4000]
    assert len(table.move_times()) == len(moves_of(table))
    assert MoveTimes().of([replace(event, at=0) for event in table.log]) == {}, "those of an imported record"
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

    model = window.findChild(MovesModel)
    slow = model.find(steps[-3])
    assert model.time(slow) == 90_000
    assert model.data(slow, Qt.ItemDataRole.AccessibleTextRole) != model.data(slow)


def clock_texts(window: MainWindow) -> list[str]:
    return [strip.clock.shown.text for strip in window.table.body.strips]


def test_a_clock_in_words_has_its_time_and_periods_and_ticks_faster_near_its_end() -> None:
    times = {0: "00:00", 1: "00:01", 295_000: "04:55", 294_001: "04:55", 3_723_000: "1:02:03", 259_200_000: "3 d 00 h"}
    assert {ms: time_words(ms) for ms in times} == times
    assert time_words(12_399, tenths=True) == "12.3"

    first = Staged().start().wait(7_000)
    clock = clock_shown(first.story.match, 0, first.now)
    assert (clock.text, clock.note, clock.is_low) == ("05:00", "first move free, 00:23", False)
    staged = Staged(clock="byoyomi 20+3x30").start().play(2, 1000)
    match, mover, now = staged.story.match, staged.mover(), staged.now
    clocks = [clock_shown(match, mover, now + ms) for ms in (1_000, 25_000, 55_000, 85_000)]
    assert [(clock.text, clock.note) for clock in clocks] == [
        ("00:19", "then 3 x 30 s"), ("00:25", "3 periods of 3"), ("00:25", "2 periods of 3"),
        ("00:25", "the last period"),
    ]  # fmt: skip

    staged = Staged(clock="sudden 60").start().play(2, 100)
    assert [next_tick(staged.story.match, staged.now + waited_ms) for waited_ms in (1_000, 45_000)] == [500, 100]


def test_only_a_running_clock_has_the_colour_of_the_turn_and_its_width_stays(theme: Theme, qtbot: QtBot) -> None:
    face = shown(ClockFace(theme), qtbot)
    face.show_clock(ClockShown("04:55"))
    assert theme.ui.turn.name() not in colours(face)
    face.show_clock(ClockShown("04:55", running=True))
    assert theme.ui.turn.name() in colours(face)

    width = face.width()
    for text in ("11:11", "04:58", "12.3", "00:00"):
        face.show_clock(ClockShown(text))
        assert face.width() == width


def test_low_time_is_told_for_the_own_side_and_at_one_screen_for_the_side_to_move(window: MainWindow) -> None:
    for turns, wait_ms, own in ((3, 51_000, True), (2, 45_000, False)):
        staged = Staged(clock="sudden 60").start().play(turns, 100)
        sit_down(window, staged)
        staged.wait(wait_ms)
        window.table.clock_ticker.tick()
        assert (staged.mover() == ME) == own
        assert window.table.hint.findChild(QLabel, "time_left").isVisible() == own

    steady = Watch()
    time = LocalTime(steady, lambda: START_MS, lambda: 0)
    table = LocalTable.new(GAMES["thud"], {}, ("Ann", "Bob"), time=time, clock="sudden 60")
    play_on(table, 2)
    at_table(window, table)
    left, warned = emitted(window.table.clock_ticker.low), emitted(window.table.clock_ticker.warned)
    for _ in range(45):
        steady.ms += 1_000
        table.tick()
        window.table.clock_ticker.tick()

    assert (left[0], left[-1]) == (20, 15)
    assert ["Dwarfs" in words for words, _urgent in warned] == [True]
    assert clock_texts(window)[1] == "15.0"


def test_a_clock_ticks_while_it_is_seen_whatever_the_time_of_this_computer_is(window: MainWindow) -> None:
    for wrong_ms in (-10_000, 10_000):
        staged = Staged().start().play(3)
        staged.watch.ms += START_MS + wrong_ms
        sit_down(window, staged)
        staged.wait(2_000)
        window.table.clock_ticker.tick()
        assert clock_texts(window)[1] == "05:03"
    for page in ("table", "home", "table"):
        window.show_page(page)
        settle()
        assert window.table.clock_ticker.running == (page == "table")


def test_a_table_opened_within_a_turn_shows_what_is_left_and_recent_events_as_news(window: MainWindow) -> None:
    for stated_ms, now_ms in ((-600_000, 1_400_000), (-500, 2_000_000), (500, 2_000_500)):
        watch = Watch(5)
        time = ServerTime(watch)
        time.note(2_000_000)
        table = RemoteTable("t", "me", lambda *_args, **_fields: None, time=time)
        table.set_presence((True, True), now=2_000_000 + stated_ms)
        assert table.now() == now_ms, "back after a restart, but not with a late message"
        watch.ms += 10
        assert table.now() == now_ms + 10

    staged = Staged().start().play(3).wait(60_000)
    table = RemoteTable("t", "Mareike", lambda *_args, **_fields: None, ServerTime(staged.watch))
    heard = emitted(table.event_added)
    table.set_status("online", "Mareike")
    table.apply_events(tuple(staged.story.events))
    assert not heard
    table.set_presence((True, True), now=staged.now)
    at_table(window, table)
    assert clock_texts(window)[1] == "04:05"

    before = len(staged.story.events)
    staged.play(1)
    table.apply_events(tuple(staged.story.events[before:]))
    assert len(heard) == 1
