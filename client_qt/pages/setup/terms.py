"""The part of the Host form about time, absence and doors: two lists at first, everything else under More."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QWidget

from client_qt.pages.setup.clock_field import ClockField
from client_qt.table.clocks import control_words, policy_words
from client_qt.table.terms import Terms, new_code
from client_qt.text.rules_text import say, tr
from client_qt.theme import Button, Theme, label, restyle
from client_qt.widgets.form_card import let_shrink
from client_qt.widgets.layouts import column, row
from netgame.match.time_control import read_control
from protocol.messages import MAX_CODE

CLOCKS = ("none", "fischer 300+5", "fischer 900+10", "sudden 600", "move 30", "byoyomi 600+5x30", "days 3")
OWN = ""  # the entry for a clock of one's own
ABSENCES = ("forfeit 60", "forfeit 300", "adjourn 300", "wait")
DELAYS = (0, 30, 120, 300)


class TermsForm(QWidget):
    """Shows and changes `Terms`; `changed` after each change by hand."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._taking = False
        self.clock = self._list("clock", [(self._clock_words(text), text) for text in (*CLOCKS, OWN)])
        self.own_clock = ClockField(theme, self)
        self.absence = self._list("absence", [(policy_words(text), text) for text in ABSENCES])
        self.access = self._list(
            "access",
            [(tr("everybody"), "open"), (tr("who has the code"), "code"), (tr("who is invited"), "invited")],
        )
        self.code = QLineEdit(self)
        self.code.setObjectName("code")
        self.code.setMaxLength(MAX_CODE)
        self.spectators = self._switch("spectators", tr("Others may look on"))
        self.spectator_chat = self._switch("spectator_chat", tr("The players read what they say"))
        self.delay = self._list("delay", [(self._delay_words(seconds), seconds) for seconds in DELAYS])
        self.rated = self._switch("rated", tr("The match counts for the ratings"))
        self.more = Button(theme, tr("More"), icon="more", kind="plain")
        self.more.setObjectName("more_terms")
        self.more.setCheckable(True)
        self.more.toggled.connect(self._show_parts)
        self._problem = label("", "small", "danger", wrap=True)
        self._problem.setObjectName("terms_problem")
        self._lay_out()
        self._connect()
        self.take(Terms(), may_rate=False)

    def terms(self) -> Terms:
        """What is chosen now."""
        return Terms(
            clock=self.own_clock.notation() if self.clock.currentData() == OWN else self.clock.currentData(),
            absence=self.absence.currentData(),
            rated=self.rated.isChecked() and not self.rated.isHidden(),
            access=self.access.currentData(),
            code=self.code.text().strip(),
            spectators=self.spectators.isChecked(),
            spectator_chat=self.spectator_chat.isChecked(),
            delay=self.delay.currentData(),
        )

    def take(self, terms: Terms, may_rate: bool) -> None:
        """Show these."""
        self._taking = True
        known = terms.clock in CLOCKS
        _choose(self.clock, terms.clock if known else OWN)
        if not known:
            self.own_clock.take(terms.clock)
        _choose(self.absence, terms.absence, policy_words(terms.absence))
        _choose(self.access, terms.access)
        self.code.setText(terms.code or new_code())
        self.spectators.setChecked(terms.spectators)
        self.spectator_chat.setChecked(terms.spectator_chat)
        _choose(self.delay, terms.delay, self._delay_words(terms.delay))
        self.rated.setVisible(may_rate)
        unusual = (terms.access, terms.spectators, terms.spectator_chat, terms.delay) != ("open", True, False, 0)
        self.more.setChecked(unusual)
        self._taking = False
        self._show_parts()

    def problem(self) -> str:
        """What is wrong, in a sentence that stands here as well; empty if nothing is."""
        wrong = self.terms().problem()
        return say(wrong[1]) if wrong is not None else ""

    # ---- how it is built

    def _lay_out(self) -> None:
        theme = self._theme
        body = column(theme, self, gap="s")
        body.setContentsMargins(0, 0, 0, 0)
        for words, field in ((tr("Clock"), self.clock), ("", self.own_clock), (tr("Who is gone"), self.absence)):
            self._add(body, words, field)
        line = row(theme)
        line.addWidget(self.more)
        line.addStretch(1)
        body.addLayout(line)
        self._extra = QWidget(self)
        extra = column(theme, self._extra, gap="s")
        extra.setContentsMargins(0, 0, 0, 0)
        self._add(extra, tr("Who may sit down"), self.access)
        self._code_label = self._add(extra, tr("The code that you tell the others"), self.code)
        extra.addWidget(self.spectators)
        extra.addWidget(self.spectator_chat)
        self._delay_label = self._add(extra, tr("They see it"), self.delay)
        extra.addWidget(self.rated)
        body.addWidget(self._extra)
        body.addWidget(self._problem)

    def _add(self, body: object, words: str, field: QWidget) -> QLabel | None:
        caption = None
        if words:
            caption = label(words, "small", "muted")
            caption.setBuddy(field)
            body.addWidget(caption)  # type: ignore[attr-defined]
        body.addWidget(field)  # type: ignore[attr-defined]
        return caption

    def _list(self, name: str, entries: Sequence[tuple[str, object]]) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        for words, value in entries:
            box.addItem(words, value)
        let_shrink(box)
        return box

    def _switch(self, name: str, words: str) -> QCheckBox:
        box = QCheckBox(words, self)
        box.setObjectName(name)
        return box

    def _connect(self) -> None:
        for box in (self.clock, self.absence, self.access, self.delay):
            box.currentIndexChanged.connect(self._edited)
        for switch in (self.spectators, self.spectator_chat, self.rated):
            switch.toggled.connect(self._edited)
        self.own_clock.edited.connect(self._edited)
        self.code.textEdited.connect(self._edited)

    def _clock_words(self, notation: str) -> str:
        return control_words(read_control(notation)) if notation != OWN else tr("another clock ...")

    def _delay_words(self, seconds: int) -> str:
        if seconds == 0:
            return tr("at once")
        return tr("{s} s later").replace("{s}", str(seconds))

    # ---- what happens

    def _edited(self) -> None:
        if not self._taking:
            self._show_parts()
            self.changed.emit()

    def _show_parts(self) -> None:
        """Nothing is asked that does not matter with what is chosen."""
        self._extra.setVisible(self.more.isChecked())
        self.own_clock.setVisible(self.clock.currentData() == OWN)
        by_code = self.access.currentData() == "code"
        look_on = self.spectators.isChecked()
        for field, shown in (
            (self.code, by_code), (self._code_label, by_code),
            (self.spectator_chat, look_on), (self.delay, look_on), (self._delay_label, look_on),
        ):  # fmt: skip
            if field is not None:
                field.setVisible(shown)
        wrong = self.terms().problem()
        restyle(self.code, wrong="true" if wrong is not None and wrong[0] == "code" else "false")
        self._problem.setText(self.problem())
        self._problem.setVisible(wrong is not None)


def _choose(box: QComboBox, value: object, words: str = "") -> None:
    """Show that value; one that is not in the list is added in words."""
    index = next((i for i in range(box.count()) if box.itemData(i) == value), -1)
    if index < 0:
        box.addItem(words, value)
        index = box.count() - 1
    box.setCurrentIndex(index)
