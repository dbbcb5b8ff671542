"""Preferences: their page by mouse and keys, the menu, the tool bar, and what applies and stores them."""

import errno
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QScrollArea, QSlider
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from client_qt.app.actions import shortcut_infos
from client_qt.app.main_window import MainWindow
from client_qt.dialogs.shortcuts import key_groups
from client_qt.pages.navigation import PageName
from client_qt.pages.preferences.choices import groups
from client_qt.pages.preferences.controller import PreferencesController
from client_qt.pages.preferences.page import PreferencesPage
from client_qt.settings.file import SettingsFile
from client_qt.settings.preferences import OwnEngine, Preferences
from client_qt.settings.shortcuts import button_shortcut, fixed_keys, keys_in_effect, native_keys
from client_qt.table.local import LocalTable
from client_qt.theme import Theme
from devtools.harness.window.clicks import button, click, press, settle
from devtools.harness.window.input_devices import Keys, Mouse, activate, within
from devtools.harness.window.play import at_table
from netgame.games import GAMES
from protocol import files
from tests.client.widget_tools import emitted, texts

SWITCHES = ("turning", "legal", "threats", "coordinates", "sound")
KEPT_ELSEWHERE = {"replay_speed"}  # chosen beside the moves
CONQUER = button_shortcut("conquid", "C")
BUTTON_KEYS = sorted({pick for game in GAMES.values() for pick in game.buttons if len(pick) == 1})
OTHER: dict[str, Any] = {
    "ui": "dark", "board": "paper", "pieces": "grey", "text_scale": 1.5, "motion": "full", "confirm": "always",
    "legal": False, "premoves": False, "threats": False, "coordinates": False, "turning": True, "crosshair": "always",
    "sound": False,
    "volume": 5, "notify": False, "friends": False, "stay_in_tray": True, "language": "en", "on_close": "stop",
    "shortcuts": {"flip": "Ctrl+B"}, "engines": (OwnEngine("Snapper", ("snapper.py",)),),
    "adviser": "Snapper",
}  # fmt: skip
Make = Callable[..., PreferencesController]


@pytest.fixture
def settings(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path)


@pytest.fixture
def make_controller(window: MainWindow, theme: Theme, settings: SettingsFile) -> Iterator[Make]:
    page = window.preferences
    page.open_group("look")
    yield partial(PreferencesController, window, page, theme, settings, window.show_preferences)
    delete(page.findChild(PreferencesController))  # the window goes on without it
    window.show_preferences(Preferences())


@pytest.fixture
def controller(window: MainWindow, make_controller: Make) -> Iterator[PreferencesController]:
    made = make_controller()
    preferred = window.menus.preferred.connect(lambda name, value: made.choose(**{name: value}))
    window.action("preferences").triggered.connect(made.open)
    yield made
    window.disconnect(preferred)


@pytest.fixture
def preferences(window: MainWindow) -> PreferencesPage:
    window.show_page("preferences")
    window.preferences.show_preferences(Preferences())
    window.preferences.open_group("look")
    settle()
    return window.preferences


def test_every_preference_has_its_place_where_the_desktop_has_a_tray(theme: Theme, qtbot: QtBot) -> None:
    shown = [info.name for group in groups() for info in group.preferences]
    assert sorted(shown) == sorted({field.name for field in fields(Preferences)} - KEPT_ELSEWHERE) == sorted(OTHER)

    page = PreferencesPage(theme)
    qtbot.addWidget(page)
    page.has_tray = False
    page.build()
    assert "stay_in_tray" not in page.rows
    assert "notify" in page.rows


def test_the_page_shows_what_is_preferred_and_what_helps_without_sounds(preferences: PreferencesPage) -> None:
    preferences.show_preferences(replace(Preferences(), **OTHER))

    for name in ("ui", "text_scale", "motion", "confirm", "crosshair", "adviser", "language", "on_close"):
        assert preferences.findChild(QComboBox, f"preference_{name}").currentData() == OTHER[name]
    buttons = preferences.findChildren(QAbstractButton)
    assert {box.objectName() for box in buttons if box.isCheckable() and box.isChecked()} == {
        "preference_board_paper", "preference_pieces_grey", "preferences_look",
        "preference_turning", "preference_stay_in_tray",
    }  # fmt: skip
    assert preferences.findChild(QSlider).value() == 5

    preferences.open_group("sounds")
    preferences.show_sounds("There is no loudspeaker.")
    assert preferences.findChild(QLabel, "preference_no_sound").isVisible()
    assert not button(preferences, "preference_test_sound").isEnabled()
    preferences.show_sounds("")


def test_clicks_and_keys_change_one_preference_and_keep_the_others(preferences: PreferencesPage) -> None:
    preferences.show_preferences(Preferences(volume=9, text_scale=1.1))
    assert preferences.findChild(QComboBox, "preference_text_scale").currentData() == 1.1, "though it is not offered"
    heard = emitted(preferences.changed)
    press(preferences, "preference_board_slate")
    assert heard[-1] == Preferences(volume=9, text_scale=1.1, board="slate")
    press(preferences, "preferences_playing")
    press(preferences, "preference_legal")
    assert heard[-1] == Preferences(volume=9, text_scale=1.1, board="slate", legal=False)
    preferences.open_group("look")
    tile = button(preferences, "preference_board_paper").parentWidget()
    QTest.mouseClick(tile, Qt.MouseButton.LeftButton, pos=QPoint(tile.width() // 2, 12))
    assert heard[-1] == Preferences(volume=9, text_scale=1.1, board="paper", legal=False), "a click on its picture"

    preferences.show_preferences(Preferences())
    button(preferences, "preference_board_auto").setFocus()
    QTest.keyClick(preferences.focusWidget(), Qt.Key.Key_Right)
    box = preferences.findChild(QComboBox, "preference_ui")
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    preferences.open_group("sounds")
    slider = preferences.findChild(QSlider)
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert heard[-1] == Preferences(board="wood", ui="light", volume=45)


def test_a_choice_is_applied_at_once_and_kept(
    window: MainWindow, controller: PreferencesController, theme: Theme, settings: SettingsFile
) -> None:
    controller.open()
    settle()
    press(window, "preference_board_paper")
    press(window, "preference_pieces_grey")
    press(window, "preferences_playing")
    press(window, "preference_threats")
    controller.choose(confirm="always", motion="full")
    assert (theme.board_name, theme.look.pieces) == ("paper", "grey")
    assert any(vars(theme.motion).values())
    assert window.table.builder.policy == "always"
    assert not window.findChild(QAction, "action_threats").isChecked()
    chosen = Preferences(board="paper", pieces="grey", threats=False, confirm="always", motion="full")
    assert SettingsFile(settings.path.parent).value.preferences == chosen

    press(window, "preferences_defaults")
    assert settings.value.preferences == Preferences()
    press(window, "Undo")
    assert settings.value.preferences == chosen

    other = SettingsFile(settings.path.parent)
    other.change(other.value.prefer(board="contrast"))
    controller.choose(volume=1)
    assert theme.board_name == "contrast", "the choice of another window is seen with the next change"
    assert settings.value.preferences == replace(chosen, board="contrast", volume=1)


@pytest.mark.usefixtures("controller")
def test_settings_that_are_saved_again_take_their_warning_back(
    window: MainWindow, settings: SettingsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, *, private: bool) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    for volume in (1, 2):
        with monkeypatch.context() as disk:
            disk.setattr(files, "open_new", full)
            settings.change(settings.value.prefer(volume=volume))
        assert window.banner.shown
        if volume == 1:  # the player closes it: the next time it is new
            window.banner.hide_text()
        settings.change(settings.value.prefer(volume=volume + 2))
        assert not window.banner.shown


@pytest.mark.usefixtures("controller")
def test_the_menu_and_the_page_show_the_same(window: MainWindow, settings: SettingsFile) -> None:
    window.findChild(QAction, "prefer_board_slate").trigger()
    window.findChild(QAction, "prefer_pieces_grey").trigger()
    window.show_page("table")
    for name in SWITCHES:
        window.action(name).trigger()

    switched = {name: not getattr(Preferences(), name) for name in SWITCHES}
    assert settings.value.preferences == replace(Preferences(), pieces="grey", board="slate", **switched)
    assert {name: window.action(name).isChecked() for name in SWITCHES} == switched
    assert window.findChild(QAction, "prefer_ui_system").isChecked()
    assert window.preferences.findChild(QAbstractButton, "preference_pieces_grey").isChecked()


def test_the_look_of_a_start_holds_until_a_choice(make_controller: Make, theme: Theme, settings: SettingsFile) -> None:
    controller = make_controller("contrast")
    controller.choose(volume=1)
    assert (theme.ui_name, settings.value.preferences.ui) == ("contrast", "system")
    controller.choose(ui="light")
    assert theme.ui_name == "light"


@pytest.mark.usefixtures("controller")
def test_sound_and_preferences_are_at_hand_everywhere_and_lead_back(window: MainWindow, settings: SettingsFile) -> None:
    pages: list[tuple[PageName, int]] = [("home", 1280), ("table", 1280), ("table", 800)]
    for name, width in pages:
        window.resize(width, 700)
        window.show_page(name)
        settle()
        gear = button(window, "quick_preferences")
        assert window.rect().contains(gear.mapTo(window, gear.rect().bottomRight()))
        click(button(window, "quick_sound"))
        click(gear)
        assert window.page == "preferences"
    assert settings.value.preferences.sound is False

    window.show_page("join", "Join a game")
    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert (window.page, window.windowTitle()) == ("preferences", "Preferences - netgame")
    window.preferences.back.emit()
    assert (window.page, window.windowTitle()) == ("join", "Join a game - netgame")


def keys_of(window: MainWindow, action: str) -> str:
    return window.action(action).shortcut().toString()


@pytest.fixture
def key_fields(window: MainWindow, controller: PreferencesController) -> MainWindow:
    activate(window)
    controller.open()
    press(window, "preferences_shortcuts")
    settle()
    return window


def give_keys(window: MainWindow, field: str, keys: str | Qt.Key) -> None:
    Mouse().click(within(window.preferences, field))
    if isinstance(keys, str):
        Keys().combine(keys)
    else:
        Keys().press(keys)
    settle()


def test_new_keys_work_at_once_until_they_are_removed_or_reset(key_fields: MainWindow, settings: SettingsFile) -> None:
    window = key_fields
    fired = emitted(window.action("records").triggered)
    give_keys(window, "shortcut_records", "Ctrl+B")

    assert keys_of(window, "records") == "Ctrl+B"
    groups = key_groups(shortcut_infos(), window.table.keys)
    assert any(keys == "Ctrl+B" for lines in groups.values() for keys, _effect in lines)
    window.preferences.setFocus()
    Keys().combine("Ctrl+B")
    assert len(fired) == 1
    assert SettingsFile(settings.path.parent).value.preferences.shortcuts == {"records": "Ctrl+B"}

    give_keys(window, "shortcut_records", Qt.Key.Key_Backspace)
    assert keys_of(window, "records") == ""
    assert settings.value.preferences.shortcuts == {"records": ""}
    Mouse().click(within(window.preferences, "shortcut_reset_records"))
    assert keys_of(window, "records") == "Ctrl+Shift+R"
    assert settings.value.preferences.shortcuts == {}

    settings.change(settings.value.prefer(shortcuts={"records": "Ctrl+B", "home": ""}))
    settle()
    assert keys_of(window, "home") == ""
    Mouse().click(within(window.preferences, "shortcuts_reset"))
    assert (keys_of(window, "home"), keys_of(window, "records")) == ("Ctrl+H", "Ctrl+Shift+R")
    assert settings.value.preferences.shortcuts == {}


def test_a_field_refuses_keys_in_use_shows_all_of_its_action_and_is_left_by_tab(key_fields: MainWindow) -> None:
    page = key_fields.preferences

    def shown(name: str) -> str:
        return within(page, name).findChild(QLineEdit).text()

    for taken in ("Ctrl+J", "U", "F7", BUTTON_KEYS[0]):
        give_keys(key_fields, "shortcut_records", taken)

        assert keys_of(key_fields, "records") == "Ctrl+Shift+R"
        problem, field = within(page, "shortcut_problem"), within(page, "shortcut_records")
        assert field.keySequence().toString() == "Ctrl+Shift+R"
        assert field.accessibleDescription() == problem.text() != ""

    assert shown("shortcut_undo") == native_keys("Ctrl+Z; U")
    give_keys(key_fields, "shortcut_undo", "Ctrl+Z")
    Keys().press(Qt.Key.Key_Tab)
    assert not within(page, "shortcut_undo").hasFocus()
    assert shown("shortcut_undo") == native_keys("Ctrl+Z; U")
    give_keys(key_fields, "shortcut_undo", "Ctrl+B")
    assert shown("shortcut_undo") == native_keys("Ctrl+B")


def test_an_open_list_of_keys_follows_and_keys_of_games_and_the_move_box_work(key_fields: MainWindow) -> None:
    window, game = key_fields, GAMES["conquid"]
    window.action("shortcuts").trigger()
    settle()
    opened = within(window, "shortcuts")
    opened.resize(600, 300)
    settle()
    scroll_bar = opened.findChild(QScrollArea).verticalScrollBar()
    scroll_bar.setValue(200)

    activate(window)
    give_keys(window, "shortcut_home", Qt.Key.Key_Delete)
    give_keys(window, f"shortcut_{CONQUER}", "Ctrl+B")
    give_keys(window, "shortcut_type_move", "F8")
    assert "Ctrl+B" in texts(opened)
    assert "Ctrl+H" not in texts(opened)
    assert scroll_bar.value() == 200
    opened.close()

    at_table(window, LocalTable.new(game, {}, ("Ann", "Bob"), position=game().example))
    activate(window)
    window.table.board.setFocus()
    Keys().combine("C")
    assert not window.table.builder.staging
    Keys().combine("Ctrl+B")
    assert window.table.builder.staging
    Keys().press(Qt.Key.Key_Escape)

    assert "F8" in texts(window.table.hint)
    window.table.board.setFocus()
    Keys().combine("/")
    assert QApplication.focusWidget() is window.table.board
    Keys().combine("F8")
    assert isinstance(QApplication.focusWidget(), QLineEdit)


def test_no_default_is_used_twice_and_own_keys_are_stronger() -> None:
    infos = shortcut_infos()
    default = {info.name: info.default for info in infos}
    assert keys_in_effect(infos, {}) == default
    assert not {keys for info in infos for keys in info.default.split("; ")} & fixed_keys()
    keys = keys_in_effect(infos, {"records": "Ctrl+J", "home": "nonsense+++", "flip": "Tab", "gone": "F9"})
    assert (keys["records"], keys["join"]) == ("Ctrl+J", "")
    assert (keys["home"], keys["flip"]) == ("Ctrl+H", ""), "invalid ones are not used"

    of_two_games = {CONQUER: "Ctrl+B", button_shortcut("blooms", "pass"): "Ctrl+B"}
    assert set(of_two_games) <= {info.name for info in infos}
    keys = keys_in_effect(infos, of_two_games)
    assert {keys[name] for name in of_two_games} == {"Ctrl+B"}
