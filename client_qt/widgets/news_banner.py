"""The banner over all pages: a question stays until it is answered, whatever else is said meanwhile."""

from dataclasses import dataclass

from PySide6.QtWidgets import QStackedWidget, QWidget

from client_qt.theme import Theme
from client_qt.widgets.banner import Action, Banner

MOST_QUESTIONS = 20  # of a server that floods; the oldest are the ones that are answered first


@dataclass(frozen=True)
class Question:
    """Something that waits for an answer."""

    text: str
    tone: str
    actions: tuple[Action, ...]


class NewsBanner(Banner):
    """What is said by `show_text` lies over a question for as long as it is shown; `ask` puts one behind those there
    are. `hide_text` takes away what is shown, and the next question comes into its place.

    Over pages in a stack it makes room for itself, for a title is not to be covered; but a page with the property
    `stays` lies still, as a board does."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, speaks=True)
        self._pages = parent if isinstance(parent, QStackedWidget) else None
        if self._pages is not None:
            self._pages.currentChanged.connect(self._make_room)
            self.gone.connect(self._make_room)
            theme.changed.connect(self._make_room)
        self._questions: list[Question] = []
        self._asking: Question | None = None  # the one that is shown

    @property
    def waiting(self) -> int:
        """How many questions have no answer yet."""
        return len(self._questions)

    def ask(self, text: str, tone: str, actions: tuple[Action, ...]) -> None:
        """Ask this when what was asked before is answered. Each of the actions has to call `hide_text`."""
        question = Question(text, tone, actions)
        known = any((old.text, old.tone) == (text, tone) for old in self._questions)
        if known or len(self._questions) >= MOST_QUESTIONS:
            return
        self._questions.append(question)
        if not self.shown:
            self._ask_next()

    def withdraw(self, text: str) -> None:
        """Ask this no longer: it is out of date."""
        if self._asking is not None and self._asking.text == text:
            self.hide_text()
        self._questions = [question for question in self._questions if question.text != text]

    def show_text(self, text: str, tone: str = "turn", actions: tuple[Action, ...] = (), icon: str = "") -> None:
        """Say this now; a question that is covered by it comes back afterwards."""
        self._asking = None
        super().show_text(text, tone, actions, icon)
        self._make_room()

    def hide_text(self) -> None:
        """Take away what is shown."""
        if self._asking is not None:
            self._questions.remove(self._asking)
            self._asking = None
        if self._questions:
            self._ask_next()
        else:
            super().hide_text()

    def _ask_next(self) -> None:
        question = self._questions[0]
        super().show_text(question.text, question.tone, question.actions, "players")  # it is somebody who asks
        self._asking = question
        self._make_room()

    def _make_room(self) -> None:
        if self._pages is not None:
            page = self._pages.currentWidget()
            lies_over = page is None or bool(page.property("stays"))
            self._pages.setContentsMargins(0, self.room if self.shown and not lies_over else 0, 0, 0)
