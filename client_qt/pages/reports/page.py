"""Reports about players, for moderators: each with the last lines of the chat and what to do about it."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.titled_page import TitledPage
from client_qt.text.locale_formats import local_time, moment
from client_qt.text.plain import dotted
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label
from client_qt.widgets.fields import CheckBox
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import STRETCH, add_to, clear, column, listed, row, turn_narrow
from netgame.text import fill
from protocol.messages.accounts import ReportInfo, ReportLine

WIDEST, BUTTONS = 56.0, 44.0  # em; narrower cards have a button a line


class ReportsPage(TitledPage):
    more = Signal()
    reload = Signal()  # with or without the resolved reports
    opened = Signal(str)  # table
    moderate = Signal(str, str)  # account, name
    resolved = Signal(int)  # number of the report

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "reports", tr("Reports"), parent, gap="s")

    def _build(self) -> None:
        super()._build()
        self.show_resolved = CheckBox("reports_closed", tr("Show resolved"))
        self.show_resolved.clicked.connect(self.reload)
        self._header.add(self.show_resolved)
        inner = QWidget(self)
        self._theme.scale(inner.setMaximumWidth, WIDEST)
        self._cards = column(self._theme, inner, gap="m")
        self._cards.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._body.addWidget(listed(self._theme, inner, self), 1)

    def show_reports(self, reports: Sequence[ReportInfo], more: bool) -> None:
        """Show these, the newest first, and a button for older ones."""
        clear(self._cards)
        for report in reports:
            self._cards.addWidget(self._card(report))
        if more:
            button = Button(self._theme, tr("Show older"), name="reports_more", clicked=self.more)
            self._cards.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_note("" if reports else tr("There are no reports."))

    def _card(self, report: ReportInfo) -> QWidget:
        theme, number = self._theme, report.report
        frame = card("surface", self)
        frame.setObjectName(f"report_{number}")
        inside = add_to(
            column(theme, frame, gap="s", margin="l"),
            ElidedLabel(fill(tr("About {name}"), {"name": report.name}), "heading"),
            ElidedLabel(_note(report), "small", "muted"),
            label(report.text, "body", wrap=True),
        )
        if report.lines:
            lines = card("sunken", self)
            said = column(theme, lines, gap="xs", margin="s")
            for line in report.lines:
                tone = "ink" if line.name == report.name else "muted"
                said.addWidget(label(f"{_room(line)}{line.name}: {line.text}", "small", tone, wrap=True))
            inside.addWidget(lines)
        open_table, resolve = partial(self.opened.emit, report.table), partial(self.resolved.emit, number)
        moderate = partial(self.moderate.emit, report.account, report.name)
        parts: list[Button | int] = [
            STRETCH,
            Button(theme, tr("Mute, kick, ban ..."), kind="danger", name=f"moderate_{number}", clicked=moderate),
        ]
        if report.table:
            parts.insert(0, Button(theme, tr("Open the table"), "watch", name=f"open_{number}", clicked=open_table))
        if not report.closed_by:
            parts.append(Button(theme, tr("Resolve"), "confirm", name=f"close_{number}", clicked=resolve))
        buttons = add_to(row(theme, gap="s"), *parts)
        inside.addLayout(buttons)
        turn_narrow(theme, frame, buttons, BUTTONS)
        return frame


def _room(line: ReportLine) -> str:
    """Return where a line was written, as a prefix; empty if the server does not say."""
    rooms = {"lobby": tr("Lobby"), "direct": tr("Direct message"), "table": tr("Table")}
    return f"[{rooms[line.room]}] " if line.room in rooms else ""


def _note(report: ReportInfo) -> str:
    return dotted(
        fill(tr("from {name}"), {"name": report.by_name}),
        tr("at a table") if report.table else tr("in the lobby"),
        moment(local_time(report.at)),
        fill(tr("resolved by {name}"), {"name": report.closed_by}) if report.closed_by else "",
    )
