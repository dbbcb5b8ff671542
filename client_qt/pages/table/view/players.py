"""The players of a table as the strips beside the board show them."""

from dataclasses import dataclass

from client_qt.pages.table.view.state import TableState
from client_qt.table.model import TableModel
from client_qt.table.status import captured, counts, who
from client_qt.text.clock_words import ClockShown, clock_shown, clock_walked, vacation_words
from client_qt.text.computer_names import computer_mark
from client_qt.text.offer_words import away_word
from client_qt.text.rules_text import spoken
from client_qt.text.translation import tr
from netgame.game import Over
from netgame.match.events import Player
from netgame.match.state import player_of, seat_of


@dataclass(frozen=True)
class PlayerState:
    """A player as a strip shows them. `kinds` are the pieces of their side, `standing` the status of the side,
    `trouble` why they are absent, `counts` the number of each kind where a side has more than one."""

    name: str
    side: str
    kinds: tuple[str, ...] = ()
    to_move: bool = False
    captured_kind: str | None = None
    captured: int = 0
    standing: str = ""
    trouble: str = ""
    counts: tuple[tuple[str, int], ...] = ()
    shape: str = "square"  # of the board's cells
    clock: ClockShown | None = None  # None: no clocks
    rating: str = ""  # empty for unrated
    thinking: bool = False  # a computer player of this window
    computer: str = ""  # which computer player, if the name does not say it


def player_state(state: TableState, player: Player) -> PlayerState:
    """Return a player as their strip shows them at the shown step."""
    model, match, leg = state.model, state.match, state.view.leg
    seat = seat_of(player, leg)
    kind, count = captured(match, state.view, player)
    standing = match.game.status_text(state.view.state, seat)
    absent = not model.shared_screen and match.seats[player] is not None and not model.presence[player]
    absent = absent and player not in model.mine and match.phase != "over"
    seated = match.seats[player]
    return PlayerState(
        name=who(model, player),
        side=tr(match.game.seats[seat]),
        rating=model.ratings[player],
        computer=computer_mark(seated.name, seated.computer) if seated is not None else "",
        kinds=match.game.side_icons[seat],
        to_move=_to_move(state) == player,
        thinking=player in state.thinking,
        captured_kind=kind,
        captured=count,
        standing=spoken(standing) if standing is not None else "",
        trouble=_trouble(model, player, absent) if match.phase != "over" else "",
        counts=counts(match, state.view, seat),
        shape=match.game.board.shape,
        clock=_clock(state, player),
    )


def _trouble(model: TableModel, player: Player, absent: bool) -> str:
    if (until := model.vacations[player]) > model.now():
        return vacation_words(until)
    return away_word(model.causes[player]) if absent else ""


def _clock(state: TableState, player: Player) -> ClockShown | None:
    """Return the clock of the match, also while a variation is tried; after the end, the clock at the shown step."""
    model, match, at = state.model.original, state.match, state.at
    timed = model.match or match
    if (model.is_record or timed.phase == "over") and at is not None and at < len(match.history):
        walked = clock_walked(timed, match.history[at], player)
        if walked is not None:
            return walked
    return clock_shown(timed, player, timed.at if model.is_record else model.now())


def _to_move(state: TableState) -> Player | None:
    """Return the player to move, nobody where the game goes on elsewhere; in a record, by the shown board."""
    match, view = state.match, state.view
    if state.model.original.continued_at:
        return None
    if not state.model.is_record:
        return state.model.to_move
    turn = match.game.turn(view.state)
    if isinstance(turn, Over) or (match.phase == "over" and view.state is match.state):
        return None
    return player_of(turn.seat, view.leg)
