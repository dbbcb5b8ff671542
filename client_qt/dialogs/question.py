"""A question with one button for each answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.feedback.screen_reader import announce
from client_qt.text.translation import tr
from client_qt.theme import Theme, label
from client_qt.theme.controls import Kind


@dataclass(frozen=True)
class Answer:
    """One button of a question. Enter presses the expected one, or else the button that cancels."""

    text: str
    kind: Kind
    then: Callable[[], object]
    name: str
    is_expected: bool = False


class QuestionDialog(Dialog):
    """Cancel at the left, the answers at the right. Without answers it is a message with a button to close it."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        sentences: Sequence[str],
        answers: Sequence[Answer],
        parent: QWidget,
        cancel: str = "",
    ) -> None:
        super().__init__(theme, "ask", title, parent, gap="l")
        self.add_heading(title)
        for sentence in sentences:
            words = label(sentence, "body", wrap=True)
            theme.scale(words.setMinimumWidth, 28)
            self.add(words)
        leave = self.button("cancel", cancel or tr("Cancel"), self.reject, "ghost" if answers else "plain")
        buttons = [self.button(answer.name, answer.text, self.accept, answer.kind) for answer in answers]
        for button, answer in zip(buttons, answers, strict=True):
            button.clicked.connect(answer.then)
        self.add_buttons([leave] if answers else [], buttons or [leave])
        expected = (button for button, answer in zip(buttons, answers, strict=True) if answer.is_expected)
        next(expected, leave).setFocus()
        self._alert = "" if answers else " ".join((f"{title}.", *sentences))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._alert:
            announce(self, self._alert, urgent=True)
