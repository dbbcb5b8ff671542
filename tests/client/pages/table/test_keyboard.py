from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.text.offer_words import asked_words
from devtools.harness.window.clicks import button, click, press, settle
from devtools.screenshots.staged_tables import Staged
from netgame.match.commands import AnswerOffer, MakeOffer, Resign
from tests.client.staging import ANN, ME, answer, click_cell, next_cell, own_turn, sent, sit_down


def at_table(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    window.activateWindow()
    window.table.board.setFocus()
    settle()


KEY = Qt.Key


def press_key(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(focus_widget(), key, modifier)
    settle()


def focus_widget() -> QWidget:
    return QApplication.focusWidget()


def is_on_board(window: MainWindow) -> bool:
    settle()
    return window.focusWidget() is window.table.board


def test_a_click_on_take_back_leaves_the_focus_on_the_board(window: MainWindow, staged: Staged) -> None:
    at_table(window, staged)
    table = window.table
    for size, clicked in (((1280, 800), table.panel.take_back_button), ((800, 560), table.rail.take_back_button)):
        window.resize(*size)
        settle()
        click(clicked)
        assert is_on_board(window)

    move = table.model.steps()[-1].event
    staged.do(MakeOffer("take_back", move.number), move.player)
    assert is_on_board(window)


def test_disabled_buttons_cancelled_questions_and_answers_focus_the_board(window: MainWindow, staged: Staged) -> None:
    at_table(window, staged)
    click(window.table.panel.resign_button)
    answer(window, "cancel")
    assert is_on_board(window)

    staged.do(MakeOffer("pause"), ANN)
    press(window.table.banner, "Play on")
    assert is_on_board(window)

    window.table.panel.show_tab("people")
    for name in ("mute_Ann", "report_Ann", "mute_Ann"):  # muted no longer: the window is shared with the next test
        settle()
        press(window.table.panel.people, name)
        assert is_on_board(window)

    window.table.panel.resign_button.setFocus()
    staged.do(Resign(match=True), ANN)
    assert is_on_board(window)


def test_confirm_and_cancel_leave_the_focus_on_the_board(window: MainWindow) -> None:
    window.table.builder.policy = "always"
    at_table(window, own_turn(game="clod"))
    table = window.table
    for name in ("Cancel", "Confirm"):
        click_cell(table.board, next_cell(window))
        click(button(table.hint, name))
        assert is_on_board(window)
    table.builder.policy = "compound"


def test_arrows_on_the_board_move_its_cursor_and_in_the_list_after_tab_walk_the_moves(window: MainWindow) -> None:
    at_table(window, Staged(clock="none").start().play(4))
    history = window.table.history
    press_key(KEY.Key_Home)
    assert history.at is not None, "at the first move"
    press_key(KEY.Key_Left, Qt.KeyboardModifier.AltModifier)
    press_key(KEY.Key_End)
    assert history.at is None
    press_key(KEY.Key_Left)
    assert history.at is None
    assert window.table.board.cursor_cell is not None
    for _ in range(40):
        press_key(KEY.Key_Tab)
        assert window.isAncestorOf(focus_widget())
        if focus_widget().accessibleName() == "Moves":
            break
    press_key(KEY.Key_Left)
    assert history.at is not None
    press_key(KEY.Key_Escape)
    assert is_on_board(window)


def test_home_in_a_field_is_the_beginning_of_the_line(window: MainWindow) -> None:
    at_table(window, Staged(clock="none").start().play(2))
    field = window.table.panel.chat.findChild(QWidget, "chat_field")
    field.setFocus()
    QTest.keyClicks(field, "/Hello U F")
    press_key(KEY.Key_Home)
    assert field.text() == "/Hello U F"
    assert window.table.history.at is None


def test_an_offer_says_how_to_answer_and_is_answered_by_keys(window: MainWindow, announced: list[str]) -> None:
    staged = Staged(clock="fischer 300+5").start().play(2)
    at_table(window, staged)
    announced.clear()
    staged.do(MakeOffer("pause"), ANN)
    settle()
    offer = next(iter(staged.story.match.offers.values()))
    assert asked_words(staged.story.match, offer, "Ann") in announced[-1]
    assert "F6" in announced[-1]
    press_key(KEY.Key_F6)
    press_key(KEY.Key_Tab)
    press_key(KEY.Key_Enter)

    assert [name for name, _ in sent(staged)] == ["SendAnswer"]
    staged.do(AnswerOffer(offer.number, accept=False), ME)
    settle()
    assert focus_widget() is window.table.board


def test_a_key_announces_the_state_of_the_table(window: MainWindow, staged: Staged, announced: list[str]) -> None:
    at_table(window, staged)
    announced.clear()
    press_key(KEY.Key_F7)
    (words,) = announced
    assert "Ann, " in words
    assert words.count(" left.") == 2
    assert window.table.hint.words in words


def test_keys_turn_the_board_go_to_the_move_box_and_back_and_ask_for_a_take_back(window: MainWindow) -> None:
    staged = own_turn(clock="none")
    at_table(window, staged)
    turned = window.table.board.turned
    press_key(KEY.Key_F)
    assert window.table.board.turned != turned
    press_key(KEY.Key_Slash)
    assert focus_widget().accessibleName() == "Move, in the notation of the game"
    press_key(KEY.Key_Escape)
    assert is_on_board(window)

    staged.play(1)
    sent(staged)
    press_key(KEY.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert [name for name, _ in sent(staged)] == ["SendOffer"]
