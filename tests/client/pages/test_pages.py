"""The home page, unfinished games, the rules and the first game, and what all pages have in common."""

from dataclasses import replace
from math import ceil
from typing import get_args

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.pages.home.page import UnfinishedGame
from client_qt.pages.home.unfinished_games import urgency
from client_qt.pages.navigation import PageName
from client_qt.pages.rules.controller import RulesController
from client_qt.pages.rules.first_game import FirstGame
from client_qt.text.rulebook import book_of, pick_of
from client_qt.theme import Theme
from client_qt.widgets.labels import ElidedLabel, PageHeader
from client_qt.widgets.tiles import ShelfTile
from devtools.harness.window.clicks import button, click, click_cell, press, settle, type_text
from devtools.harness.window.play import at_table, seeded_table
from devtools.harness.window.program import press as press_when_there
from netgame.games import GAMES
from protocol.limits import MAX_NAME
from tests.client.widget_tools import emitted, texts

HOUR = 3_600_000
GAME = UnfinishedGame(
    "t1", "thud", "Thud against Ann", "Ann's turn", server="ab", place="The club", clock="3 days for each move"
)  # fmt: skip


def test_resigning_a_battle_is_asked_first_and_says_how_it_counts(window: MainWindow) -> None:
    at_table(window, seeded_table("clod", 1))
    assert (window.action("resign").isEnabled(), window.action("stop").isEnabled()) == (True, False)

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


@pytest.mark.parametrize(
    ("typed", "valid"), [("A", False), ("Al", True), ("李", True), ("A\u200db", False), ("Ａnn", True)]
)
def test_the_home_page_checks_a_name_by_the_rule_of_servers(window: MainWindow, typed: str, valid: bool) -> None:
    window.show_home()
    window.home.name_field.setText(typed)
    error = window.home.findChild(QLabel, "name_error")
    assert (window.home.name_field.property("wrong"), error.isVisible()) == (str(not valid).lower(), not valid)
    assert window.has_name() is valid


def test_pages_have_their_title_at_the_same_place_and_focus_their_first_field(window: MainWindow) -> None:
    first = {"host": "game_clod", "here": "game_clod", "join": "address"}
    for size in ((1280, 800), (800, 560)):
        window.resize(*size)
        places = set()
        for name in get_args(PageName):
            window.show_page(name)
            settle()
            assert name not in first or window.focusWidget().objectName() == first[name]
            for header in window.stack.currentWidget().findChildren(PageHeader):
                places.add(header.mapTo(window.stack, QPoint()).toTuple())
        assert len(places) == 1


def test_a_row_says_all_about_its_game_and_opens_it_and_urgent_ones_come_first(window: MainWindow) -> None:
    page, mine = window.unfinished, replace(GAME, my_turn=True)
    resumed = emitted(page.resume)
    window.show_page("unfinished")
    page.show_games([mine])
    settle()
    [row] = page.view.rows
    assert all((mine.title, mine.state, mine.place, mine.clock, row.chip))
    assert all(part in row.accessible_text for part in (mine.title, mine.state, mine.place, mine.clock, row.chip))
    press(page, "continue_t1")
    page.view.setFocus()
    QTest.keyClick(page.view, Qt.Key.Key_Down)
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert resumed == [mine, mine]

    later, soon = replace(mine, key="mine", left_ms=9 * HOUR), replace(mine, key="soon", left_ms=5 * HOUR)
    games = [replace(GAME, key="no clock"), replace(GAME, key="theirs", left_ms=HOUR), later, soon]
    assert [game.key for game in sorted(games, key=urgency)] == ["soon", "mine", "theirs", "no clock"]


def open_rules(window: MainWindow) -> None:
    controller = RulesController(window, window.rules, window.table)
    window.action("rules").triggered.connect(controller.open)
    window.activateWindow()
    settle()
    QTest.keyClick(window, Qt.Key.Key_F1)
    settle()
    assert window.page == "rules"


def test_f1_opens_the_rules_of_the_table_or_a_list_and_they_can_be_read_beside_the_board(window: MainWindow) -> None:
    window.show_page("here")
    open_rules(window)
    window.rules.back.emit()
    assert window.page == "here"
    at_table(window, seeded_table("thud"))
    open_rules(window)
    assert window.rules.key == "thud"

    window.rules.back.emit()
    window.table.panel.show_tab("rules")
    settle()
    assert "Thudstone" in " ".join(texts(window.table.panel.rules))
    press(window.table.panel.rules, "rules_with_boards")
    assert (window.page, window.rules.key) == ("rules", "thud")


@pytest.mark.qt_trio
async def test_the_game_of_the_rules_can_be_hosted(ann: Application) -> None:
    ann.window.action("rules").trigger()
    await press_when_there(ann.window.rules, "rules_koom")
    await press_when_there(ann.window.rules, "rules_host")
    assert ann.window.page == "host"
    assert ann.window.host.form is ann.window.host.forms["koom"]


@pytest.mark.slow
def test_every_game_has_rules_with_boards_and_a_first_game_answers_wrong_and_right_turns(window: MainWindow) -> None:
    open_rules(window)
    for key in GAMES:
        press(window.rules, f"rules_{key}")
        settle()
        assert window.rules.key == key
        assert window.rules.figures()
        assert all(board.accessibleName() for board in window.rules.figures())

    press(window.rules, "rules_clod")
    press(window.rules, "rules_first_game")
    settle()
    first = window.findChild(FirstGame)
    cells = {place.name: cell for cell, place in enumerate(GAMES["clod"]().board.cells)}
    step = book_of("clod").steps[0]

    click_cell(first.board, cells["d2"])
    settle()
    assert step.hint in texts(first)
    click_cell(first.board, cells["b4"])
    settle()
    assert step.done in texts(first)
    press(first, "first_game_next")

    assert first.at == 1
    assert button(first, "first_game_back").isEnabled()
    press(first, "first_game_close")


@pytest.mark.parametrize("key", [key for key in GAMES if book_of(key).steps])
def test_the_first_game_is_played_through_by_its_own_turns(window: MainWindow, key: str) -> None:
    first, steps = FirstGame(window.theme, key, window), book_of(key).steps
    first.open()
    settle()

    for number, step in enumerate(steps):
        assert first.at == number
        assert first.builder.type_move(step.wanted[0]) is None
        settle()
        assert step.done in texts(first)
        if number + 1 < len(steps):
            press(first, "first_game_next")
    press(first, "first_game_close")


def test_enter_goes_on_after_a_turn_of_the_first_game(window: MainWindow) -> None:
    first = FirstGame(window.theme, "clod", window)
    first.open()
    assert first.builder.type_move(book_of("clod").steps[0].wanted[0]) is None
    settle()

    QTest.keyClick(first.focusWidget(), Qt.Key.Key_Return)

    assert first.at == 1
    press(first, "first_game_close")


def test_keys_and_buttons_make_a_turn_of_the_first_game(window: MainWindow) -> None:
    done = book_of("conquid").steps[1].done
    assert [pick_of(GAMES["clod"](), name) for name in ("a1", "pass")] == [0, "pass"], "a cell and a button"
    for letter in ("c", "\u0441", ""):  # Latin, and the same key of a Russian keyboard
        first = FirstGame(window.theme, "conquid", window)
        first.open()
        first.show_step(1)
        settle()
        assert done not in texts(first)
        if letter:
            code, none = Qt.Key(ord(letter.upper())), Qt.KeyboardModifier.NoModifier
            QTest.sendKeyEvent(QTest.KeyAction.Click, first.board, code, letter, none)
            QTest.keyClick(first.board, Qt.Key.Key_Return)
        else:
            press(first, "Conquer")
            press(first, "first_game_confirm")

        assert done in texts(first)
        press(first, "first_game_close")
