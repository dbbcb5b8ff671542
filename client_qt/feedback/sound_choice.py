"""Choose the sound of an event at a table, from the pieces before and after it. No rules of a game are needed."""

from bisect import bisect_left
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
    """Return the sound of an event that the match contains. `mine` are the players at this computer."""
    match event:
        case Started():
            return "start"
        case Rolled(number=number):
            return _DICE[number % len(_DICE)]
        case Forfeited():
            return "forfeit"
        case Moved(number=number):
            plies = match.history
            index = bisect_left(plies, number, key=lambda ply: ply.event.number)
            if index < len(plies) and plies[index].event.number == number:  # otherwise the move was taken back
                game, seat = match.game, plies[index].seat
                assert seat is not None
                return move_sound(game, game.pieces(plies[index - 1].state), game.pieces(plies[index].state), seat)
        case TakenBack():
            return "move"
        case LegEnded(winner=winner) if match.ended is None:
            return end_sound(winner, mine)
        case Ended(winner=winner, reason=reason) if reason != "aborted":
            return end_sound(winner, mine)
    return None


def move_sound(game: Game[Any, Any], before: Pieces, after: Pieces, seat: Seat) -> Sound:
    """Return the sound of what changed on the board."""

    def own(piece: Piece | None) -> bool:
        return piece is not None and piece.seat == seat

    def other(piece: Piece | None) -> bool:
        return piece is not None and piece.seat == 1 - seat

    changed = {cell: piece for cell, piece in after.items() if before.get(cell) != piece}
    is_moved = any(cell not in after and not other(piece) for cell, piece in before.items())
    if sum(map(other, after.values())) < sum(map(other, before.values())):
        is_conquered = any(other(before.get(cell)) and own(piece) for cell, piece in changed.items())
        return "conquer" if is_conquered and not is_moved else "capture"
    if is_moved:
        return "move"
    if not changed:
        return "forfeit"
    # stones: all pieces of a side are alike, and none is on the board at the start
    is_stones = all(len(kinds) == 1 for kinds in game.side_icons)
    if not is_stones or any(piece.seat is not None for piece in game.pieces(game.start()).values()):
        return "place"
    return "stone" if seat else "stone_low"


def end_sound(winner: Player | None, mine: frozenset[Player]) -> Literal["win", "loss", "draw"]:
    """Return the sound of a result. It is a loss only if the only player at this computer lost."""
    if winner is None:
        return "draw"
    return "loss" if len(mine) == 1 and winner not in mine else "win"
