"""Sounds at the table, calls to a player who looks elsewhere, and messages of the tray icon."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QSystemTrayIcon, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.feedback import attention as attention_module
from client_qt.feedback.attention import Attention
from client_qt.feedback.desktop import DesktopMessages
from client_qt.feedback.sound_choice import Sound
from client_qt.feedback.sounds import Sounds
from client_qt.feedback.tray import TrayIcon
from client_qt.news import CHAT, END, TURN, Call, News, NewsItem, NewsKey, Place
from client_qt.settings.file import SettingsFile
from client_qt.table.remote import RemoteTable
from devtools.harness.window.clicks import GUARD_MS, settle
from devtools.harness.window.play import play_on, seeded_table
from devtools.harness.window.program import until
from devtools.screenshots.staged_tables import DICE, Staged
from netgame.match.commands import MakeOffer, Resign
from protocol.messages import ChatLine
from tests.client.staging import ANN, ME
from tests.client.visiting import Facing
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


class RecordedMessages(DesktopMessages):
    """Desktop messages that are noted."""

    def __init__(self) -> None:
        super().__init__(TrayIcon())
        self.items: list[NewsItem] = []

    def show(self, item: NewsItem) -> None:
        self.items.append(item)

    @property
    def titles(self) -> list[str]:
        return [item.message[0] for item in self.items]


class Window(QWidget):
    """A window that is active or not, with or without the table page, and all that reaches its player."""

    active = table_shown = True

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.settings, self.sounds, self.desktop = SettingsFile(folder), RecordedSounds(), RecordedMessages()
        self.news = News()
        self.attention = Attention(self, self.is_table_shown, self.settings, self.news, self.desktop, self.sounds)

    def tell(self, kind: str, sound: Call, place: Place = "elsewhere") -> None:
        """Tell news that is about nothing else."""
        self.news.tell(NewsItem(NewsKey("", kind), kind, sound=sound, place=place))

    def isActiveWindow(self) -> bool:
        return self.active

    def is_table_shown(self) -> bool:
        return self.table_shown


@pytest.fixture(autouse=True)
def _no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attention_module, "GAP_MS", 0)


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    window = Window(tmp_path)
    qtbot.addWidget(window)
    yield window
    window.attention.close()


def follow(place: Window, staged: Staged) -> RemoteTable:
    table = staged.seen_by("Mareike")
    place.attention.set_model(table)
    table.changed.connect(place.attention.refresh)
    place.attention.refresh()
    return table


def test_an_active_window_gets_no_message(place: Window) -> None:
    place.tell("table", "turn")
    assert place.sounds.played == []
    place.tell("another game", "turn", "badge")
    place.table_shown = False
    place.tell("table", "win")
    settle()
    assert place.sounds.played == ["turn", "win"]
    place.active = False
    place.tell("elsewhere", "draw")

    assert place.desktop.titles == ["elsewhere"]


def test_turn_result_and_offer_call_once(place: Window) -> None:
    place.active = False
    staged = Staged(clock="none").start()
    follow(place, staged)
    while staged.mover() == ME:
        staged.play(1)
    place.sounds.played.clear()
    place.desktop.items.clear()

    while staged.mover() != ME:
        staged.play(1)
    staged.tables[0].set_status("connecting", "")
    staged.tables[0].set_status("online", "Mareike")
    assert place.sounds.played == ["turn"]
    staged.do(MakeOffer("pause"), ANN)
    settle()
    assert len(place.desktop.titles) == 2
    place.sounds.played.clear()
    staged.do(Resign(match=True), ANN)
    settle()

    assert place.sounds.played == ["win"]
    assert len(place.desktop.titles) == 3


def test_chat_calls_once_without_its_text(place: Window) -> None:
    place.active = False
    for text in ("my secret", "another"):
        place.attention.chat_line(ChatLine(number=1, at=0, account="ann", name="Ann", text=text))
    (title,) = place.desktop.titles
    assert "Ann" in title
    assert "secret" not in title


def test_each_event_has_one_sound(place: Window, window: MainWindow, qtbot: QtBot) -> None:
    staged = Staged(DICE, clock="none").start()
    window.table.set_model(follow(place, staged))
    assert place.sounds.played == []  # earlier events are silent
    staged.play(1)
    qtbot.waitUntil(lambda: len(place.sounds.played) == 2, timeout=GUARD_MS)

    assert place.sounds.played[0] in ("stone", "stone_low")
    assert place.sounds.played[1].startswith("dice_")
    for step in (window.table.history.first, window.table.history.forward, window.table.history.live):
        step()
    settle()
    assert len(place.sounds.played) == 2


def test_two_players_at_one_computer_hear_their_moves(place: Window) -> None:
    table = seeded_table("thud")
    place.attention.set_model(table)
    play_on(table, 1)
    settle()
    assert place.sounds.played in (["move"], ["capture"])


def test_chat_and_the_connection_have_sounds(place: Window, qtbot: QtBot) -> None:
    staged = Staged(clock="none").start()
    follow(place, staged)
    place.attention.chat_line(ChatLine(number=1, at=0, account="ann", name="Ann", text="hello"))
    staged.tables[0].set_status("connecting", "")
    staged.tables[0].set_status("connecting", "")
    staged.tables[0].set_status("online", "Mareike")
    qtbot.waitUntil(lambda: len(place.sounds.played) == 3, timeout=GUARD_MS)

    assert place.sounds.played == ["chat", "lost", "back"]


def test_a_low_clock_ticks_once_and_in_each_of_the_last_seconds(place: Window) -> None:
    for left_s in (20, 20, 19, 18, 11, 10, 10, 9):
        place.attention.low_time(left_s)
        settle()
    assert place.sounds.played == ["low"] * 3


def test_sounds_and_messages_can_be_off(place: Window) -> None:
    place.active = False
    place.attention.apply_preferences()
    place.settings.change(place.settings.value.prefer(volume=20, notify=False))
    assert place.sounds.volumes == [50, 20]
    place.tell("one", "turn")
    assert (place.sounds.played, place.desktop.titles) == (["turn"], [])

    changed = emitted(place.attention.sound_changed)
    place.settings.change(place.settings.value.prefer(sound=False))
    place.tell("two", "win")
    assert changed == [(False, "")]
    assert place.sounds.played == ["turn"]


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
    monkeypatch.setattr("client_qt.feedback.desktop.COLLECT_MS", 1)
    desktop = DesktopMessages(TrayIcon())
    desktop.unshown.connect(lambda item: shown.append(item.words))

    def show(words: str, weight: int) -> None:
        desktop.show(NewsItem(NewsKey("", words), words, weight=weight))

    for words, weight in (("Ann wrote something", CHAT), ("Your turn", TURN), ("Ann wrote something", CHAT)):
        show(words, weight)
    qtbot.waitUntil(lambda: bool(shown), timeout=GUARD_MS)
    show("Game over", END)
    settle()

    assert shown == ["Your turn"]  # the next one is shown after a pause
    desktop.close()


no_tray = pytest.mark.qt_log_ignore("No Icon set", "systemTrayWindowChanged", extend=True)  # on this screen


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages that a desktop with a tray shows."""
    messages: list[str] = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda _icon, *words: messages.append(" ".join(words[:2])))
    return messages


def click(tray: TrayIcon) -> None:
    """Click the message, as the desktop reports it."""
    tray.findChild(QSystemTrayIcon).messageClicked.emit()
    settle()


@no_tray
def test_a_click_on_a_message_shows_the_window_and_what_it_is_about(shown: list[str], qapp: object) -> None:
    tray, done = TrayIcon(), list[str]()
    tray.activated.connect(lambda: done.append("window"))
    tray.show_message("first", "", lambda: done.append("first"))
    tray.show_message("<b>R&D</b>", "<i>", lambda: done.append("second"))
    click(tray)
    click(tray)

    assert "R&D" in shown[1]
    assert "<" not in shown[1], "a desktop may interpret tags"
    assert done == ["window", "second", "window"]


@pytest.mark.slow
@pytest.mark.qt_trio
@no_tray
async def test_a_hidden_window_tells_a_move_and_a_click_opens_that_game(facing: Facing, shown: list[str]) -> None:
    app = facing.app
    app.settings.change(app.settings.value.prefer(stay_in_tray=True))
    app.home_controller.open()
    app.window.close()
    settle()
    assert not app.window.isVisible()
    assert len(shown) == 1  # the explanation
    await facing.move()
    await until(lambda: len(shown) == 2)

    click(app.attention.desktop.tray)

    assert app.window.isVisible()
    assert app.window.page == "table"
    assert app.window.table.model is app.table_controller.model
    assert not app.shutdown.is_hidden
