"""Positions to look at: what the crops of boards on the pages show. Any game, by its contract alone."""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from netgame.boards.geometry import Board, Cell, CellGeometry
from netgame.game import Game, Over, Pick, Picks, Piece, Roll, ToRoll, apply
from netgame.games import GAMES

SEED = 11  # the same pictures at every start; with this one both sides are to be seen
CROP = (2.6, 1.6)  # cells to each side of the middle
ENOUGH = 5  # pieces of a side in a crop; more of them show nothing more
TRIED = 90  # middles of a crop; on a large board every few cells is near enough
TURNS = 14  # enough pieces to see what the game is about, and room between them


@dataclass(frozen=True)
class Sample:
    """A position of a game, and which part of it to show."""

    game: Game[Any, Any]
    state: Any
    centre: tuple[float, float]  # in cell widths
    across: float  # cells from the left to the right
    material: str = ""  # what suits it where nobody chose a board


@cache
def sample(key: str) -> Sample:
    """What the game's preview shows: its own position, else the game's example, else some random turns."""
    preview = GAMES[key].preview
    game = GAMES[key](**preview.options)
    text = preview.position or game.example
    state = game.read_position(text) if text else _played(game, game.start(), random.Random(SEED))
    centre = _middle(game.board) if preview.position else _busiest(game.board, dict(game.pieces(state)))
    return Sample(game, state, preview.centre or centre, preview.across, preview.material)


def _middle(board: Board) -> tuple[float, float]:
    xs, ys = [place.x for place in board.cells], [place.y for place in board.cells]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _played(game: Game[Any, Any], state: Any, chance: random.Random) -> Any:
    for _ in range(TURNS):
        turn = game.turn(state)
        while isinstance(turn, ToRoll):
            state = apply(game, state, Roll(tuple(chance.randint(1, turn.sides) for _ in range(turn.count))))
            turn = game.turn(state)
        if isinstance(turn, Over):
            break
        state = apply(game, state, random_move(game, state, chance))
    return state


def random_picks(game: Game[Any, Any], state: Any, chance: random.Random, picked: tuple[Pick, ...] = ()) -> Picks:
    """Random picks, after these, up to the first complete turn."""
    picks = game.picks(state, picked)
    while not picks.moves:
        picks = game.picks(state, (*picks.picked, chance.choice(sorted(picks.next, key=str))))
    return picks


def random_move(game: Game[Any, Any], state: Any, chance: random.Random) -> Any:
    """The first complete turn that random picks lead to."""
    return random_picks(game, state, chance).moves[0]


def _busiest(board: Board, pieces: dict[Cell, Piece]) -> tuple[float, float]:
    """The middle of the crop that shows most of both sides."""
    xs, ys = [place.x for place in board.cells], [place.y for place in board.cells]
    inner = [p for p in board.cells if min(xs) + 2 <= p.x <= max(xs) - 2 and min(ys) + 1 <= p.y <= max(ys) - 1]
    found = inner or list(board.cells)
    best = max(found[:: 1 + len(found) // TRIED], key=lambda place: _seen(board, pieces, place))
    return best.x, best.y


def _seen(board: Board, pieces: dict[Cell, Piece], centre: CellGeometry) -> int:
    near = [
        piece
        for cell, piece in pieces.items()
        if abs(board.cells[cell].x - centre.x) <= CROP[0] and abs(board.cells[cell].y - centre.y) <= CROP[1]
    ]
    sides = [min(ENOUGH, sum(piece.seat == seat for piece in near)) for seat in (0, 1)]
    kinds = len({piece.kind for piece in near})
    return 3 * min(sides) + sum(sides) + 4 * kinds + 4 * any(piece.seat is None for piece in near)
