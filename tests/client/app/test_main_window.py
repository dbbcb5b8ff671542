"""The main window: navigation between pages, full screen, and the geometry of the last time."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from client_qt.app.main_window import MainWindow, is_reachable
from client_qt.settings.schema import WindowState
from client_qt.theme import Theme
from devtools.harness.window.clicks import settle
from devtools.screenshots.staged_tables import Staged
from tests.client.staging import put_away, sit_down, whole_window


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
    window.show_page("lobby", "A server")
    window.show_page("rules", "Rules")
    window.show_page("preferences", "Preferences")
    window.go_back()
    assert (window.page, window.subject) == ("rules", "Rules")
    window.go_back()
    assert (window.page, window.subject) == ("lobby", "A server")

    window.show_page("table")
    window.show_page("preferences")
    window.show_page("lobby")
    window.show_page("preferences")  # it was shown before
    window.go_back()
    assert window.page == "lobby"


def test_pages_that_were_shown_in_turns_are_left_once_each_and_each_change_is_signalled(window: MainWindow) -> None:
    pages: list[str] = []
    window.page_changed.connect(lambda: pages.append(window.page))
    for page in ("home", "rules", "rules", "preferences", "rules", "preferences"):
        window.show_page(page)
    window.go_back()
    window.go_back()

    assert pages == ["rules", "preferences", "rules", "preferences", "rules", "home"]


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


def test_the_window_opens_where_it_was_maximised_again_but_not_in_full_screen(
    window: MainWindow, again: MainWindow
) -> None:
    press(window, Qt.Key.Key_F11)
    again.restore(window.state())
    again.show()
    assert not again.isFullScreen()
    press(window, Qt.Key.Key_F11)

    window.setGeometry(0, 40, 820, 600)
    again.restore(window.state())
    assert again.geometry().size() == QRect(0, 0, 800, 600).size(), "as wide as the screen of the tests"
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
def test_a_window_is_reachable_if_its_upper_edge_is_on_a_screen(
    window: MainWindow, x: int, y: int, reachable: bool
) -> None:
    assert is_reachable(QRect(x, y, 800, 560)) is reachable
