"""A match that this program cannot follow: its moves as text, the reason, the chat, and the ways out."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTextEdit

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import QuestionDialog
from client_qt.table.remote import RemoteTable
from client_qt.table.text_match import TextMatch
from devtools.screenshots.staged_tables import Staged
from netgame.match.commands import Resign
from netgame.match.events import Moved
from netgame.text import Text
from protocol.messages import ChatLine, Say, SendResign
from server.app import Serving
from tests.client.clicks import press as click_button
from tests.client.clicks import settle
from tests.client.net.test_other_rules import use_games
from tests.client.program import press, until
from tests.client.staging import seen, sit_down
from tests.client.visiting import link_of, visit
from tests.window.opponent import Opponent

WHY = Text("Your program is too old for {what}.", {"what": "this"})


def follow_as_text(window: MainWindow, staged: Staged, name: str = "Mareike") -> RemoteTable:
    """Show a table of which the window could not follow the last event."""
    table = sit_down(window, staged, name)
    table.text = TextMatch(tuple(table.log[:-1]), WHY)
    last = table.log[-1]
    table.match = None
    table.apply_events((last,))
    settle()
    return table


def buttons(window: MainWindow) -> set[str]:
    view = window.table.text_match
    return {found.objectName() for found in view.findChildren(QPushButton) if found.isVisible() and found.text()}


def lines(window: MainWindow) -> list[str]:
    return window.table.text_match.findChild(QTextEdit, "text_match_moves").toPlainText().splitlines()


def test_it_shows_no_board_but_the_moves_the_players_and_the_reason(window: MainWindow, staged: Staged) -> None:
    follow_as_text(window, staged)

    assert not window.table.board.isVisible()
    assert "too old for this" in seen(window.table.text_match)
    assert "Mareike" in window.table.text_match.findChild(QLabel, "text_match_title").text()
    moves = [event.move for event in staged.story.events if isinstance(event, Moved)]
    assert [line.rsplit(" ", 1)[1] for line in lines(window) if line[0].isdigit()] == moves
    assert window.windowTitle()


def test_a_player_can_resign_after_a_question(window: MainWindow, staged: Staged) -> None:
    table = follow_as_text(window, staged)
    assert buttons(window) == {"text_match_home", "text_match_resign"}

    click_button(window.table, "text_match_resign")
    (question,) = window.findChildren(QuestionDialog)
    click_button(question, "resign_match")

    assert [command.message for command in staged.commands] == [SendResign]
    assert staged.commands[0].fields == {"match": True}
    assert table.mine == {1}


def test_a_spectator_can_stop_watching(window: MainWindow, staged: Staged) -> None:
    stopped: list[bool] = []
    follow_as_text(window, staged, "Nobody")
    window.table.watching_stopped.connect(lambda: stopped.append(True))
    assert buttons(window) == {"text_match_home", "text_match_stop"}

    click_button(window.table, "text_match_stop")

    assert stopped == [True]


def test_the_chat_goes_on(window: MainWindow, staged: Staged) -> None:
    table = follow_as_text(window, staged)
    table.add_messages("table", [ChatLine(number=1, at=1, account="ann", name="Ann", text="What now?")])
    field = window.table.text_match.findChild(QLineEdit, "chat_field")

    field.setText("I have to update.")
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert "What now?" in window.table.text_match.chat.findChild(QTextEdit).toPlainText()
    assert [(command.message, command.fields["text"]) for command in staged.commands] == [(Say, "I have to update.")]


def test_the_result_is_said(window: MainWindow, staged: Staged) -> None:
    follow_as_text(window, staged)

    staged.do(Resign(match=True), 1)
    settle()

    assert window.table.text_match.findChild(QLabel, "text_match_end").text() == "Mareike resigned. Ann wins."
    assert buttons(window) == {"text_match_home"}


def test_without_a_connection_nothing_can_be_sent(window: MainWindow, staged: Staged) -> None:
    table = follow_as_text(window, staged)

    table.set_status("waiting", table.account, Text("lost"))
    settle()

    assert not window.table.text_match.findChild(QPushButton, "text_match_resign").isEnabled()


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_table_of_an_unknown_game_is_watched_from_the_lobby(
    ann: Application, serving: Serving, other: Opponent, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_games(monkeypatch, None)
    await visit(ann, serving)
    table = await other.session.make_table("thud", {}, title="A table")
    ann.lobby_controller.show_lobby()
    await until(lambda: "update it" in seen(ann.window.lobby))

    await press(ann.window.lobby, f"watch_{table}")
    await until(lambda: ann.window.table.text_match.isVisible())

    assert lines(ann.window) == ["Bob sits down."]
    assert "thud" in ann.window.windowTitle()
    await press(ann.window.table, "text_match_stop")
    await until(lambda: ann.window.page == "lobby" and not link_of(ann).models)
