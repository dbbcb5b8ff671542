"""Reports of players and what moderators do, by real clicks."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from client_qt.app.application import Application
from client_qt.app.main_window import MainWindow
from client_qt.dialogs.form import ReportDialog
from client_qt.pages.reports.moderation import ModerationDialog, minutes_words
from client_qt.widgets.chat import Spoken
from protocol.messages.accounts import Moderate, ReportInfo, ReportLine
from server.app import Serving
from tests.client.clicks import button, press, row_action, settle, type_text
from tests.client.kept import Client
from tests.client.pages.test_lobby import shown
from tests.client.program import press as press_later
from tests.client.program import until
from tests.client.visiting import link_of, make_table, register, sign_in_again, sit_together, visit
from tests.client.widget_tools import emitted
from tests.client.widget_tools import label_text as words
from tests.client.widget_tools import texts as label_texts
from tests.qt_trio_plugin import KeptRun

INFO = ReportInfo(
    report=7, at=0, by="c", by_name="Cleo", account="a", name="Ann", table="t1", text="Ann says rude things",
    lines=[ReportLine(number=1, at=0, account="a", name="Ann", text="rude things", room="direct")],
)  # fmt: skip


@pytest.mark.parametrize(("text", "can_be_sent"), [("  ", False), ("x" * 400, True), ("x" * 401, False)])
def test_an_empty_report_and_a_long_one_cannot_be_sent(window: MainWindow, text: str, can_be_sent: bool) -> None:
    dialog = ReportDialog(window.theme, "Ann", window)

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
    action = menu(3)
    action.trigger()
    assert seen == [("c", "Cleo")]


@pytest.mark.parametrize("may_unban", [True, False])
def test_only_a_ban_can_be_lifted(window: MainWindow, may_unban: bool) -> None:
    asking = ModerationDialog(window.theme, "c", "Cleo", may_unban, window)

    assert (asking.action.findData("unban") >= 0) == may_unban


def test_a_moderation_asks_only_for_what_it_needs(window: MainWindow) -> None:
    asking = ModerationDialog(window.theme, "c", "Cleo", False, window)
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


async def report(app: Application, action: QAction, text: str) -> None:
    action.trigger()
    asking = await until(lambda: app.window.findChild(ReportDialog))
    asking.findChild(QPlainTextEdit, "report_text").setPlainText(text)
    await press_later(asking, "report_go")
    await until(lambda: not app.window.findChildren(ReportDialog))


@pytest.fixture
def ann(kept_run: KeptRun, kept_client: Client, bob: Application, serving: Serving) -> Application:
    """A moderator, in the lobby of a server where Bob is too."""
    app = kept_client("Ann")

    async def meet() -> None:
        for each in (app, bob):
            await visit(each, serving)
        await register(app, "Ann")
        serving.services.accounts.make_moderator(link_of(app).account)
        await sign_in_again(app)
        for each in (app, bob):
            each.lobby_controller.show_lobby()

    kept_run.call(meet)
    return app


async def moderate_player(ann: Application, bob: Application, what: str, reason: str) -> None:
    action = await until(lambda: row_action(ann.window.lobby, f"moderate_{link_of(bob).account}"))
    action.trigger()
    asking = await until(lambda: ann.window.findChild(ModerationDialog))
    box = asking.findChild(QComboBox, "moderation_action")
    box.setCurrentIndex(box.findData(what))
    settle()
    type_text(asking.findChild(QLineEdit, "moderation_reason"), reason)
    await press_later(asking, "moderation_go")
    await until(lambda: ann.window.findChild(ModerationDialog) is None)


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_player_is_reported_and_a_moderator_bans_a_player(ann: Application, bob: Application) -> None:
    action = await until(lambda: row_action(bob.window.lobby, f"report_{link_of(ann).account}"))
    await report(bob, action, "bans everybody")

    assert not bob.window.lobby.findChild(QWidget, "lobby_reports").isVisible()
    await press_later(ann.window.lobby, "lobby_reports")
    await until(lambda: ann.window.reports.findChild(QWidget, "report_1"))
    await press_later(ann.window.reports, "close_1")
    await until(lambda: not ann.window.reports.findChildren(QWidget, "report_1"))
    ann.lobby_controller.show_lobby()
    await moderate_player(ann, bob, "ban", "tells tales")
    await until(lambda: link_of(bob).status == "failed")
    await until(lambda: "tells tales" in bob.window.banner.accessibleName())


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_kicked_player_sees_the_reason_and_returns_by_a_click(ann: Application, bob: Application) -> None:
    await moderate_player(ann, bob, "kick", "take a walk")
    await until(lambda: "take a walk" in bob.window.banner.accessibleName())
    assert link_of(bob).status == "failed"
    await press_later(bob.window, "Come back")
    await until(lambda: link_of(bob).status == "online")


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_player_banned_at_a_table_reads_the_end_of_the_ban_once(ann: Application, bob: Application) -> None:
    await sit_together(ann, bob)
    ann.lobby_controller.show_lobby()
    await moderate_player(ann, bob, "ban", "cheats")
    await until(lambda: "cheats" in " ".join(label_texts(bob.window.table.banner)))

    assert not bob.window.banner.shown
    notice = " ".join(label_texts(bob.window.table.banner))
    assert "The ban ends" in notice
    assert "Reconnect here" not in notice


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_moderator_closes_a_table_from_the_lobby(ann: Application, bob: Application) -> None:
    table = await make_table(bob)

    action = await until(lambda: row_action(ann.window.lobby, f"close_{table.table}"))
    action.trigger()

    await until(lambda: not link_of(ann).lobby.tables)


@pytest.mark.slow
@pytest.mark.qt_trio
async def test_a_moderator_opens_the_table_of_a_report(ann: Application, bob: Application) -> None:
    await sit_together(ann, bob)
    table = ann.window.table.model
    ann.lobby_controller.show_lobby()
    await report(bob, bob.window.action("report"), "plays too slowly")
    ann.window.show_page("home")
    ann.lobby_controller.show_lobby()

    await until(lambda: button(ann.window.lobby, "lobby_reports").text() == "Reports (1)")
    await press_later(ann.window.lobby, "lobby_reports")
    await press_later(ann.window.reports, "open_1")
    await until(lambda: ann.window.page == "table")
    assert ann.window.table.model is table
