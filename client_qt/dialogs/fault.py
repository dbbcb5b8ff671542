"""Dialog for an unexpected error: what happened, what is safe, what to do. Details are hidden until asked for."""

import traceback
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from client_qt import program_info
from client_qt.dialogs.dialog import Dialog
from client_qt.feedback.screen_reader import announce
from client_qt.text.translation import tr
from client_qt.theme import SELECTABLE, Theme, label
from netgame.text import fill

WIDTH, DETAILS_HEIGHT = 40.0, 14.0  # em
MAX_ERRORS = 10
MAX_DETAILS = 20_000  # characters; the end of a traceback says most, so the beginning is cut


class FaultDialog(Dialog):
    """Only one is open: errors that follow are added to its details."""

    def __init__(self, theme: Theme, log_path: Path | None, parent: QWidget) -> None:
        super().__init__(theme, "fault", tr("Unexpected error"), parent)
        self.setMinimumWidth(min(theme.px(WIDTH), parent.width() - theme.px(2)))
        self._errors: list[str] = []
        self._sentences = [
            tr("Your last action may not have been carried out. Your games are safe, and you can go on."),
            tr("If it happens again, restart the program, and send the details to its developers."),
        ]
        if log_path is not None:
            self._sentences.append(fill(tr("The details are also in {file}."), {"file": str(log_path)}))
        self.add_heading(tr("Unexpected error"))
        for sentence in self._sentences:
            words = label(sentence, wrap=True)
            words.setTextInteractionFlags(SELECTABLE)
            self.add(words)
        self._details = QPlainTextEdit(self, readOnly=True, tabChangesFocus=True)
        self._details.setObjectName("fault_details")
        self._details.setAccessibleName(tr("Details"))
        theme.scale(self._details.setMinimumHeight, DETAILS_HEIGHT)
        self._details.hide()
        self.body.addWidget(self._details, 1)
        self._show = self.button("show_details", tr("Show details"), self._toggle_details, "ghost")
        copy = self.button(
            "copy_details", tr("Copy details"), lambda: QGuiApplication.clipboard().setText(self.details), icon="copy"
        )
        close = self.button("close", tr("Close"), self.accept, "primary")
        self.add_buttons([self._show, copy], [close])
        close.setFocus()

    def add_exception(self, error: BaseException) -> None:
        words = "".join(traceback.format_exception(error)).strip()
        if words not in self._errors:  # an error in a paint event comes with every repaint
            self._errors = [*self._errors, words][-MAX_ERRORS:]
        self._details.setPlainText(self.details)

    @property
    def details(self) -> str:
        """Versions of the program and the system, then the tracebacks."""
        return "\n\n".join([program_info.details(), *self._errors])[-MAX_DETAILS:]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        announce(self, f"{self.windowTitle()}. {' '.join(self._sentences)}", urgent=True)

    def _toggle_details(self) -> None:
        show = self._details.isHidden()
        self._details.setVisible(show)
        self._show.setText(tr("Hide details") if show else tr("Show details"))
        self.adjustSize()
