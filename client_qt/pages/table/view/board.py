"""The board, its dice, and what else depends on the shown position."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from client_qt.board.cell_state import LastMove, last_of
from client_qt.pages.table.view.state import TableState
from client_qt.table.status import who
from client_qt.text.translation import tr
from netgame.boards.geometry import Board, Cell
from netgame.game import Game, Mark, Piece, Seat, ToMove, ToRoll
from netgame.text import fill


@dataclass(frozen=True)
class BoardState:
    """The shown position, and how the board is used: `is_played` by the user, `is_walked` where they only look on."""

    board: Board
    name: str
    pieces: Mapping[Cell, Piece]
    marks: tuple[Mark, ...]
    last: LastMove
    own_seats: frozenset[Seat]
    deciding: frozenset[Cell]  # the cells that decided the leg
    has_dice: bool
    is_played: bool
    is_walked: bool
    arrows_walk: bool
    waits: bool  # for an opponent, with the card of an open table


def board_state(state: TableState) -> BoardState:
    model, match, shown = state.model, state.match, state.view
    return BoardState(
        board=match.game.board,
        name=fill(tr("{game}, board"), {"game": match.game.title}),
        pieces=shown.pieces,
        marks=shown.marks,
        last=last_of(shown.before, shown.after),
        own_seats=state.own_seats,
        deciding=state.over_cells,
        has_dice=has_dice(match.game),
        is_played=bool(model.mine) and model.takes_commands,
        is_walked=model.original.is_only_viewed,
        arrows_walk=model.is_only_viewed,
        waits=match.phase == "open" and not all(match.seats) and bool(model.mine),
    )


@lru_cache
def has_dice(game: Game[Any, Any]) -> bool:
    """Whether a game is played with dice."""
    return isinstance(game.turn(game.start()), ToRoll)


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
