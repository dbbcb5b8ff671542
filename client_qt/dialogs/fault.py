"""A mistake of the program: what happened, what is safe, what to do. The details are there to copy, not in the face."""

import traceback
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QWidget

from client_qt import program_info as thisprogram
from client_qt.feedback.screen_reader import announce
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.layouts import column, row
from netgame.text import fill

WIDTH, HIGH = 40.0, 14.0  # em; of the dialog, of the details
KEPT = 10  # of them
LONGEST = 20_000  # characters of details; the end of them says more


class FaultDialog(QDialog):
    """One at a time: what breaks again while it is open is added to the details."""

    def __init__(self, theme: Theme, log_path: Path | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("fault")
        self.setWindowTitle(tr("That was a mistake of the program"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(min(theme.px(WIDTH), parent.width() - theme.px(2)))
        self._faults: list[str] = []
        self._details = QPlainTextEdit(self)
        self._details.setObjectName("fault_details")
        self._details.setReadOnly(True)
        self._details.setTabChangesFocus(True)
        self._details.setAccessibleName(tr("Details"))
        theme.scale(self._details.setMinimumHeight, HIGH)
        self._details.hide()
        self._log_path = log_path
        self._lay_out(theme)

    def add(self, error: BaseException) -> None:
        """This is what broke."""
        told = "".join(traceback.format_exception(error)).strip()
        if told not in self._faults:  # what breaks while something is painted breaks each time
            self._faults = [*self._faults, told][-KEPT:]
        self._details.setPlainText(self.details)

    @property
    def details(self) -> str:
        """For whoever looks into it: what broke where, and on what the program runs."""
        return "\n\n".join([thisprogram.details(), *self._faults])[-LONGEST:]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        announce(self, f"{self.windowTitle()}. {' '.join(self._sentences())}", urgent=True)

    def _lay_out(self, theme: Theme) -> None:
        whole = column(theme, self, gap="m", margin="xl")
        whole.addWidget(label(tr("That was a mistake of the program"), "heading", wrap=True))
        for sentence in self._sentences():
            words = label(sentence, "body", wrap=True)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            whole.addWidget(words)
        whole.addWidget(self._details, 1)
        whole.addLayout(self._buttons(theme))
        self._close.setFocus()

    def _sentences(self) -> list[str]:
        words = [
            tr("What you were doing may not have happened. Your games are safe, and you can go on."),
            tr("If it happens again, open the window anew, and send the details to whoever gave you this program."),
        ]  # fmt: skip
        if self._log_path is not None:
            words.append(fill(tr("They are also written in {file}."), {"file": str(self._log_path)}))
        return words

    def _buttons(self, theme: Theme) -> QHBoxLayout:
        self._show = Button(theme, tr("Show details"), kind="ghost")
        self._show.setObjectName("show_details")
        self._show.clicked.connect(self._show_details)
        copy = Button(theme, tr("Copy details"), "copy")
        copy.setObjectName("copy_details")
        copy.clicked.connect(self._copy)
        self._close = Button(theme, tr("Close"), kind="primary")
        self._close.setObjectName("close")
        self._close.clicked.connect(self.accept)
        line = row(theme, gap="m")
        line.addWidget(self._show)
        line.addWidget(copy)
        line.addStretch(1)
        line.addWidget(self._close)
        return line

    def _show_details(self) -> None:
        shown = self._details.isHidden()
        self._details.setVisible(shown)
        self._show.setText(tr("Hide details") if shown else tr("Show details"))
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details)
