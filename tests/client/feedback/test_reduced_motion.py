"""Reduced motion by the system or by the preferences."""

import plistlib
from pathlib import Path

import pytest
from PySide6.QtCore import QVariantAnimation
from PySide6.QtWidgets import QApplication

from client_qt.app.main_window import MainWindow
from client_qt.feedback.reduced_motion import has_bus, mac_wants_less
from client_qt.pages.preferences.controller import PreferencesController
from client_qt.settings.file import SettingsFile
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.harness.window.play import at_table, play_on, seeded_table


@pytest.fixture
def controller(
    window: MainWindow, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> PreferencesController:
    """Preferences of a window on a system without settings."""
    monkeypatch.setattr("client_qt.feedback.reduced_motion.has_bus", lambda: False)
    monkeypatch.setattr(theme, "system_reduces_motion", False)
    return PreferencesController(window, window.preferences, theme, SettingsFile(tmp_path), window.show_preferences)


def moves(theme: Theme) -> bool:
    return any(vars(theme.motion).values())


def test_motion_follows_the_system_unless_a_preference_decides(controller: PreferencesController, theme: Theme) -> None:
    assert moves(theme)
    controller.motion.set_answer("reduced-motion", True)
    controller.motion.set_answer("enable-animations", False)
    assert controller.motion.less, "one setting is enough"
    controller.motion.set_answer("reduced-motion", False)
    for reduced in (True, False):
        controller.motion.set_answer("desktop", reduced)
        assert moves(theme) != reduced

    controller.choose(motion="full")
    controller.motion.set_answer("desktop", True)
    assert moves(theme)
    assert QApplication.cursorFlashTime() > 0
    controller.choose(motion="reduced")
    controller.motion.set_answer("desktop", False)
    assert not moves(theme)
    assert QApplication.cursorFlashTime() == 0, "text cursors do not blink"


def test_reduced_motion_stops_animations_at_the_table(window: MainWindow, controller: PreferencesController) -> None:
    controller.choose(motion="reduced")
    table = seeded_table("clod")
    at_table(window, table)
    play_on(table, 3)
    window.note("Copied.")
    running = [a for a in window.findChildren(QVariantAnimation) if a.state() == QVariantAnimation.State.Running]
    settle()

    assert running == []


def test_macos_has_the_setting_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "settings.plist"
    assert not mac_wants_less(file)
    file.write_bytes(plistlib.dumps({"reduceMotion": True}))
    assert mac_wants_less(file)
    for content in (plistlib.dumps({"other": 1}), b"nonsense"):
        file.write_bytes(content)
        assert not mac_wants_less(file)


def test_the_session_bus_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not has_bus()
    (tmp_path / "bus").touch()
    assert has_bus()
