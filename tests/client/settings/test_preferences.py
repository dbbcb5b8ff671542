"""Preferences and the place of the window from one start of the whole program to the next."""

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QAction

from client_qt.pages.table.panel.walk_bar import read_speed
from client_qt.settings.file import Folders, SettingsFile
from client_qt.settings.preferences import Preferences
from client_qt.theme import Theme
from tests.client.program import client, press, until

pytestmark = [pytest.mark.slow, pytest.mark.qt_trio]


def settings_of(home: Path) -> SettingsFile:
    return SettingsFile(Folders.find(str(home)).config)


async def test_choices_hold_at_the_next_start_and_one_that_broke_meanwhile_is_told_in_the_banner(
    theme: Theme, tmp_path: Path
) -> None:
    file = settings_of(tmp_path)
    file.change(file.value.prefer(volume=10))
    async with client(theme, tmp_path, "Ann") as app:
        app.preferences_controller.open()
        await press(app.window, "preference_board_slate")
        await press(app.window, "preferences_playing")
        await press(app.window, "preference_legal")
        assert theme.board_name == "slate"
        app.window.action("faster").trigger()
        assert not app.window.banner.shown
    theme.choose(board="auto")
    kept = settings_of(tmp_path).value
    assert kept.preferences == Preferences(board="slate", legal=False, volume=10)
    assert kept.window.geometry
    raw = json.loads(file.path.read_text("utf-8"))
    raw["preferences"]["volume"] = "loud"
    file.path.write_text(json.dumps(raw))

    async with client(theme, tmp_path, "Ann") as app:
        assert theme.board_name == "slate"
        switch = app.window.findChild(QAction, "action_legal")
        assert not switch.isChecked()
        assert app.window.replay.speed == 2.0
        app.window.findChild(QAction, "speed_played").trigger()
        assert read_speed(app.window.state().replay_speed) is None

        await until(lambda: app.window.banner.shown)
        assert "volume" in app.window.banner.accessibleName()
        assert "settings.broken.json" in app.window.banner.accessibleName()
