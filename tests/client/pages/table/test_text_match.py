"""A match that this program cannot follow: its moves as text, the reason, the chat, and the ways out."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTextEdit

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import QuestionDialog
from client_qt.table.remote import RemoteTable
from client_qt.table.text_match import TextMatch
from devtools.harness.window.clicks import press, settle
from devtools.screenshots.staged_tables import Staged
from netgame.match.commands import Resign
from netgame.match.events import Moved
from netgame.text import Text
from protocol.messages import ChatLine, Say, SendResign
from tests.client.staging import seen, sit_down

WHY = Text("Your program is too old for {what}.", {"what": "this"})


def follow_as_text(window: MainWindow, staged: Staged) -> RemoteTable:
    """Show a table of which the window could not follow the last event."""
    table = sit_down(window, staged)
    table.text = TextMatch(tuple(table.log[:-1]), WHY)
    last = table.log[-1]
    table.match = None
    table.apply_events((last,))
    settle()
    return table


def buttons(window: MainWindow) -> set[str]:
    view = window.table.text_match
    return {found.objectName() for found in view.findChildren(QPushButton) if found.isVisible() and found.text()}


def test_it_shows_no_board_but_moves_players_the_reason_and_the_result(window: MainWindow, staged: Staged) -> None:
    follow_as_text(window, staged)
    view = window.table.text_match
    lines = view.findChild(QTextEdit, "text_match_moves").toPlainText().splitlines()
    moves = [event.move for event in staged.story.events if isinstance(event, Moved)]
    assert [line.rsplit(" ", 1)[1] for line in lines if line[0].isdigit()] == moves
    assert not window.table.board.isVisible()
    assert "too old for this" in seen(view)
    assert "Mareike" in view.findChild(QLabel, "text_match_title").text()
    assert window.windowTitle()

    staged.do(Resign(match=True), 1)
    settle()
    assert view.findChild(QLabel, "text_match_end").text() == "Mareike resigned. Ann wins."
    assert buttons(window) == {"text_match_home"}


def test_a_player_can_write_and_resign_after_a_question(window: MainWindow, staged: Staged) -> None:
    table, view = follow_as_text(window, staged), window.table.text_match
    assert buttons(window) == {"text_match_home", "text_match_resign"}
    table.add_messages("table", [ChatLine(number=1, at=1, account="ann", name="Ann", text="What now?")])
    field = view.findChild(QLineEdit, "chat_field")
    field.setText("I have to update.")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert "What now?" in view.chat.findChild(QTextEdit).toPlainText()

    press(window.table, "text_match_resign")
    (question,) = window.findChildren(QuestionDialog)
    press(question, "resign_match")
    said, resigned = staged.commands
    assert (said.message, said.fields["text"]) == (Say, "I have to update.")
    assert (resigned.message, resigned.fields) == (SendResign, {"match": True})
    assert table.mine == {1}

    table.set_status("waiting", table.account, Text("lost"))
    settle()
    assert not view.findChild(QPushButton, "text_match_resign").isEnabled(), "nothing can be sent"
