"""Menus, keys and opened files on macOS, as far as other systems can show them."""

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QAction, QFileOpenEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QToolBar

from client_qt.app.actions import SPECS, Actions, default_keys
from client_qt.app.startup import open_what_the_system_sends
from client_qt.app.tool_bar import MenuBarButtons
from client_qt.settings.shortcuts import fixed_keys
from client_qt.single_instance import SingleInstance
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle

OF_THE_SYSTEM = ("Ctrl+H", "Ctrl+M", "Ctrl+Shift+Q", "Ctrl+Alt+D", "Ctrl+Tab", "F11")


@pytest.mark.parametrize("keys", OF_THE_SYSTEM)
def test_no_action_has_a_key_of_the_system(keys: str) -> None:
    found = {
        spec.name for spec in SPECS.values()
        if QKeySequence(keys) in QKeySequence.listFromString(default_keys(spec, "darwin"))
    }  # fmt: skip

    assert found == set()


def test_a_key_of_the_system_cannot_be_chosen_for_leaving_a_match() -> None:
    assert "Ctrl+Shift+Q" in fixed_keys("darwin")
    assert "Ctrl+Shift+Q" not in fixed_keys("linux")


def test_qt_guesses_no_role_of_an_entry_by_its_words(theme: Theme, qapp: QApplication) -> None:
    window = QMainWindow()
    roles = {name: action.menuRole() for name, action in Actions(window).items()}

    assert {name for name, role in roles.items() if role != QAction.MenuRole.NoRole} == {"about", "preferences", "quit"}
    assert QAction.MenuRole.TextHeuristicRole not in roles.values()


@pytest.mark.parametrize("what", ["netgame://club.example/abc", "/home/ann/a game.netgame"])
def test_a_link_or_record_that_the_system_sends_is_opened(what: str, qapp: QApplication, tmp_path: Path) -> None:
    bell, rang = SingleInstance(tmp_path), list[str]()
    bell.launch_requested.connect(rang.append)
    bell.hold()
    made = open_what_the_system_sends(qapp, bell)

    event = QFileOpenEvent(QUrl(what)) if "://" in what else QFileOpenEvent(what)
    QApplication.sendEvent(qapp, event)
    bell.release()
    made.deleteLater()

    assert rang == [what]


def test_buttons_of_the_menu_bar_are_seen_where_the_system_shows_the_menus(theme: Theme, qapp: QApplication) -> None:
    window = QMainWindow()
    actions = Actions(window)
    actions.add_icons(theme)
    buttons = MenuBarButtons(theme, actions, window.menuBar(), is_native=True)

    window.show()
    buttons.show_tools(shown=True, tools=False, window_px=800)
    settle()

    assert buttons.isVisible()
    assert [bar.objectName() for bar in window.findChildren(QToolBar)] == ["menu_bar_buttons"]
    window.close()
