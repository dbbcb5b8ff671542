"""Sends reports about players, and lets moderators act on them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer

from client_qt.dialogs.dialog import Dialog
from client_qt.dialogs.form import ReportDialog
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import LEFT, ServerSession
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.lobby.page import LobbyPage
from client_qt.pages.navigation import Navigation
from client_qt.pages.reports.moderation import ModerationDialog, done_words
from client_qt.pages.reports.page import ReportsPage
from client_qt.pages.table.page import TablePage
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from protocol.messages import Done
from protocol.messages.accounts import CloseReport, CloseTable, GetReports, Report, ReportInfo, Reports

COUNT_MS = 60_000  # between two looks whether there are new reports


class ReportsController(QObject):
    def __init__(
        self,
        navigation: Navigation,
        page: ReportsPage,
        lobby_page: LobbyPage,
        table_page: TablePage,
        servers: KnownServers,
        lobby: LobbyController,
    ) -> None:
        super().__init__(page)
        self._navigation, self._page, self._lobby_page, self._table_page = navigation, page, lobby_page, table_page
        self._servers, self._lobby = servers, lobby
        self._reports: list[ReportInfo] = []
        self._request = 0  # answers to earlier requests are dropped
        lobby_page.report.connect(self._report_in_lobby)
        lobby_page.moderate.connect(partial(self.ask_moderation, may_unban=False))  # they are online
        lobby_page.close_table.connect(self._close_table)
        lobby_page.reports.connect(self.show)
        for part in (table_page.panel.people, table_page.panel.chat):
            part.report.connect(self._report_at_table)
        page.back.connect(lobby.show_lobby)
        page.reload.connect(self._reload)
        page.more.connect(self._load_more)
        page.opened.connect(lobby.watch)
        page.moderate.connect(self._moderate_reported)
        page.resolved.connect(self._resolve)
        self._ticker = QTimer(page, interval=COUNT_MS)
        self._ticker.timeout.connect(self._count_open)
        self._ticker.start()
        lobby_page.moderated.connect(self._count_open)
        navigation.page_changed.connect(self._count_open)

    def _count_open(self) -> None:
        """Show in the lobby how many reports are not resolved."""
        session = self._lobby.current() if self._navigation.page == "lobby" else None
        if session is not None and session.user.moderator:

            def counted(reports: Reports) -> None:
                self._lobby_page.show_open_reports(len(reports.reports), reports.more)

            session.request(session.ask(GetReports(), Reports), counted, lambda _why: None)

    def _report_in_lobby(self, account: str, name: str) -> None:
        if session := self._lobby.current():
            self.ask_report(session, account, name, "")

    def _report_at_table(self, account: str, name: str) -> None:
        model = self._table_page.model
        if session := self._servers.of(model):
            self.ask_report(session, account, name, getattr(model, "table", ""))

    def report_opponent(self) -> None:
        """Report the opponent at the table; a spectator reports the first player."""
        model = self._table_page.model
        session, match = self._servers.of(model), model.match if model is not None else None
        others = [seat for seat in match.seats if seat and session and seat.account != session.account] if match else []
        if others:
            self._report_at_table(others[0].account, others[0].name)
        else:
            self._navigation.note(tr("There is nobody to report at this table."), "turn")

    def ask_report(self, session: ServerSession, account: str, name: str, table: str) -> None:
        def report(text: Any) -> Report:
            return Report(account=account, table=table, text=text)

        dialog = ReportDialog(self._navigation.theme, name, self._page.window())
        self._open(dialog, session, report, lambda _text: tr("The report was sent to the moderators."))

    def _moderate_reported(self, account: str, name: str) -> None:
        session = self._lobby.current()
        is_online = session is not None and account in session.lobby.names
        is_free = any(report.account == account and report.banned is False for report in self._reports)
        self.ask_moderation(account, name, may_unban=not is_online and not is_free)

    def ask_moderation(self, account: str, name: str, *, may_unban: bool) -> None:
        if session := self._lobby.current():
            dialog = ModerationDialog(self._navigation.theme, account, name, may_unban, self._page.window())
            self._open(dialog, session, lambda sent: sent, lambda sent: done_words(sent.what, name))

    def _open(
        self, dialog: Dialog, session: ServerSession, order: Callable[[Any], Any], words: Callable[[Any], str]
    ) -> None:
        """Open a dialog, and close it when the server accepts the order that is made of its value."""

        def accepted(value: object, _done: Done) -> None:
            dialog.accept()
            self._navigation.note(words(value))

        def send(value: object) -> None:
            work = session.ask(order(value), Done)
            session.request(work, partial(accepted, value), lambda why: dialog.show_error(translate(why)))

        dialog.submitted.connect(send)
        dialog.open()

    def show(self) -> None:
        self._navigation.show_page("reports", tr("Reports"))
        self._reload()

    def _reload(self) -> None:
        self._reports = []
        self._page.show_reports((), more=False)
        self._page.show_note(tr("Asking the server ..."))
        self._load_more()

    def _load_more(self) -> None:
        session = self._lobby.current()
        if session is None:
            self._page.show_error(LEFT)
            return
        self._request += 1
        request = self._request

        def loaded(reports: Reports) -> None:
            if request == self._request:
                self._reports += reports.reports
                self._page.show_reports(self._reports, reports.more)

        before = self._reports[-1].report if self._reports else None
        resolved = self._page.show_resolved.isChecked()
        work = session.ask(GetReports(before=before, closed=resolved), Reports)
        session.request(work, loaded, self._page.show_error)

    def _resolve(self, report: int) -> None:
        if session := self._lobby.current():
            work = session.ask(CloseReport(report=report), Done)
            session.request(work, lambda _done: self._reload(), self._page.show_error)

    def _close_table(self, table: str) -> None:
        def closed(_done: Done) -> None:
            self._navigation.note(tr("The table is closed."))

        if session := self._lobby.current():
            self._lobby_page.show_note("")
            session.request(session.ask(CloseTable(table=table), Done), closed, self._lobby_page.show_error)
