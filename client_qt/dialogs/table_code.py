"""Asking for the code of a table. It opens and returns at once, and stays open until the server has taken the code."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.layouts import Patient, column, row
from protocol.messages import MAX_CODE


class TableCodeDialog(Patient):
    """`tried` is called with what was typed; `say` tells why it did not work."""

    def __init__(self, theme: Theme, tried: Callable[[str], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("ask_code")
        self.setWindowTitle(tr("The code of the table"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._tried = tried
        words = label(tr("This table asks for a code. Whoever made it can tell you."), "body", wrap=True)
        theme.scale(words.setMinimumWidth, 24)
        self.field = QLineEdit(self)
        self.field.setObjectName("code_field")
        self.field.setMaxLength(MAX_CODE)
        self.field.setAccessibleName(tr("The code of the table"))
        self.field.textEdited.connect(self._edited)
        self._wrong = label("", "small", "danger", wrap=True)
        self._wrong.hide()
        cancel = Button(theme, tr("Cancel"), kind="ghost")
        cancel.setObjectName("cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self._go = Button(theme, tr("Go in"), kind="primary")
        self._go.setObjectName("code_go")
        self._go.setDefault(True)
        self._go.setEnabled(False)
        self._go.clicked.connect(self._try)
        buttons = row(theme, gap="m")
        buttons.addWidget(cancel)
        buttons.addStretch(1)
        buttons.addWidget(self._go)
        body = column(theme, self, gap="m", margin="xl")
        for part in (label(tr("The code of the table"), "heading"), words, self.field, self._wrong):
            body.addWidget(part)
        body.addLayout(buttons)
        self.field.setFocus()

    def say(self, sentence: str) -> None:
        """Why it did not work; another one may be tried."""
        if not self.is_there:
            return
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))
        restyle(self.field, wrong="true" if sentence else "false")
        self._go.setEnabled(bool(self.field.text().strip()))
        self.field.setFocus()

    def _edited(self) -> None:
        self.say("")

    def _try(self) -> None:
        self._go.setEnabled(False)
        self._tried(self.field.text().strip())
