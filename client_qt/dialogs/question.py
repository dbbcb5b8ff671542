"""A question with one answer a button. It opens and returns at once: a dialog that blocks would stop trio as well."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QWidget

from client_qt.feedback.screen_reader import announce
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label, title_text
from client_qt.theme.controls import Kind
from client_qt.widgets.layouts import column, row


@dataclass(frozen=True)
class Answer:
    """One button: its words, what it looks like, what it does."""

    text: str
    kind: Kind
    then: Callable[[], None]
    name: str


class QuestionDialog(QDialog):
    """Cancel stands at the left end, the answers at the right; where there is nothing to answer, the way out does."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        sentences: Sequence[str],
        answers: Sequence[Answer],
        parent: QWidget,
        cancel: str = "",
    ) -> None:
        super().__init__(parent)
        self.setObjectName("ask")
        self.setWindowTitle(title_text(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        body = column(theme, self, gap="l", margin="xl")
        body.addWidget(label(title, "heading", wrap=True))
        for sentence in sentences:
            words = label(sentence, "body", wrap=True)
            theme.scale(words.setMinimumWidth, 28)
            body.addWidget(words)
        buttons = row(theme, gap="m")
        leave = Button(theme, cancel or tr("Cancel"), kind="ghost" if answers else "plain")
        leave.setObjectName("cancel")
        leave.clicked.connect(self.reject)
        if answers:
            buttons.addWidget(leave)
        buttons.addStretch(1)
        for answer in answers:
            buttons.addWidget(self._button(theme, answer))
        if not answers:
            buttons.addWidget(leave)
        body.addLayout(buttons)
        leave.setFocus()
        self._alarm = "" if answers else " ".join((f"{title}.", *sentences))  # it only tells that something went wrong

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._alarm:
            announce(self, self._alarm, urgent=True)

    def _button(self, theme: Theme, answer: Answer) -> Button:
        button = Button(theme, answer.text, kind=answer.kind)
        button.setObjectName(answer.name)
        button.clicked.connect(self.accept)
        button.clicked.connect(answer.then)
        return button
