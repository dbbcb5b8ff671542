"""Telling the moderators about somebody. It opens and returns at once, and stays open until the server has taken it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label, restyle, title_text
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import Patient, column, row
from netgame.text import fill
from protocol.messages.accounts import MAX_REASON


class ReportDialog(Patient):
    """`sent` is called with what was written; `say` tells why it did not work."""

    def __init__(self, theme: Theme, name: str, sent: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("ask_report")
        title = fill(tr("Report {name}"), {"name": name})
        self.setWindowTitle(title_text(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._sent = sent
        words = tr("What happened? The moderators of this server read it, with the last lines that were said here.")
        note = WrappedLabel(words, "body", "muted")
        theme.scale(note.setMinimumWidth, 28)
        self.field = QPlainTextEdit(self)
        self.field.setObjectName("report_text")
        self.field.setAccessibleName(tr("What happened"))
        self.field.setTabChangesFocus(True)
        theme.scale(self.field.setFixedHeight, 8)
        self.field.textChanged.connect(self._edited)
        self._left = label("", "small", "muted")
        self._left.setObjectName("report_left")
        self._wrong = label("", "body", "danger", wrap=True)
        self._wrong.setObjectName("report_wrong")
        self._wrong.hide()
        body = column(theme, self, gap="m", margin="xl")
        for part in (label(title, "heading", wrap=True), note, self.field, self._left, self._wrong):
            body.addWidget(part)
        body.addLayout(self._buttons(theme))
        self._edited()
        self.field.setFocus()

    def say(self, sentence: str) -> None:
        """Why it did not work; it can be sent again."""
        if not self.is_there:
            return
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))
        self._go.setEnabled(self._fits())

    def _buttons(self, theme: Theme) -> QHBoxLayout:
        buttons = row(theme, gap="m")
        cancel = Button(theme, tr("Cancel"), kind="ghost")
        cancel.setObjectName("cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self._go = Button(theme, tr("Send the report"), kind="primary")
        self._go.setObjectName("report_go")
        self._go.clicked.connect(self._send)
        buttons.addWidget(cancel)
        buttons.addStretch(1)
        buttons.addWidget(self._go)
        return buttons

    def _fits(self) -> bool:
        return 0 < len(self.field.toPlainText().strip()) <= MAX_REASON

    def _edited(self) -> None:
        left = MAX_REASON - len(self.field.toPlainText().strip())
        words = tr("Characters left: {n}") if left >= 0 else tr("Too long by {n}")
        self._left.setText(fill(words, {"n": abs(left)}))
        restyle(self._left, tone="danger" if left < 0 else "muted")
        self.say("")

    def _send(self) -> None:
        self._go.setEnabled(False)
        self._sent(self.field.toPlainText().strip())
