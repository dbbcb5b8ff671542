"""The page of all unfinished games."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client_qt.app.main_window import MainWindow
from client_qt.pages.home.page import UnfinishedGame
from client_qt.pages.home.unfinished_games import urgency
from tests.client.clicks import press, settle
from tests.client.widget_tools import emitted

HOUR = 3_600_000
GAME = UnfinishedGame(
    "t1", "thud", "Thud against Ann", "Ann's turn", server="ab", place="The club", clock="3 days for each move"
)  # fmt: skip


def test_own_turns_come_first_then_the_least_time_left() -> None:
    games = [
        replace(GAME, key="no clock"),
        replace(GAME, key="theirs", left_ms=HOUR),
        replace(GAME, key="mine", left_ms=9 * HOUR, my_turn=True),
        replace(GAME, key="soon", left_ms=5 * HOUR, my_turn=True),
    ]

    assert [game.key for game in sorted(games, key=urgency)] == ["soon", "mine", "theirs", "no clock"]


def test_a_row_says_all_about_its_game(window: MainWindow) -> None:
    window.unfinished.show_games([replace(GAME, my_turn=True)])

    [row] = window.unfinished.view.rows
    for words in (GAME.title, GAME.state, GAME.place, GAME.clock, row.chip):
        assert words
        assert words in row.accessible_text


@pytest.mark.parametrize("key", [None, Qt.Key.Key_Return])
def test_a_row_opens_its_game_by_mouse_and_keyboard(window: MainWindow, key: Qt.Key | None) -> None:
    page = window.unfinished
    resumed = emitted(page.resume)
    window.show_page("unfinished")
    page.show_games([GAME])
    settle()

    if key is None:
        press(page, "continue_t1")
    else:
        page.view.setFocus()
        QTest.keyClick(page.view, Qt.Key.Key_Down)
        QTest.keyClick(page.view, key)

    assert resumed == [GAME]
