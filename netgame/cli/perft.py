"""Count the ways in which a game can continue, to compare the rules of programs."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from typing import Any

from netgame.game import Game, Over, ToMove, ToRoll

_PORTION = 10_000  # moves between two reports of progress


def perft(game: Game[Any, Any], state: Any, depth: int) -> Iterator[int]:
    """Yield the number of ways to play `depth` turns, in portions that add up to it.

    A turn is a move, or a roll that forfeits it. Each roll counts once, whatever the order of its dice. A roll that
    allows no move and is repeated is no turn. Games that end earlier are not counted.
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
            for dice in combinations_with_replacement(range(1, turn.sides + 1), turn.count):
                after = game.rolled(state, dice)
                forfeited = isinstance(then := game.turn(after), ToRoll) and then.seat != turn.seat
                if forfeited and depth == 1:
                    yield 1
                else:
                    yield from perft(game, after, depth - forfeited)


def portions(moves: Iterator[Any]) -> Iterator[int]:
    """Yield the number of moves, in portions that add up to it."""
    while count := sum(1 for _ in islice(moves, _PORTION)):
        yield count
