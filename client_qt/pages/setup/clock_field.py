"""A clock of one's own: its kind, and the numbers that this kind has."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from client_qt.text.rules_text import tr
from client_qt.theme import SpinBox, Theme, label
from client_qt.widgets.form_card import let_shrink
from client_qt.widgets.layouts import column, row
from netgame.match.time_control import DAY_MS, read_control


@dataclass(frozen=True)
class _Kind:
    """How a kind is written, and which of the three numbers it has: minutes, periods, seconds (or days)."""

    words: str
    form: str
    minutes: bool = False
    periods: bool = False
    unit: str = "s"


def _kinds() -> dict[str, _Kind]:
    return {
        "fischer": _Kind(tr("Fischer: more with each move"), "fischer {base}+{step}", minutes=True),
        "bronstein": _Kind(tr("Bronstein: a part of each move is free"), "bronstein {base}+{step}", minutes=True),
        "sudden": _Kind(tr("So much for each side"), "sudden {base}", minutes=True, unit=""),
        "byoyomi": _Kind(tr("Byo-yomi: then periods"), "byoyomi {base}+{periods}x{step}", minutes=True, periods=True),
        "move": _Kind(tr("So much for each move"), "move {step}"),
        "days": _Kind(tr("Days for each move"), "days {step}", unit="d"),
    }


class ClockField(QWidget):
    """Gives a notation that is right, or that `read_control` refuses with a sentence."""

    edited = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds = _kinds()
        self.kind = QComboBox(self)
        self.kind.setObjectName("clock_kind")
        for key, kind in self._kinds.items():
            self.kind.addItem(kind.words, key)
        let_shrink(self.kind)
        self.minutes = self._number(theme, "clock_minutes", 10, 9999)
        self.periods = self._number(theme, "clock_periods", 5, 99)
        self.step = self._number(theme, "clock_step", 10, 9999)
        self._minutes_words, self._periods_words, self._step_words = (label("", "small", "muted") for _ in range(3))
        body = column(theme, self, gap="s")
        body.setContentsMargins(0, 0, 0, 0)
        body.addWidget(self.kind)
        pairs: tuple[tuple[QWidget, QLabel], ...] = (
            (self.minutes, self._minutes_words),
            (self.periods, self._periods_words),
            (self.step, self._step_words),
        )
        for line in (pairs[:1], pairs[1:]):  # all in one would be wider than a small window
            numbers = row(theme, gap="s")
            for field, words in line:
                numbers.addWidget(field)
                numbers.addWidget(words)
                words.setBuddy(field)
            numbers.addStretch(1)
            body.addLayout(numbers)
        self.kind.currentIndexChanged.connect(self._chosen)
        for number in (self.minutes, self.periods, self.step):
            number.valueChanged.connect(self.edited)
        self._chosen()

    def notation(self) -> str:
        """As the event `created` has it."""
        return self._kinds[self.kind.currentData()].form.format(
            base=self.minutes.value() * 60, periods=self.periods.value(), step=self.step.value()
        )

    def take(self, notation: str) -> None:
        """Show that clock; whole minutes only."""
        control = read_control(notation)
        self.kind.setCurrentIndex(max(0, list(self._kinds).index(control.kind)))
        self.minutes.setValue(control.base // 60_000)
        self.periods.setValue(control.periods)
        self.step.setValue(control.step // (DAY_MS if control.kind == "days" else 1000))

    def _number(self, theme: Theme, name: str, value: int, most: int) -> SpinBox:
        number = SpinBox(theme, self)
        number.setObjectName(name)
        number.setRange(0, most)
        number.setValue(value)
        return number

    def _chosen(self) -> None:
        kind = self._kinds[self.kind.currentData()]
        self._minutes_words.setText(tr("minutes"))
        self._periods_words.setText(tr("periods of"))
        self._step_words.setText(tr("days") if kind.unit == "d" else tr("seconds"))
        for shown, fields in (
            (kind.minutes, (self.minutes, self._minutes_words)),
            (kind.periods, (self.periods, self._periods_words)),
            (bool(kind.unit), (self.step, self._step_words)),
        ):
            for field in fields:
                field.setVisible(shown)
        self.edited.emit()
