"""The matches that were played at a server."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import page, page_column
from client_qt.widgets.list_view import GameFilter, ListRow, ListView


class HistoryPage(QWidget):
    """A list that grows by `more`; another game begins it again."""

    back = Signal()
    game_chosen = Signal()
    more = Signal()
    replay = Signal(str)  # table
    save = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        page(self)
        self._header = PageHeader(theme, tr("Played here"))
        self._header.back.connect(self.back)
        self.games = GameFilter("history_game", self)
        self.games.activated.connect(self.game_chosen)
        self._header.add(self.games)
        self._note = label("", "body", "muted", wrap=True)
        self.view = ListView(theme, "history_list", tr("Played here"), self)
        self.view.triggered.connect(self._triggered)
        self._more = Button(theme, tr("More"))
        self._more.setObjectName("history_more")
        self._more.clicked.connect(self._ask_more)
        whole = page_column(theme, self, gap="m")
        whole.addWidget(self._header)
        whole.addWidget(self._note)
        whole.addWidget(self.view)
        whole.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        whole.addStretch(1)
        self.show_rows((), more=False)

    def begin(self, title: str) -> None:
        """Begin another list, of all games."""
        self._header.set_title(title)
        self.games.setCurrentIndex(0)
        self.wait()

    def wait(self) -> None:
        """Show that the server is asked."""
        self.show_rows((), more=False)
        self.say(tr("Asking the server ..."))

    def say(self, words: str) -> None:
        """Show a sentence above the list, or none."""
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self._more.setEnabled(True)

    def show_rows(self, rows: Sequence[ListRow], more: bool) -> None:
        """Show all matches that are known, and whether there are more."""
        self.view.setVisible(bool(rows))
        self.view.show_rows(rows)
        self._more.setVisible(more)
        self.say("" if rows else tr("No match has been finished yet. The first one will be listed here."))

    def _triggered(self, row: ListRow, action: str) -> None:
        (self.save if action == "save" else self.replay).emit(row.key)

    def _ask_more(self) -> None:
        self._more.setEnabled(False)
        self.more.emit()
