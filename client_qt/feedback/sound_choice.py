"""Which sound something makes that happens at a table, read off the pieces before and after it: any game, no rules."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

from netgame.boards.geometry import Cell
from netgame.game import Game, Piece, Seat
from netgame.match.events import Ended, Event, Forfeited, LegEnded, Moved, Player, Rolled, Started, TakenBack
from netgame.match.state import Match

Sound = Literal[
    "place", "stone", "stone_low", "move", "capture", "conquer", "dice_1", "dice_2", "dice_3", "forfeit", "turn", "low",
    "start", "win", "loss", "draw", "chat", "lost", "back",
]  # fmt: skip
Pieces = Mapping[Cell, Piece]
_DICE: tuple[Sound, ...] = ("dice_1", "dice_2", "dice_3")


def sound_of(match: Match, event: Event, mine: frozenset[Player]) -> Sound | None:
    """The sound of an event that the match has already; None for what is silent. `mine` sit at this computer."""
    match event:
        case Started():
            return "start"
        case Rolled(number=number):
            return _DICE[number % len(_DICE)]
        case Forfeited():
            return "forfeit"
        case Moved(number=number):
            return _move_of(match, number)
        case TakenBack():
            return "move"
        case LegEnded(winner=winner) if match.ended is None:
            return _end(winner, mine)
        case Ended(winner=winner, reason=reason):
            return _end(winner, mine) if reason != "aborted" else None
    return None


def _move_of(match: Match, number: int) -> Sound | None:
    """The sound of a move by the number of its event; None for one that was taken back meanwhile."""
    steps = match.history
    for index in range(len(steps) - 1, 0, -1):
        step = steps[index]
        if step.event.number == number and step.seat is not None:
            game = match.game
            return move_sound(game, game.pieces(steps[index - 1].state), game.pieces(step.state), step.seat)
        if step.event.number < number:
            break
    return None


def move_sound(game: Game[Any, Any], before: Pieces, after: Pieces, seat: Seat) -> Sound:
    """What the board did: somebody was taken, cells changed sides, something was moved, put down, or nothing at all."""
    left = [piece for cell, piece in before.items() if cell not in after]
    came = {cell: piece for cell, piece in after.items() if before.get(cell) != piece}
    turned = any(_is_of(before.get(cell), 1 - seat) and _is_of(piece, seat) for cell, piece in came.items())
    moved = any(piece.seat in (seat, None) for piece in left)
    if _count(after, 1 - seat) < _count(before, 1 - seat):
        return "conquer" if turned and not moved else "capture"
    if moved:
        return "move"
    return _put(game, seat) if came else "forfeit"


def _put(game: Game[Any, Any], seat: Seat) -> Sound:
    """Stones are what a side has that is all alike and comes from beside the board."""
    alike = all(len(kinds) == 1 for kinds in game.side_icons)
    if not alike or any(piece.seat is not None for piece in game.pieces(game.start()).values()):
        return "place"
    return "stone" if seat else "stone_low"


def _count(pieces: Pieces, seat: Seat) -> int:
    return Counter(piece.seat for piece in pieces.values())[seat]


def _is_of(piece: Piece | None, seat: Seat) -> bool:
    return piece is not None and piece.seat == seat


def end_sound(match: Match, mine: frozenset[Player]) -> Sound | None:
    """The sound of how the match ended; None where nobody played it to an end."""
    ended = match.ended
    return _end(ended.winner, mine) if ended is not None and ended.reason != "aborted" else None


def _end(winner: Player | None, mine: frozenset[Player]) -> Sound:
    """Won is what anybody wins, unless it is somebody here alone who lost."""
    if winner is None:
        return "draw"
    return "loss" if len(mine) == 1 and winner not in mine else "win"
