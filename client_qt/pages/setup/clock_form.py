"""The clock of a game: one of the usual ones, or one of its own."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from client_qt.pages.setup.fields import FormRow
from client_qt.text.clock_words import control_words
from client_qt.text.translation import tr
from client_qt.theme import SpinBox, Theme, label
from client_qt.widgets.fields import CheckBox, ChoiceBox
from client_qt.widgets.layouts import add_to, column, row
from netgame.errors import RulesError
from netgame.match.time_control import DAY_MS, WEEKDAYS, read_control
from netgame.text import Text

CLOCKS = (
    "none", "fischer 300+5", "fischer 900+10", "sudden 600", "move 30", "byoyomi 600+5x30", "days 3", "days 3 weekdays",
)  # fmt: skip
CUSTOM = ""  # the entry for a custom clock
KINDS = {  # of clocks: the notation
    "fischer": "fischer {base}+{step}",
    "bronstein": "bronstein {base}+{step}",
    "sudden": "sudden {base}",
    "byoyomi": "byoyomi {base}+{periods}x{step}",
    "move": "move {step}",
    "days": "days {step}",
}


class ClockField(QWidget):
    """A custom clock: its kind and its numbers. `read_control` may refuse its notation with a sentence."""

    edited = Signal()

    def __init__(self, theme: Theme, has_days: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kinds = (
            tr("Fischer: more with each move"), tr("Bronstein: a part of each move is free"),
            tr("Fixed time for each side"), tr("Byo-yomi: then periods"), tr("Fixed time for each move"),
            tr("Days for each move"),
        )  # fmt: skip
        offered = {kind: words for kind, words in zip(KINDS, kinds, strict=True) if has_days or kind != "days"}
        self.kind = ChoiceBox("clock_kind", offered, self)
        self._units: dict[str, tuple[SpinBox, QLabel]] = {}  # by slot of the notation
        body = add_to(column(theme, self, gap="s"), self.kind)
        first, second = row(theme, gap="s"), row(theme, gap="s")  # one row would be too wide for a small window

        def add(name: str, slot: str, unit: str, value: int, maximum: int, line: QHBoxLayout) -> SpinBox:
            field, words = SpinBox(theme, self), label(unit, "small", "muted")
            field.setObjectName(name)
            field.setRange(0, maximum)
            field.setValue(value)
            field.valueChanged.connect(self.edited)
            words.setBuddy(field)
            add_to(line, field, words)
            self._units[slot] = field, words
            return field

        self.minutes = add("clock_minutes", "{base}", tr("minutes"), 10, 9999, first)
        self.periods = add("clock_periods", "{periods}", tr("periods of"), 5, 99, second)
        self.step = add("clock_step", "{step}", "", 10, 9999, second)
        for line in (first, second):
            line.addStretch(1)
            body.addLayout(line)
        self.weekdays = CheckBox("clock_weekdays", tr("Weekends off (in UTC)"), self)
        body.addWidget(self.weekdays)
        self.weekdays.edited.connect(self.edited)
        self.kind.edited.connect(self._show_fields)
        self._show_fields()

    def notation(self) -> str:
        kind = self.kind.value()
        weekdays = WEEKDAYS if kind == "days" and self.weekdays.value() else ""
        base, periods, step = self.minutes.value() * 60, self.periods.value(), self.step.value()
        return KINDS[kind].format(base=base, periods=periods, step=step) + weekdays

    def set_notation(self, notation: str) -> None:
        """Show that clock, rounded to whole minutes."""
        control = read_control(notation)
        self.kind.set_value(control.kind)
        self.minutes.setValue(control.base // 60_000)
        self.periods.setValue(control.periods)
        self.step.setValue(control.step // (DAY_MS if control.kind == "days" else 1000))
        self.weekdays.set_value(control.weekdays)

    def _show_fields(self) -> None:
        kind = self.kind.value()
        self.weekdays.setVisible(kind == "days")
        self._units["{step}"][1].setText(tr("days") if kind == "days" else tr("seconds"))
        for slot, parts in self._units.items():
            for part in parts:
                part.setVisible(slot in KINDS[kind])
        self.edited.emit()


class ClockForm(QWidget):
    """Shows and edits the clock of a game as its notation. Days for each move make sense only at a server."""

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, has_days: bool = True) -> None:
        super().__init__(parent)
        self._has_days = has_days
        clocks = {clock: control_words(read_control(clock)) for clock in CLOCKS if has_days or "days" not in clock}
        self.choice = ChoiceBox("clock", {**clocks, CUSTOM: tr("custom clock ...")}, self)
        self.custom = ClockField(theme, has_days, self)
        add_to(column(theme, self, gap="s"), FormRow(theme, tr("Clock"), self.choice, self), self.custom)
        self.custom.hide()
        self.choice.edited.connect(self._choose)
        self.custom.edited.connect(self.edited)

    def notation(self) -> str:
        """Return the notation, which `problem` may refuse."""
        clock: str = self.choice.value()
        return self.custom.notation() if clock == CUSTOM else clock

    def problem(self) -> Text | None:
        """Return why there is no such clock."""
        try:
            read_control(self.notation())
        except RulesError as error:
            return error.text
        return None

    def set_notation(self, notation: str) -> None:
        """Show that clock; none if this form does not offer it."""
        try:
            kind = read_control(notation).kind
        except RulesError:
            kind = "none"
        if kind == "none" or (kind == "days" and not self._has_days):
            notation = "none"
        self.choice.set_value(notation if notation in CLOCKS else CUSTOM)
        if notation not in CLOCKS:
            self.custom.set_notation(notation)

    def _choose(self) -> None:
        self.custom.setVisible(self.choice.value() == CUSTOM)
        self.edited.emit()
