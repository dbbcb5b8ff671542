"""The terms of a hosted table: clock, absence, access, spectators."""

from operator import attrgetter

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from client_qt.pages.setup.fields import add_field
from client_qt.table.terms import Terms, new_code
from client_qt.text.clock_words import control_words, policy_words
from client_qt.text.rules_text import say
from client_qt.text.translation import tr
from client_qt.theme import Button, ComboBox, SpinBox, Theme, label, restyle, show_text
from client_qt.widgets.form_card import choose_value, let_shrink
from client_qt.widgets.layouts import column, row
from netgame.match.time_control import DAY_MS, read_control
from netgame.text import fill
from protocol.messages import MAX_CODE

CLOCKS = ("none", "fischer 300+5", "fischer 900+10", "sudden 600", "move 30", "byoyomi 600+5x30", "days 3")
CUSTOM = ""  # the entry for a custom clock
ABSENCES = ("forfeit 60", "forfeit 300", "adjourn 300", "wait")
DELAYS_S = (0, 30, 120, 300)
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

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = ComboBox(self)
        self.kind.setObjectName("clock_kind")
        kinds = (
            tr("Fischer: more with each move"), tr("Bronstein: a part of each move is free"),
            tr("Fixed time for each side"), tr("Byo-yomi: then periods"), tr("Fixed time for each move"),
            tr("Days for each move"),
        )  # fmt: skip
        for kind, words in zip(KINDS, kinds, strict=True):
            self.kind.addItem(words, kind)
        let_shrink(self.kind)
        self.minutes, self.periods, self.step = SpinBox(theme, self), SpinBox(theme, self), SpinBox(theme, self)
        self._units = label(tr("minutes"), "small", "muted"), label(tr("periods of"), "small", "muted")
        self._step_unit = label("", "small", "muted")
        body = column(theme, self, gap="s")
        body.addWidget(self.kind)
        first, second = row(theme, gap="s"), row(theme, gap="s")  # one row would be too wide for a small window
        for name, field, unit, value, maximum, line in (
            ("clock_minutes", self.minutes, self._units[0], 10, 9999, first),
            ("clock_periods", self.periods, self._units[1], 5, 99, second),
            ("clock_step", self.step, self._step_unit, 10, 9999, second),
        ):
            field.setObjectName(name)
            field.setRange(0, maximum)
            field.setValue(value)
            field.valueChanged.connect(self.edited)
            unit.setBuddy(field)
            line.addWidget(field)
            line.addWidget(unit)
        for line in (first, second):
            line.addStretch(1)
            body.addLayout(line)
        self.kind.currentIndexChanged.connect(self._show_fields)
        self._show_fields()

    def notation(self) -> str:
        return KINDS[self.kind.currentData()].format(
            base=self.minutes.value() * 60, periods=self.periods.value(), step=self.step.value()
        )

    def set_notation(self, notation: str) -> None:
        """Show that clock, rounded to whole minutes."""
        control = read_control(notation)
        self.kind.setCurrentIndex(max(0, list(KINDS).index(control.kind)))
        self.minutes.setValue(control.base // 60_000)
        self.periods.setValue(control.periods)
        self.step.setValue(control.step // (DAY_MS if control.kind == "days" else 1000))

    def _show_fields(self) -> None:
        notation = KINDS[self.kind.currentData()]
        self._step_unit.setText(tr("days") if self.kind.currentData() == "days" else tr("seconds"))
        for field, unit, slot in (
            (self.minutes, self._units[0], "{base}"), (self.periods, self._units[1], "{periods}"),
            (self.step, self._step_unit, "{step}"),
        ):  # fmt: skip
            field.setVisible(slot in notation)
            unit.setVisible(slot in notation)
        self.edited.emit()


class TermsForm(QWidget):
    """Shows and edits `Terms`. Access and spectators are under More, the rest is always visible."""

    changed = Signal()  # by the player

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._loading = theme, True
        self._captions: dict[str, QLabel] = {}
        body = column(theme, self, gap="s")
        self._extra = QWidget(self)
        extra = column(theme, self._extra, gap="s")
        self.clock = self._combo(body, "clock", tr("Clock"))
        for notation in CLOCKS:
            self.clock.addItem(control_words(read_control(notation)), notation)
        self.clock.addItem(tr("custom clock ..."), CUSTOM)
        self.custom_clock = ClockField(theme, self)
        self.custom_clock.edited.connect(self._edited)
        body.addWidget(self.custom_clock)
        self.absence = self._combo(body, "absence", tr("If a player leaves"))
        for policy in ABSENCES:
            self.absence.addItem(policy_words(policy), policy)
        self.rated = self._check_box(body, "rated", tr("The match counts for the ratings"))
        self.rated_computers = self._check_box(body, "rated_computers", tr("Also against a computer player"))
        self.hints = self._check_box(body, "hints", tr("Players may ask the computer for hints"))
        self.more = Button(theme, tr("More"), icon="more", kind="plain", name="more_terms")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._show_fields)
        line = row(theme)
        line.addWidget(self.more)
        line.addStretch(1)
        body.addLayout(line)
        self.access = self._combo(extra, "access", tr("Who may join"))
        for words, access in (
            (tr("everybody"), "open"), (tr("players with the code"), "code"), (tr("invited players"), "invited"),
        ):  # fmt: skip
            self.access.addItem(words, access)
        self.code = QLineEdit(self)
        self.code.setObjectName("code")
        self.code.setMaxLength(MAX_CODE)
        self.code.textEdited.connect(self._edited)
        self._captions["code"] = add_field(self._theme, extra, self.code, tr("The code that you give the others"))
        self.spectators = self._check_box(extra, "spectators", tr("Others may watch"))
        self.spectator_chat = self._check_box(extra, "spectator_chat", tr("The players read the chat of spectators"))
        self.delay = self._combo(extra, "delay", tr("Spectators see the moves"))
        for seconds in DELAYS_S:
            self.delay.addItem(_delay_words(seconds), seconds)
        body.addWidget(self._extra)
        self._error = label("", "small", "danger", wrap=True, name="terms_problem")
        body.addWidget(self._error)
        self.set_terms(Terms(), may_rate=False)

    def terms(self) -> Terms:
        custom = self.clock.currentData() == CUSTOM
        return Terms(
            clock=self.custom_clock.notation() if custom else self.clock.currentData(),
            absence=self.absence.currentData(),
            rated=self.rated.isChecked() and not self.rated.isHidden(),
            rated_computers=self.rated_computers.isChecked() and self.rated_computers.isEnabled(),
            hints=self.hints.isChecked(),
            access=self.access.currentData(),
            code=self.code.text().strip(),
            spectators=self.spectators.isChecked(),
            spectator_chat=self.spectator_chat.isChecked(),
            delay=self.delay.currentData(),
        )

    def set_terms(self, terms: Terms, may_rate: bool) -> None:
        self._loading = True
        self.clock.setCurrentIndex(self.clock.findData(terms.clock if terms.clock in CLOCKS else CUSTOM))
        if terms.clock not in CLOCKS:
            self.custom_clock.set_notation(terms.clock)
        choose_value(self.absence, terms.absence, policy_words(terms.absence))
        self.hints.setChecked(terms.hints)
        self.access.setCurrentIndex(self.access.findData(terms.access))
        self.code.setText(terms.code or new_code())
        self.spectators.setChecked(terms.spectators)
        self.spectator_chat.setChecked(terms.spectator_chat)
        choose_value(self.delay, terms.delay, _delay_words(terms.delay))
        self.rated.setVisible(may_rate)
        self.rated_computers.setVisible(may_rate)
        extra = attrgetter("access", "spectators", "spectator_chat", "delay")
        self.more.setChecked(extra(terms) != extra(Terms()))
        self._loading = False
        self._show_fields()

    def _combo(self, body: QVBoxLayout, name: str, words: str) -> ComboBox:
        box = ComboBox(self)
        box.setObjectName(name)
        let_shrink(box)
        box.currentIndexChanged.connect(self._edited)
        self._captions[name] = add_field(self._theme, body, box, words)
        return box

    def _check_box(self, body: QVBoxLayout, name: str, words: str) -> QCheckBox:
        box = QCheckBox(words, self)
        box.setObjectName(name)
        box.toggled.connect(self._edited)
        body.addWidget(box)
        return box

    def _edited(self) -> None:
        if not self._loading:
            self._show_fields()
            self.changed.emit()

    def _show_fields(self) -> None:
        """Show only the fields that matter for the choices made."""
        self._extra.setVisible(self.more.isChecked())
        self.custom_clock.setVisible(self.clock.currentData() == CUSTOM)
        is_rated = self.rated.isChecked() and not self.rated.isHidden()
        self.rated_computers.setEnabled(is_rated)
        self.hints.setEnabled(not is_rated)
        needed = {"code": self.access.currentData() == "code", "delay": self.spectators.isChecked()}
        self.code.setVisible(needed["code"])
        self.spectator_chat.setVisible(needed["delay"])
        self.delay.setVisible(needed["delay"])
        for name, shown in needed.items():
            self._captions[name].setVisible(shown)
        problem = self.terms().problem()
        restyle(self.code, wrong="true" if problem is not None and problem[0] == "code" else "false")
        show_text(self._error, say(problem[1]) if problem is not None else "")


def _delay_words(seconds: int) -> str:
    return fill(tr("{s} s later"), {"s": seconds}) if seconds else tr("at once")
