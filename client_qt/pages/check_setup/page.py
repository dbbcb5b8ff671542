"""Help > Check my set-up: a row for each finished check, with advice."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QBoxLayout, QProgressBar, QWidget

from client_qt.pages.titled_page import TitledPage
from client_qt.text.locale_formats import moment
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import SELECTABLE, Button, Theme, card, hairline, label
from client_qt.widgets.fields import line_edit
from client_qt.widgets.labels import ElidedLabel, IconLabel
from client_qt.widgets.layouts import STRETCH, add_to, clear, column, row, scrolled
from netgame.text import fill
from protocol.diagnostics import Check, Finding, State, report_text

WIDEST = 60.0  # em
TOP = Qt.AlignmentFlag.AlignTop
SIGNS: dict[State, tuple[str, str]] = {  # icon, colour
    "fine": ("confirm", "ok"),
    "problem": ("warning", "danger"),
    "unknown": ("doctor", "ink_muted"),
}


class CheckSetupPage(TitledPage):
    check = Signal(str)  # the address of a friend, or empty
    stop = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "check_setup", tr("Check my set-up"), parent)

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        self._summary_icon = IconLabel(theme, "doctor", "ink_muted")
        self._summary = ElidedLabel("", "strong")
        self._summary.setObjectName("check_setup_summary")
        summary, self._card = card("sunken"), card("surface")
        add_to(row(theme, summary, gap="s", margin="m"), self._summary_icon, (self._summary, 1))
        self._list = column(theme, self._card, gap="s", margin="m")
        self._progress = QProgressBar(self, textVisible=False)
        self._progress.setAccessibleName(tr("Progress of the check"))
        inner, top = QWidget(self), QWidget(self)
        for part in (inner, top):
            theme.scale(part.setMaximumWidth, WIDEST)
        add_to(column(theme, inner, margin=(0, 0, 1, 1)), summary, self._card, STRETCH)
        add_to(column(theme, top, margin=(0, 0, 1, 0)), self._friend_line(), self._progress)
        add_to(self._body, top, (scrolled(inner, self), 1))
        self.clear()

    def clear(self) -> None:
        self.findings: list[tuple[Check, Finding]] = []
        clear(self._list)
        self._card.hide()
        self._copy_all.setEnabled(False)
        self._show_running(False)
        self._summarize(tr("Not checked yet."), "ink_muted", "doctor")

    def _show_running(self, running: bool) -> None:
        self._running = running
        self._go.setText(tr("Stop") if running else tr("Check again") if self.findings else tr("Check"))
        self._progress.setVisible(running)

    def show_step(self, check: Check, number: int, count: int) -> None:
        """Show which check runs now."""
        self._show_running(True)
        self._progress.setRange(0, count)
        self._progress.setValue(number)
        step = fill(tr("{number} of {count}: {title}"), {"number": number + 1, "count": count, "title": _title(check)})
        self._summarize(step, "ink_muted", "doctor")

    def add(self, check: Check, finding: Finding) -> None:
        if self.findings:
            self._list.addWidget(hairline())
        self.findings.append((check, finding))
        self._list.addWidget(self._line(check, finding))
        self._card.show()

    def show_done(self, cancelled: bool = False) -> None:
        self._show_running(False)
        self._copy_all.setEnabled(bool(self.findings))
        count = sum(finding.state == "problem" for _check, finding in self.findings)
        if cancelled:
            self._summarize(tr("Stopped before the end."), "ink_muted", "doctor")
        elif count:
            self._summarize(tr("%n problem(s) found.", count), "danger", "warning")
        else:
            self._summarize(tr("No problem found."), "ok", "confirm")

    def _friend_line(self) -> QBoxLayout:
        theme = self._theme
        self.friend = line_edit("friend_address", tr("Address of your friend"), 400, self, tr("Address of a friend"))
        self.friend.setToolTip(tr("Address of a friend who cannot be reached"))
        self.friend.returnPressed.connect(self._begin)  # also while checks run: they start again
        self._go = Button(theme, tr("Check"), "doctor", "primary", name="check_setup_go", clicked=self._pressed)
        self._copy_all = Button(theme, tr("Copy all"), "copy", name="check_setup_copy")
        self._copy_all.clicked.connect(lambda: QGuiApplication.clipboard().setText(report_text(self.findings)))
        self._copy_all.setToolTip(tr("All findings with details, to send to somebody who helps you"))
        return add_to(row(theme, gap="s"), (self.friend, 1), self._go, self._copy_all)

    def _summarize(self, words: str, colour: str, icon: str) -> None:
        self._summary.setText(words)
        self._summary.setAccessibleName(words)
        self._summary_icon.set_icon(icon, colour)

    def _line(self, check: Check, finding: Finding) -> QWidget:
        theme, title, summary = self._theme, _title(check), _summary(finding)
        line = QWidget(self)
        line.setObjectName(f"check_setup_{check.key}")
        state = {"fine": tr("Fine"), "problem": tr("Problem"), "unknown": tr("Unknown")}[finding.state]
        line.setAccessibleName(f"{state} {title} {summary}")
        icon, colour = SIGNS[finding.state]
        sign = IconLabel(theme, icon, colour)
        sign.setToolTip(state)
        is_problem = finding.state == "problem"
        sentence = label(summary, "strong" if is_problem else "body", wrap=True)
        words = add_to(column(theme, gap="xs"), label(title, "small", "muted"), sentence)
        if finding.advice is not None:
            words.addWidget(label(translate(finding.advice), "body", "ink" if is_problem else "muted", wrap=True))
        if finding.commands:
            words.addWidget(self._commands(check.key, finding.commands))
        add_to(row(theme, line), (sign, TOP), (words, 1))
        return line

    def _commands(self, key: str, commands: str) -> QWidget:
        frame = card("sunken")
        lines = label(commands, "small", wrap=True, name=f"lines_{key}")
        lines.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        lines.setTextInteractionFlags(SELECTABLE)
        button = Button(self._theme, tr("Copy"), "copy", "ghost", name=f"copy_{key}")
        button.clicked.connect(lambda: QGuiApplication.clipboard().setText(commands))
        add_to(row(self._theme, frame, gap="s", margin="s"), (lines, 1), (button, TOP))
        return frame

    def _pressed(self) -> None:
        if self._running:
            self.stop.emit()
        else:
            self._begin()

    def _begin(self) -> None:
        self.check.emit(self.friend.text().strip())


def _title(check: Check) -> str:
    return translate(check.title).removesuffix(".")


def _summary(finding: Finding) -> str:
    """Return the sentence, with a time in the notation of the locale."""
    args = dict(finding.summary.args)
    with suppress(KeyError, ValueError):
        args["time"] = moment(datetime.strptime(str(args["time"]), "%Y-%m-%d %H:%M"))
    return translate(replace(finding.summary, args=args))
