"""For moderators: what people report, with the last lines of the place, and what to do about it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from client_qt.pages.reports.texts import ReportRow
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, label
from client_qt.widgets.labels import ElidedLabel, PageHeader
from client_qt.widgets.layouts import column, listed, page, page_column, row
from client_qt.widgets.two_columns import Turned

WIDEST, BUTTONS = 56.0, 34.0  # em; narrower cards have a button a line


class ReportsPage(QWidget):
    """Shows what it is given; says what somebody clicked."""

    back = Signal()
    more = Signal()
    asked = Signal()  # list them anew: with or without those that are dealt with
    opened = Signal(str)  # table
    measure = Signal(str, str)  # account, name
    close_report = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reports")
        self._theme = theme
        page(self)
        theme = self._theme
        header = PageHeader(theme, tr("Reports"))
        header.back.connect(self.back)
        self.closed = QCheckBox(tr("Those too that are dealt with"))
        self.closed.setObjectName("reports_closed")
        self.closed.clicked.connect(self.asked)
        header.add(self.closed)
        self._note = label("", "body", "muted", wrap=True)
        self._note.setObjectName("reports_note")
        inner = QWidget(self)
        theme.scale(inner.setMaximumWidth, WIDEST)
        self._cards = column(theme, inner, gap="m")
        self._cards.setAlignment(Qt.AlignmentFlag.AlignTop)
        whole = page_column(theme, self, gap="s")
        whole.addWidget(header)
        whole.addWidget(self._note)
        whole.addWidget(listed(theme, inner, self), 1)

    def say(self, sentence: str) -> None:
        """What is not listed, and why."""
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))

    def show_rows(self, rows: Sequence[ReportRow], more: bool) -> None:
        """List these."""
        while (item := self._cards.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for what in rows:
            self._cards.addWidget(self._card(what))
        if more:
            button = Button(self._theme, tr("Older ones"))
            button.setObjectName("reports_more")
            button.clicked.connect(self.more)
            self._cards.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self.say("" if rows else tr("Nobody has reported anything."))

    def _card(self, what: ReportRow) -> QWidget:
        theme = self._theme
        frame = card("surface", self)
        frame.setObjectName(f"report_{what.report}")
        inside = column(theme, frame, gap="s", margin="l")
        inside.addWidget(ElidedLabel(what.title, "heading"))
        inside.addWidget(ElidedLabel(what.note, "small", "muted"))
        inside.addWidget(label(what.text, "body", wrap=True))
        if what.lines:
            inside.addWidget(self._lines(what))
        inside.addLayout(self._buttons(what, frame))
        return frame

    def _lines(self, what: ReportRow) -> QWidget:
        frame = card("sunken", self)
        inside = column(self._theme, frame, gap="xs", margin="s")
        for name, text in what.lines:
            accused = name == what.name
            inside.addWidget(label(f"{name}: {text}", "small", "ink" if accused else "muted", wrap=True))
        return frame

    def _buttons(self, what: ReportRow, frame: QWidget) -> QHBoxLayout:
        buttons = row(self._theme, gap="s")
        if what.table:
            look = Button(self._theme, tr("Open the table"), "watch")
            look.setObjectName(f"open_{what.report}")
            look.clicked.connect(lambda: self.opened.emit(what.table))
            buttons.addWidget(look)
        buttons.addStretch(1)
        act = Button(self._theme, tr("Mute, kick, ban ..."), kind="danger")
        act.setObjectName(f"measure_{what.report}")
        act.clicked.connect(lambda: self.measure.emit(what.account, what.name))
        buttons.addWidget(act)
        if not what.closed:
            done = Button(self._theme, tr("Dealt with"), "confirm")
            done.setObjectName(f"close_{what.report}")
            done.clicked.connect(lambda: self.close_report.emit(what.report))
            buttons.addWidget(done)
        Turned(self._theme, frame, buttons, BUTTONS)
        return buttons
