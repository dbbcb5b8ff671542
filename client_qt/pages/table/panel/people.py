"""The people at a table, with buttons to mute and report them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.table.view.people import PersonRow
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label
from client_qt.widgets.labels import ElidedLabel
from client_qt.widgets.layouts import add_to, clear, column, row, scrolled


class PeopleView(QWidget):
    mute = Signal(str, bool)  # account, whether its messages are hidden
    report = Signal(str, str)  # account, name

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: object = None
        self._inner = QWidget()
        self._rows = column(theme, self._inner, gap="s", margin="l")
        self._rows.setAlignment(Qt.AlignmentFlag.AlignTop)
        column(theme, self).addWidget(scrolled(self._inner, self))

    def show_people(self, rows: Sequence[PersonRow], foot: Sequence[str]) -> None:
        """Show these people, and sentences below."""
        shown = (tuple(rows), tuple(foot))
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._rows)
        for person in rows:
            self._rows.addWidget(self._row(person))
        for words in foot:
            self._rows.addWidget(label(words, "small", "muted", wrap=True))

    def _row(self, person: PersonRow) -> QWidget:
        found = QWidget(self._inner)
        line = row(self._theme, found, gap="s")
        who, note = ElidedLabel(person.name, "strong"), ElidedLabel(person.note, "small", "muted")
        add_to(line, (add_to(column(self._theme, gap=0), who, note), 1))
        if person.account:
            mute = tr("Unmute") if person.muted else tr("Mute")
            for name, text, slot in (
                ("mute", mute, lambda: self.mute.emit(person.account, not person.muted)),
                ("report", tr("Report"), lambda: self.report.emit(person.account, person.name)),
            ):
                button = Button(self._theme, text, None, "ghost", name=f"{name}_{person.account}", clicked=slot)
                button.setProperty("extent", "small")
                button.setAccessibleName(f"{text} {person.name}")
                line.addWidget(button)
        return found
