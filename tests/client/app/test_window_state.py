"""Where the window was is where it opens, as far as there is still a screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.app.window_state import WindowGeometry, in_sight
from client_qt.settings.file import SettingsFile
from client_qt.settings.schema import WindowState
from client_qt.theme import Theme
from tests.client.clicks import GUARD_MS, settle
from tests.client.staging import put_away


@pytest.fixture
def again(theme: Theme) -> Iterator[MainWindow]:
    """The window of the next start."""
    made = MainWindow(theme)
    yield made
    put_away(made)


def test_the_window_opens_where_it_was_with_the_tab_that_was_open(
    window: MainWindow, again: MainWindow, tmp_path: Path
) -> None:
    WindowGeometry(window, SettingsFile(tmp_path))
    window.setGeometry(0, 40, 820, 600)
    window.table.panel.show_tab("rules")
    window.may_close = True
    window.close()
    WindowGeometry(again, SettingsFile(tmp_path))
    again.show()

    assert again.geometry().size() == QRect(0, 0, 800, 600).size()  # as wide as the screen of the tests
    assert again.geometry().top() == 40
    assert again.table.panel.tab == "rules"


def test_a_window_that_was_maximised_is_again(window: MainWindow, again: MainWindow, tmp_path: Path) -> None:
    WindowGeometry(window, SettingsFile(tmp_path))
    window.showMaximized()
    settle()
    window.may_close = True
    window.close()
    WindowGeometry(again, SettingsFile(tmp_path))
    again.show()

    assert again.isMaximized()


def test_where_it_is_moved_is_kept_without_closing_it(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client_qt.app.window_state.QUIET_MS", 1)
    WindowGeometry(window, SettingsFile(tmp_path))
    window.resize(900, 650)

    qtbot.waitUntil(lambda: bool(SettingsFile(tmp_path).value.window.geometry), timeout=GUARD_MS)


@pytest.mark.parametrize("geometry", ["00", "ff" * 66])
def test_a_place_that_makes_no_sense_leaves_the_window_where_it_is(
    window: MainWindow, tmp_path: Path, geometry: str
) -> None:
    settings, before = SettingsFile(tmp_path), window.geometry()
    settings.change(settings.value.with_window(WindowState(geometry, "no tab")))
    WindowGeometry(window, settings)

    assert window.geometry() == before


@pytest.mark.parametrize(
    ("place", "seen"),
    [
        (QRect(10, 10, 800, 560), True),
        (QRect(700, 100, 800, 560), True),
        (QRect(5000, 100, 800, 560), False),
        (QRect(-790, 100, 800, 560), False),
        (QRect(100, -300, 800, 560), False),
        (QRect(100, 795, 800, 560), False),
    ],
)
def test_a_window_is_in_sight_where_its_upper_edge_can_be_taken_hold_of(
    window: MainWindow, place: QRect, seen: bool
) -> None:
    assert in_sight(place) is seen
