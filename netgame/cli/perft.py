"""Counting the ways in which a game can go on, to compare one program's rules with another's."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from typing import Any

from netgame.game import Game, Over, ToMove, ToRoll

_PORTION = 10_000  # moves counted between two signs of life


def perft(game: Game[Any, Any], state: Any, depth: int) -> Iterator[int]:
    """The number of ways to play `depth` turns, in portions that add up to it.

    A turn is a move, or dice that forfeit it. Where dice fall, each roll counts once, whichever die is which; rolls
    that allow nothing and are repeated are followed. A game that ends earlier is not counted.
    """
    turn = game.turn(state)
    match turn:
        case Over():
            return
        case ToMove():
            if depth == 1:
                yield from portions(game.moves(state))
            else:
                for move in game.moves(state):
                    yield from perft(game, game.play(state, move), depth - 1)
        case ToRoll():
            for after in _rolled(game, state, turn):
                forfeited = isinstance(then := game.turn(after), ToRoll) and then.seat != turn.seat
                if forfeited and depth == 1:
                    yield 1
                else:
                    yield from perft(game, after, depth - forfeited)


def portions(moves: Iterator[Any]) -> Iterator[int]:
    """How many moves these are, in portions that add up to it."""
    while count := sum(1 for _ in islice(moves, _PORTION)):
        yield count


def _rolled(game: Game[Any, Any], state: Any, turn: ToRoll) -> Iterator[Any]:
    for dice in combinations_with_replacement(range(1, turn.sides + 1), turn.count):
        yield game.rolled(state, dice)
