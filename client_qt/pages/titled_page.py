"""Base of the pages with a title and a note."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.text.rules_text import translate
from client_qt.theme import Length, Theme, label
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import add_to, page, page_column
from client_qt.widgets.lazy_page import LazyPage
from netgame.text import Text


class TitledPage(LazyPage):
    """A column: a title with a button that leads back, then a note, then what the page adds."""

    back = Signal()

    def __init__(self, theme: Theme, name: str, title: str, parent: QWidget | None = None, gap: Length = "m") -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme, self._title, self._gap = theme, title, gap
        page(self)

    def _build(self) -> None:
        self._header = PageHeader(self._theme, self._title)
        self._header.back.connect(self.back)
        self._note = label("", "body", "muted", wrap=True, name=f"{self.objectName()}_note")
        self._note.hide()
        self._body = add_to(page_column(self._theme, self, self._gap), self._header, self._note)

    def show_note(self, words: str) -> None:
        """Show a sentence below the title, or none."""
        show_announced(self._note, words)

    def show_error(self, why: Text) -> None:
        """Say why a request failed."""
        self.show_note(translate(why))
