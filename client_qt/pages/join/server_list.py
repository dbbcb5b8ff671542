"""The servers that can be reached now, each with a way into its lobby, even where no table is open; then those of
before that do not answer. What was known of a server can be forgotten."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.dialogs.question import Answer, QuestionDialog
from client_qt.net.table_list import ServerRow
from client_qt.text.rules_text import tr
from client_qt.theme import Button, Theme, card, hairline, label
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import column, row
from netgame.text import fill


class ServerList(QWidget):
    """A heading and a card of rows; hidden while it has none."""

    entered = Signal(str)  # fingerprint
    forgotten = Signal(str)  # fingerprint, after a question

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("servers")
        self._theme = theme
        self._rows: tuple[ServerRow, ...] = ()
        self._frame = card("surface")
        self._inside = column(theme, self._frame, gap="xs", margin="s")
        whole = column(theme, self, gap=0.7)
        whole.addWidget(label(tr("Servers"), "name"))
        whole.addWidget(self._frame)
        self.hide()

    def show_rows(self, rows: Sequence[ServerRow]) -> None:
        """List these; the same ones again change nothing."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        while (item := self._inside.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for number, what in enumerate(rows):
            if number:
                self._inside.addWidget(hairline())
            self._inside.addWidget(self._line(what))
        self.setVisible(bool(rows))

    def _line(self, what: ServerRow) -> QWidget:
        line = QWidget(self)
        inside = row(self._theme, line, gap="s")
        words = column(self._theme, gap="xs")
        words.addWidget(ElidedLabel(what.name, "strong", "ink" if what.here else "muted"))
        words.addWidget(ElidedLabel(what.note, "small", "muted"))
        inside.addLayout(words, 1)
        if what.known:
            forget = self._button(tr("Forget"), what, f"forget_{what.fingerprint[:8]}")
            forget.set_kind("ghost")
            forget.clicked.connect(lambda: self._ask(what))
            inside.addWidget(forget)
        if what.here:
            enter = self._button(tr("Lobby"), what, f"lobby_of_{what.fingerprint[:8]}")
            enter.set_icon("chat")
            enter.clicked.connect(lambda: self.entered.emit(what.fingerprint))
            inside.addWidget(enter)
        return line

    def _button(self, words: str, what: ServerRow, name: str) -> Button:
        button = Button(self._theme, words)
        button.setObjectName(name)
        button.setAccessibleName(f"{words}: {what.name}")
        return button

    def _ask(self, what: ServerRow) -> None:
        words = [
            tr("Who you are there is forgotten too, unless that server knows the key of this computer."),
            tr("Games there that are not over leave the list of games to pick up again."),
        ]
        forget = Answer(tr("Forget it"), "danger", lambda: self.forgotten.emit(what.fingerprint), "forget_server")
        title = fill(tr("Forget the server {name}?"), {"name": what.name})
        QuestionDialog(self._theme, title, words, [forget], self.window()).open()
