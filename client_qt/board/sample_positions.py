"""Positions for thumbnails of each game, made by the game's contract alone."""

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from netgame.boards.geometry import Board, Cell, CellGeometry
from netgame.game import Game, Over, Pick, Picks, Piece, Roll, ToRoll, apply
from netgame.games import GAMES

SEED = 11  # shows both sides, and the same pictures at every start
REACH = (2.6, 1.6)  # cells to each side of the centre
ENOUGH = 5  # more pieces of a side show nothing new
CANDIDATES = 90  # centres to compare; on a large board every few cells is near enough
TURNS = 14  # enough pieces to show what the game is about, and room between them


@dataclass(frozen=True)
class Sample:
    """A position of a game, and the part of it to show."""

    game: Game[Any, Any]
    state: Any
    centre: tuple[float, float]  # in cell widths
    across: float  # cells from left to right
    material: str = ""  # of the board, unless the user chose one


@cache
def sample(key: str) -> Sample:
    """Return the game's own preview, else its example, else a position after some random turns."""
    preview = GAMES[key].preview
    game = GAMES[key](**preview.options)
    text = preview.position or game.example
    state = game.read_position(text) if text else _played(game, game.start(), random.Random(SEED))
    centre = _middle(game.board) if preview.position else _busiest(game.board, dict(game.pieces(state)))
    return Sample(game, state, preview.centre or centre, preview.across, preview.material)


def random_picks(game: Game[Any, Any], state: Any, rng: random.Random, picked: tuple[Pick, ...] = ()) -> Picks:
    """Return random picks after these, up to the first complete turn."""
    picks = game.picks(state, picked)
    while not picks.moves:
        picks = game.picks(state, (*picks.picked, rng.choice(sorted(picks.next, key=str))))
    return picks


def random_move(game: Game[Any, Any], state: Any, rng: random.Random) -> Any:
    """Return the first complete turn of random picks."""
    return random_picks(game, state, rng).moves[0]


def _played(game: Game[Any, Any], state: Any, rng: random.Random) -> Any:
    for _ in range(TURNS):
        turn = game.turn(state)
        while isinstance(turn, ToRoll):
            state = apply(game, state, Roll(tuple(rng.randint(1, turn.sides) for _ in range(turn.count))))
            turn = game.turn(state)
        if isinstance(turn, Over):
            break
        state = apply(game, state, random_move(game, state, rng))
    return state


def _middle(board: Board) -> tuple[float, float]:
    xs, ys = [place.x for place in board.cells], [place.y for place in board.cells]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _busiest(board: Board, pieces: dict[Cell, Piece]) -> tuple[float, float]:
    """Return the centre of the part that shows most pieces of both sides."""
    xs, ys = [place.x for place in board.cells], [place.y for place in board.cells]
    inner = [p for p in board.cells if min(xs) + 2 <= p.x <= max(xs) - 2 and min(ys) + 1 <= p.y <= max(ys) - 1]
    found = inner or list(board.cells)
    best = max(found[:: 1 + len(found) // CANDIDATES], key=lambda place: _score(board, pieces, place))
    return best.x, best.y


def _score(board: Board, pieces: dict[Cell, Piece], centre: CellGeometry) -> int:
    near = [
        piece
        for cell, piece in pieces.items()
        if abs(board.cells[cell].x - centre.x) <= REACH[0] and abs(board.cells[cell].y - centre.y) <= REACH[1]
    ]
    sides = [min(ENOUGH, sum(piece.seat == seat for piece in near)) for seat in (0, 1)]
    kinds = len({piece.kind for piece in near})
    return 3 * min(sides) + sum(sides) + 4 * kinds + 4 * any(piece.seat is None for piece in near)
