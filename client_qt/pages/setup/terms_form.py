"""The terms of a hosted table: clock, absence, access, spectators."""

from operator import attrgetter
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.setup.clock_form import ClockForm
from client_qt.pages.setup.fields import FormRow
from client_qt.table.terms import Terms, new_code
from client_qt.text.clock_words import policy_words
from client_qt.text.rules_text import translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.fields import CheckBox, ChoiceBox, line_edit
from client_qt.widgets.layouts import add_to, column
from netgame.text import fill
from protocol.messages import MAX_CODE

ABSENCES = ("forfeit 60", "forfeit 300", "adjourn 300", "wait")
DELAYS_S = (0, 30, 120, 300)
PLAIN = ("absence", "hints", "access", "spectators", "spectator_chat", "delay")  # terms with a plain field each
F = TypeVar("F", ChoiceBox, CheckBox, ClockForm)


class TermsForm(QWidget):
    """Shows and edits `Terms`. Access and spectators are under More, the rest is always visible.

    `for_one`: the table is for one known opponent, so nobody else may join it.
    """

    changed = Signal()  # by the player

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, for_one: bool = False) -> None:
        super().__init__(parent)
        self._theme, self._loading, self._for_one = theme, True, for_one
        self._rows: dict[str, FormRow] = {}
        body = column(theme, self, gap="s")
        self._extra = QWidget(self)
        extra = column(theme, self._extra, gap="s")
        self.clock = self._add(body, ClockForm(theme, self))
        policies = {policy: policy_words(policy) for policy in ABSENCES}
        self.absence = self._add(body, ChoiceBox("absence", policies, self, policy_words), tr("If a player leaves"))
        self.rated = self._add(body, CheckBox("rated", tr("The match counts for the ratings"), self))
        self.rated_computers = self._add(body, CheckBox("rated_computers", tr("Also against a computer player"), self))
        self.hints = self._add(body, CheckBox("hints", tr("Players may ask the computer for hints"), self))
        self.more = Button(theme, tr("More"), icon="more", kind="plain", name="more_terms")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._show_fields)
        body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        who = {"open": tr("everybody"), "code": tr("players with the code"), "invited": tr("invited players")}
        self.access = self._add(extra, ChoiceBox("access", who, self), tr("Who may join"))
        self.code = line_edit("code", "", MAX_CODE, self)
        self.code.textEdited.connect(self._edited)
        self._rows["code"] = FormRow(theme, tr("The code that you give the others"), self.code, self)
        extra.addWidget(self._rows["code"])
        self.spectators = self._add(extra, CheckBox("spectators", tr("Others may watch"), self))
        self.spectator_chat = self._add(
            extra, CheckBox("spectator_chat", tr("The players read the chat of spectators"), self)
        )
        delays = {seconds: _delay_words(seconds) for seconds in DELAYS_S}
        self.delay = self._add(extra, ChoiceBox("delay", delays, self, _delay_words), tr("Spectators see the moves"))
        self._error = label("", "small", "danger", wrap=True, name="terms_problem")
        add_to(body, self._extra, self._error)
        self.set_terms(Terms(), may_rate=False)

    def terms(self) -> Terms:
        fields = {name: getattr(self, name).value() for name in PLAIN}
        if self._is_by_days:
            fields["absence"] = "wait"
        return Terms(
            clock=self.clock.notation(),
            rated=self.rated.value() and not self.rated.isHidden(),
            rated_computers=self.rated_computers.value() and self.rated_computers.isEnabled(),
            code=self.code.text().strip(),
            **fields,
        )

    @property
    def _is_by_days(self) -> bool:
        """Whether the players need not be there: then nobody may claim anything for an absence of minutes."""
        return self.clock.notation().startswith("days")

    def set_terms(self, terms: Terms, may_rate: bool) -> None:
        self._loading = True
        self.clock.set_notation(terms.clock)
        for name in PLAIN:
            getattr(self, name).set_value(getattr(terms, name))
        self.code.setText(terms.code or new_code())
        self.rated.set_value(terms.rated)
        self.rated.setVisible(may_rate)
        self.rated_computers.setVisible(may_rate and not self._for_one)
        extra = attrgetter("access", "spectators", "spectator_chat", "delay")
        self.more.setChecked(extra(terms) != extra(Terms()))
        self._loading = False
        self._show_fields()

    def _add(self, body: QVBoxLayout, field: F, words: str = "") -> F:
        """Add a field, with a label beside it if there are words for one."""
        field.edited.connect(self._edited)
        if words:
            self._rows[field.objectName()] = line = FormRow(self._theme, words, field, self)
        body.addWidget(line if words else field)
        return field

    def _edited(self) -> None:
        if not self._loading:
            self._show_fields()
            self.changed.emit()

    def _show_fields(self) -> None:
        """Show only the fields that matter for the choices made."""
        self._extra.setVisible(self.more.isChecked())
        is_rated = self.rated.value() and not self.rated.isHidden()
        self.rated_computers.setEnabled(is_rated)
        self.hints.setEnabled(not is_rated)
        self._rows["absence"].setVisible(not self._is_by_days)
        self._rows["access"].setVisible(not self._for_one)
        self._rows["code"].setVisible(self.access.value() == "code")
        self.spectator_chat.setVisible(self.spectators.value())
        self._rows["delay"].setVisible(self.spectators.value() and not self._for_one)
        problem = self.terms().problem()
        restyle(self.code, wrong="true" if problem is not None and problem[0] == "code" else "false")
        show_announced(self._error, translate(problem[1]) if problem is not None else "")


def _delay_words(seconds: int) -> str:
    return fill(tr("{s} s later"), {"s": seconds}) if seconds else tr("at once")
