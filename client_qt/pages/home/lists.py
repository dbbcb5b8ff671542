"""The lists of the home page: tables to pick up again, records to look at."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, chip, hairline, label
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, row
from client_qt.widgets.tiles import game_scene


@dataclass(frozen=True)
class Row:
    """A line of a list, with its button."""

    key: str
    game: str
    title: str
    note: str
    my_turn: bool = False


@dataclass(frozen=True)
class ResumeRow(Row):
    """A table that the player can go back to, by its name."""

    server: str = ""  # fingerprint; "" for one on this screen


class RecordRow(Row):
    """A record that was saved or opened here, by its path."""


class RowList(QWidget):
    """A heading and a card of rows with a button each, or of a few words about what will be here."""

    chosen = Signal(object)  # the row

    def __init__(self, theme: Theme, title: str, words: str, empty: str, first_is_primary: bool = False) -> None:
        super().__init__()
        self._theme, self._words, self._first_is_primary = theme, words, first_is_primary
        self._rows: tuple[Row, ...] | None = ()
        self._frame = card("surface")
        self._inside = column(theme, self._frame, gap=0)
        whole = column(theme, self, gap=0.7)
        whole.addWidget(label(title, "heading"))
        whole.addWidget(self._frame)
        self._empty = label(empty, "body", "muted", wrap=True, parent=self._frame)
        self._empty_words = empty
        theme.scale(self._empty.setContentsMargins, 1.1, 0.9, 1.1, 0.9)
        self._inside.addWidget(self._empty)

    def wait(self) -> None:
        """Something will be here in a moment: say neither that there is nothing, nor what there was."""
        self._rows = None
        _clear(self._inside, self._empty)
        self._empty.setText("")
        self._empty.show()

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; the same ones again change nothing."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        _clear(self._inside, self._empty)
        self._empty.setText(self._empty_words)
        self._empty.setVisible(not rows)
        for number, what in enumerate(rows):
            if number:
                self._inside.addWidget(self._divider())
            self._inside.addWidget(self._row(what, first=number == 0))

    def _divider(self) -> QWidget:
        """A line that begins under the words."""
        part = QWidget(self)
        line = row(self._theme, part, margin=(5.86, 0, 1.1, 0))
        line.addWidget(hairline())
        return part

    def _row(self, what: Row, first: bool) -> QWidget:
        theme = self._theme
        line = QWidget(self)
        inside = row(theme, line, gap=1, margin=(0.79, 0.68, 0.93, 0.68))
        scene = game_scene(theme, what.game, 0.5, line)
        theme.scale(scene.setFixedSize, 4.14, 3.57)
        title = row(theme, gap="s")
        title.addWidget(ElidedLabel(what.title, "entry"), 0 if what.my_turn else 1)
        if what.my_turn:
            title.addWidget(chip(tr("your turn"), "turn"))
            title.addStretch(1)
        words = column(theme, gap=0.14)
        words.addLayout(title)
        words.addWidget(ElidedLabel(what.note, "small", "muted"))
        words.insertStretch(0, 1)
        words.addStretch(1)
        go = Button(theme, self._words, kind="primary" if first and self._first_is_primary else "plain")
        theme.scale(go.setMinimumSize, 7, 2.57)
        go.setObjectName(f"continue_{what.key}")
        go.setAccessibleName(f"{self._words}: {what.title}")
        go.clicked.connect(lambda: self.chosen.emit(what))
        inside.addWidget(scene)
        inside.addLayout(words, 1)
        inside.addWidget(go)
        return line


def _clear(box: QVBoxLayout, but: QWidget) -> None:
    for index in reversed(range(box.count())):
        item = box.itemAt(index)
        widget = item.widget() if item is not None else None
        if widget is not None and widget is not but:
            box.takeAt(index)
            widget.hide()  # else it might yet be shown, as a window of its own
            widget.setParent(None)
            widget.deleteLater()
