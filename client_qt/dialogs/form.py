"""Dialogs with a field: a form, the code of a table, a report about a player."""

from collections.abc import Sequence

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.text.translation import tr
from client_qt.theme import Theme, label, restyle
from client_qt.widgets.fields import line_edit
from client_qt.widgets.form_card import FieldInfo, FormCard, Problem
from client_qt.widgets.labels import WrappedLabel
from netgame.text import fill
from protocol.messages import MAX_CODE
from protocol.messages.accounts import MAX_REASON


class FormDialog(Dialog):
    """A form. It stays open until its owner accepts what `submitted` carries: the texts by the names of the fields."""

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
        self.form.sent.connect(self.submitted.emit)
        self.form.button.setDefault(True)
        self.form.buttons.insertWidget(0, self.cancel_button())
        self.add(self.form)
        next(iter(self.form.fields.values())).setFocus()

    def show_problem(self, problem: Problem) -> None:
        if self.is_open:
            self.form.show_problem(problem)


class TableCodeDialog(Dialog):
    """Asks for the code of a table. It stays open until the server has accepted the code."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "ask_code", tr("The code of the table"), parent)
        note = label(tr("This table asks for a code. Ask the player who opened it."), wrap=True)
        theme.scale(note.setMinimumWidth, 24)
        self.field = line_edit("code_field", tr("The code of the table"), MAX_CODE, self)
        self.field.textEdited.connect(lambda: self.show_error(""))
        self.error.setProperty("role", "small")
        go = self.submit_button("code_go", tr("Join"))
        go.setDefault(True)
        go.setEnabled(False)
        self.add_heading(tr("The code of the table"))
        self.add(note, self.field, self.error)
        self.add_buttons([self.cancel_button()], [go])
        self.field.setFocus()

    def value(self) -> str | None:
        return self.field.text().strip() or None

    def show_error(self, sentence: str) -> None:
        super().show_error(sentence)
        if self.is_open:
            restyle(self.field, wrong="true" if sentence else "false")
            self.field.setFocus()


class ReportDialog(Dialog):
    """Asks what a player did. It stays open until the server has accepted the report."""

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
        go = self.submit_button("report_go", tr("Send the report"))
        self.add_heading(title)
        self.add(note, self.field, self._left, self.error)
        self.add_buttons([self.cancel_button()], [go])
        self._edited()
        self.field.setFocus()

    def value(self) -> str | None:
        text = self.field.toPlainText().strip()
        return text if 0 < len(text) <= MAX_REASON else None

    def _edited(self) -> None:
        left = MAX_REASON - len(self.field.toPlainText().strip())
        words = tr("Characters left: {n}") if left >= 0 else tr("Too long by {n}")
        self._left.setText(fill(words, {"n": abs(left)}))
        restyle(self._left, tone="danger" if left < 0 else "muted")
        self.show_error("")
