"""The main window: navigation between pages, full screen, the geometry of the last time, and titles of two windows."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from client_qt.app.main_window import MainWindow, is_reachable
from client_qt.app.second_window import mark_second, own_folders
from client_qt.settings.file import Folders, SettingsFile
from client_qt.settings.schema import WindowState
from client_qt.theme import Theme
from devtools.harness.window.clicks import click, list_texts, settle
from devtools.screenshots.staged_tables import Staged
from tests.client.staging import put_away, sit_down, whole_window
from tests.client.widget_tools import LEFT


@pytest.fixture
def again(theme: Theme) -> Iterator[MainWindow]:
    """The window of the next start."""
    made = whole_window(theme)
    yield made
    put_away(made)


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.focusWidget() or window, key)
    settle()


def test_going_back_shows_the_page_that_a_page_was_opened_from_with_its_title(window: MainWindow) -> None:
    pages: list[str] = []
    window.page_changed.connect(lambda: pages.append(window.page))
    for page in ("home", "rules", "rules", "preferences", "rules", "preferences"):
        window.show_page(page, page.title())
    for _ in range(2):
        window.go_back()
    assert pages == ["rules", "preferences", "rules", "preferences", "rules", "home"], "each change is signalled"

    for page in ("table", "lobby", "rules", "preferences"):
        window.show_page(page, page.title())
    window.go_back()
    assert (window.page, window.subject) == ("rules", "Rules")
    window.go_back()
    assert (window.page, window.subject) == ("lobby", "Lobby")


def test_f11_switches_the_full_screen_on_and_off_and_the_window_manager_can_end_it(window: MainWindow) -> None:
    for is_on in (True, False, True):
        press(window, Qt.Key.Key_F11)
        assert window.isFullScreen() == window.action("full_screen").isChecked() == is_on

    window.setWindowState(Qt.WindowState.WindowNoState)
    settle()
    assert not window.action("full_screen").isChecked()

    window.showMaximized()
    settle()
    press(window, Qt.Key.Key_F11)
    press(window, Qt.Key.Key_F11)
    assert (window.isMaximized(), window.isFullScreen()) == (True, False)


def test_esc_leaves_the_full_screen_only_where_nothing_else_uses_esc(window: MainWindow) -> None:
    sit_down(window, Staged().start().play(6))
    press(window, Qt.Key.Key_F11)
    for _ in range(3):
        press(window, Qt.Key.Key_Escape)
    assert window.isFullScreen(), "at the table Esc cancels a move"

    window.show_page("rules")
    went_back: list[bool] = []
    window.rules.back.connect(lambda: went_back.append(True))
    press(window, Qt.Key.Key_Escape)
    assert went_back == [True]
    assert window.isFullScreen()

    window.show_page("home")
    settle()
    press(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()


def test_the_window_opens_where_it_was_but_not_in_full_screen(window: MainWindow, again: MainWindow) -> None:
    press(window, Qt.Key.Key_F11)
    again.restore(window.state())
    again.show()
    assert not again.isFullScreen()
    press(window, Qt.Key.Key_F11)

    window.setGeometry(0, 40, 820, 600)
    again.restore(window.state())
    assert again.geometry().height() == 600
    assert 790 < again.geometry().width() <= 800, "as wide as the screen of the tests"
    assert again.geometry().top() == 40

    window.showMaximized()
    settle()
    again.restore(window.state())
    again.show()
    assert again.isMaximized()


@pytest.mark.parametrize("geometry", ["", "00", "ff" * 66])
def test_an_invalid_geometry_is_ignored(window: MainWindow, geometry: str) -> None:
    before = window.geometry()
    window.restore(WindowState(geometry, "no tab"))
    assert window.geometry() == before


@pytest.mark.parametrize(("x", "y", "reachable"), [
    (10, 10, True), (700, 100, True), (5000, 100, False), (-790, 100, False), (100, -300, False), (100, 795, False),
])  # fmt: skip
def test_a_window_is_reachable_by_its_upper_edge(window: MainWindow, x: int, y: int, reachable: bool) -> None:
    assert is_reachable(QRect(x, y, 800, 560)) is reachable


def test_another_window_than_the_first_says_which_and_whose_it_is(new_window: MainWindow, tmp_path: Path) -> None:
    def mark(folder: Path, name: str) -> str:
        made = SettingsFile(folder)
        made.change(replace(made.value, name=name))
        mark_second(new_window, made)
        settle()
        return " ".join(list_texts(new_window.home))

    assert "in the other window" not in mark(tmp_path / "config", "Ann")
    assert new_window.windowTitle() == "netgame"

    assert "in the other window" in mark(tmp_path / "config" / "window-3", ""), "the games of the first are not lost"
    assert new_window.windowTitle() == "netgame - window 3"
    new_window.show_page("table", "Thud against Ann")
    new_window.mark_title("Your turn")
    new_window.home.renamed.emit("Cleo")
    assert new_window.windowTitle() == "Your turn - Thud against Ann - netgame - Cleo, window 3"


def test_two_starts_at_the_same_moment_have_settings_of_their_own(qapp: object, tmp_path: Path) -> None:
    folders = Folders.find(str(tmp_path))
    first, second = own_folders(folders), own_folders(folders)  # before either of them has a window
    assert (first.config, second.config) == (folders.config, folders.config / "window-2")


def test_esc_leaves_a_field_with_typed_text_before_it_leaves_the_page(window: MainWindow) -> None:
    window.show_page("join")
    settle()
    went_back: list[bool] = []
    window.join.back.connect(lambda: went_back.append(True))
    field = window.join.address
    field.setFocus()
    QTest.keyClicks(field, "club.example")

    press(window, Qt.Key.Key_Escape)
    assert (went_back, field.text(), field.hasFocus()) == ([], "club.example", False)

    press(window, Qt.Key.Key_Escape)
    assert went_back == [True]


def test_a_screen_reader_finds_the_banner_over_the_pages_with_its_buttons(window: MainWindow) -> None:
    window.show_message("A sentence.", action=("Act", lambda: None))
    settle()

    def below(part: QAccessibleInterface) -> Iterator[str]:
        yield part.text(QAccessible.Text.Name)
        for number in range(part.childCount()):
            yield from below(part.child(number))

    assert {"A sentence.", "Act", "Close"} <= set(below(QAccessible.queryAccessibleInterface(window)))
    window.banner.hide_text()


def test_an_answered_banner_gives_the_focus_to_no_field(window: MainWindow) -> None:
    window.show_page("home")
    window.show_message("A sentence.", action=("Act", lambda: None))
    settle()
    click(window.banner.buttons[0])
    assert (window.banner.shown, window.focusWidget()) == (False, window.home)


def test_the_second_press_of_a_double_click_reaches_nothing_that_was_not_there(window: MainWindow) -> None:
    pressed: list[str] = []
    for name in ("below", "above"):
        button = QPushButton(name, window)
        button.setGeometry(10, 10, 100, 40)
        button.clicked.connect(lambda _on, name=name: pressed.append(name))
        button.show()
    button.clicked.connect(button.hide)
    handle, at, plain = window.windowHandle(), QPoint(30, 30), Qt.KeyboardModifier.NoModifier
    QTest.mouseDClick(handle, LEFT, plain, at)
    assert pressed == ["above"]

    QTest.mouseClick(handle, LEFT, plain, at)
    QTest.mouseDClick(handle, LEFT, plain, at)
    assert pressed == ["above", "below", "below", "below"]
