"""The records of a folder: to be found again, and looked at."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, hairline, label
from client_qt.widgets.labels import ElidedLabel, PageHeader
from client_qt.widgets.layouts import column, listed, page, page_column, row
from client_qt.widgets.match_row import GameFilter, match_row
from netgame.text import fill

AT_ONCE = 16  # rows; more come by a button, for each is several widgets


@dataclass(frozen=True)
class Found:
    """A file of the list; `game` is empty for one that cannot be read, and `note` says why then."""

    path: str
    game: str
    title: str
    note: str


class RecordsPage(QWidget):
    """A list that grows while the folder is read, and shows what fits the game and the words that are looked for."""

    back = Signal()
    chosen = Signal(str)  # path
    folder = Signal()  # another one is wanted
    file = Signal()  # a file of another folder
    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("records")
        self._theme = theme
        self._found: list[Found] = []
        self._shown = 0  # of those that fit
        self._most = AT_ONCE
        page(self)
        theme = self._theme
        self._header = PageHeader(theme, tr("Records"))
        self._header.back.connect(self.back)
        self._header.add(self._button("records_file", tr("Open a file ..."), None, self.file.emit))
        self.words, self.games = QLineEdit(self), GameFilter("records_game", self)
        self._where = ElidedLabel("", "small", "muted")
        self._note, self._progress = label("", "body", "muted", wrap=True), label("", "small", "muted")
        self._stop = self._button("records_stop", tr("Stop"), "cancel", self.stopped.emit)
        self._more = self._button("records_more", tr("More"), None, self._show_more)
        self._card = card("surface")
        self._lines = column(theme, self._card, gap="s", margin="m")
        self._lay_out()

    # ---- what is told

    def begin(self, folder: str) -> None:
        """Another list: nothing of it is known yet."""
        self._found, self._most = [], AT_ONCE
        self._where.setText(folder)
        self._stop.setVisible(True)
        self._progress.setText(tr("Looking into the folder ..."))
        self._again()
        self.say("")

    def add(self, rows: Sequence[Found]) -> None:
        """More of it."""
        self._found.extend(rows)
        self._fill()

    def show_progress(self, done: int, count: int) -> None:
        """How many files have been looked at."""
        self._progress.setText(fill(tr("{done} of {count} files looked at"), {"done": done, "count": count}))

    def say(self, words: str) -> None:
        """A sentence over the list; empty for none."""
        self._note.setText(words)
        self._note.setVisible(bool(words))

    def end(self) -> None:
        """No more will come."""
        self._stop.setVisible(False)
        if not self._found and not self._note.text():
            self._progress.setText("")
            self.say(tr("No records here yet. Game > Save record keeps a match as a file that is listed here."))
        else:
            self._tell_count()

    # ---- inside

    def _fitting(self) -> list[Found]:
        wanted, game = self.words.text().casefold().split(), self.games.key
        return [
            found
            for found in self._found
            if (not game or found.game == game)
            and all(word in f"{found.title} {found.note}".casefold() for word in wanted)
        ]

    def _again(self) -> None:
        """Others fit now."""
        self._shown = 0
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._fill()
        if self._stop.isHidden():
            self._tell_count()

    def _fill(self) -> None:
        fitting = self._fitting()
        for found in fitting[self._shown : self._most]:
            if self._lines.count():
                self._lines.addWidget(hairline())
            choices = [("record_open", tr("Open"), partial(self.chosen.emit, found.path))]
            self._lines.addWidget(match_row(self._theme, self, found.game, found.title, found.note, choices))
        self._shown = min(len(fitting), self._most)
        self._card.setVisible(self._shown > 0)
        self._more.setVisible(len(fitting) > self._most)

    def _search(self) -> None:
        self._most = AT_ONCE
        self._again()

    def _show_more(self) -> None:
        self._most += AT_ONCE
        self._fill()

    def _tell_count(self) -> None:
        fitting, count = len(self._fitting()), len(self._found)
        words = tr("{fitting} of {count} records") if fitting < count else tr("Records: {count}")
        self._progress.setText(fill(words, {"fitting": fitting, "count": count}) if count else "")

    # ---- how it is built

    def _button(self, name: str, words: str, icon: str | None, slot: Callable[[], object]) -> Button:
        button = Button(self._theme, words, icon)
        button.setObjectName(name)
        button.clicked.connect(lambda _on=False: slot())
        return button

    def _lay_out(self) -> None:
        theme = self._theme
        self.words.setObjectName("records_words")
        self.words.setPlaceholderText(tr("Names, dates, files"))
        self.words.setAccessibleName(tr("Look for"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._search)
        self.games.activated.connect(self._search)
        ask = row(theme, gap="m")
        ask.addWidget(self.words, 1)
        ask.addWidget(self.games)
        where = row(theme, gap="m")
        where.addWidget(self._where, 1)
        where.addWidget(self._progress)
        where.addWidget(self._stop)
        where.addWidget(self._button("records_folder", tr("Another folder ..."), None, self.folder.emit))
        inner = QWidget(self)
        inside = column(theme, inner, gap="m")
        inside.addWidget(self._card)
        inside.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        whole = page_column(theme, self, gap="s")
        whole.addWidget(self._header)
        for line in (ask, where):
            whole.addLayout(line)
        whole.addWidget(self._note)
        whole.addWidget(listed(theme, inner, self), 1)
