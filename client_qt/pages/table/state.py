"""The state of a table for its page, and the texts that follow from it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from client_qt.table.model import TableModel
from client_qt.table.move_rows import Heads, last_stop
from client_qt.table.status import View, view, who
from client_qt.text.plain import dotted
from client_qt.text.rules_text import leg_words, say, side
from client_qt.text.translation import tr
from netgame.boards.geometry import Cell
from netgame.game import Seat, ToMove, ToRoll
from netgame.match.events import Forfeited, Player, Rolled
from netgame.match.state import Match, player_of, seat_of
from netgame.records.comments import Comments
from netgame.records.variations import texts_of
from netgame.text import Text, fill


@dataclass(frozen=True)
class TableState:
    """The shown step of a match and what else its parts depend on; `at` is None for the present.

    Equal states look the same, apart from clocks, the connection, offers and a move on its way.
    """

    model: TableModel
    match: Match
    at: int | None
    step: int
    mine: frozenset[Player]
    comments: Comments
    presence: tuple[bool, bool]
    causes: tuple[str, str]
    ratings: tuple[str, str]
    thinking: frozenset[Player] = frozenset()
    getting_faster: bool = False

    @cached_property
    def view(self) -> View:
        return view(self.match, self.step, self.is_live)

    @property
    def is_live(self) -> bool:
        return self.at is None

    @property
    def over_cells(self) -> frozenset[Cell]:
        """The cells that decided the leg."""
        return self.match.over.cells if self.is_live and self.match.over is not None else frozenset()

    @property
    def own_seats(self) -> frozenset[Seat]:
        """The seats of this window's players on a live board."""
        return frozenset(seat_of(player, self.match.leg) for player in self.mine if self.is_live)


@dataclass(frozen=True)
class Suggestion:
    """A move that the computer suggests in a position; without cells it still looks for one."""

    position: Any  # the state of the game
    words: str
    cells: frozenset[Cell] = frozenset()


def table_state(model: TableModel, at: int | None, step: int) -> TableState | None:
    """Return the state of a table; None before its first event."""
    if model.match is None:
        return None
    comments = model.original.comments
    return TableState(
        model, model.match, at, step, model.mine, comments, model.presence, model.causes, model.ratings, model.thinking,
        model.getting_faster,
    )  # fmt: skip


@dataclass(frozen=True)
class DiceState:
    """The dice on the table, who rolled them, and in how many cells they allow a move."""

    dice: tuple[int, ...] = ()
    rolled: str = ""
    allowed: str = ""


def dice_state(state: TableState) -> DiceState:
    """Return the dice to show: those of the shown step, but none after the end of a leg."""
    match, dice, roller = state.match, state.view.dice, state.view.roller
    if roller is None or (state.is_live and match.phase != "playing"):
        return DiceState()
    words = {"dice": "-".join(str(die) for die in sorted(dice, reverse=True)), "name": who(state.model, roller)}
    mine = not state.model.shared_screen and roller in state.model.mine
    rolled = fill(tr("You rolled {dice}") if mine else tr("{name} rolled {dice}"), words)
    if not state.is_live or not isinstance(match.turn, ToMove):
        return DiceState(dice, rolled)
    count = sum(isinstance(pick, int) for pick in match.game.picks(match.state, ()).next)
    return DiceState(dice, rolled, tr("%n place(s)", count))


def column_heads(model: TableModel, match: Match, leg: int) -> Heads:
    """Return the heads of the two columns of moves in that leg: the side and its player."""

    def head(seat: int) -> str:
        player = player_of(seat, leg)
        name = tr("you") if not model.shared_screen and player in model.mine else who(model, player)
        return fill(tr("{side}: {name}"), {"side": tr(match.game.seats[seat]), "name": name})

    return head(0), head(1)


def hint_words(state: TableState, hint: Text | None, composing: bool, sent: bool) -> str:
    """Return the sentence of the hint line. `hint` is that of the move builder, `sent` whether a move is on its way."""
    model, match = state.model, state.match
    if not state.is_live and not composing:
        return _comment_words(state) or (
            tr("This is a record. The arrow keys and the wheel walk through it.")
            if model.is_record
            else tr("You are looking at an earlier move. Live returns to the game.")
        )
    if match.phase == "open":
        return tr("The game starts when both seats are taken.")
    if composing:
        words = say(hint) if hint is not None else tr("Your move.")
        if model.shared_screen and model.to_move is not None:
            words = f"{side(match, model.to_move)}: {words}"
        later = tr("It is sent as soon as the connection is back.") if model.status != "online" else ""
        return " ".join(filter(None, (_forfeit_words(model, match), words, later)))
    if sent and model.to_move in model.mine:
        if model.status == "online":
            return tr("Sending ...")
        return tr("Not sent yet. It is sent as soon as the connection is back.")
    if model.status != "online":
        if model.is_given_up:
            return tr("You need not wait here: you can return to the game from Home.")
        return tr("The game goes on when the connection is back.")
    if model.is_record and match.phase != "over":
        return tr("The record ends here, before the end of the game.")
    if isinstance(match.turn, ToRoll) and not model.takes_commands:
        return tr("Choose the dice above, or roll.")
    player = model.to_move
    template = tr("{name} is thinking ...") if player in state.thinking else tr("{name} is to move.")
    if player in state.thinking and state.getting_faster:
        template = tr("{name} is thinking, and getting faster ...")
    words = fill(template, {"name": model.name_of(player)}) if player is not None else ""
    if model.is_spectator:
        words = tr("You watch.") + " " + words
    if player in model.mine:
        words = ""
    return dotted(_forfeit_words(model, match), words, leg_words(match))


def premove_words(state: TableState, hint: Text | None, complete: bool) -> str:
    """Return the sentence of the hint line for a turn that is chosen ahead."""
    if not complete and hint is not None:
        return fill(tr("Premove: {words}"), {"words": say(hint)})
    player = state.model.to_move
    name = state.model.name_of(player) if player is not None else ""
    return fill(tr("The premove is sent after the move of {name}. A click or Esc removes it."), {"name": name})


def _comment_words(state: TableState) -> str:
    """Return the comment on the shown move in one line."""
    if state.step < 0:
        return ""
    steps = state.match.history
    return "  ".join(texts_of(state.model.comments.get(steps[last_stop(steps, state.step)].event.number, ())))


def _forfeit_words(model: TableModel, match: Match) -> str:
    """Say that the dice allowed no move in the turn before this one; the board does not show it."""
    before = next((step.event for step in reversed(match.history) if not isinstance(step.event, Rolled)), None)
    if not isinstance(before, Forfeited) or match.phase != "playing":
        return ""
    if not model.shared_screen and before.player in model.mine:
        return tr("You had no legal move after two rolls.")
    name = side(match, before.player) if model.shared_screen else model.name_of(before.player)
    return fill(tr("{name} had no legal move after two rolls."), {"name": name})
