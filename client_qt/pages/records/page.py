"""The page of records: files as a list that can be searched."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.titled_page import TitledPage
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.fields import line_edit
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import STRETCH, add_to, row
from client_qt.widgets.list_view import GameFilter, GameState, ListRow, ListView, RowAction
from netgame.text import fill

MAX_WORDS = 32767  # characters; the limit of Qt


def record_row(
    path: str, game: str, title: str, note: str, problem: str = "", position: GameState | None = None
) -> ListRow:
    """The row of a file, with its last position; `problem` says why it cannot be read."""
    lines, actions = () if problem else (note,), (RowAction("open", tr("Open")),)
    return ListRow(path, title, lines, game, position, problem=problem, actions=actions)


class RecordsPage(TitledPage):
    """A list that grows while files are read, and shows what fits the game and the words in the search field."""

    chosen = Signal(str)  # path
    folder = Signal()  # another folder is wanted
    file = Signal()  # a file of another folder is wanted
    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "records", tr("Records"), parent, gap="s")
        self._found: list[ListRow] = []

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        self._header.add(Button(theme, tr("Open a file ..."), name="records_file", clicked=self.file))
        self.words = line_edit("records_words", tr("Search"), MAX_WORDS, self, tr("Names, dates, files"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._filter)
        self.games = GameFilter("records_game", self)
        self.games.activated.connect(self._filter)
        self._where = ElidedLabel("", "small", "muted")
        self._progress = label("", "small", "muted")
        self._stop = Button(theme, tr("Stop"), "cancel", name="records_stop", clicked=self.stopped)
        self.view = ListView(theme, "records_list", tr("Records"), self)
        self.view.triggered.connect(lambda row: self.chosen.emit(row.key))
        other = Button(theme, tr("Another folder ..."), name="records_folder", clicked=self.folder)
        self._body.insertLayout(1, add_to(row(theme), (self.words, 1), self.games))
        self._body.insertLayout(2, add_to(row(theme), (self._where, 1), self._progress, self._stop, other))
        add_to(self._body, self.view, STRETCH)

    def begin(self, where: str) -> None:
        """Begin another list."""
        self._found = []
        self._where.setText(where)
        self._stop.setVisible(True)
        self.show_note("")
        self._filter()
        self._progress.setText(tr("Reading the records ..."))

    def show_found(self, rows: Sequence[ListRow]) -> None:
        """Show all rows that were found until now."""
        self._found = list(rows)
        self._filter()

    def show_progress(self, done: int, count: int) -> None:
        """Show how many files have been read."""
        self._progress.setText(fill(tr("{done} of {count} files read"), {"done": done, "count": count}))

    def end(self) -> None:
        """End the list: no more rows will come."""
        self._stop.setVisible(False)
        if not self._found and not self._note.text():
            self.show_note(
                tr("No records here yet. Every match that you finish is listed here, and every record that you save.")
            )
        self._filter()

    def _filter(self) -> None:
        words, game = self.words.text().casefold().split(), self.games.key
        fitting = [
            found
            for found in self._found
            if (not game or found.game == game) and all(word in found.accessible_text.casefold() for word in words)
        ]
        self.view.setVisible(bool(fitting))
        self.view.show_rows(fitting)
        if self._stop.isHidden():
            count = len(self._found)
            text = tr("{fitting} of {count} records") if len(fitting) < count else tr("Records: {count}")
            self._progress.setText(fill(text, {"fitting": len(fitting), "count": count}) if count else "")
