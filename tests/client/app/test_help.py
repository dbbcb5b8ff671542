"""Help: every action with its keys in a list, and the program about itself."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QMenu, QPlainTextEdit

from client_qt.app.actions import MENUS, ON_BOARD, SPECS, shortcut_infos
from client_qt.app.main_window import MainWindow
from client_qt.dialogs.shortcuts import ShortcutsDialog, key_groups, keys_of
from client_qt.program_info import details
from client_qt.settings.shortcuts import fixed_keys, split_keys
from devtools.harness.window.clicks import press, settle, type_text
from netgame import __version__
from netgame.games import GAMES
from tests.client.widget_tools import texts
from tests.project.sources import ROOT


def test_every_key_of_the_window_and_of_the_games_is_in_the_list(window: MainWindow) -> None:
    QTest.keyClick(window, Qt.Key.Key_Question, Qt.KeyboardModifier.ControlModifier)
    settle()
    shown = texts(window.findChild(QDialog, "shortcuts"))

    with_keys = [action for action in window.findChildren(QAction) if not action.shortcut().isEmpty()]
    assert len(with_keys) > 25
    keys = {key for words in shown for key in (words, *words.split(", "))}
    assert [keys_of(action) for action in with_keys if keys_of(action) not in keys] == []
    lettered = [game.title for game in GAMES.values() if any(len(pick) == 1 for pick in game.buttons)]
    assert list(key_groups(shortcut_infos(), window.table.keys))[-len(lettered) :] == lettered
    assert set(lettered) <= set(shown)


def test_no_two_actions_have_the_same_key_and_those_that_the_guide_names_exist() -> None:
    keys = [info.default for info in shortcut_infos() if info.default and not info.game]
    single = [key for several in keys for key in split_keys(several)]
    assert len(single) == len(set(single))

    guide = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/guide").glob("*.md"))
    named = re.findall(r"\b(?:Ctrl|Alt|Shift)\+[^\s`|,.;]+|\bF\d+\b", guide)
    known = fixed_keys() | {key for info in shortcut_infos() for key in split_keys(info.default)}
    assert named
    assert [key for key in named if not known.issuperset(split_keys(key))] == []


def test_the_list_is_searched_by_words_and_keys_stays_open_beside_the_game_and_is_one(window: MainWindow) -> None:
    for _ in range(2):
        window.action("shortcuts").trigger()
        settle()
    (found,) = [found for found in window.findChildren(QDialog) if found.objectName() == "shortcuts"]
    assert isinstance(found, ShortcutsDialog)
    assert not found.isModal()
    type_text(found.search, "ctrl+z")
    settle()
    assert "Undo" in texts(found)
    assert "Flip" not in texts(found)

    found.search.clear()
    type_text(found.search, "no such thing")
    settle()
    assert found.nothing_found.isVisible()
    QTest.keyClick(found, Qt.Key.Key_Escape)
    assert not found.isVisible()


def test_who_asks_what_this_is_can_copy_the_details(window: MainWindow) -> None:
    window.action("about").trigger()
    settle()
    about = window.findChild(QDialog, "about")
    press(about, "copy_details")

    assert QGuiApplication.clipboard().text() == details()
    texts = [box.toPlainText() for box in about.findChildren(QPlainTextEdit)]
    assert any("MIT License" in text for text in texts)
    assert sum(text.count("SIL OPEN FONT LICENSE") for text in texts) >= 2
    press(about, "close")
    assert not about.isVisible()


def test_the_details_name_versions_and_nobody(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("USER", "mareike")
    lines = details().splitlines()

    assert lines[0] == f"netgame {__version__}"
    assert re.fullmatch(r"Python 3\.[\d.]+( \(venv\))?", lines[1]), "the same in every language"
    assert re.match(r"Qt 6\.\d+", lines[2])
    assert all(re.fullmatch(r"\d+ x \d+ px, [\d.]+x", line) for line in lines[4:])
    assert "mareike" not in details()
    assert "/" not in details()


WITHOUT_KEYS = {  # users can choose keys for them
    "confirm", "copy_picture", "export_picture", "host_dice", "look_together", "people", "ratings", "sound",
    "tournaments", "unfinished",
}  # fmt: skip


def in_menus(window: MainWindow) -> set[str]:
    """The names of all actions that hang in a menu of the bar, submenus included."""
    found: set[str] = set()
    menus = [top.menu() for top in window.menuBar().actions()]
    while menus:
        menu = menus.pop()
        assert isinstance(menu, QMenu)
        found |= {entry.objectName().removeprefix("action_") for entry in menu.actions()}
        menus += [entry.menu() for entry in menu.actions() if entry.menu() is not None]
    return found


def test_an_action_has_words_an_icon_keys_a_tip_and_a_place_in_a_menu_or_under_the_board(window: MainWindow) -> None:
    for name in SPECS:
        action = window.findChild(QAction, f"action_{name}")
        assert action.text().strip(), name
        assert action.toolTip().strip(), name
        assert not action.icon().isNull(), name
        assert action.shortcut().toString() or name in WITHOUT_KEYS, name
    on_board = {spec.name for spec in MENUS[ON_BOARD] if spec is not None}
    assert set(SPECS) - on_board <= in_menus(window)
