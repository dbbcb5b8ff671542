from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.pages.table.strips.player_strip import ClockFace
from client_qt.table.local import LocalTable
from client_qt.table.local_time import LocalTime
from client_qt.table.remote import RemoteTable
from client_qt.table.server_time import ServerTime
from client_qt.text.clock_words import ClockShown, clock_shown, next_tick, time_words
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.harness.window.play import at_table, play_on
from devtools.screenshots.staged_tables import ME, START_MS, Staged, Watch
from netgame.games import GAMES
from tests.client.staging import sit_down
from tests.client.widget_tools import colours, emitted, shown


def clock_texts(window: MainWindow) -> list[str]:
    """Of the upper and of the lower player."""
    return [strip.clock.shown.text for strip in window.table.body.strips]


def test_times_are_rounded_up_to_seconds_and_down_to_tenths() -> None:
    times = {0: "00:00", 1: "00:01", 295_000: "04:55", 294_001: "04:55", 3_723_000: "1:02:03", 259_200_000: "3 d 00 h"}
    assert {ms: time_words(ms) for ms in times} == times
    assert time_words(12_399, tenths=True) == "12.3"


def test_the_server_time_goes_on_and_back_after_a_restart_but_not_with_a_late_message() -> None:
    for stated_ms, now_ms in ((-600_000, 1_400_000), (-500, 2_000_000), (500, 2_000_500)):
        watch = Watch(5)
        time = ServerTime(watch)
        time.note(2_000_000)
        table = RemoteTable("t", "me", lambda *_args, **_fields: None, time=time)

        table.set_presence((True, True), now=2_000_000 + stated_ms)
        assert table.now() == now_ms
        watch.ms += 10
        assert table.now() == now_ms + 10


def test_a_wrong_clock_of_this_computer_changes_nothing(window: MainWindow) -> None:
    for wrong_ms in (-10_000, 10_000):
        staged = Staged().start().play(3)
        staged.watch.ms += START_MS + wrong_ms  # the time of this computer
        sit_down(window, staged)
        staged.wait(2_000)
        window.table.clock_ticker.tick()
        assert clock_texts(window)[1] == "05:03"


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


def test_the_first_move_is_free_and_periods_are_counted() -> None:
    first = Staged().start().wait(7_000)
    clock = clock_shown(first.story.match, 0, first.now)
    assert (clock.text, clock.note, clock.is_low) == ("05:00", "first move free, 00:23", False)

    staged = Staged(clock="byoyomi 20+3x30").start().play(2, 1000)
    clocks = [
        clock_shown(staged.story.match, staged.mover(), staged.now + ms) for ms in (1_000, 25_000, 55_000, 85_000)
    ]
    assert [(clock.text, clock.note) for clock in clocks] == [
        ("00:19", "then 3 x 30 s"), ("00:25", "3 periods of 3"), ("00:25", "2 periods of 3"),
        ("00:25", "the last period"),
    ]  # fmt: skip


def test_clocks_tick_ten_times_a_second_only_under_twenty_seconds() -> None:
    staged = Staged(clock="sudden 60").start().play(2, 100)
    for waited_ms, tick_ms in ((1_000, 500), (45_000, 100)):
        assert next_tick(staged.story.match, staged.now + waited_ms) == tick_ms


def test_a_clock_ticks_while_it_is_seen_and_only_then(window: MainWindow) -> None:
    sit_down(window, Staged().start().play(2))
    for page in ("table", "home", "table"):
        window.show_page(page)
        settle()
        assert window.table.clock_ticker.running == (page == "table")


def test_at_one_screen_low_time_is_told_for_the_side_to_move(window: MainWindow) -> None:
    steady = Watch()
    time = LocalTime(steady, lambda: START_MS, lambda: 0)
    table = LocalTable.new(GAMES["thud"], {}, ("Ann", "Bob"), time=time, clock="sudden 60")
    play_on(table, 2)
    at_table(window, table)
    left, warned = emitted(window.table.clock_ticker.low), list[str]()
    window.table.clock_ticker.warned.connect(lambda words, _urgent: warned.append(words))
    for _ in range(45):
        steady.ms += 1_000
        table.tick()
        window.table.clock_ticker.tick()

    assert left[0] == 20
    assert left[-1] == 15
    assert ["Dwarfs" in words for words in warned] == [True]
    assert clock_texts(window)[1] == "15.0"


def test_only_low_own_time_is_in_the_hint_line(window: MainWindow) -> None:
    for turns, wait_ms, own in ((3, 51_000, True), (2, 45_000, False)):
        staged = Staged(clock="sudden 60").start().play(turns, 100)
        sit_down(window, staged)
        staged.wait(wait_ms)
        window.table.clock_ticker.tick()
        assert (staged.mover() == ME) == own
        assert window.table.hint.findChild(QLabel, "time_left").isVisible() == own


def test_a_table_opened_within_a_turn_shows_what_is_left_now_and_only_recent_events_are_news(
    window: MainWindow,
) -> None:
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
