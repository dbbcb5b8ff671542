"""The page of the tournaments of a server."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from client_qt.pages.titled_page import TitledPage
from client_qt.text.clock_words import clock_words
from client_qt.text.plain import dotted
from client_qt.text.rules_text import game_title
from client_qt.text.term_words import rated_words
from client_qt.text.tournament_words import format_words, when_words
from client_qt.text.translation import tr
from client_qt.theme import Button, Theme
from client_qt.widgets.layouts import STRETCH, add_to
from client_qt.widgets.list_view import Badge, ListRow, ListView, RowAction
from netgame.games import GAMES
from netgame.text import fill
from protocol.messages import TournamentInfo


class TournamentsPage(TitledPage):
    """Lists tournaments: those that run, that will begin, and that are over."""

    chosen = Signal(str)  # tournament
    new = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "tournaments", tr("Tournaments"), parent)

    def _build(self) -> None:
        super()._build()
        self._new = Button(
            self._theme, tr("New tournament"), "host", "primary", name="tournament_new", clicked=self.new
        )
        self._new.hide()
        self._header.add(self._new)
        self.view = ListView(self._theme, "tournament_list", self._title, self, clickable=True)
        self.view.triggered.connect(lambda row: self.chosen.emit(row.key))
        add_to(self._body, self.view, STRETCH)

    def show_server(self, name: str) -> None:
        """Show the name of the server."""
        self._header.set_title(fill(tr("Tournaments at {server}"), {"server": name}) if name else self._title)

    def show_tournaments(self, rows: Sequence[ListRow], *, may_make: bool) -> None:
        """Show the tournaments, and the button for a new one if this player may make one."""
        self._new.setVisible(may_make)
        self.view.setVisible(bool(rows))
        self.view.show_rows(rows)
        nothing = tr("There is no tournament at this server.")
        hint = tr("You can make one: New tournament.") if may_make else tr("Its operator says who may make one.")
        if bool(rows) != self._note.isHidden() or not rows:
            words = "" if rows else f"{nothing} {hint}"
            if words != self._note.text():
                self.show_note(words)

    def show_nothing(self, words: str) -> None:
        """Say why there is no list."""
        self._new.hide()
        self.view.hide()
        self.show_note(words)


def tournament_rows(tournaments: Sequence[TournamentInfo]) -> list[ListRow]:
    """The tournaments in groups, the newest first in each."""
    shown = sorted(tournaments, key=_group)
    return [_row(info) for info in shown]


def _row(info: TournamentInfo) -> ListRow:
    headings = tr("Running"), tr("Coming"), tr("Ended")
    terms = dotted(
        format_words(info.format), game_title(info.game), clock_words(info.clock) or tr("no clock"),
        rated_words(info.rated, False),
    )  # fmt: skip
    chip = tr("you take part") if info.mine else tr("you are invited") if info.invited else ""
    return ListRow(
        info.tournament,
        info.title,
        (terms, dotted(_state(info), fill(tr("by {name}"), {"name": info.director.name}))),
        info.game if info.game in GAMES else None,
        chip=chip if _group(info) < 2 else "",
        badges=(Badge("lock", tr("By invitation only")),) if info.entry == "invited" else (),
        actions=(RowAction("open", tr("Open")),),
        group=headings[_group(info)],
    )


def _group(info: TournamentInfo) -> int:
    """Return the place of its group in the list: those that run, that will begin, and that have ended."""
    if info.state == "running" or (info.state == "paused" and info.started_at):
        return 0
    return 1 if info.state in ("open", "paused") else 2


def _state(info: TournamentInfo) -> str:
    """The entrants, and the round, the start or the winners."""
    players = tr("%n player(s)", info.players)
    match info.state:
        case "open" | "paused" if not info.started_at:
            taken = fill(tr("{count} of {places} places taken"), {"count": info.players, "places": info.places})
            if info.state == "paused":
                return dotted(taken, tr("paused"))
            if info.starts_at is None:
                return dotted(taken, tr("The director starts it"))
            return dotted(taken, fill(tr("starts {when}"), {"when": when_words(info.starts_at)}))
        case "running" | "paused":
            at: dict[str, str | int] = {"round": info.round, "rounds": info.rounds, "when": when_words(info.ends_at)}
            whole, partly = tr("round {round} of {rounds}"), tr("round {round}")
            round_at = fill(whole if info.rounds else partly, at) if info.round else ""
            if info.format == "arena":  # a pause moves its end
                round_at = fill(tr("until {when}"), at) if info.state == "running" else ""
            return dotted(players, round_at, tr("paused") if info.state == "paused" else "")
        case "cancelled":
            return dotted(players, tr("cancelled"))
    names = ", ".join(person.name or tr("a deleted player") for person in info.winners)
    return dotted(players, fill(tr("won by {name}"), {"name": names}) if names else "")
