"""Asks a player when a game of a tournament begins."""

from PySide6.QtCore import QDateTime
from PySide6.QtWidgets import QWidget

from client_qt.dialogs.dialog import Dialog
from client_qt.text.tournament_words import when_words
from client_qt.text.translation import tr
from client_qt.theme import DateTimeEdit, Theme, label
from netgame.text import fill
from netgame.tournaments.state import Appointment

HOUR_MS, DAY_MS = 3_600_000, 86_400_000


class TimeDialog(Dialog):
    """`submitted` carries a time in ms, which is not past and not after the end of the round."""

    def __init__(self, theme: Theme, appointment: Appointment, now: int, parent: QWidget) -> None:
        super().__init__(theme, "propose_time", tr("Agree on a time"), parent)
        self.field = DateTimeEdit(theme, self)
        first, last = now + HOUR_MS // 60, appointment.latest_at
        self.field.setDateTimeRange(QDateTime.fromMSecsSinceEpoch(first), QDateTime.fromMSecsSinceEpoch(last))
        usual = appointment.proposed_at or appointment.agreed_at or (now + DAY_MS) // HOUR_MS * HOUR_MS
        self.field.setDateTime(QDateTime.fromMSecsSinceEpoch(min(max(first, usual), last)))
        go = self.submit_button("propose_go", tr("Propose"))
        go.setDefault(True)
        words = tr("Your game begins at this time if your opponent accepts it. Until then no clock runs.")
        latest = tr("Without an agreement it begins on {when}.")
        note = label(f"{words} {fill(latest, {'when': when_words(last)})}", wrap=True)
        theme.scale(note.setMinimumWidth, 24)
        self.add_heading(tr("Agree on a time"))
        self.add(note)
        self.add_field(self.field, "propose_at", tr("Date and time here"))
        self.add(self.error)
        self.add_buttons([self.cancel_button()], [go])

    def value(self) -> int:
        return self.field.dateTime().toMSecsSinceEpoch()
