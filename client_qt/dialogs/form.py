"""Dialogs with a field: a form, the code of a table, a report about a player."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.text.translation import tr
from client_qt.theme import Theme, label, restyle
from client_qt.widgets.form_card import FieldInfo, FormCard, Problem
from client_qt.widgets.labels import WrappedLabel
from netgame.text import fill
from protocol.messages import MAX_CODE
from protocol.messages.accounts import MAX_REASON


class FormDialog(Dialog):
    """A form. It stays open until its owner accepts what `submitted` carries."""

    submitted = Signal(dict)  # name of the field -> text

    def __init__(
        self,
        theme: Theme,
        name: str,
        title: str,
        fields: Sequence[FieldInfo],
        button: str,
        parent: QWidget,
        note: str = "",
    ) -> None:
        super().__init__(theme, "ask_form", title, parent, margin=0)
        self.form = FormCard(theme, name, title, fields, button, note)
        self.form.setProperty("card", None)
        theme.scale(self.form.setMinimumWidth, 30)
        self.form.sent.connect(self.submitted)
        self.form.button.setDefault(True)
        self.form.buttons.insertWidget(0, self.cancel_button())
        self.add(self.form)
        next(iter(self.form.fields.values())).setFocus()

    def show_problem(self, problem: Problem) -> None:
        if self.is_open:
            self.form.say(problem)


class TableCodeDialog(Dialog):
    """Asks for the code of a table. It stays open until the server has accepted the code."""

    submitted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "ask_code", tr("The code of the table"), parent)
        note = label(tr("This table asks for a code. Ask the player who opened it."), wrap=True)
        theme.scale(note.setMinimumWidth, 24)
        self.field = QLineEdit(self, maxLength=MAX_CODE)
        self.field.setObjectName("code_field")
        self.field.setAccessibleName(tr("The code of the table"))
        self.field.textEdited.connect(lambda: self.show_error(""))
        self.error.setProperty("role", "small")
        self._go = self.button("code_go", tr("Join"), self._submit, "primary")
        self._go.setDefault(True)
        self._go.setEnabled(False)
        self.add_heading(tr("The code of the table"))
        self.add(note, self.field, self.error)
        self.add_buttons([self.cancel_button()], [self._go])
        self.field.setFocus()

    def show_error(self, sentence: str) -> None:
        super().show_error(sentence)
        if self.is_open:
            restyle(self.field, wrong="true" if sentence else "false")
            self._go.setEnabled(bool(self.field.text().strip()))
            self.field.setFocus()

    def _submit(self) -> None:
        self._go.setEnabled(False)
        self.submitted.emit(self.field.text().strip())


class ReportDialog(Dialog):
    """Asks what a player did. It stays open until the server has accepted the report."""

    submitted = Signal(str)

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        title = fill(tr("Report {name}"), {"name": name})
        super().__init__(theme, "ask_report", title, parent)
        words = tr("What happened? The moderators of this server get your report with the last lines of this chat.")
        note = WrappedLabel(words, "body", "muted")
        theme.scale(note.setMinimumWidth, 28)
        self.field = QPlainTextEdit(self)
        self.field.setObjectName("report_text")
        self.field.setAccessibleName(tr("What happened"))
        self.field.setTabChangesFocus(True)
        theme.scale(self.field.setFixedHeight, 8)
        self.field.textChanged.connect(self._edited)
        self._left = label("", "small", "muted", name="report_left")
        self._go = self.button("report_go", tr("Send the report"), self._submit, "primary")
        self.add_heading(title)
        self.add(note, self.field, self._left, self.error)
        self.add_buttons([self.cancel_button()], [self._go])
        self._edited()
        self.field.setFocus()

    @property
    def _text(self) -> str:
        return self.field.toPlainText().strip()

    def show_error(self, sentence: str) -> None:
        super().show_error(sentence)
        if self.is_open:
            self._go.setEnabled(0 < len(self._text) <= MAX_REASON)

    def _edited(self) -> None:
        left = MAX_REASON - len(self._text)
        words = tr("Characters left: {n}") if left >= 0 else tr("Too long by {n}")
        self._left.setText(fill(words, {"n": abs(left)}))
        restyle(self._left, tone="danger" if left < 0 else "muted")
        self.show_error("")

    def _submit(self) -> None:
        self._go.setEnabled(False)
        self.submitted.emit(self._text)
