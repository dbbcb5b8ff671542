"""Reports: everybody sends them, moderators read them and do something about it."""

from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.dialogs.moderation import ModerationDialog
from client_qt.dialogs.report import ReportDialog
from client_qt.net.known_servers import KnownServers
from client_qt.net.session import ServerSession
from client_qt.pages.lobby.controller import LobbyController
from client_qt.pages.reports.texts import report_rows
from client_qt.text.rules_text import say, tr
from netgame.text import Text
from protocol.messages import Done
from protocol.messages.accounts import CloseReport, CloseTable, GetReports, Moderate, Report, ReportInfo, Reports


class ReportsController(QObject):
    """Of the server that is looked at, or of the table that is shown."""

    def __init__(self, window: MainWindow, servers: KnownServers, lobby_controller: LobbyController) -> None:
        super().__init__(window)
        self._window, self._servers, self._lobby_controller = window, servers, lobby_controller
        self._page = window.reports
        self._reports: list[ReportInfo] = []
        self._asked = 0  # answers to older questions are dropped
        lobby, table, page = window.lobby, window.table, window.reports
        lobby.report.connect(self._report_in_lobby)
        lobby.measure.connect(self._ask_measure)
        lobby.close_table.connect(self._close_table)
        lobby.reports.connect(self.show)
        table.report.connect(self._report_at_table)
        window.action("report").triggered.connect(self._report_opponent)
        page.back.connect(lobby_controller.show_lobby)
        page.asked.connect(self._again)
        page.more.connect(self._more)
        page.opened.connect(lobby_controller.look_on)
        page.measure.connect(self._ask_measure)
        page.close_report.connect(self._close)

    # ---- for everybody

    def _report_in_lobby(self, account: str, name: str) -> None:
        session = self._lobby_controller.current()
        if session is not None:
            self._ask_report(session, account, name, "")

    def _report_at_table(self, account: str, name: str) -> None:
        session, model = self._servers.of(self._window.table.model), self._window.table.model
        if session is not None:
            self._ask_report(session, account, name, getattr(model, "table", ""))

    def _report_opponent(self) -> None:
        """The other side of the table that is shown; who looks on means the first of both."""
        session, model = self._servers.of(self._window.table.model), self._window.table.model
        match = model.match if model is not None else None
        own = session.account if session is not None else ""
        others = [seat for seat in match.seats if seat is not None and seat.account != own] if match else []
        if session is not None and others:
            self._report_at_table(others[0].account, others[0].name)
        else:
            self._window.note(tr("There is nobody to report at this table."), "turn")

    def _ask_report(self, session: ServerSession, account: str, name: str, table: str) -> None:
        def sent(text: str) -> None:
            session.order(Report(account=account, table=table, text=text), Done, done, failed)

        def done(_done: Done) -> None:
            asking.accept()
            self._window.note(tr("The moderators have your report."))

        def failed(_code: str, why: Text) -> None:
            asking.say(say(why))

        asking = ReportDialog(self._window.theme, name, sent, self._window)
        asking.open()

    # ---- for moderators

    def show(self) -> None:
        """The reports to the front."""
        self._window.show_page("reports")
        self._window.show_subject(tr("Reports"))
        self._again()

    def _again(self) -> None:
        self._reports = []
        self._page.show_rows((), more=False)
        self._page.say(tr("Asking the server ..."))
        self._more()

    def _more(self) -> None:
        session = self._lobby_controller.current()
        if session is None:
            return
        self._asked += 1
        asked = self._asked
        before = self._reports[-1].report if self._reports else None

        def told(reports: Reports) -> None:
            if asked == self._asked:
                self._reports += reports.reports
                self._page.show_rows(report_rows(self._reports), reports.more)

        session.order(GetReports(before=before, closed=self._page.closed.isChecked()), Reports, told, self._failed)

    def _close(self, report: int) -> None:
        session = self._lobby_controller.current()
        if session is not None:
            session.order(CloseReport(report=report), Done, lambda _done: self._again(), self._failed)

    def _close_table(self, table: str) -> None:
        """The table leaves the list when the server has closed it."""
        session = self._lobby_controller.current()
        if session is not None:
            self._window.lobby.say("")
            session.order(CloseTable(table=table), Done, self._table_closed, self._table_stays)

    def _table_closed(self, _done: Done) -> None:
        self._window.note(tr("It is done."))

    def _table_stays(self, _code: str, why: Text) -> None:
        self._window.lobby.say(say(why))

    def _failed(self, _code: str, why: Text) -> None:
        self._page.say(say(why))

    def _ask_measure(self, account: str, name: str) -> None:
        session = self._lobby_controller.current()
        if session is None:
            return

        def chosen(order: Moderate) -> None:
            session.order(order, Done, done, failed)

        def done(_done: Done) -> None:
            asking.accept()
            self._window.note(tr("It is done."))

        def failed(_code: str, why: Text) -> None:
            asking.say(say(why))

        asking = ModerationDialog(self._window.theme, account, name, chosen, self._window)
        asking.open()
