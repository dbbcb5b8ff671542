"""The players, spectators and talk beside a table, and a match that this program can follow only as text."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTextEdit, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.question import QuestionDialog
from client_qt.settings.schema import Settings
from client_qt.table.remote import RemoteTable
from client_qt.table.text_match import TextMatch
from devtools.harness.window.clicks import button, click, press, settle
from devtools.harness.window.play import at_table, seeded_table
from devtools.screenshots.staged_tables import Staged
from netgame.match.commands import Resign
from netgame.match.events import Moved
from netgame.text import Text
from protocol.messages import ChatLine, Say, SendResign
from tests.client.staging import ANN, ME, seen, sent, sit_down
from tests.client.widget_tools import emitted


def line(number: int, name: str, text: str) -> ChatLine:
    return ChatLine(number=number, at=0, account=name, name=name, text=text)


def chat_text(window: MainWindow) -> str:
    return window.table.panel.chat.findChild(QTextEdit).toPlainText()


def field(window: MainWindow) -> QLineEdit:
    return window.table.panel.chat.findChild(QLineEdit, "chat_field")


def write(window: MainWindow, text: str) -> None:
    settle()
    click(field(window))
    QTest.keyClicks(field(window), text)
    QTest.keyClick(field(window), Qt.Key.Key_Return)


def tab_words(window: MainWindow) -> list[str]:
    tabs = window.table.panel.tabs
    return [tabs.tabText(i) for i in range(tabs.count()) if tabs.isTabVisible(i)]


def test_a_message_goes_to_the_table_and_a_refused_one_returns_to_the_field(window: MainWindow, staged: Staged) -> None:
    sit_down(window, staged)
    chat = window.table.panel.chat
    write(window, "Good luck!")
    write(window, "   ")
    assert sent(staged) == [("Say", {"room": "table", "text": "Good luck!"})]
    assert field(window).text().strip() == ""
    field(window).clear()

    write(window, "Again and again")
    staged.commands[-1].refuse(Text("wait a moment"))
    settle()
    assert field(window).text() == "Again and again"
    field(window).clear()
    window.activateWindow()
    click(field(window))
    QTest.keyClick(field(window), Qt.Key.Key_Escape)
    assert window.focusWidget() is window.table.board

    assert not [found for found in chat.findChildren(QWidget, "room_spectators") if found.isVisible()]
    staged.do(Resign(match=True), ANN)
    press(chat, "room_spectators")
    settle()
    assert not field(window).isVisible(), "the players read the spectators after the end"
    assert "You can read it." in seen(chat)


def test_messages_are_plain_text_come_once_and_are_counted_until_read(window: MainWindow, staged: Staged) -> None:
    table, both = sit_down(window, staged), [line(1, "Ann", "<img src=x> & <b>bold</b>"), line(2, "Mareike", "so?")]
    window.table.panel.show_tab("people")
    for messages in (both, [*both, line(3, "Ann", "three")]):  # the second time as after a reconnect
        table.add_messages("table", messages)
    assert tab_words(window) == ["Chat (2)", "Players", "Rules"]
    window.table.panel.show_tab("chat")
    settle()
    assert tab_words(window) == ["Chat", "Players", "Rules"]
    assert chat_text(window) == "Ann\n<img src=x> & <b>bold</b>\nYou\nso?\nAnn\nthree"

    table.set_status("waiting", "")
    settle()
    assert not field(window).isVisible()
    assert "You can write again" in seen(window.table.panel.chat)
    at_table(window, seeded_table("thud"))
    assert tab_words(window) == ["Players", "Rules"], "a shared screen has no chat"


def test_players_see_who_is_there_how_many_watch_and_what_was_agreed(window: MainWindow, staged: Staged) -> None:
    table, panel = sit_down(window, staged), window.table.panel
    watching = panel.findChild(QLabel, "watching")
    assert not watching.isVisible()
    panel.show_tab("people")
    table.set_presence((True, True), ("", ""), ("Bob", "Zoe"), 14)
    words = seen(panel.people)
    assert all(name in words for name in ("Ann", "You", "Bob", "Zoe", "12"))
    assert watching.isVisible()
    assert "14" in watching.text()

    panel.show_tab("rules")
    words = seen(panel.rules)
    for term in ("Clock: 5 min, and 5 s more with each move", "away for 60 s in all", "Rated: no"):
        assert term in words
    window.resize(800, 560)
    settle()
    assert "14" in window.table.rail.people_button.toolTip()


def test_a_spectator_writes_to_spectators_and_reads_the_players(window: MainWindow, staged: Staged) -> None:
    late = RemoteTable("t", "Bob", lambda *_args, **_fields: None)
    late.set_status("online", "Bob")
    at_table(window, late)
    late.apply_events(tuple(staged.story.events))  # the match comes after the page is shown
    settle()
    assert field(window).isVisible()
    assert button(window.table.panel.chat, "room_spectators").isChecked(), "where they can write"

    table = sit_down(window, staged, "Bob")
    table.add_messages("table", [line(1, "Ann", "Good luck!")])
    table.add_messages("spectators", [line(1, "Zoe", "Slow today.")])
    settle()
    assert chat_text(window) == "Zoe\nSlow today."
    write(window, "Hello")
    assert sent(staged) == [("Say", {"room": "spectators", "text": "Hello"})]
    press(window.table.panel.chat, "room_table")
    settle()
    assert chat_text(window) == "Ann\nGood luck!"
    assert not field(window).isVisible()


def test_messages_of_a_muted_player_are_hidden_at_the_next_table_too(window: MainWindow, staged: Staged) -> None:
    table, panel = sit_down(window, staged), window.table.panel
    table.add_messages("table", [line(1, "Ann", "one"), line(2, "Mareike", "own")])
    panel.show_tab("people")
    settle()
    muted, reported = emitted(window.table.chat.mute_chosen), emitted(panel.people.report)

    press(panel.people, "report_Ann")
    assert reported == [("Ann", "Ann")]
    press(panel.people, "mute_Ann")
    table.add_messages("table", [line(3, "Ann", "two")])
    assert muted == [("Ann", True)]
    assert chat_text(window) == "You\nown"
    assert tab_words(window)[0] == "Chat"
    settle()
    press(panel.people, "mute_Ann")
    assert chat_text(window) == "Ann\none\nYou\nown\nAnn\ntwo"

    window.table.chat.set_muted(frozenset({"Ann"}))
    sit_down(window, Staged().start().play(2)).add_messages("table", [line(1, "Ann", "one")])
    assert chat_text(window) == ""
    settings = Settings().with_muted("s1", "c", muted=True)
    assert (settings.muted_at("s1"), settings.muted_at("s2")) == ({"c"}, frozenset()), "at one server"
    assert settings.with_muted("s1", "c", muted=False) == Settings()


def test_in_a_small_window_the_rail_opens_chat_and_moves(window: MainWindow, staged: Staged) -> None:
    table, panel, rail = sit_down(window, staged), window.table.panel, window.table.rail
    window.resize(800, 560)
    window.activateWindow()
    table.add_messages("table", [line(1, "Ann", "one")])
    settle()
    assert rail.chat_button.toolTip() == "Chat (1)"

    click(rail.chat_button)
    settle()
    assert tab_words(window) == ["Moves", "Chat", "Players", "Rules"]
    assert window.focusWidget() is field(window)
    assert (rail.chat_button.isChecked(), rail.chat_button.toolTip()) == (True, "Chat")
    click(rail.moves_button)
    settle()
    assert panel.moves.isVisible()
    click(rail.moves_button)
    assert not panel.isVisible()

    for opens in (rail.chat_button, rail.moves_button):
        click(opens)
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
        assert not panel.isVisible()
        assert window.focusWidget() is window.table.board


WHY = Text("Your program is too old for {what}.", {"what": "this"})


def test_a_match_as_text_has_moves_reason_talk_and_result_but_no_board(window: MainWindow, staged: Staged) -> None:
    table, view = sit_down(window, staged), window.table.text_match
    table.text, last = TextMatch(tuple(table.log[:-1]), WHY), table.log[-1]
    table.match = None
    table.apply_events((last,))  # as if the window could not follow it
    settle()

    def buttons() -> set[str]:
        return {found.objectName() for found in view.findChildren(QPushButton) if found.isVisible() and found.text()}

    lines = view.findChild(QTextEdit, "text_match_moves").toPlainText().splitlines()
    moves = [event.move for event in staged.story.events if isinstance(event, Moved)]
    assert [line.rsplit(" ", 1)[1] for line in lines if line[0].isdigit()] == moves
    assert not window.table.board.isVisible()
    assert "too old for this" in seen(view)
    assert "Mareike" in view.findChild(QLabel, "text_match_title").text()
    assert window.windowTitle()
    assert buttons() == {"text_match_home", "text_match_resign"}
    table.add_messages("table", [line(1, "Ann", "What now?")])
    box = view.findChild(QLineEdit, "chat_field")
    box.setText("I have to update.")
    QTest.keyClick(box, Qt.Key.Key_Return)
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

    table.set_status("online", table.account)
    staged.do(Resign(match=True), ME)
    settle()
    assert view.findChild(QLabel, "text_match_end").text() == "Mareike resigned. Ann wins."
    assert buttons() == {"text_match_home"}
