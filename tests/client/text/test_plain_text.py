"""The window shows names, titles, chat, file names and sentences of servers letter by letter. Qt could read markup in
them, underlined letters, or the star of a changed document."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QWidget,
)
from trio import sleep_forever

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.form import ReportDialog
from client_qt.dialogs.question import Answer
from client_qt.net.table_list import ListedServer, ListedTable
from client_qt.pages.account.page import Membership
from client_qt.pages.history.page import finished_row
from client_qt.pages.home.page import KnownLobby, UnfinishedGame
from client_qt.pages.join.page import ServerEntry
from client_qt.pages.lobby.rows import person_rows, table_rows
from client_qt.pages.records.page import record_row
from client_qt.pages.reports.moderation import ModerationDialog
from client_qt.settings.schema import LastRecord
from client_qt.theme import Button, Theme, literal, without_underline
from client_qt.widgets.chat import Spoken
from devtools.harness.window.clicks import settle
from devtools.screenshots.staged_tables import BATTLES, START_MS, Staged
from netgame.match.commands import MakeOffer, Sit
from netgame.text import Text
from protocol.diagnostics import Check, Finding
from protocol.messages import ChatLine, Finished, Person, Profile, SeatInfo, Standing, TableInfo
from protocol.messages.accounts import Device, ReportInfo, ReportLine
from tests.client.staging import opened, put_away, sit_down

BAD = '<img src="file:///etc/x.png"> &lt;b> <b>B</b> R&D[*]'
SEAT = SeatInfo(name=BAD, account="b", present=True)
TABLE = TableInfo(
    table="t1", title=BAD, game=BATTLES, rules=1, options={}, seats=(SEAT, None), state="open", events=2, made=0,
)  # fmt: skip


@pytest.fixture(scope="module")
def filled(_session_theme: Theme) -> Iterator[MainWindow]:
    """One window for all pages."""
    yield (window := opened(_session_theme))
    put_away(window)


def home(window: MainWindow) -> None:
    window.home.show_name(BAD)
    window.home.show_network(BAD, 2)
    window.home.show_resume([UnfinishedGame("t", BATTLES, BAD, BAD, True, "s")])
    window.home.show_lobbies([KnownLobby("s", BAD, BAD)])
    window.home.show_records([LastRecord("r", BATTLES, BAD, BAD)])


def join(window: MainWindow) -> None:
    place = ListedServer("network", "s", BAD, (), 3.0, BAD)
    good = ListedTable(place, "t", BAD, BATTLES, {}, (BAD,), free=1)
    window.join.show_tables([good, ListedTable(place, "u", BAD, BATTLES, {}, (BAD,), problem=BAD)], BAD)
    window.join.show_servers((ServerEntry(ListedServer("network", "s", BAD, ()), 1, known=True),))
    window.join.choose(good.key)
    window.join.details.answer(BAD)
    window.join.show_address_result(BAD)
    window.join.ask(BAD)


def lobby(window: MainWindow) -> None:
    page = window.lobby
    page.show_server(BAD, BAD)
    page.show_rank(True)
    page.show_people(person_rows([Person(account="b", name=BAD, since=0, table="t1")], [TABLE], "a", frozenset(), 9), 1)
    page.show_tables(table_rows([TABLE], "b", 9))
    page.chat.show_lines([Spoken(BAD, BAD, False, "b")])
    page.set_online(False, BAD)
    page.show_note(BAD)


def profile(window: MainWindow) -> None:
    rated = Standing(game=BATTLES, won=1, lost=1, drawn=0, rating=1, deviation=1, provisional=True, curve=[(0, 1)] * 2)
    window.profile.show_profile(Profile(account="a", name=BAD, registered=True, standings=[rated]))


def history(window: MainWindow) -> None:
    match = Finished(
        place=1, table="m", title=BAD, game=BATTLES, rules=1, names=(BAD, BAD), accounts=("a", "b"), winner=1,
        reason="flag", totals=(0, 3), ended=0, clock="none", rated=False,
    )  # fmt: skip
    window.history.begin(BAD)
    window.history.show_rows([finished_row(match)], True)
    window.history.show_note(BAD)


def reports(window: MainWindow) -> None:
    line = ReportLine(number=1, at=0, account="b", name=BAD, text=BAD)
    info = ReportInfo(
        report=1, at=0, by="c", by_name=BAD, account="b", name=BAD, table="t", text=BAD, lines=[line], closed_by=BAD
    )
    window.reports.show_reports([info], more=True)
    window.reports.show_note(BAD)


def account(window: MainWindow) -> None:
    window.account.begin()
    window.account.show_membership(Membership(BAD, BAD, "registered", BAD, preferred_name=BAD))
    window.account.show_devices([Device(device=2, kind="key", label=BAD, made=0, used=0, here=False)], 9)
    window.account.show_done(BAD)


def records(window: MainWindow) -> None:
    window.records.begin(BAD)
    window.records.show_found([record_row("/r", BATTLES, BAD, BAD), record_row("/s", "", BAD, "", BAD)])
    window.records.end()
    window.records.show_note(BAD)


def check_setup(window: MainWindow) -> None:
    window.check_setup.friend.setText(BAD)
    bad = Text("{bad}", {"bad": BAD})
    check = Check("k", bad, sleep_forever)
    window.check_setup.add(check, Finding("problem", bad, bad, BAD))
    window.check_setup.show_step(check, 0, 1)


def host(window: MainWindow) -> None:
    window.host.set_server(BAD)
    window.host.set_owner(BAD)
    window.host.show_error(BAD)


def table(window: MainWindow) -> None:
    staged = Staged(more={"spectator_chat": True})
    staged.do(Sit(0, BAD, BAD, True)).do(Sit(1, "Bob", "Bob", True)).play(2).do(MakeOffer("pause"), 0)
    shown = sit_down(window, staged, "Bob")
    shown.set_presence((False, True), ("lost", ""), (BAD,), 1)
    shown.add_messages("table", [ChatLine(number=1, at=START_MS, account=BAD, name=BAD, text=BAD)])
    shown.comment(shown.log[-1].number, (BAD,))
    shown.refused.emit(Text(BAD))
    window.show_table_place(BAD, True, False)
    window.show_subject(BAD)
    window.show_news(BAD, 1)
    window.banner.show_text(BAD)


def waiting(window: MainWindow) -> None:
    sit_down(window, Staged().do(Sit(0, BAD, BAD, True)), BAD)
    window.table.place.waiting.show_addresses((BAD, BAD), BAD, BAD, BAD)
    window.table.place.waiting.show_firewall((BAD,))


PAGES: list[Callable[[MainWindow], None]] = [
    home, join, lobby, profile, history, reports, account, records, check_setup, host, table, waiting,
]  # fmt: skip


@pytest.mark.parametrize("fill", PAGES, ids=lambda fill: fill.__name__)
def test_pages_show_text_of_others_letter_by_letter(filled: MainWindow, fill: Callable[[MainWindow], None]) -> None:
    filled.show_page("table" if fill is waiting else fill.__name__)
    fill(filled)
    settle()
    assert_plain(filled)


def test_every_dialog_shows_text_from_outside_letter_by_letter(filled: MainWindow) -> None:
    box = QMessageBox(filled)  # of Qt itself
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setText(BAD)
    for opens in (
        box.open,
        ReportDialog(filled.theme, BAD, filled).open,
        ModerationDialog(filled.theme, BAD, BAD, True, filled).open,
        lambda: filled.ask(BAD, [BAD], [Answer("Yes", "plain", settle, "yes")], "No"),
    ):
        before = {found for found in QApplication.topLevelWidgets() if found.isVisible()}
        opens()
        settle()
        (dialog,) = (found for found in QApplication.topLevelWidgets() if found not in before and found.isVisible())
        assert_plain(dialog)
        dialog.close()


def test_new_labels_and_tooltips_are_plain(filled: MainWindow, theme: Theme) -> None:
    label, button, cut = QLabel(BAD, filled), QPushButton(filled), Button(theme, literal(BAD), parent=filled)
    button.setToolTip(BAD)
    cut.resize(theme.px(3), theme.px(2))
    for widget in (label, button, cut):
        widget.show()
    settle()
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert tip_of(button, QPoint(1, 1)) == BAD
    assert tip_of(cut, QPoint(1, 1)) == BAD, "its whole text"
    for widget in (label, button, cut):
        widget.deleteLater()


def assert_plain(window: QWidget) -> None:
    """Check that every widget of the window shows text from outside letter by letter."""
    widgets = [window, *window.findChildren(QWidget)]
    visible = [widget for widget in widgets if widget.isVisible()]
    assert any(BAD in words for widget in visible for words in words_of(widget)), "this place was not filled"
    for widget in widgets:
        widget.ensurePolished()
        if isinstance(widget, QLabel):
            assert widget.textFormat() == Qt.TextFormat.PlainText, widget.text()
        for words in words_of(widget):
            assert has_all_or_nothing(words), f"{widget.objectName() or widget}: {words}"
    for widget in visible:
        if widget.toolTip():
            assert tip_of(widget, widget.rect().center()) == widget.toolTip()
        if isinstance(widget, QAbstractItemView):
            assert_items_plain(widget)
    for action in window.findChildren(QAction):
        assert has_all_or_nothing(without_underline(action.text())), action.text()
    assert has_all_or_nothing(window.windowHandle().title())


def words_of(widget: QWidget) -> Iterator[str]:
    """Yield all texts of a widget, also those for a screen reader."""
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip())
    if isinstance(widget, QLabel):
        yield widget.text()
    elif isinstance(widget, QAbstractButton):
        yield without_underline(widget.text())
    elif isinstance(widget, QTextEdit | QPlainTextEdit):
        yield widget.toPlainText()


def has_all_or_nothing(words: str) -> bool:
    """Tell whether the text from outside is complete and not escaped."""
    return BAD in words or not any(part in words for part in ("img", "/etc/", "R&", "&amp", "[*]"))


def tip_of(widget: QWidget, place: QPoint) -> str:
    """Return the plain text of the tooltip at this place."""
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
    (tip,) = (found for found in QApplication.topLevelWidgets() if found.metaObject().className() == "QTipLabel")
    assert tip.textFormat() == Qt.TextFormat.PlainText
    return tip.text()


def assert_items_plain(items: QAbstractItemView) -> None:
    model = items.model()
    for row in range(model.rowCount()):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
            index = model.index(row, column)
            words = index.data(Qt.ItemDataRole.ToolTipRole)
            if words and BAD in words and items.visualRect(index).isValid():
                assert tip_of(items.viewport(), items.visualRect(index).center()) == words
