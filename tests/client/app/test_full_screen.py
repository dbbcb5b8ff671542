"""The whole screen for the game: F11 there and back, and no Esc by accident."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest

from client_qt.app.main_window import MainWindow
from client_qt.app.window_state import WindowGeometry
from client_qt.dialogs.shortcuts import menu_keys
from client_qt.settings.file import SettingsFile
from client_qt.theme import Theme
from tests.client.clicks import settle
from tests.client.staging import put_away, sit_down
from tests.screenshots.staged_tables import Staged


@pytest.fixture
def again(theme: Theme) -> Iterator[MainWindow]:
    """The window of the next start."""
    made = MainWindow(theme)
    yield made
    put_away(made)


def switch(window: MainWindow) -> QAction:
    found = window.findChild(QAction, "action_full_screen")
    assert found is not None
    return found


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.focusWidget() or window, key)
    settle()


def test_f11_fills_the_screen_and_gives_it_back(window: MainWindow) -> None:
    action = switch(window)
    press(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    assert action.isChecked()

    press(window, Qt.Key.Key_F11)

    assert not window.isFullScreen()
    assert not action.isChecked()


def test_a_window_that_was_maximised_is_so_again(window: MainWindow) -> None:
    window.showMaximized()
    settle()
    press(window, Qt.Key.Key_F11)
    assert window.isFullScreen()

    press(window, Qt.Key.Key_F11)

    assert window.isMaximized()
    assert not window.isFullScreen()


def test_esc_leaves_it_only_where_nothing_else_wants_esc(window: MainWindow) -> None:
    sit_down(window, Staged().start().play(6))
    press(window, Qt.Key.Key_F11)
    for _ in range(3):
        press(window, Qt.Key.Key_Escape)
    assert window.isFullScreen(), "at the table Esc is for the turn"
    window.show_page("rules")
    backs: list[bool] = []
    window.rules.back.connect(lambda: backs.append(True))
    press(window, Qt.Key.Key_Escape)
    assert backs, "it goes back where there is something to go back to"
    assert window.isFullScreen()

    window.show_page("home")
    settle()
    press(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    press(window, Qt.Key.Key_Escape)

    assert not window.isFullScreen()


def test_the_window_manager_may_end_it_as_well(window: MainWindow) -> None:
    press(window, Qt.Key.Key_F11)
    window.setWindowState(Qt.WindowState.WindowNoState)
    settle()

    assert not switch(window).isChecked()


def test_it_stands_in_the_list_of_keys(window: MainWindow) -> None:
    lines = [line for group in menu_keys(window.menuBar()) for line in group.lines]

    assert ("F11", "Full screen") in [(line.keys, line.words) for line in lines]


def test_the_next_start_is_a_window_again(window: MainWindow, again: MainWindow, tmp_path: Path) -> None:
    WindowGeometry(window, SettingsFile(tmp_path))
    window.setGeometry(0, 40, 800, 600)
    press(window, Qt.Key.Key_F11)
    window.may_close = True
    window.close()
    WindowGeometry(again, SettingsFile(tmp_path))
    again.show()

    assert not again.isFullScreen()
    assert again.geometry().top() == 40
