"""After an action at the table the focus is on the board, never on the button that happens to be next."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client_qt.app.main_window import MainWindow
from devtools.screenshots.staged_tables import Staged
from netgame.match.commands import AnswerOffer, MakeOffer, MakeReady, Resign
from tests.client.clicks import button, click, press, settle
from tests.client.staging import ANN, ME, answer, click_cell, own_turn, sit_down
from tests.window.input_devices import Mouse, within


def at_table(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    window.activateWindow()
    settle()


def is_on_board(window: MainWindow) -> bool:
    settle()
    return window.focusWidget() is window.table.board


@pytest.mark.parametrize("size", [(1280, 800), (800, 560)])
def test_a_click_on_take_back_leaves_the_focus_on_the_board(
    window: MainWindow, staged: Staged, size: tuple[int, int]
) -> None:
    at_table(window, staged)
    window.resize(*size)
    settle()
    table = window.table
    clicked = table.panel.take_back_button if table.panel.isVisible() else table.rail.take_back_button

    click(clicked)
    assert is_on_board(window)
    staged.do(MakeOffer("take_back", table.model.steps()[-1].event.number), table.model.steps()[-1].event.player)
    settle()

    assert is_on_board(window)


def test_a_focused_button_that_is_disabled_gives_the_focus_to_the_board(window: MainWindow, staged: Staged) -> None:
    at_table(window, staged)
    window.table.panel.resign_button.setFocus()

    staged.do(Resign(match=True), ANN)

    assert is_on_board(window)


def test_a_question_that_is_cancelled_gives_the_focus_to_the_board(window: MainWindow, staged: Staged) -> None:
    at_table(window, staged)
    click(window.table.panel.resign_button)

    answer(window, "cancel")

    assert is_on_board(window)


@pytest.mark.parametrize("name", ["mute_Ann", "report_Ann"])
def test_muting_or_reporting_a_player_leaves_the_focus_on_the_board(
    window: MainWindow, staged: Staged, name: str
) -> None:
    at_table(window, staged)
    window.table.panel.show_tab("people")
    settle()

    press(window.table.panel.people, name)

    assert is_on_board(window)
    if name == "mute_Ann":  # undo it: the window is shared with the next test
        press(window.table.panel.people, name)


def test_an_answer_to_an_offer_leaves_the_focus_on_the_board(window: MainWindow, staged: Staged) -> None:
    at_table(window, staged)
    staged.do(MakeOffer("pause"), ANN)

    press(window.table.banner, "Play on")

    assert is_on_board(window)


def test_confirm_and_cancel_leave_the_focus_on_the_board(new_window: MainWindow) -> None:
    new_window.table.builder.policy = "always"
    at_table(new_window, own_turn(game="clod"))
    table = new_window.table
    for name in ("Cancel", "Confirm"):
        click_cell(table.board, min(pick for pick in table.builder.picks.next if isinstance(pick, int)))
        click(button(table.hint, name))
        assert is_on_board(new_window)


def test_going_on_after_a_pause_leaves_the_focus_on_the_board(window: MainWindow, staged: Staged) -> None:
    at_table(window, staged)
    staged.do(MakeOffer("pause"), ANN)
    staged.do(AnswerOffer(staged.story.match.number, accept=True), ME)
    staged.do(MakeReady(), ANN)
    settle()
    Mouse().click(within(window.table.result, "resume"))
    assert is_on_board(window)

    staged.do(MakeReady(), ME)

    assert is_on_board(window)
    assert window.table.hint.isVisible()


def test_tab_still_goes_round_the_page(window: MainWindow) -> None:
    at_table(window, own_turn(clock="none"))
    window.table.board.setFocus()

    QTest.keyClick(window.table.board, Qt.Key.Key_Tab)

    assert not is_on_board(window)
    assert window.table.isAncestorOf(QApplication.focusWidget())
