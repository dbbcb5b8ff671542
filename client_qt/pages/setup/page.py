"""The page that sets up a game: on the network (host), for one opponent (challenge), or at this computer (here)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from client_qt.pages.setup.clock_form import ClockForm
from client_qt.pages.setup.fields import FormRow, LocalPlayers, PositionField
from client_qt.pages.setup.game_choice import GameChoice
from client_qt.pages.setup.options_form import OptionsForm
from client_qt.pages.setup.summary import SetupSummary
from client_qt.pages.setup.terms_form import TermsForm
from client_qt.settings.schema import LocalSeats
from client_qt.table.terms import Terms
from client_qt.text.clock_words import clock_words
from client_qt.text.rules_text import options_table, translate
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme, card, label, show_text
from client_qt.widgets.fields import ChoiceBox, line_edit
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import FORM_WIDTH, STRETCH, Responsive, Sides, add_to, column, page, page_column
from client_qt.widgets.lazy_page import LazyPage
from netgame.game import Game, Over
from netgame.games import GAMES
from netgame.options import OptionValue
from netgame.text import fill
from protocol.messages import MAX_TITLE, Access

Mode = Literal["host", "here", "challenge"]
ALTERNATE = "alternate"  # among the seats


@dataclass(frozen=True)
class SetupChoice:
    game: str
    options: Mapping[str, OptionValue]
    title: str = ""
    player: Literal[0, 1] | None = None  # the own index; None: random
    position: str | None = None  # where every leg starts
    terms: Terms | None = None  # None at this computer
    names: tuple[str, str] = ("", "")  # at this computer, by player
    computers: tuple[str, str] = ("", "")  # at this computer, by player; empty for a person
    random: bool = False  # the sides at this computer
    turn_board: bool | None = None  # whether it turns to the player to move; None: as before
    clock: str = "none"  # at this computer


class SetupPage(LazyPage):
    """The form at the left; a summary and the button at the right."""

    back = Signal()
    go = Signal(object)  # SetupChoice
    tournaments = Signal()  # on this computer, in place of a table

    def __init__(self, theme: Theme, mode: Mode, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"setup_{mode}")
        self._theme, self._mode = theme, mode
        self._key = next(iter(GAMES))
        self._started = False  # whether a game was started with the shown choice
        self._server = ""  # the name of the server that gets the table; empty for this computer
        self._turns_board = False
        titles = {"host": tr("Host a game"), "here": tr("Play on this computer"), "challenge": tr("Challenge")}
        self._title = titles[mode]
        page(self)

    def _build(self) -> None:
        theme, host = self._theme, self._mode != "here"
        self.forms: dict[str, OptionsForm] = {}  # made when a game is first chosen
        buttons = {
            "host": (tr("Open the table"), "host"), "here": (tr("Start the game"), "play-here"),
            "challenge": (tr("Send the challenge"), "players"),
        }  # fmt: skip
        go = buttons[self._mode]
        self._summary = SetupSummary(theme, *go, self)
        self.button = self._summary.button
        self.button.clicked.connect(self._go)
        self.hold_tournament = Button(theme, tr("Hold a tournament"), name="hold_tournament")
        self.hold_tournament.setToolTip(tr("Tournaments on this computer, for everybody on this network"))
        self.hold_tournament.clicked.connect(self.tournaments)
        self._summary.body.addWidget(self.hold_tournament)
        self.hold_tournament.setVisible(self._mode == "host" and not self._server)
        inner = QWidget()
        self._sides = Sides(theme, self, inner, self._summary)
        self._header = PageHeader(theme, self._title)
        self._header.back.connect(self.back)
        self._games = GameChoice(theme, inner)
        self._games.clicked.connect(self.choose)
        self._games.entered.connect(self.button.click)
        self._options = options = card("surface", inner)
        self._forms_column = column(theme, options, margin="l")
        table = self._table_card(inner)
        self.players = LocalPlayers(theme, inner)
        self.players.turn_board.setChecked(self._turns_board)
        (self.players if host else table).hide()
        self.position = PositionField(theme, inner)
        self.position.changed.connect(self._show_choice)
        time = card("surface", inner)
        self.clock = ClockForm(theme, time, has_days=False)
        self.clock.edited.connect(self._show_choice)
        add_to(column(theme, time, margin="l"), self.clock)
        time.setHidden(host)
        for widget in (self._games, options, table, time):
            theme.scale(widget.setMaximumWidth, FORM_WIDTH)
        body = page_column(theme, inner, gap="l")
        game = (label(tr("Options"), "name"), options)
        people = (label(tr("The players"), "name"), self.players)
        rest = (
            (*game, label(tr("The table"), "name"), table)
            if host
            else (*people, *game, label(tr("The time"), "name"), time)
        )
        add_to(body, self._header, self._games, *rest, self.position, STRETCH)
        self.choose(self._key)
        Responsive(theme, self, self._arrange)

    @property
    def form(self) -> OptionsForm:
        """The options of the chosen game."""
        return self.forms[self._key]

    def choose(self, key: str) -> None:
        self._key = key
        self._games.choose(key)
        if key not in self.forms:
            self.forms[key] = OptionsForm(self._theme, GAMES[key], self._options)
            self.forms[key].changed.connect(self._show_choice)
            self._forms_column.addWidget(self.forms[key])
        for form_key, form in self.forms.items():
            form.setVisible(form_key == key)
        self._show_choice()

    def set_owner(self, name: str) -> None:
        """Suggest a title for the table of this player."""
        self.title_field.setPlaceholderText(fill(tr("{name}'s table"), {"name": name}) if name else "")

    def set_server(self, name: str) -> None:
        """Show the server that gets the table; empty for this computer."""
        self._server = name
        self.hold_tournament.setVisible(self._mode == "host" and not name)
        self._header.set_title(fill(tr("New table at {server}"), {"server": name}) if name else self._title)

    def set_opponent(self, name: str, title: str = "") -> None:
        """Show who is challenged."""
        self._header.set_title(title or (fill(tr("Challenge {name}"), {"name": name}) if name else self._title))
        show_text(self._summary.note, tr("The game begins as soon as the challenge is accepted."))

    def set_game(
        self, game: str, options: Mapping[str, OptionValue], player: Literal[0, 1] | None, position: str | None
    ) -> None:
        """Choose a game with those of its options that this program knows."""
        self.choose(game)
        self.form.set_values({name: value for name, value in options.items() if name in self.form.fields})
        self._seats.choose(player)
        self.position.set_text(position)

    def set_terms(self, terms: Terms, may_rate: bool) -> None:
        self.terms.set_terms(terms, may_rate)
        if self._mode == "host":
            self._seats.choose(ALTERNATE if terms.alternate else None)
        self._show_choice()

    def show_error(self, sentence: str) -> None:
        """Show why it did not work; the button can be pressed again."""
        self._summary.show_error(sentence)
        self.button.setEnabled(not self._problem())

    def set_local(self, seats: LocalSeats | None, owner: str, own: Sequence[str] = (), clock: str = "none") -> None:
        """Choose the players at this computer: two people, or those of the last game against the computer.

        `own` are the names of the user's computer players, `clock` is the notation of the clock.
        """
        self._title = tr("Play against the computer") if seats is not None else tr("Play on this computer")
        self._header.set_title(self._title)
        self.players.set_owner(owner)
        self.players.set_own(own)
        self.players.set_computers(seats.computers if seats is not None else ("", ""))
        self.players.random.setChecked(seats is not None and seats.random)
        self.clock.set_notation(clock)
        if seats is not None and seats.game in GAMES:
            self.choose(seats.game)

    def set_choice(self, choice: SetupChoice) -> None:
        """Choose players, game and clock as in an earlier game at this computer, without its start position."""
        self.players.set_computers(choice.computers)
        self.players.set_names(choice.names)
        self.clock.set_notation(choice.clock)
        self.set_game(choice.game, choice.options, None, None)

    def set_turns_board(self, on: bool) -> None:
        """Choose whether the board turns to the player to move."""
        self._turns_board = on
        if self.is_built:
            self.players.turn_board.setChecked(on)

    def begin(self) -> None:
        """Prepare the page for another game: keep the fields, except a position that was already used."""
        if self._started:
            self.position.set_text(None)
        self._started = False
        self._show_choice()

    def take_focus(self) -> None:
        self._games.take_focus(self._key)

    def choice(self) -> SetupChoice:
        values, position = self.form.values(), self.position.text
        if self._mode == "here":
            players = self.players
            turn_board = None if any(players.computers) else players.turn_board.isChecked()
            names, computers, is_random = players.names, players.computers, players.random.isChecked()
            return SetupChoice(
                self._key, values, position=position, names=names, computers=computers, random=is_random,
                turn_board=turn_board, clock=self.clock.notation(),
            )  # fmt: skip
        title = self.title_field.text().strip() or self.title_field.placeholderText()
        seat = self._seats.value()
        terms = replace(self.terms.terms(), alternate=seat == ALTERNATE)
        player = None if seat == ALTERNATE else seat
        return SetupChoice(self._key, values, title[:MAX_TITLE], player, position, terms)

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            self._sides.scroll_to_top()

    def _table_card(self, parent: QWidget) -> QWidget:
        frame = card("surface", parent)
        inside = column(self._theme, frame, gap="s", margin="l")
        self.title_field = line_edit("table_title", "", MAX_TITLE, frame)
        seats = {None: tr("Random"), 0: "", 1: "", ALTERNATE: tr("the other side than last time")}
        if self._mode == "challenge":
            del seats[ALTERNATE]
        self._seats = ChoiceBox("seat", seats, frame)
        title = FormRow(self._theme, tr("Name of the table"), self.title_field, frame)
        title.setVisible(self._mode == "host")
        add_to(inside, title, FormRow(self._theme, tr("You play"), self._seats, frame))
        if self._mode != "here":
            self.terms = TermsForm(self._theme, frame, for_one=self._mode == "challenge")
            self.terms.changed.connect(self._show_choice)
            inside.addWidget(self.terms)
        return frame

    def _arrange(self) -> None:
        small, layout = self._theme.is_narrow(self.width()), self._theme.tokens.layout
        self._sides.fold(self._theme.px(layout.panel_min if small else layout.panel))
        self._summary.area.set_whole(self._sides.folded)  # then the page around it scrolls
        self._games.set_width(self.width(), small)
        self.players.set_narrow(small)

    def _show_choice(self) -> None:
        values = self.form.values()
        game = None if self.form.problem else GAMES[self._key](**values)
        self.position.check(game)
        rows = options_table(GAMES[self._key], values)
        if self._mode != "here":
            terms = self.terms.terms()
            rows += terms.rows()
        if self._mode == "host":
            show_text(self._summary.note, _visibility(terms.access, bool(self._server)))
        elif self._mode == "here" and (clock := clock_words(self.clock.notation())):
            rows.append((tr("Clock"), clock))
        self._summary.show_choice(self._key, rows, game, self.position.state)
        self._show_seats(game)
        self.show_error(self._problem())

    def _problem(self) -> str:
        """Return what prevents the start. An error that a field shows is only referred to."""
        if self.form.problem:
            if self.form.problem_option is None:
                return self.form.problem
            return tr("These options do not work together: see the text in red.")
        if self.position.problem:
            return fill(tr("Start position: {problem}"), {"problem": self.position.problem})
        if self._mode == "here" and (why_not := self.clock.problem()) is not None:
            return translate(why_not)
        if self._mode != "here" and self.terms.terms().problem() is not None:
            return tr("The table cannot be opened like this: see the text in red.")
        return ""

    def _show_seats(self, game: Game[Any, Any] | None) -> None:
        """Name both sides; a start position decides which of them moves first."""
        first = 0
        if game is not None and self.position.state is not None:
            turn = game.turn(self.position.state)
            assert not isinstance(turn, Over), "`check` refuses finished positions"
            first = turn.seat
        sides = [tr(side) for side in GAMES[self._key].seats]
        for seat in (0, 1):
            words = tr("{side}, moving first") if seat == first else tr("{side}, moving second")
            self._seats.setItemText(seat + 1, fill(words, {"side": sides[seat]}))
        self.players.show_sides(sides[0], sides[1])

    def _go(self) -> None:
        self.button.setEnabled(False)
        self._started = True
        self.go.emit(self.choice())


def _visibility(access: Access, remote: bool) -> str:
    """Return who will see the table: in the local network, or at a remote server."""
    if access == "invited":
        return tr("Only players whom you invite in the lobby see the table.")
    if access == "code":
        if remote:
            return tr("Everybody at the server sees the table; to join, a player needs the code.")
        return tr("Everybody on this network sees the table; to join, a player needs the code.")
    return tr("Everybody at the server sees the table.") if remote else tr("Everybody on this network sees the table.")
