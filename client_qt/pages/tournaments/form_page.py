"""The form of a new tournament. The rules of tournaments check it."""

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QDateTime, QTimer, QTimeZone, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client_qt.feedback.screen_reader import show_announced
from client_qt.pages.setup.clock_form import ClockForm
from client_qt.pages.setup.fields import FormRow
from client_qt.pages.setup.options_form import OptionsForm
from client_qt.pages.setup.terms_form import ABSENCES
from client_qt.pages.titled_page import TitledPage
from client_qt.text.clock_words import policy_words
from client_qt.text.rules_text import translate
from client_qt.text.tournament_words import format_sentence, format_words, wait_words
from client_qt.text.translation import tr
from client_qt.theme import Button, DateTimeEdit, SpinBox, Theme, card, label, restyle
from client_qt.widgets.fields import CheckBox, ChoiceBox, line_edit
from client_qt.widgets.labels import WrappedLabel
from client_qt.widgets.layouts import FORM_WIDTH, STRETCH, add_to, column, reveal, row, scrolled
from netgame.games import GAMES
from netgame.match.decide import Refused
from netgame.text import fill
from netgame.tournaments import FORMATS
from netgame.tournaments.commands import Create
from netgame.tournaments.decide import MAX_ARENA_MINUTES, MAX_PLACES, MAX_ROUNDS, Actor, decide
from netgame.tournaments.round_robin import rounds_for
from protocol.messages import MAX_TITLE
from protocol.time_zones import is_zone

HOUR_S, DAY_S = 3600, 86_400
PAUSES_S = (0, 60, 300, 900, HOUR_S, DAY_S)
EVERY_S = (0, HOUR_S, DAY_S, 7 * DAY_S)
APPEAR_S = (0, 120, 300, 600, 1800, HOUR_S, DAY_S)
USUAL_CLOCK, USUAL_APPEAR_S, USUAL_ARENA_MINUTES = "fischer 300+5", 300, 60
BY_HAND, AT_TIME = "by hand", "at a time"
F = TypeVar("F", ChoiceBox, CheckBox, ClockForm)


class TournamentForm(TitledPage):
    """Emits the fields of `MakeTournament` once; then its button is disabled until `show_problem`."""

    sent = Signal(dict)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "new_tournament", tr("New tournament"), parent)
        self.now: Callable[[], int] = lambda: QDateTime.currentMSecsSinceEpoch()  # the time of the server

    def _build(self) -> None:
        super()._build()
        theme = self._theme
        inner = QWidget(self)
        self._rows: dict[str, FormRow] = {}
        self.forms: dict[str, OptionsForm] = {}  # made when a game is first chosen
        frames = [card("surface", inner) for _ in range(3)]
        event, game, course = (column(theme, frame, gap="s", margin="l") for frame in frames)
        self.title_field = line_edit("tournament_title", tr("Title"), MAX_TITLE, inner)
        self.title_field.textEdited.connect(lambda: self.show_problem(""))
        self._rows["title"] = FormRow(theme, tr("Title"), self.title_field, inner)
        event.addWidget(self._rows["title"])
        self._title_problem = label("", "small", "danger", wrap=True, name="tournament_title_wrong")
        self._title_problem.hide()
        event.addWidget(self._title_problem)
        formats = {name: format_words(name) for name in FORMATS}
        self.format = self._add(event, ChoiceBox("format", formats, inner), tr("Format"))
        self._sentence = WrappedLabel("", "small", "muted")
        event.addWidget(self._sentence)
        self.rounds = self._number(event, "rounds", tr("Rounds"), 0, MAX_ROUNDS, 0)
        self.rounds.setSpecialValueText(tr("as many as needed"))
        self._few = WrappedLabel("", "small", "muted")
        self._few.setObjectName("rounds_need_players")
        event.addWidget(self._few)
        self.arena = self._number(
            event, "arena_minutes", tr("Length in minutes"), 1, MAX_ARENA_MINUTES, USUAL_ARENA_MINUTES
        )
        self.places = self._number(event, "places", tr("Places"), 2, MAX_PLACES, MAX_PLACES)
        entries = {"open": tr("everybody"), "invited": tr("invited players")}
        self.entry = self._add(event, ChoiceBox("entry", entries, inner), tr("Who may enter"))

        games = {key: kind.title for key, kind in GAMES.items()}
        self.game = self._add(game, ChoiceBox("tournament_game", games, inner), tr("Game"))
        self._options = column(theme, gap=0)
        game.addLayout(self._options)
        self.clock = self._add(game, ClockForm(theme, inner))
        policies = {policy: policy_words(policy) for policy in ABSENCES}
        self.absence = self._add(game, ChoiceBox("absence", policies, inner, policy_words), tr("If a player leaves"))
        self.vacations = self._add(game, CheckBox("vacations", tr("Players may go on vacation"), inner))
        self.pauses = self._add(game, CheckBox("pauses", tr("Players may agree on pauses"), inner))
        self.rated = self._add(game, CheckBox("rated", tr("The matches count for the ratings"), inner))
        self.spectators = self._add(game, CheckBox("spectators", tr("Others may watch"), inner))

        starts = {BY_HAND: tr("when I start it"), AT_TIME: tr("at a time")}
        self.start = self._add(course, ChoiceBox("start", starts, inner), tr("Start"))
        self.starts_at = DateTimeEdit(theme, inner)
        self.starts_at.setObjectName("starts_at")
        self.starts_at.setAccessibleName(tr("Date and time"))
        self.starts_at.dateTimeChanged.connect(self._edited)
        self._rows["starts_at"] = FormRow(theme, tr("Date and time"), self.starts_at, inner)
        course.addWidget(self._rows["starts_at"])
        pauses = {seconds: wait_words(seconds) if seconds else tr("none") for seconds in PAUSES_S}
        self.pause = self._add(course, ChoiceBox("pause", pauses, inner), tr("Pause between rounds"))
        every = {0: tr("when the last one is over")}
        for seconds in EVERY_S[1:]:
            every[seconds] = fill(tr("{time} after the last one began, or later"), {"time": wait_words(seconds)})
        self.every = self._add(course, ChoiceBox("every", every, inner), tr("A round begins"))
        here = bytes(QTimeZone.systemTimeZoneId().data()).decode()
        zones = {here: here} if is_zone(here) else {}
        self.zone = self._add(
            course, ChoiceBox("zone", zones | {"": tr("none: a day has 24 hours")}, inner), tr("Time zone")
        )
        words = tr("Players agree on when they play")
        self.appointments = self._add(course, CheckBox("appointments", words, inner))
        limits = {seconds: wait_words(seconds) if seconds else tr("no limit") for seconds in APPEAR_S}
        self.appear = self._add(course, ChoiceBox("appear", limits, inner), tr("Players have to appear within"))
        no_shows = {
            "ask": tr("is asked, and is out without an answer"), "withdraw": tr("is out at once"),
            "keep": tr("stays in the tournament"),
        }  # fmt: skip
        self.no_show = self._add(course, ChoiceBox("no_show", no_shows, inner), tr("A player who was absent"))

        self._problem = label("", "body", "danger", wrap=True, name="tournament_problem")
        self._problem.hide()
        self.button = Button(theme, tr("Make the tournament"), "host", "primary", name="tournament_go")
        self.button.clicked.connect(self._send)
        for frame in frames:
            theme.scale(frame.setMaximumWidth, FORM_WIDTH)
        add_to(
            column(theme, inner, gap="m"), label(tr("The tournament"), "name"), frames[0], label(tr("Game"), "name"),
            frames[1], label(tr("Course"), "name"), frames[2], self._problem,
            add_to(row(theme), self.button, STRETCH), STRETCH,
        )  # fmt: skip
        self._scroll = scrolled(inner, self)
        self._body.addWidget(self._scroll, 1)
        self.begin(may_rate=False)

    def begin(self, *, may_rate: bool) -> None:
        """Prepare the form for another tournament: keep the terms, but no title and no date."""
        self._scroll.verticalScrollBar().setValue(0)
        self.title_field.clear()
        self.title_field.setPlaceholderText(tr("Friday night"))
        self.rated.setVisible(may_rate)
        self.clock.set_notation(USUAL_CLOCK)
        self.appear.choose(USUAL_APPEAR_S)
        for box in (self.spectators, self.vacations, self.pauses):
            box.setChecked(True)
        self.appointments.setChecked(False)
        self.start.choose(BY_HAND)
        now = QDateTime.currentDateTime()
        self.starts_at.setDateTime(now.addSecs(HOUR_S - now.time().minute() * 60 - now.time().second()))
        self.show_problem("")
        self._show_fields()

    def terms(self) -> dict[str, Any]:
        """The fields of `MakeTournament`."""
        format, form = self.format.value(), self.forms[self.game.value()]
        at_time = self.start.value() == AT_TIME
        return {
            "title": self.title_field.text().strip(),
            "format": format,
            "game": self.game.value(),
            "options": dict(form.values()),
            "clock": self.clock.notation(),
            "absence": self.absence.value(),
            "rated": self.rated.value() and not self.rated.isHidden(),
            "rounds": self.rounds.value() if format == "swiss" else 0,
            "places": self.places.value(),
            "entry": self.entry.value(),
            "starts_at": self.starts_at.dateTime().toMSecsSinceEpoch() if at_time else None,
            "arena_minutes": self.arena.value() if format == "arena" else 0,
            "pause_s": self.pause.value() if format != "arena" else 0,
            "round_every_s": self.every.value() if format != "arena" else 0,
            "appear_s": self.appear.value(),
            "spectators": self.spectators.value(),
            "no_show": self.no_show.value(),
            "zone": "" if self._rows["zone"].isHidden() else self.zone.value(),
            "vacations": self.vacations.isHidden() or self.vacations.value(),
            "pauses": self.pauses.value(),
            "appointments": not self.appointments.isHidden() and self.appointments.value(),
        }

    def problem(self) -> Refused | None:
        """Why the rules of tournaments do not accept the form."""
        decided = decide(None, Create(tournament="new", **self.terms()), Actor("me"), self.now(), GAMES)
        return decided if isinstance(decided, Refused) else None

    def show_problem(self, words: str) -> None:
        """Show why it did not work; the form can be sent again."""
        self.button.setEnabled(True)
        self._show_title_problem("")
        show_announced(self._problem, words)
        if words:
            reveal(self.button)

    def _show_title_problem(self, words: str) -> None:
        """Mark the title, and say below it what is wrong."""
        show_announced(self._title_problem, words)
        restyle(self.title_field, wrong="true" if words else "false")
        if words:
            self.title_field.setFocus()
            reveal(self.title_field)

    def _send(self) -> None:
        form, problem = self.forms[self.game.value()], self.problem()
        self.show_problem(form.problem)
        if form.problem:
            return
        if problem is not None:
            show = self._show_title_problem if problem.code == "bad_title" else self.show_problem
            show(translate(problem.text))
            return
        self.button.setEnabled(False)
        self.sent.emit(self.terms())

    def _add(self, body: QVBoxLayout, field: F, words: str = "") -> F:
        """Add a field, with a label beside it if there are words for one."""
        field.edited.connect(self._edited)
        if words:
            self._rows[field.objectName()] = line = FormRow(self._theme, words, field, self)
        body.addWidget(line if words else field)
        return field

    def _number(self, body: QVBoxLayout, name: str, words: str, low: int, high: int, usual: int) -> SpinBox:
        field = SpinBox(self._theme, self)
        field.setObjectName(name)
        field.setAccessibleName(words)
        field.setRange(low, high)
        field.setValue(usual)
        field.valueChanged.connect(self._edited)
        self._rows[name] = FormRow(self._theme, words, field, self)
        body.addWidget(self._rows[name])
        return field

    def _edited(self) -> None:
        QTimer.singleShot(0, self, self._show_fields)  # after the parts are built

    def _show_fields(self) -> None:
        """Show only the fields that matter for the choices made."""
        key, format = self.game.value(), self.format.value()
        if key not in self.forms:
            self.forms[key] = OptionsForm(self._theme, GAMES[key], self)
            self.forms[key].changed.connect(lambda: self.show_problem(""))
            self._options.addWidget(self.forms[key])
        for name, form in self.forms.items():
            form.setVisible(name == key)
        self._sentence.setText(format_sentence(format))
        self._rows["rounds"].setVisible(format == "swiss")
        rounds = self.rounds.value() if format == "swiss" else 0
        players = next(count for count in range(2, MAX_ROUNDS + 2) if rounds_for(count) >= rounds)
        words = tr("No two players meet twice, so {rounds} rounds need {players} players or more.")
        self._few.setText(fill(words, {"rounds": rounds, "players": players}))
        self._few.setVisible(rounds > 1)
        has_absence = bool(self.appear.value()) and format not in ("arena", "knockout")
        self._rows["no_show"].setVisible(has_absence)
        every_s = self.every.value()
        self._rows["zone"].setVisible(format != "arena" and every_s > 0 and every_s % DAY_S == 0)
        self.appointments.setVisible(format == "swiss" or "round_robin" in format)
        self.vacations.setVisible(self.clock.notation().startswith("days"))
        self._rows["arena_minutes"].setVisible(format == "arena")
        for name in ("pause", "every"):
            self._rows[name].setVisible(format != "arena")
        self._rows["starts_at"].setVisible(self.start.value() == AT_TIME)
        self.show_problem("")
