"""Help > Rules: open the page of the current game and return to the previous page."""

from PySide6.QtCore import QObject

from client_qt.app.main_window import MainWindow
from client_qt.pages.navigation import PageName
from client_qt.text.rules_text import tr


class RulesController(QObject):
    """The rules page of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._from: PageName = "home"
        self._subject = window.subject
        window.action("rules").triggered.connect(self.open)
        window.home.rules.connect(self.open_game)
        window.rules.back.connect(self.close)
        window.table.panel.rules.wanted.connect(self.open)

    def open(self) -> None:
        """Show the rules of the game at the table, or of the game shown last."""
        model = self._window.table.model if self._window.page == "table" else None
        match = model.match if model is not None else None
        self.open_game(match.game.key if match is not None else "")

    def open_game(self, key: str) -> None:
        """Show the rules of a game; an empty key means the game shown last."""
        window = self._window
        if window.page != "rules":
            self._from, self._subject = window.page, window.subject
        window.rules.show_game(key)
        window.show_page("rules")
        window.show_subject(tr("Rules"))

    def close(self) -> None:
        """Return to the previous page."""
        self._window.show_subject(self._subject)
        self._window.show_page(self._from)  # a table updates its own title
