"""Somebody who looks hears what happens; somebody who looks elsewhere is called."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.feedback import attention as attention_module
from client_qt.feedback.attention import Attention
from client_qt.feedback.sound_choice import Sound
from client_qt.feedback.sounds import Sounds
from client_qt.feedback.tray import Tray
from client_qt.pages.preferences.controller import PreferencesController
from client_qt.settings.file import SettingsFile
from netgame.match.commands import MakeOffer, Resign
from protocol.messages import ChatLine
from tests.client.clicks import GUARD_MS, settle
from tests.client.play import at_table, play_on, seeded_table
from tests.client.staging import ANN, ME, sit_down
from tests.screenshots.staged_tables import DICE, Staged


class Heard(Sounds):
    """Sounds that note what was played."""

    def __init__(self) -> None:
        super().__init__()
        self.why_not = ""
        self.played: list[str] = []
        self.loud: list[int] = []

    def prepare(self) -> None:
        """There is nothing to find out."""

    def play(self, name: Sound) -> None:
        self.played.append(name)

    def set_volume(self, volume: int) -> None:
        self.loud.append(volume)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sounds of one moment follow at once, and messages come one by one."""
    monkeypatch.setattr(attention_module, "APART_MS", 0)


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What the desktop was asked to show."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(Tray, "send", lambda _tray, title, words, _weight=0: found.append((title, words)))
    return found


@pytest.fixture
def calls(window: MainWindow, tmp_path: Path, heard: Heard) -> Iterator[Attention]:
    made = Attention(window, SettingsFile(tmp_path), window, heard)
    yield made
    made.close()


def look(window: MainWindow, monkeypatch: pytest.MonkeyPatch, looks: bool) -> None:
    monkeypatch.setattr(window, "isActiveWindow", lambda: looks)


def switch(window: MainWindow) -> QAction:
    found = window.findChild(QAction, "action_sound")
    assert isinstance(found, QAction)
    return found


def watch(calls: Attention, window: MainWindow, staged: Staged) -> None:
    model = sit_down(window, staged)
    calls.show(model)
    model.changed.connect(calls.changed)
    calls.changed()
    settle()


def line(number: int, name: str, text: str) -> ChatLine:
    return ChatLine(number=number, at=0, account=name, name=name, text=text)


# ---- who looks elsewhere


def test_who_looks_is_not_called(
    window: MainWindow, calls: Attention, heard: Heard, messages: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, True)
    window.show_page("table")
    calls.call("turn", "Your turn")
    look(window, monkeypatch, False)
    calls.call("win", "Ann wins")

    assert heard.played == ["win"]
    assert messages == [("Ann wins", "")]


def test_who_looks_at_another_page_hears_that_it_is_his_turn(
    window: MainWindow, calls: Attention, heard: Heard, messages: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, True)
    calls.call("turn", "Your turn")

    assert heard.played == ["turn"]
    assert messages == []


def test_the_own_turn_is_called_once_and_the_end_once(
    window: MainWindow, calls: Attention, heard: Heard, messages: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, False)
    staged = Staged(clock="none").start()
    watch(calls, window, staged)
    while staged.mover() == ME:
        staged.play(1)
    heard.played.clear()
    messages.clear()

    while staged.mover() != ME:
        staged.play(1)
    staged.tables[0].online("connecting", "")
    staged.tables[0].online("online", "Mareike")
    assert heard.played == ["turn"]
    staged.do(Resign(match=True), ANN)
    settle()

    assert heard.played == ["turn", "win"]
    assert [title for title, _ in messages] == ["Your turn", "Game over"]


def test_chat_calls_once_until_somebody_looks_and_never_tells_what_was_written(
    window: MainWindow, calls: Attention, heard: Heard, messages: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, False)
    staged = Staged(clock="none").start()
    watch(calls, window, staged)
    messages.clear()
    table = staged.tables[0]
    table.said("table", [line(1, "Ann", "my secret")])
    table.said("table", [line(2, "Ann", "another")])
    table.said("table", [line(3, "Mareike", "my own")])

    assert [title for title, _ in messages] == ["Ann wrote something"]
    assert "secret" not in str(messages)


def test_an_offer_calls_in_its_own_words(
    window: MainWindow, calls: Attention, messages: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, False)
    staged = Staged(clock="fischer 300+5").start()
    watch(calls, window, staged)
    messages.clear()
    staged.do(MakeOffer("pause"), ANN)

    assert [title for title, _ in messages][-1] == "Ann asks for a pause."


def test_messages_can_be_switched_off_and_sounds_stay(
    window: MainWindow, tmp_path: Path, heard: Heard, messages: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = SettingsFile(tmp_path)
    settings.change(settings.value.prefer(notify=False))
    calls = Attention(window, settings, window, heard)
    look(window, monkeypatch, False)
    calls.call("turn", "Your turn")

    assert heard.played == ["turn"]
    assert messages == []


def test_several_messages_at_once_are_the_one_that_matters_most(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    shown: list[str] = []
    monkeypatch.setattr("client_qt.feedback.tray.TOGETHER_MS", 1)
    monkeypatch.setattr(Tray, "show_message", lambda _tray, title, _words: shown.append(title))
    tray = Tray(lambda: None)
    tray.send("Ann wrote something", "", 0)
    tray.send("Your turn", "", 2)
    tray.send("Ann wrote something", "", 0)
    qtbot.waitUntil(lambda: bool(shown), timeout=GUARD_MS)
    tray.send("Game over", "", 3)
    settle()

    assert shown == ["Your turn"]  # the next one has to wait
    tray.forget()


# ---- who looks at the table


def test_what_happens_at_the_table_is_heard_each_thing_once(
    window: MainWindow, calls: Attention, heard: Heard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, True)
    staged = Staged(DICE, clock="none").start()
    watch(calls, window, staged)
    assert heard.played == []  # what was before is history
    staged.play(1)
    qtbot.waitUntil(lambda: len(heard.played) == 2, timeout=GUARD_MS)

    assert heard.played[0] in ("stone", "stone_low")
    assert heard.played[1].startswith("dice_")


def test_walking_through_the_moves_is_silent(
    window: MainWindow, calls: Attention, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, True)
    staged = Staged(clock="none").start().play(3)
    watch(calls, window, staged)
    window.table.walk_first()
    window.table.walk_forward()
    window.table.walk_live()
    settle()

    assert heard.played == []


def test_two_at_one_screen_hear_their_moves(
    window: MainWindow, calls: Attention, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, True)
    table = seeded_table("thud")
    at_table(window, table)
    calls.show(table)
    play_on(table, 1)
    settle()

    assert heard.played in (["move"], ["capture"])


def test_chat_and_the_connection_are_heard(
    window: MainWindow, calls: Attention, heard: Heard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, True)
    staged = Staged(clock="none").start()
    watch(calls, window, staged)
    staged.tables[0].said("table", [line(1, "Ann", "hello")])
    staged.tables[0].online("connecting", "")
    staged.tables[0].online("connecting", "")
    staged.tables[0].online("online", "Mareike")
    qtbot.waitUntil(lambda: len(heard.played) == 3, timeout=GUARD_MS)

    assert heard.played == ["chat", "lost", "back"]


def test_little_time_ticks_once_and_then_each_of_the_last_seconds(
    window: MainWindow, calls: Attention, heard: Heard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, True)
    window.show_page("table")
    for left in (20, 20, 19, 18, 11, 10, 10, 9):
        window.table.clock_ticker.low.emit(left)
        settle()

    assert heard.played == ["low"] * 3


# ---- preferences


def test_sounds_are_switched_off_in_the_menu_and_stay_off(
    window: MainWindow, tmp_path: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(window, monkeypatch, False)
    settings = SettingsFile(tmp_path)
    calls = Attention(window, settings, window, heard)
    PreferencesController(window, window.theme, settings)
    switch(window).trigger()
    calls.call("turn", "Your turn")

    assert heard.played == []
    assert SettingsFile(tmp_path).value.preferences.sound is False
    Attention(window, SettingsFile(tmp_path), window, heard)
    assert not switch(window).isChecked()


def test_the_volume_is_taken_at_once(window: MainWindow, tmp_path: Path, heard: Heard) -> None:
    settings = SettingsFile(tmp_path)
    Attention(window, settings, window, heard)
    settings.change(settings.value.prefer(volume=20))

    assert heard.loud == [70, 20]


def test_where_nothing_can_be_played_the_menu_says_why(window: MainWindow, tmp_path: Path) -> None:
    silent = Heard()
    silent.why_not = "Sounds need a part of Qt that is not installed."
    Attention(window, SettingsFile(tmp_path), window, silent)

    assert not switch(window).isEnabled()
    assert switch(window).toolTip() == silent.why_not
