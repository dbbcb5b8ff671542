"""The page of records: the files of a folder as a list that can be searched."""

from collections.abc import Sequence

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QLineEdit, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.labels import ElidedLabel, PageHeader
from client_qt.widgets.layouts import page, page_column, row
from client_qt.widgets.list_view import GameFilter, ListRow, ListView, RowAction
from netgame.text import fill


def record_row(path: str, game: str, title: str, note: str, problem: str = "") -> ListRow:
    """The row of a file; `problem` says why it cannot be read."""
    lines = () if problem else (note,)
    return ListRow(path, title, lines, game, problem=problem, actions=(RowAction("open", tr("Open")),))


class RecordsPage(QWidget):
    """A list that grows while the folder is read, and shows what fits the game and the words in the search field."""

    back = Signal()
    chosen = Signal(str)  # path
    folder = Signal()  # another folder is wanted
    file = Signal()  # a file of another folder is wanted
    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("records")
        self._theme = theme
        self._found: list[ListRow] = []
        page(self)
        header = PageHeader(theme, tr("Records"))
        header.back.connect(self.back)
        header.add(self._button("records_file", tr("Open a file ..."), None, self.file))
        self.words = QLineEdit(self)
        self.words.setObjectName("records_words")
        self.words.setPlaceholderText(tr("Names, dates, files"))
        self.words.setAccessibleName(tr("Search"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._filter)
        self.games = GameFilter("records_game", self)
        self.games.activated.connect(self._filter)
        self._where = ElidedLabel("", "small", "muted")
        self._progress = label("", "small", "muted")
        self._stop = self._button("records_stop", tr("Stop"), "cancel", self.stopped)
        self._note = label("", "body", "muted", wrap=True)
        self.view = ListView(theme, "records_list", tr("Records"), self)
        self.view.triggered.connect(lambda row: self.chosen.emit(row.key))
        search = row(theme, gap="m")
        search.addWidget(self.words, 1)
        search.addWidget(self.games)
        where = row(theme, gap="m")
        where.addWidget(self._where, 1)
        where.addWidget(self._progress)
        where.addWidget(self._stop)
        where.addWidget(self._button("records_folder", tr("Another folder ..."), None, self.folder))
        whole = page_column(theme, self, gap="s")
        whole.addWidget(header)
        whole.addLayout(search)
        whole.addLayout(where)
        whole.addWidget(self._note)
        whole.addWidget(self.view)
        whole.addStretch(1)

    def begin(self, folder: str) -> None:
        """Begin another list."""
        self._found = []
        self._where.setText(folder)
        self._stop.setVisible(True)
        self.say("")
        self._filter()
        self._progress.setText(tr("Reading the folder ..."))

    def add(self, rows: Sequence[ListRow]) -> None:
        """Add rows."""
        self._found.extend(rows)
        self._filter()

    def show_progress(self, done: int, count: int) -> None:
        """Show how many files have been read."""
        self._progress.setText(fill(tr("{done} of {count} files read"), {"done": done, "count": count}))

    def say(self, words: str) -> None:
        """Show a sentence above the list, or none."""
        self._note.setText(words)
        self._note.setVisible(bool(words))

    def end(self) -> None:
        """End the list: no more rows will come."""
        self._stop.setVisible(False)
        if not self._found and not self._note.text():
            self.say(tr("No records here yet. Game > Save record keeps a match as a file that is listed here."))
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

    def _button(self, name: str, words: str, icon: str | None, pressed: SignalInstance) -> Button:
        button = Button(self._theme, words, icon)
        button.setObjectName(name)
        button.clicked.connect(pressed)
        return button
