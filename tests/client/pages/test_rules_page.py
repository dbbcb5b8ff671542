"""The rules inside the program, and the first game, by clicks and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client_qt.app.main_window import MainWindow
from client_qt.pages.rules.controller import RulesController
from client_qt.pages.rules.first_game import FirstGame
from client_qt.text.rulebook import book_of, pick_of
from devtools.harness.window.clicks import button, click_cell, press, settle
from devtools.harness.window.play import at_table, seeded_table
from netgame.games import GAMES
from tests.client.widget_tools import texts


def open_rules(window: MainWindow) -> None:
    controller = RulesController(window, window.rules, window.table)
    window.action("rules").triggered.connect(controller.open)
    window.activateWindow()
    settle()
    QTest.keyClick(window, Qt.Key.Key_F1)
    settle()
    assert window.page == "rules"


def test_f1_opens_the_rules_of_the_table_or_a_list_and_back_returns_to_the_page(window: MainWindow) -> None:
    window.show_page("here")
    open_rules(window)
    window.rules.back.emit()
    assert window.page == "here"

    at_table(window, seeded_table("thud"))
    open_rules(window)
    assert window.rules.key == "thud"


@pytest.mark.slow
def test_every_game_of_the_list_has_a_page_with_boards(window: MainWindow) -> None:
    open_rules(window)
    for key in GAMES:
        press(window.rules, f"rules_{key}")
        settle()
        assert window.rules.key == key
        assert window.rules.figures()
        assert all(board.accessibleName() for board in window.rules.figures())


def test_a_wrong_turn_of_the_first_game_is_answered_with_a_hint_and_the_right_one_leads_on(window: MainWindow) -> None:
    open_rules(window)
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


def test_keys_and_buttons_make_a_turn_of_the_first_game(window: MainWindow) -> None:
    done = book_of("conquid").steps[1].done
    for by_keys in (True, False):
        first = FirstGame(window.theme, "conquid", window)
        first.open()
        first.show_step(1)
        settle()
        assert done not in texts(first)
        if by_keys:
            QTest.keyClick(first.board, Qt.Key.Key_C)
            QTest.keyClick(first.board, Qt.Key.Key_Return)
        else:
            press(first, "Conquer")
            press(first, "first_game_confirm")

        assert done in texts(first)
        press(first, "first_game_close")


def test_names_of_cells_are_cells_and_everything_else_is_a_button() -> None:
    assert [pick_of(GAMES["clod"](), name) for name in ("a1", "pass")] == [0, "pass"]


def test_the_rules_of_the_game_can_be_read_beside_the_board(window: MainWindow) -> None:
    RulesController(window, window.rules, window.table)
    at_table(window, seeded_table("thud"))
    window.table.panel.show_tab("rules")
    settle()
    assert "Thudstone" in " ".join(texts(window.table.panel.rules))

    press(window.table.panel.rules, "rules_with_boards")
    assert (window.page, window.rules.key) == ("rules", "thud")
