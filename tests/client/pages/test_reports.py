"""Reports of players and what moderators do, by real clicks."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.form import ReportDialog
from client_qt.pages.reports.moderation import ModerationDialog, minutes_words
from client_qt.widgets.chat import Spoken
from protocol.messages.accounts import Moderate, ReportInfo, ReportLine
from tests.client.clicks import press, settle, type_text
from tests.client.pages.test_lobby import shown
from tests.client.widget_tools import emitted
from tests.client.widget_tools import label_text as words
from tests.client.widget_tools import texts as label_texts

INFO = ReportInfo(
    report=7, at=0, by="c", by_name="Cleo", account="a", name="Ann", table="t1", text="Ann says rude things",
    lines=[ReportLine(number=1, at=0, account="a", name="Ann", text="rude things", room="direct")],
)  # fmt: skip


def test_an_empty_report_and_a_long_one_cannot_be_sent(window: MainWindow) -> None:
    dialog = ReportDialog(window.theme, "Ann", window)
    for text, can_be_sent in (("  ", False), ("x" * 400, True), ("x" * 401, False)):
        dialog.findChild(QPlainTextEdit, "report_text").setPlainText(text)
        assert dialog.findChild(QWidget, "report_go").isEnabled() == can_be_sent


def test_the_author_of_a_line_is_reported_from_the_line(window: MainWindow) -> None:
    lobby = shown(window, "a")
    seen = emitted(lobby.report)
    lobby.chat.show_lines([Spoken("You", "hello", own=True, account="a")])
    lobby.chat.show_lines([Spoken("You", "hello", own=True, account="a"), Spoken("Cleo", "rude things", account="c")])
    settle()
    text = lobby.chat.findChild(QTextEdit)

    def menu(line: int) -> QAction | None:
        block = text.document().findBlockByNumber(line)
        rect = text.document().documentLayout().blockBoundingRect(block)
        return lobby.chat.menu_at(QPoint(4, int(rect.center().y()))).findChild(QAction, "report_line")

    assert menu(0) is None
    menu(3).trigger()
    assert seen == [("c", "Cleo")]


def test_a_moderation_asks_only_for_what_it_needs_and_only_a_ban_can_be_lifted(window: MainWindow) -> None:
    banned, asking = (ModerationDialog(window.theme, "c", "Cleo", is_banned, window) for is_banned in (True, False))
    assert [each.action.findData("unban") >= 0 for each in (banned, asking)] == [True, False]

    chosen = emitted(asking.submitted)
    asking.open()
    settle()
    assert asking.minutes.isVisible()
    assert not asking.reason.isVisible()
    asking.action.setCurrentIndex(asking.action.findData("ban"))
    asking.minutes.setCurrentIndex(asking.minutes.findData(1440))
    type_text(asking.reason, "rude things")
    asking.address.setChecked(True)
    press(asking, "moderation_go")
    asking.show_error("")
    asking.action.setCurrentIndex(asking.action.findData("kick"))
    press(asking, "moderation_go")

    assert chosen == [
        Moderate(account="c", what="ban", minutes=1440, reason="rude things", address=True),
        Moderate(account="c", what="kick", reason="rude things"),
    ]


def test_each_length_of_a_moderation_has_its_own_text() -> None:
    assert len({minutes_words(minutes) for minutes in (0, 10, 60, 1440, 10080)}) == 5


def test_reports_are_shown_with_their_lines_and_acted_on(window: MainWindow) -> None:
    seen: list[object] = []
    page = window.reports
    page.opened.connect(seen.append)
    page.moderate.connect(lambda account, name: seen.append((account, name)))
    page.resolved.connect(seen.append)
    page.more.connect(lambda: seen.append("more"))
    window.show_page("reports")
    page.show_reports([INFO], more=True)
    settle()

    for name in ("open_7", "moderate_7", "close_7", "reports_more"):
        press(page, name)

    assert seen == ["t1", ("a", "Ann"), 7, "more"]
    texts = " | ".join(label_texts(page))
    assert all(part in texts for part in ("Ann", "[Direct message] Ann: rude things", "Cleo"))
    page.show_reports([], more=False)
    assert words(page, "reports_note")
