"""The position, captures and names of a match, as the table page shows them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean
from typing import Any

from client_qt.table.model import TableModel
from client_qt.text.offer_words import pause_headline
from client_qt.text.rules_text import game_against, side
from client_qt.text.translation import tr
from netgame.boards.geometry import Cell
from netgame.game import Mark, Over, Piece, Seat
from netgame.match.events import Moved, Player, Rolled, Started
from netgame.match.state import Match, Ply, seat_of
from netgame.text import fill


@dataclass(frozen=True)
class View:
    """The board at the present or after an earlier step."""

    leg: int
    state: Any
    pieces: Mapping[Cell, Piece]
    marks: tuple[Mark, ...]
    before: Mapping[Cell, Piece]  # the last move
    after: Mapping[Cell, Piece]
    dice: tuple[int, ...] = ()
    roller: Player | None = None


def view(match: Match, step: int, live: bool) -> View:
    """Return the board after that step, or at the present if `live`."""
    steps = match.history
    state, leg = (match.state, match.leg) if live or step < 0 else (steps[step].state, steps[step].leg)
    game = match.game
    in_leg = takewhile(lambda index: steps[index].leg == leg, range(step, -1, -1))
    moved = next((index for index in in_leg if isinstance(steps[index].event, Moved)), None)
    before = game.pieces(steps[moved - 1].state) if moved is not None else {}
    after = game.pieces(steps[moved].state) if moved is not None else {}
    rolled = _roll(steps, step)
    dice, roller = (rolled.dice, rolled.player) if rolled is not None else ((), None)
    marks = game.marks(state)
    if live and match.phase != "playing":
        marks = tuple(mark for mark in marks if mark.kind != "spot")  # no more moves
    return View(leg, state, game.pieces(state), marks, before, after, dice, roller)


def _roll(steps: Sequence[Ply], step: int) -> Rolled | None:
    """Return the last roll of the leg, until a move follows a move without a roll."""
    moved = False
    for index in range(step, -1, -1):
        event = steps[index].event
        if isinstance(event, Rolled):
            return event
        if isinstance(event, Started) or (moved and isinstance(event, Moved)):
            return None
        moved = isinstance(event, Moved)
    return None


def captured(match: Match, shown: View, player: Player) -> tuple[str | None, int]:
    """Return the kind and number of captured pieces: those of the other side since the start of the leg."""
    begun = bisect_left(match.history, shown.leg, key=lambda step: step.leg)
    if begun == len(match.history):
        return None, 0
    other = 1 - seat_of(player, shown.leg)
    start = match.history[begun].state
    first, now = _kinds(match.game.pieces(start), other), _kinds(shown.pieces, other)
    gone = first - now
    if not first:
        return None, 0
    kind = max(gone or first, key=lambda name: (gone or first)[name])
    return kind, sum(gone.values())


def _kinds(pieces: Mapping[Cell, Piece], seat: Seat) -> Counter[str]:
    return Counter(piece.kind for piece in pieces.values() if piece.seat == seat)


def counts(match: Match, shown: View, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Return the number of pieces of each kind, if a side has more than one kind."""
    kinds = match.game.side_icons[seat]
    if len(kinds) < 2:
        return ()
    there = _kinds(shown.pieces, seat)
    return tuple((kind, there[kind]) for kind in kinds)


def winning_pieces(match: Match, winner: Player | None) -> tuple[tuple[str, ...], ...]:
    """Return the pieces of the winner of the leg; of both sides in a draw."""
    first, second = match.game.side_icons
    return (first, second) if winner is None else (match.game.side_icons[seat_of(winner, match.leg)],)


def left_seat(match: Match, leg: int) -> Seat:
    """Return the side that starts at the left of the board; by default the side that moves first."""
    start = next((step.state for step in match.history if step.leg == leg), match.state)
    places = match.game.board.cells
    xs: tuple[list[float], list[float]] = ([], [])
    for cell, piece in match.game.pieces(start).items():
        if piece.seat is not None:
            xs[piece.seat].append(places[cell].x)
    return 1 if all(xs) and fmean(xs[1]) < fmean(xs[0]) else 0


def who(model: TableModel, player: Player) -> str:
    """Return "You", the name of the player, or "Free seat"."""
    if not model.shared_screen and player in model.mine:
        return tr("You")
    return model.name_of(player) or tr("Free seat")


def both(model: TableModel) -> tuple[str, str]:
    """Return the names of both players for results."""
    return model.name_of(0) or tr("the first player"), model.name_of(1) or tr("the second player")


def opponent(model: TableModel) -> str:
    """Return the opponent's name; empty at a shared screen."""
    if len(model.mine) == 1:
        other: Player = 0 if 1 in model.mine else 1
        return model.name_of(other)
    return ""


def subject(model: TableModel) -> str:
    """Return the game and the opponent: "Thud against Ann"."""
    match = model.match
    if match is None:
        return tr("A table")
    return game_against(match.game.title, opponent(model))


def headline(model: TableModel) -> str:
    """Return the state of the match for the window's title: "Your turn"."""
    match = model.match
    if match is None or match.phase == "open":
        return tr("Waiting for an opponent") if match is not None else ""
    if match.phase == "over":
        return tr("Game over")
    if model.continued_at:
        return fill(tr("Goes on at {server}"), {"server": model.continued_at})
    player = model.to_move
    if match.phase == "between" or player is None or isinstance(match.turn, Over):
        return tr("Between two battles")
    if match.paused is not None:
        return pause_headline(match.paused)
    if model.shared_screen:
        return fill(tr("{side} to move"), {"side": side(match, player)})
    return tr("Your turn") if player in model.mine else fill(tr("{name}'s turn"), {"name": model.name_of(player)})
