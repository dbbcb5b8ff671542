"""The part of the main window that page controllers use."""

from collections.abc import Sequence
from typing import Literal, Protocol

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QAction

from client_qt.dialogs.question import Answer
from client_qt.news import News
from client_qt.theme import Theme
from client_qt.widgets.banner import Action, NewsBanner

PageName = Literal[
    "preferences", "check_setup", "home", "host", "challenge", "here", "join", "table", "lobby", "profile", "history",
    "people", "ratings", "account", "reports", "rules", "records", "unfinished",
    "tournaments", "new_tournament", "tournament",
]  # fmt: skip


class Navigation(Protocol):
    """Shows pages, titles, banners and questions. Dialogs of a controller take its page as their parent."""

    theme: Theme
    news: News
    banner: NewsBanner

    def action(self, name: str) -> QAction:
        """An action of the menus and the tool bar."""

    @property
    def page(self) -> PageName:
        """The page that is shown."""

    @property
    def page_changed(self) -> SignalInstance:
        """Emitted without arguments after another page was shown."""

    def show_page(self, name: PageName, subject: str | None = None) -> None:
        """Show a page; `subject` replaces the subject in the window title."""

    def show_home(self) -> None:
        """Show the home page."""

    def has_name(self) -> bool:
        """Store the name of the player; show the home page to ask for it if there is none."""

    def go_back(self) -> None:
        """Show the page before this one again, with its title. A table that is gone is skipped."""

    def show_subject(self, words: str) -> None:
        """Show the subject in the window title."""

    def mark_title(self, mark: str) -> None:
        """Put a word in front of the subject in the window title, while the table is shown."""

    def note(self, words: str, tone: str = "done", actions: tuple[Action, ...] = (), icon: str = "") -> None:
        """Show a banner that closes by itself, later if it has buttons or an icon of its own."""

    def show_message(self, words: str, tone: str = "turn", action: Action | None = None) -> None:
        """Show a banner with a Close button, and perhaps one that acts and closes it too."""

    def ask(self, title: str, sentences: Sequence[str], answers: Sequence[Answer], cancel: str = "") -> None:
        """Open a question dialog; it replaces an open question with the same title."""
