"""A framed column with a heading."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout

from client_qt.theme import Theme, label
from client_qt.widgets.layouts import Part, add_to, column, row


class TitledCard(QFrame):
    """A card of a page; `add` and `add_line` fill it."""

    def __init__(self, theme: Theme, name: str, title: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("card", "surface")
        self._theme = theme
        self._inside = column(theme, self, gap="s", margin="l")
        self.add(label(title, "heading", wrap=True))

    def add(self, *items: Part | tuple[Part, int | Qt.AlignmentFlag]) -> None:
        add_to(self._inside, *items)

    def add_line(self, *items: Part | int) -> QHBoxLayout:
        """Add a row, of buttons for example."""
        line = add_to(row(self._theme), *items)
        self._inside.addLayout(line)
        return line
