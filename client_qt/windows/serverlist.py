"""The servers that can be reached now, each with a way into its lobby, even where no table is open."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.look import Button, Theme, card, hairline, label
from client_qt.models.openings import ServerRow
from client_qt.models.wording import tr
from client_qt.views.small import ElidedLabel
from client_qt.windows.parts import column, row


class ServerList(QWidget):
    """A heading and a card of rows; hidden while it has none."""

    entered = Signal(str)  # fingerprint

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("servers")
        self._theme = theme
        self._rows: tuple[ServerRow, ...] = ()
        self._frame = card("surface")
        self._inside = column(theme, self._frame, gap="xs", margin="s")
        whole = column(theme, self)
        whole.setSpacing(theme.px(0.7))
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
        words.addWidget(ElidedLabel(what.name, "strong"))
        words.addWidget(ElidedLabel(what.note, "small", "muted"))
        inside.addLayout(words, 1)
        enter = Button(self._theme, tr("Lobby"), "chat")
        enter.setObjectName(f"lobby_of_{what.fingerprint[:8]}")
        enter.setAccessibleName(f"{enter.text()}: {what.name}")
        enter.clicked.connect(lambda: self.entered.emit(what.fingerprint))
        inside.addWidget(enter)
        return line
