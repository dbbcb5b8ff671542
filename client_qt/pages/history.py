"""The matches that were played at a server: to be looked at again, or kept as files."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.profile.texts import FinishedRow
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, hairline, label
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import column, listed, page, page_column
from client_qt.widgets.match_row import GameFilter, match_row


class HistoryPage(QWidget):
    """A list that grows by `more`; another game begins it anew."""

    back = Signal()
    game_chosen = Signal(str)  # key, or "" for all
    more = Signal()
    replay = Signal(str)  # table
    save = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("history")
        self._theme = theme
        self._shown: tuple[FinishedRow, ...] = ()
        page(self)
        theme = self._theme
        self._header = PageHeader(theme, tr("Played here"))
        self._header.back.connect(self.back)
        self.games = GameFilter("history_game", self)
        self.games.activated.connect(self._chosen)
        self._header.add(self.games)
        self._note = label("", "body", "muted", wrap=True)
        self._more = Button(theme, tr("More"))
        self._more.setObjectName("history_more")
        self._more.clicked.connect(self._ask_more)
        inner = QWidget(self)
        self._card = card("surface", inner)
        self._lines = column(theme, self._card, gap="s", margin="m")
        inside = column(theme, inner, gap="m")
        inside.addWidget(self._card)
        inside.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        inside.addStretch(1)
        whole = page_column(theme, self, gap="m")
        whole.addWidget(self._header)
        whole.addWidget(self._note)
        whole.addWidget(listed(theme, inner, self), 1)
        self.show_rows((), more=False)

    @property
    def game(self) -> str:
        """The game that is chosen; empty for all."""
        return self.games.key

    def begin(self, title: str) -> None:
        """Another list: all games, nothing known of it yet."""
        self._header.set_title(title)
        self.games.setCurrentIndex(0)
        self.wait()

    def wait(self) -> None:
        """It was asked for and is not here yet."""
        self.show_rows((), more=False)
        self.say(tr("Asking the server ..."))

    def say(self, words: str) -> None:
        """A sentence over the list; empty for none."""
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self._more.setEnabled(True)

    def show_rows(self, rows: Sequence[FinishedRow], more: bool) -> None:
        """All that is known of it, and whether there is more. What stands there already is not made again."""
        if tuple(rows[: len(self._shown)]) != self._shown:
            self._clear()
        for what in rows[len(self._shown) :]:
            if self._lines.count():
                self._lines.addWidget(hairline())
            self._lines.addWidget(self._line(what))
        self._shown = tuple(rows)
        self._card.setVisible(bool(rows))
        self._more.setVisible(more)
        self.say("" if rows else tr("No match has been finished yet. The first one will be listed here."))

    def _clear(self) -> None:
        self._shown = ()
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _line(self, what: FinishedRow) -> QWidget:
        choices = [
            (f"save_{what.table}", tr("Save"), lambda: self.save.emit(what.table)),
            (f"replay_{what.table}", tr("Replay"), lambda: self.replay.emit(what.table)),
        ]
        return match_row(self._theme, self, what.game, what.title, what.note, choices)

    def _chosen(self) -> None:
        self.game_chosen.emit(self.game)

    def _ask_more(self) -> None:
        self._more.setEnabled(False)
        self.more.emit()
