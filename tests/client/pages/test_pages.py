"""The home page, unfinished games, and what all pages have in common, by real clicks."""

from dataclasses import replace
from math import ceil
from typing import get_args

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.pages.home.page import UnfinishedGame
from client_qt.pages.home.unfinished_games import urgency
from client_qt.pages.navigation import PageName
from client_qt.theme import Theme
from client_qt.widgets.labels import ElidedLabel, PageHeader
from client_qt.widgets.tiles import ShelfTile
from devtools.harness.window.clicks import click, press, settle, type_text
from devtools.harness.window.play import at_table, seeded_table
from netgame.games import GAMES
from protocol.limits import MAX_NAME
from tests.client.widget_tools import emitted, texts

HOUR = 3_600_000
GAME = UnfinishedGame(
    "t1", "thud", "Thud against Ann", "Ann's turn", server="ab", place="The club", clock="3 days for each move"
)  # fmt: skip


def test_resigning_a_battle_is_asked_first_and_says_how_it_counts(window: MainWindow) -> None:
    table = seeded_table("thud")
    at_table(window, table)
    press(window.table.panel, "resign")
    asked = window.table.table_actions.asking
    assert any("Dwarfs" in words for words in texts(asked))
    assert table.match.phase == "playing"

    press(asked, "resign_leg")
    assert table.match.phase == "between"
    press(window.table.result, "ready")
    assert table.match.leg == 1


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a menu without a screen
def test_the_menu_of_a_game_works_by_clicks_and_by_the_keyboard(window: MainWindow) -> None:
    tile = next(tile for tile in window.home.findChildren(ShelfTile) if tile.key == "thud")
    for entry in ("host", "rules", "computer"):
        chosen = emitted(getattr(window.home, entry))
        click(tile)
        assert tile.menu.isVisible()
        action = next(action for action in tile.menu.actions() if action.objectName() == f"shelf_{entry}_thud")
        QTest.mouseClick(tile.menu, Qt.MouseButton.LeftButton, pos=tile.menu.actionGeometry(action).center())
        assert chosen == ["thud"]

    read = emitted(window.home.rules)
    tile.setFocus()
    QTest.keyClick(tile, Qt.Key.Key_Return)
    QTest.keyClick(tile.menu, Qt.Key.Key_Return)
    assert read == ["thud"]


def test_a_new_window_fits_on_its_screen(theme: Theme, qtbot: QtBot) -> None:
    fresh = MainWindow(theme)
    qtbot.addWidget(fresh)
    room = fresh.screen().availableSize()

    assert fresh.width() == max(800, min(1280, room.width() - theme.px(1)))
    assert fresh.height() < room.height() - theme.em


def test_a_page_gives_the_focus_to_its_first_field(window: MainWindow) -> None:
    for page, expected in (("host", "game_clod"), ("here", "game_clod"), ("join", "address")):
        window.show_page(page)
        settle()
        assert window.focusWidget().objectName() == expected


def test_closing_the_window_emits_leaving(window: MainWindow) -> None:
    leaving = emitted(window.leaving)
    window.close()

    assert len(leaving) == 1
    assert window.isVisible()


def test_return_in_a_question_presses_the_focused_button(window: MainWindow) -> None:
    done: list[str] = []
    for tabs in (0, 1):
        window.ask("Sure?", ["Think."], [Answer("Do it", "danger", lambda: done.append("done"), "do_it")])
        settle()
        dialog = window.findChildren(QuestionDialog)[-1]
        for _ in range(tabs):
            QTest.keyClick(dialog, Qt.Key.Key_Tab)
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
        assert len(done) == tabs


def test_the_menu_offers_only_what_can_be_done(window: MainWindow) -> None:
    at_table(window, seeded_table("clod", 1))
    entries = {action.objectName(): action for action in window.actions()}

    assert entries["action_resign"].isEnabled()
    assert not entries["action_stop"].isEnabled()


def test_every_game_on_the_home_page_has_a_caption_and_more_rows_in_a_small_window(window: MainWindow) -> None:
    tiles = window.home.findChildren(ShelfTile)
    for tile in tiles:
        words = [part.text() for part in tile.findChildren(ElidedLabel)]
        assert words == [GAMES[tile.key].title, GAMES[tile.key].preview.caption]

    def rows() -> set[int]:
        settle()
        return {tile.mapTo(window, tile.rect().topLeft()).y() for tile in tiles}

    assert len(rows()) == ceil(len(GAMES) / 6)
    window.resize(800, 560)
    assert len(rows()) == ceil(len(GAMES) / 3)


@pytest.mark.parametrize(("page", "field"), [("home", "name"), ("account", "sign_up_name"), ("here", "name_0")])
def test_a_field_of_a_name_says_that_it_is_full(window: MainWindow, page: PageName, field: str) -> None:
    window.show_page(page)
    settle()
    shown = window.stack.currentWidget()
    name, note = shown.findChild(QLineEdit, field), shown.findChild(QLabel, f"{field}_length")
    name.clear()
    type_text(name, "x" * (MAX_NAME - 1))
    assert not note.isVisible()

    type_text(name, "yz")
    assert (name.text()[-1], note.isVisible()) == ("y", True)
    assert str(MAX_NAME) in note.text()


def test_larger_text_is_not_cut_and_gets_the_tight_layout_at_once(window: MainWindow, theme: Theme) -> None:
    home = window.home
    mark = next(found for found in home.findChildren(QLabel) if found.text() == "netgame")
    window.resize(1200, 840)
    settle()
    before, wide = mark.height(), home.name_field.width()
    assert not home.host_tile.scene.isHidden()

    theme.choose(zoom=1.75)
    settle()
    assert mark.height() > 1.6 * before
    assert home.name_field.width() > 1.6 * wide
    assert home.host_tile.scene.isHidden()


def test_all_pages_have_their_title_at_the_same_place(window: MainWindow) -> None:
    for size in ((1280, 800), (800, 560)):
        window.resize(*size)
        places = set()
        for name in get_args(PageName):
            window.show_page(name)
            settle()
            for header in window.stack.currentWidget().findChildren(PageHeader):
                places.add(header.mapTo(window.stack, QPoint()).toTuple())

        assert len(places) == 1


def test_own_turns_come_first_then_the_least_time_left() -> None:
    games = [
        replace(GAME, key="no clock"),
        replace(GAME, key="theirs", left_ms=HOUR),
        replace(GAME, key="mine", left_ms=9 * HOUR, my_turn=True),
        replace(GAME, key="soon", left_ms=5 * HOUR, my_turn=True),
    ]
    assert [game.key for game in sorted(games, key=urgency)] == ["soon", "mine", "theirs", "no clock"]


def test_a_row_says_all_about_its_game_and_opens_it_by_mouse_and_keyboard(window: MainWindow) -> None:
    page, mine = window.unfinished, replace(GAME, my_turn=True)
    resumed = emitted(page.resume)
    window.show_page("unfinished")
    page.show_games([mine])
    settle()
    [row] = page.view.rows
    for words in (mine.title, mine.state, mine.place, mine.clock, row.chip):
        assert words
        assert words in row.accessible_text

    press(page, "continue_t1")
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_Down)
    QTest.keyClick(page.view, Qt.Key.Key_Return)

    assert resumed == [mine, mine]
