"""The conditional moves of the player, below the list of moves, each line with a button that deletes it."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import add_to, clear, column, row, scrolled
from netgame.match.conditional import Line
from netgame.text import fill

Shown = tuple[tuple[Line, str], ...]  # lines, and each in words
MOST_HEIGHT = 8.0  # em; longer lists scroll


class ConditionalList(QWidget):
    """Hidden while there are no lines."""

    removed = Signal(object)  # a Line

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: Shown = ()
        self.setObjectName("conditional_moves")
        inner = QWidget(self)
        self._lines = column(theme, inner, gap="xs")
        area = scrolled(inner, self)
        theme.scale(area.setMaximumHeight, MOST_HEIGHT)
        title = label(tr("Conditional moves"), "caption", "muted")
        title.setToolTip(tr("The server plays your answer at once. Nobody else sees these lines."))
        add_to(column(theme, self, gap="xs"), title, area)
        self.hide()

    def show_lines(self, lines: Shown) -> None:
        """Show these lines."""
        if lines == self._shown:
            return
        self._shown = lines
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        clear(self._lines)
        buttons = [self._add(number, line, words) for number, (line, words) in enumerate(lines)]
        self.setVisible(bool(lines))
        if had_focus and buttons:
            buttons[0].setFocus()

    @property
    def lines(self) -> Sequence[str]:
        """The lines in words."""
        return [words for _line, words in self._shown]

    def _add(self, number: int, line: Line, words: str) -> Button:
        holder = QWidget(self)
        text = ElidedLabel(words, "small", lines=2)
        button = Button(
            self._theme, "", "cancel", name=f"remove_conditional_{number}", clicked=partial(self.removed.emit, line)
        )
        restyle(button, extent="small")
        name = fill(tr("Delete: {line}"), {"line": words})
        button.setAccessibleName(name)
        button.setToolTip(name)
        add_to(row(self._theme, holder, gap="xs"), (text, 1), button)
        self._lines.addWidget(holder)
        return button
