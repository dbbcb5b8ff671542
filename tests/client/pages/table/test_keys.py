"""The keys of the table: walking, answering notices, going to the board, actions."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.text.offer_words import asked_words
from devtools.screenshots.staged_tables import Staged
from netgame.match.commands import AnswerOffer, MakeOffer
from tests.client.clicks import settle
from tests.client.staging import ANN, ME, own_turn, sent, sit_down

KEY = Qt.Key


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    QTest.keyClick(focus, key, modifier)
    settle()


def at_board(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    window.activateWindow()
    window.table.board.setFocus()
    settle()


def focus() -> QWidget:
    return QApplication.focusWidget()


def test_home_goes_to_the_first_move_and_end_to_the_present(window: MainWindow) -> None:
    at_board(window, Staged(clock="none").start().play(4))
    press(KEY.Key_Home)
    assert window.table.history.at is not None
    press(KEY.Key_Left, Qt.KeyboardModifier.AltModifier)
    press(KEY.Key_End)
    assert window.table.history.at is None


def test_arrows_on_the_board_move_its_cursor_and_in_the_list_walk_the_moves(window: MainWindow) -> None:
    at_board(window, Staged(clock="none").start().play(4))
    press(KEY.Key_Left)
    assert window.table.history.at is None
    assert window.table.board.cursor_cell is not None
    for _ in range(40):
        if focus().accessibleName() == "Moves":
            break
        press(KEY.Key_Tab)
    press(KEY.Key_Left)
    assert window.table.history.at is not None
    press(KEY.Key_Escape)
    assert focus() is window.table.board


def test_home_in_a_field_is_the_beginning_of_the_line(window: MainWindow) -> None:
    at_board(window, Staged(clock="none").start().play(2))
    field = window.table.panel.chat.findChild(QWidget, "chat_field")
    field.setFocus()
    QTest.keyClicks(field, "/Hello U F")
    press(KEY.Key_Home)

    assert field.text() == "/Hello U F"
    assert window.table.history.at is None


def test_an_offer_says_how_to_answer_and_is_answered_by_keys(window: MainWindow, announced: list[str]) -> None:
    staged = Staged(clock="fischer 300+5").start().play(2)
    at_board(window, staged)
    announced.clear()
    staged.do(MakeOffer("pause"), ANN)
    settle()
    offer = next(iter(staged.story.match.offers.values()))
    assert asked_words(staged.story.match, offer, "Ann") in announced[-1]
    assert "F6" in announced[-1]
    press(KEY.Key_F6)
    press(KEY.Key_Tab)
    press(KEY.Key_Enter)

    assert [name for name, _ in sent(staged)] == ["SendAnswer"]
    staged.do(AnswerOffer(offer.number, accept=False), ME)
    settle()
    assert focus() is window.table.board


def test_a_key_announces_the_state_of_the_table(window: MainWindow, staged: Staged, announced: list[str]) -> None:
    at_board(window, staged)
    announced.clear()
    press(KEY.Key_F7)

    (words,) = announced
    assert "Ann, " in words
    assert words.count(" left.") == 2
    assert window.table.hint.words in words


def test_a_take_back_is_asked_for_by_a_key(window: MainWindow) -> None:
    staged = Staged(clock="none").start().play(4)
    while staged.mover() == ME:
        staged.play(1)
    at_board(window, staged)
    sent(staged)
    press(KEY.Key_Backspace, Qt.KeyboardModifier.ControlModifier)

    assert [name for name, _ in sent(staged)] == ["SendOffer"]


def test_f_turns_the_board(window: MainWindow) -> None:
    at_board(window, own_turn(clock="none"))
    turned = window.table.board.turned
    press(KEY.Key_F)
    assert window.table.board.turned != turned


def test_the_slash_goes_to_the_move_box_and_esc_comes_back(window: MainWindow) -> None:
    at_board(window, own_turn(clock="none"))
    press(KEY.Key_Slash)
    assert focus().accessibleName() == "Move, in the notation of the game"
    press(KEY.Key_Escape)
    assert focus() is window.table.board
