"""Preferences and the place of the window from one start of the whole program to the next."""

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QAction

from client_qt.pages.table.panel.walk_bar import read_speed
from client_qt.settings.file import Folders, SettingsFile
from client_qt.settings.preferences import Preferences
from client_qt.theme import Theme
from tests.client.clicks import settle
from tests.client.program import client, press, until

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


def settings_of(home: Path) -> SettingsFile:
    return SettingsFile(Folders.find(str(home)).config)


async def test_what_is_chosen_on_the_page_holds_at_the_next_start(theme: Theme, tmp_path: Path) -> None:
    async with client(theme, tmp_path, "Ann") as app:
        app.preferences_controller.open()
        await press(app.window, "preference_board_slate")
        await press(app.window, "preferences_playing")
        await press(app.window, "preference_legal")
        assert theme.board_name == "slate"
        app.window.action("faster").trigger()
    theme.choose(board="auto")
    async with client(theme, tmp_path, "Ann") as app:
        assert theme.board_name == "slate"
        switch = app.window.findChild(QAction, "action_legal")
        assert not switch.isChecked()
        assert app.window.replay.speed == 2.0
        app.window.findChild(QAction, "speed_played").trigger()
        assert read_speed(app.window.state().replay_speed) is None

    kept = settings_of(tmp_path).value
    assert kept.preferences == Preferences(board="slate", legal=False)
    assert kept.window.geometry


async def test_settings_that_were_repaired_are_told_once_in_the_banner(theme: Theme, tmp_path: Path) -> None:
    file = settings_of(tmp_path)
    file.change(file.value.prefer(board="paper", volume=10))
    raw = json.loads(file.path.read_text("utf-8"))
    raw["preferences"]["volume"] = "loud"
    file.path.write_text(json.dumps(raw))

    async with client(theme, tmp_path, "Ann") as app:
        await until(lambda: app.window.banner.shown)
        assert "volume" in app.window.banner.accessibleName()
        assert "settings.broken.json" in app.window.banner.accessibleName()
        assert theme.board_name == "paper"  # what was good is kept
    async with client(theme, tmp_path, "Ann") as app:
        settle()
        assert not app.window.banner.shown
