"""Choosing a game and its options, for a table on the network or for two people at this screen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from client_qt.pages.setup.game_choice import GameChoice
from client_qt.pages.setup.options import OptionsForm
from client_qt.pages.setup.player_names import PeopleHere
from client_qt.pages.setup.position_field import PositionField
from client_qt.pages.setup.summary import SetupSide
from client_qt.pages.setup.terms import TermsForm
from client_qt.table.terms import Terms
from client_qt.text.rules_text import options_table, tr
from client_qt.theme import Theme, card, label
from client_qt.widgets.labels import PageHeader
from client_qt.widgets.layouts import FORM_WIDTH, column, page, page_column
from client_qt.widgets.two_columns import Sides
from netgame.game import Game, Over
from netgame.games import GAMES
from netgame.options import OptionValue
from netgame.text import fill
from protocol.messages import MAX_TITLE

Mode = Literal["host", "here"]
ALTERNATE = "alternate"  # among the seats
SEEN_BY: Mapping[str, Callable[[], str]] = {
    "open": lambda: tr("Everybody on this network sees the table."),
    "code": lambda: tr("Everybody on this network sees the table; who sits down needs the code."),
    "invited": lambda: tr("Nobody sees the table but those whom you invite in the lobby."),
}
SEEN_THERE: Mapping[str, Callable[[], str]] = {
    **SEEN_BY,
    "open": lambda: tr("Everybody at the server sees the table."),
    "code": lambda: tr("Everybody at the server sees the table; who sits down needs the code."),
}


@dataclass(frozen=True)
class SetupChoice:
    """What was chosen. `player` is the own index, None leaves it to chance; `position` is where every leg starts;
    `terms` is what is agreed besides, None at this screen."""

    game: str
    options: Mapping[str, OptionValue]
    title: str = ""
    player: Literal[0, 1] | None = None
    position: str | None = None
    terms: Terms | None = None
    names: tuple[str, str] = ("", "")  # of two people at this screen, by player
    turn_board: bool | None = None  # whether it turns to the player to move; None: as before


class Forms(dict[str, OptionsForm]):
    """The form of each game, made when the game is first chosen."""

    def __init__(self, make: Callable[[str], OptionsForm]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: str) -> OptionsForm:
        self[key] = self._make(key)
        return self[key]


class SetupPage(QWidget):
    """The form at the left, what was chosen and the one button at the right."""

    back = Signal()
    go = Signal(object)  # Wanted

    def __init__(self, theme: Theme, mode: Mode, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"setup_{mode}")
        self._theme, self._mode = theme, mode
        page(self)
        self._key = next(iter(GAMES))
        self._gone = False  # a game was started with what is shown
        self._place = ""  # the server of somebody else where the table is made
        self._turning = False
        self._build()

    # ---- what is shown

    def choose(self, key: str) -> None:
        """Show the options of that game."""
        self._key = key
        self._games.choose(key)
        self._forms[key].show()
        for form_key, form in self._forms.items():
            form.setVisible(form_key == key)
        self._show_chosen()

    def set_up(self, key: str, options: Mapping[str, OptionValue], position: str | None) -> None:
        """Show that game with these options and that start."""
        self.choose(key)
        self._forms[key].take(options)
        self.position.take(position)

    def call_table(self, owner: str) -> None:
        """Propose a name for the table."""
        self.title_field.setPlaceholderText(fill(tr("{name}'s table"), {"name": owner}) if owner else "")

    def show_place(self, name: str) -> None:
        """The server where the table is made; this computer where it has no name."""
        self._place = name
        self._header.set_title(fill(tr("New table at {server}"), {"server": name}) if name else self._title)

    def show_turning(self, on: bool) -> None:
        """Whether the board is to turn where two people sit at this screen."""
        self._turning = on
        self.people.switch.setChecked(on)

    def say(self, sentence: str) -> None:
        """Why it did not work, and what to do."""
        self._side.say(sentence)
        self._set_busy(False)

    def begin(self) -> None:
        """Show the page as it is first seen; what was filled in stays, but for a position that was started from."""
        if self._gone:
            self.position.take(None)
        self._gone = False
        self._show_chosen()

    def take_focus(self) -> None:
        """The keyboard goes to the chosen game."""
        self._games.take_focus(self._key)

    def wanted(self) -> SetupChoice:
        title = self.title_field.text().strip() or self.title_field.placeholderText()
        values = self._forms[self._key].values()
        seat = self._seats.currentData()
        player = None if seat == ALTERNATE else seat
        if self._mode == "here":
            names, turned = self.people.names, self.people.turn_board
            return SetupChoice(self._key, values, position=self.position.text, names=names, turn_board=turned)
        terms = replace(self.terms.terms(), alternate=seat == ALTERNATE)
        return SetupChoice(self._key, values, title[:MAX_TITLE], player, self.position.text, terms)

    def agree(self, terms: Terms, may_rate: bool) -> None:
        """Show these terms."""
        self.terms.take(terms, may_rate)
        self._seats.setCurrentIndex(self._seats.findData(ALTERNATE) if terms.alternate else 0)
        self._show_chosen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._space()

    # ---- how it is built

    def _build(self) -> None:
        """From the outside inwards: what is put into another place later is styled twice."""
        theme, host = self._theme, self._mode == "host"
        self._title = tr("Host a game") if host else tr("Play on this computer")
        inner = QWidget()
        self._side = SetupSide(
            theme,
            tr("Open the table") if host else tr("Start the game"),
            "host" if host else "play-here",
            SEEN_BY["open"]() if host else "",
            self,
        )
        self.button = self._side.button
        self._side.go.connect(self._go)
        self._sides = Sides(theme, self, inner, self._side)
        self._choices(inner)
        self.choose(self._key)
        self._space()

    def _choices(self, inner: QWidget) -> None:
        theme = self._theme
        body = page_column(theme, inner, gap="l")
        self._header = PageHeader(theme, self._title, back=True)
        self._header.back.connect(self.back)
        self._games = GameChoice(theme, inner)
        theme.scale(self._games.setMaximumWidth, FORM_WIDTH)
        self._games.clicked.connect(self._game_clicked)
        self._options = card("surface", inner)
        theme.scale(self._options.setMaximumWidth, FORM_WIDTH)
        self._places = column(theme, self._options, margin="l")
        self._forms = Forms(self._make_form)
        for part in (self._header, self._games, label(tr("Options"), "name"), self._options):
            body.addWidget(part)
        table = card("surface", inner)
        self.people = PeopleHere(theme, inner)
        self.people.switch.setChecked(self._turning)
        host = self._mode == "host"
        body.addWidget(label(tr("The table") if host else tr("The players"), "name"))
        body.addWidget(table if host else self.people)
        (self.people if host else table).hide()
        self._fill_table(table)
        self.position = PositionField(theme, inner)
        self.position.changed.connect(self._show_chosen)
        body.addWidget(self.position)
        body.addStretch(1)

    def _make_form(self, key: str) -> OptionsForm:
        form = OptionsForm(self._theme, GAMES[key], self._options)
        self._places.addWidget(form)
        form.changed.connect(self._show_chosen)
        return form

    def _fill_table(self, frame: QWidget) -> None:
        theme = self._theme
        theme.scale(frame.setMaximumWidth, FORM_WIDTH)
        inside = column(theme, frame, gap="s", margin="l")
        self.title_field = QLineEdit(frame)
        self.title_field.setObjectName("table_title")
        self.title_field.setMaxLength(MAX_TITLE)
        self._seats = QComboBox(frame)
        self._seats.setObjectName("seat")
        for words, player in ((tr("by chance"), None), ("", 0), ("", 1)):
            self._seats.addItem(words, player)
        self._seats.addItem(tr("the other side than last time"), ALTERNATE)
        for words, field in ((tr("Its name, as others see it"), self.title_field), (tr("You play"), self._seats)):
            caption = label(words, "small", "muted")
            caption.setBuddy(field)
            inside.addWidget(caption)
            inside.addWidget(field)
        if self._mode == "host":
            self.terms = TermsForm(theme, frame)
            self.terms.changed.connect(self._show_chosen)
            inside.addWidget(self.terms)

    def _space(self) -> None:
        small, layout = self._theme.is_narrow(self.width()), self._theme.tokens.layout
        self._sides.fold(self._theme.px(layout.panel_min if small else layout.panel))
        self._side.set_whole(self._sides.folded)
        self._games.set_room(self.width(), small)

    # ---- what happens

    def _game_clicked(self, key: str) -> None:
        self.say("")
        self.choose(key)

    def _show_chosen(self) -> None:
        form = self._forms[self._key]
        values = form.values()
        game = None if form.problem() else GAMES[self._key](**values)
        self.position.check(game)
        rows = options_table(GAMES[self._key], values)
        if self._mode == "host":
            terms = self.terms.terms()
            rows += terms.rows()
            self._side.show_note(SEEN_THERE[terms.access]() if self._place else SEEN_BY[terms.access]())
        self._side.show_chosen(self._key, rows, game, self.position.state)
        self._show_seats(game)
        self.say(self._problem(form))

    def _problem(self, form: OptionsForm) -> str:
        """What is wrong is said where it is; here only that it is."""
        if form.problem() and form.blamed is None:
            return form.problem()
        if form.problem():
            return tr("The game cannot be played like this: see the words in red.")
        if self.position.problem:
            return tr("The game cannot start from this position: see the words in red.")
        return tr("The table cannot be opened like this: see the words in red.") if self._terms_problem() else ""

    def _terms_problem(self) -> str:
        return self.terms.problem() if self._mode == "host" else ""

    def _show_seats(self, game: Game[Any, Any] | None) -> None:
        """Who moves first may follow from the position."""
        first = 0
        if game is not None and self.position.state is not None:
            turn = game.turn(self.position.state)
            assert not isinstance(turn, Over), "refused by the check"
            first = turn.seat
        for seat in (0, 1):
            words = tr("{side}, moving first") if seat == first else tr("{side}, moving second")
            self._seats.setItemText(seat + 1, fill(words, {"side": tr(GAMES[self._key].seats[seat])}))
        self.people.show_sides(*(tr(GAMES[self._key].seats[seat]) for seat in (0, 1)))

    def _go(self) -> None:
        self._set_busy(True)
        self._gone = True
        self.go.emit(self.wanted())

    def _set_busy(self, busy: bool) -> None:
        wrong = self._forms[self._key].problem() or self.position.problem or self._terms_problem()
        self.button.setEnabled(not busy and not wrong)
