"""Sounds at the table, and calls to a player who looks elsewhere."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.feedback import attention as attention_module
from client_qt.feedback.attention import Attention
from client_qt.feedback.sound_choice import Sound
from client_qt.feedback.sounds import Sounds
from client_qt.feedback.tray import TrayIcon
from client_qt.settings.file import SettingsFile
from client_qt.table.remote import RemoteTable
from devtools.harness.window.clicks import GUARD_MS, settle
from devtools.harness.window.play import play_on, seeded_table
from devtools.screenshots.staged_tables import DICE, Staged
from netgame.match.commands import MakeOffer, Resign
from protocol.messages import ChatLine
from tests.client.staging import ANN, ME
from tests.client.widget_tools import emitted


class RecordedSounds(Sounds):
    """Sounds that note what was played."""

    def __init__(self) -> None:
        super().__init__()
        self.why_not = ""
        self.played: list[str] = []
        self.volumes: list[int] = []

    def prepare(self) -> None:
        """There is nothing to open."""

    def play(self, name: Sound) -> None:
        self.played.append(name)

    def set_volume(self, volume: int) -> None:
        self.volumes.append(volume)


class RecordedTray(TrayIcon):
    """A tray icon that notes the titles of messages."""

    def __init__(self) -> None:
        super().__init__()
        self.titles: list[str] = []

    def send(self, title: str, words: str, weight: int = 0, effect: Callable[[], object] = print) -> None:
        self.titles.append(title)
        self.effect = effect


class Window(QWidget):
    """A window that is active or not, with or without the table page."""

    active = table_shown = True

    def isActiveWindow(self) -> bool:
        return self.active

    def is_table_shown(self) -> bool:
        return self.table_shown


@pytest.fixture(autouse=True)
def _no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention_module, "GAP_MS", 0)


@pytest.fixture
def place(qtbot: QtBot) -> Window:
    window = Window()
    qtbot.addWidget(window)
    return window


settings = pytest.fixture(name="settings")(lambda tmp_path: SettingsFile(tmp_path))
sounds = pytest.fixture(name="sounds")(lambda: RecordedSounds())
tray = pytest.fixture(name="tray")(lambda: RecordedTray())


@pytest.fixture
def attention(place: Window, settings: SettingsFile, tray: RecordedTray, sounds: RecordedSounds) -> Iterator[Attention]:
    made = Attention(place, place.is_table_shown, settings, tray, sounds)
    yield made
    made.close()


def follow(attention: Attention, staged: Staged) -> RemoteTable:
    table = staged.seen_by("Mareike")
    attention.set_model(table)
    table.changed.connect(attention.refresh)
    attention.refresh()
    return table


def test_an_active_window_gets_no_message_and_at_the_table_no_sound_except_of_other_games(
    place: Window, attention: Attention, sounds: RecordedSounds, tray: RecordedTray
) -> None:
    attention.call("turn", "at the table")
    assert sounds.played == []
    attention.call("turn", "another game", is_shown=False)
    place.table_shown = False
    attention.call("win", "on another page")
    settle()
    assert sounds.played == ["turn", "win"]
    place.active = False
    attention.call("draw", "elsewhere")

    assert tray.titles == ["elsewhere"]


def test_the_own_turn_the_result_and_an_offer_call_once(
    place: Window, attention: Attention, sounds: RecordedSounds, tray: RecordedTray
) -> None:
    place.active = False
    staged = Staged(clock="none").start()
    follow(attention, staged)
    while staged.mover() == ME:
        staged.play(1)
    sounds.played.clear()
    tray.titles.clear()

    while staged.mover() != ME:
        staged.play(1)
    staged.tables[0].set_status("connecting", "")
    staged.tables[0].set_status("online", "Mareike")
    assert sounds.played == ["turn"]
    staged.do(MakeOffer("pause"), ANN)
    settle()
    assert len(tray.titles) == 2
    sounds.played.clear()
    staged.do(Resign(match=True), ANN)
    settle()

    assert sounds.played == ["win"]
    assert len(tray.titles) == 3


def test_chat_calls_once_until_the_window_is_active_and_its_text_is_not_shown(
    place: Window, attention: Attention, tray: RecordedTray
) -> None:
    place.active = False
    for text in ("my secret", "another"):
        attention.chat_line(ChatLine(number=1, at=0, account="ann", name="Ann", text=text))

    (title,) = tray.titles
    assert "Ann" in title
    assert "secret" not in title


def test_each_event_at_the_table_has_one_sound_and_stepping_through_the_moves_is_silent(
    window: MainWindow, attention: Attention, sounds: RecordedSounds, qtbot: QtBot
) -> None:
    staged = Staged(DICE, clock="none").start()
    window.table.set_model(follow(attention, staged))
    assert sounds.played == []  # earlier events are silent
    staged.play(1)
    qtbot.waitUntil(lambda: len(sounds.played) == 2, timeout=GUARD_MS)

    assert sounds.played[0] in ("stone", "stone_low")
    assert sounds.played[1].startswith("dice_")
    for step in (window.table.history.first, window.table.history.forward, window.table.history.live):
        step()
    settle()
    assert len(sounds.played) == 2


def test_two_players_at_one_computer_hear_their_moves(attention: Attention, sounds: RecordedSounds) -> None:
    table = seeded_table("thud")
    attention.set_model(table)
    play_on(table, 1)
    settle()

    assert sounds.played in (["move"], ["capture"])


@pytest.mark.parametrize("at_table", [True, False])
def test_a_direct_message_is_heard_everywhere_and_reaches_a_player_who_looks_elsewhere_once(
    place: Window, attention: Attention, sounds: RecordedSounds, tray: RecordedTray, at_table: bool
) -> None:
    place.table_shown = at_table
    attention.direct_message(None, "ann", "Ann")
    assert sounds.played == ["chat"]
    place.active = False
    for _ in range(2):
        attention.direct_message(None, "ann", "Ann")

    assert len(tray.titles) == 1


def test_chat_and_the_connection_have_sounds(attention: Attention, sounds: RecordedSounds, qtbot: QtBot) -> None:
    staged = Staged(clock="none").start()
    follow(attention, staged)
    attention.chat_line(ChatLine(number=1, at=0, account="ann", name="Ann", text="hello"))
    staged.tables[0].set_status("connecting", "")
    staged.tables[0].set_status("connecting", "")
    staged.tables[0].set_status("online", "Mareike")
    qtbot.waitUntil(lambda: len(sounds.played) == 3, timeout=GUARD_MS)

    assert sounds.played == ["chat", "lost", "back"]


def test_a_low_clock_ticks_once_and_then_in_each_of_the_last_seconds(
    attention: Attention, sounds: RecordedSounds
) -> None:
    for left_s in (20, 20, 19, 18, 11, 10, 10, 9):
        attention.low_time(left_s)
        settle()
    assert sounds.played == ["low"] * 3


def test_sounds_and_messages_can_be_off_and_a_new_volume_is_used_at_once(
    place: Window, settings: SettingsFile, attention: Attention, sounds: RecordedSounds, tray: RecordedTray
) -> None:
    place.active = False
    attention.apply_preferences()
    settings.change(settings.value.prefer(volume=20, notify=False))
    assert sounds.volumes == [50, 20]
    attention.call("turn", "Your turn")
    assert (sounds.played, tray.titles) == (["turn"], [])

    changed = emitted(attention.sound_changed)
    settings.change(settings.value.prefer(sound=False))
    attention.call("win", "You win")
    assert changed == [(False, "")]
    assert sounds.played == ["turn"]


def test_the_switch_shows_the_preference_also_where_there_can_be_no_sounds(window: MainWindow) -> None:
    window.show_sound(True, "")
    switch, states = window.action("sound"), list[bool]()
    switch.toggled.connect(states.append)
    window.show_sound(True, "There is no loudspeaker.")
    button = window.findChild(QToolButton, "quick_sound")

    assert states == []
    assert (switch.isEnabled(), button.toolTip()) == (True, "There is no loudspeaker.")


def test_of_several_messages_at_once_the_most_important_is_shown(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    shown: list[str] = []
    monkeypatch.setattr("client_qt.feedback.tray.COLLECT_MS", 1)
    monkeypatch.setattr(TrayIcon, "show_message", lambda _tray, title, *_more: shown.append(title))
    tray = TrayIcon()
    tray.send("Ann wrote something", "", 0)
    tray.send("Your turn", "", 2)
    tray.send("Ann wrote something", "", 0)
    qtbot.waitUntil(lambda: bool(shown), timeout=GUARD_MS)
    tray.send("Game over", "", 3)
    settle()

    assert shown == ["Your turn"]  # the next one is shown after a pause
    tray.discard()
