"""Moves and lines of moves from a position of a match."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from netgame.game import Over, ToMove
from netgame.match import Match
from server.demo.player import random_move


def can_move(match: Match) -> bool:
    """Tell whether a move is due in a match that has begun."""
    return match.phase == "playing" and isinstance(match.turn, ToMove)


def moves_of(match: Match, most: int) -> list[str]:
    """Return some moves that are possible now."""
    game: Any = match.game
    return [game.format(match.state, move) for move in islice(game.moves(match.state), most)]


def line_after(match: Match, begin: Sequence[str], chance: Random, most: int) -> list[str]:
    """Return a line with that begin and random moves, as long as nobody has to roll and the game goes on."""
    game: Any = match.game
    state, line = match.state, list[str]()
    while len(line) < most and isinstance(game.turn(state), ToMove):
        is_begin = len(line) < len(begin)
        move = game.parse(state, begin[len(line)]) if is_begin else random_move(game, state, chance)
        line.append(game.format(state, move))
        state = game.play(state, move)
    return line


def turn_after(match: Match, line: Sequence[str]) -> Any:
    """Return whose turn it is after a line."""
    game: Any = match.game
    state = match.state
    for text in line:
        state = game.play(state, game.parse(state, text))
    return game.turn(state)


def is_over(match: Match, line: Sequence[str]) -> bool:
    """Tell whether the game ends with that line."""
    return isinstance(turn_after(match, line), Over)
