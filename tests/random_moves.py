"""Legal moves at random, for benches and tests: by picks, or picked by a number.

Numbers drawn evenly from 0 to 2**60 give every move nearly the same chance. Listing all moves is too slow for a bench
of a game with thousands of them, so such games have an `any_move` of their own in `tests/netgame/games`.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from netgame.game import Game, Pick
from tests.netgame.games.cases import cases_of, listed_move


def any_move(game: Game[Any, Any], state: Any, number: int) -> Any:
    """A legal move, picked by a number of 0 or more. A move must be due."""
    return _chooser(type(game).key)(game, state, number)


@cache
def _chooser(key: str) -> Callable[[Any, Any, int], Any]:
    try:
        return cases_of(key).any_move
    except ModuleNotFoundError:  # a game that only one test has
        return listed_move


def random_turn(game: Game[Any, Any], state: Any, chance: Random) -> tuple[Pick, ...]:
    """The picks of a whole legal turn, each taken from what the picks before allow."""
    picked: tuple[Pick, ...] = ()
    while True:
        picks = game.picks(state, picked)
        if picks.moves and (not picks.next or chance.random() < 0.7):
            return picks.picked
        picked = (*picks.picked, chance.choice(sorted(picks.next, key=str)))
