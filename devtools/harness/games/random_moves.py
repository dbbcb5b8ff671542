"""Legal moves at random, for benches and tests: by picks, or picked by a number.

Numbers drawn evenly from 0 to 2**60 give every move nearly the same chance. Listing all moves is too slow for a bench
of a game with thousands of them, so such games have a function of their own beside this file.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from devtools.harness.games.any_action import any_action
from devtools.harness.games.any_placement import any_placement
from devtools.harness.games.any_stone import any_stone
from netgame.game import Game, Over, Pick, Roll, ToMove, ToRoll, apply

AnyGame = Game[Any, Any]

MOST_PICKS = 40  # no move of any game takes more picks in a row, without un-choosing


def listed_move(game: AnyGame, state: Any, number: int) -> Any:
    """Return a legal move picked by a number from the list of all moves."""
    moves = tuple(game.moves(state))
    return moves[number % len(moves)]


_CHOOSERS: dict[str, Callable[[Any, Any, int], Any]] = {
    "clod": any_stone,
    "royalclod": any_stone,
    "blooms": any_placement,
    "conquid": any_action,
}


def chooser(key: str) -> Callable[[Any, Any, int], Any]:
    """Return the function of a game that picks a legal move by a number."""
    return _CHOOSERS.get(key, listed_move)


def any_move(game: Game[Any, Any], state: Any, number: int) -> Any:
    """A legal move, picked by a number of 0 or more. A move must be due."""
    return chooser(type(game).key)(game, state, number)


def random_turn(game: Game[Any, Any], state: Any, chance: Random) -> tuple[Pick, ...]:
    """The picks of a whole legal turn, each taken from what the picks before allow."""
    picked: tuple[Pick, ...] = ()
    while True:
        picks = game.picks(state, picked)
        if picks.moves and (not picks.next or chance.random() < 0.7):
            return picks.picked
        picked = (*picks.picked, chance.choice(sorted(picks.next, key=str)))


def dice(turn: ToRoll, rng: Random) -> Roll:
    """Return a fair roll."""
    return Roll(tuple(rng.randint(1, turn.sides) for _ in range(turn.count)))


def picked_move(game: AnyGame, state: Any, rng: Random, picked: tuple[Pick, ...] = ()) -> Any:
    """Return a legal move found by random picks alone, as a person or a computer player finds it."""
    for _ in range(10 * MOST_PICKS):
        offer = game.picks(state, picked)
        assert len(offer.moves) <= 1, "at most one turn is complete"
        if offer.moves and (not offer.next or rng.random() < 0.5):
            return offer.moves[0]
        assert offer.next, f"after {picked} nothing can be picked and nothing is complete"
        picked = (*offer.picked, rng.choice(sorted(offer.next, key=str)))
    raise AssertionError("no turn was complete after hundreds of picks")


def play_out(game: AnyGame, rng: Random, plies: int, start: Any = None) -> tuple[list[Any], list[Any]]:
    """Return a random game by picks, up to so many moves: its events and the states from the first to the last."""
    states, events = [game.start() if start is None else start], []
    while plies and not isinstance(turn := game.turn(states[-1]), Over):
        event = dice(turn, rng) if isinstance(turn, ToRoll) else picked_move(game, states[-1], rng)
        plies -= isinstance(turn, ToMove)
        events.append(event)
        states.append(apply(game, states[-1], event, seat=turn.seat))
    return events, states
