"""A form in a dialog. It opens and returns at once, and stays open until what was filled in was taken."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, title_text
from client_qt.widgets.form_card import FormCard
from client_qt.widgets.layouts import Patient, column


class FormDialog(Patient):
    """The form, with a way out at the left end of its buttons."""

    def __init__(self, theme: Theme, form: FormCard, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("ask_form")
        self.setWindowTitle(title_text(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form = form
        form.setProperty("card", None)
        theme.scale(form.setMinimumWidth, 30)
        cancel = Button(theme, tr("Cancel"), kind="ghost")
        cancel.setObjectName("cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        form.button.setDefault(True)
        form.button.setAutoDefault(True)
        form.buttons.insertWidget(0, cancel)
        column(theme, self).addWidget(form)
        next(iter(form.fields.values())).setFocus()
