"""Base of the dialogs."""

from collections.abc import Callable, Sequence

import shiboken6
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.text.translation import tr
from client_qt.theme import SELECTABLE, Button, Length, Theme, label, title_text
from client_qt.theme.controls import Kind
from client_qt.widgets.layouts import STRETCH, add_to, column, fit_into_room, row


class Dialog(QDialog):
    """A column of widgets with a row of buttons. Open it with `open`: `exec` would stop the trio tasks.

    Qt deletes the dialog when it is closed. `show_error` and `accept` do nothing after that, so that the server may
    answer late.
    """

    submitted = Signal(object)

    def __init__(
        self, theme: Theme, name: str, title: str, parent: QWidget, *, gap: Length = "m", margin: Length = "xl"
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setObjectName(name)
        self.setWindowTitle(title_text(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.body = column(theme, self, gap, margin)
        self.error = label("", "body", "danger", wrap=True, name=f"{name}_error")
        self.error.setTextInteractionFlags(SELECTABLE)
        self.error.hide()
        self._submit: Button | None = None

    def setVisible(self, visible: bool) -> None:
        if visible and not self.isVisible():
            fit_into_room(self)
        super().setVisible(visible)

    @property
    def is_open(self) -> bool:
        return shiboken6.isValid(self)

    def add(self, *widgets: QWidget) -> None:
        for widget in widgets:
            self.body.addWidget(widget)

    def add_heading(self, text: str, width_em: float = 0) -> None:
        heading = label(text, "heading", wrap=not width_em)
        self.theme.scale(heading.setMinimumWidth, width_em)
        self.add(heading)

    def add_field(self, field: QWidget, name: str, words: str) -> QLabel:
        """Add a field below its label; the label is returned."""
        caption = label(words, "small", "muted")
        name_field(field, name, caption)
        self.add(caption, field)
        return caption

    def button(
        self, name: str, words: str, slot: Callable[[], object], kind: Kind = "plain", icon: str | None = None
    ) -> Button:
        return Button(self.theme, words, icon, kind, name=name, clicked=slot)

    def submit_button(self, name: str, words: str, kind: Kind = "primary") -> Button:
        """Make the button that emits `value` by `submitted`. It is disabled from then until `show_error`."""
        self._submit = self.button(name, words, self._emit_value, kind)
        return self._submit

    def value(self) -> object:
        """Return the value to submit; None while the form is incomplete."""
        raise NotImplementedError

    def _emit_value(self) -> None:
        assert self._submit is not None
        self._submit.setEnabled(False)
        self.submitted.emit(self.value())

    def cancel_button(self) -> Button:
        button = self.button("cancel", tr("Cancel"), self.reject, "ghost")
        button.setAutoDefault(False)
        return button

    def add_buttons(self, left: Sequence[Button], right: Sequence[Button]) -> None:
        line = add_to(row(self.theme, gap="m"), *left, STRETCH, *right)
        self.body.addLayout(line)

    def show_error(self, sentence: str) -> None:
        if self.is_open:
            show_announced(self.error, sentence)
            if self._submit is not None:
                self._submit.setEnabled(self.value() is not None)

    def accept(self) -> None:
        if self.is_open:
            super().accept()


def name_field(field: QWidget, name: str, caption: QLabel) -> None:
    """Give a field its object name, and the words of its label to screen readers."""
    field.setObjectName(name)
    field.setAccessibleName(caption.text())
    caption.setBuddy(field)
