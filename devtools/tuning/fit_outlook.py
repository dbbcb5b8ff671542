"""Fit how certain a value makes the end of a game: `python -m devtools.tuning.fit_outlook GAME --games N --seed S`.

The computer player plays itself, with some random moves, so that the games differ. Each position of these games has the
value of its search and the result of its game, from -1 to 1. Maximum likelihood gives the `steepness` with which the
values foretell the results. The same seed gives the same figure.
"""

import argparse
import sys
from math import exp, log
from random import Random
from typing import Any

from netgame.game import Game, Over, ToMove
from netgame.games import GAMES
from netgame.players import Limits, choose_randomly
from netgame.players.alpha_beta import AlphaBeta
from netgame.players.chance import generator
from netgame.players.choose import heuristics_of
from netgame.players.limits import Budget

PLIES = 250  # of a game
RANDOM_OPENING, RANDOM_SHARE = 6, 0.1
EVERY = 5  # plies: neighbours are no evidence of their own
Pair = tuple[float, float]  # the value of a position, and the result of its game


def main() -> None:
    """Write the steepness."""
    form = argparse.ArgumentParser(description=__doc__)
    form.add_argument("game", choices=[key for key, kind in GAMES.items() if heuristics_of(kind()).search != "tree"])
    form.add_argument("--games", type=int, default=60)
    form.add_argument("--nodes", type=int, default=400)
    form.add_argument("--seed", type=int, default=1)
    asked = form.parse_args()
    pairs: list[Pair] = []
    for number in range(asked.games):
        pairs += pairs_of_game(GAMES[asked.game](), Random(asked.seed * 1_000_003 + number), asked.nodes)
        sys.stderr.write(f"{number + 1} games, {len(pairs)} positions\n")
    sys.stdout.write(f"steepness {fit(pairs):.1f}\n")


def pairs_of_game(game: Game[Any, Any], chance: Random, nodes: int) -> list[Pair]:
    """Play a game and return the values of its positions with its result."""
    heuristics, state = heuristics_of(game), game.start()
    values: list[float] = []
    for ply in range(PLIES):
        if not isinstance(game.turn(state), ToMove):
            break
        seed = chance.getrandbits(32)
        if ply < RANDOM_OPENING or chance.random() < RANDOM_SHARE:
            move = choose_randomly(game, state, seed)
        else:
            found = AlphaBeta(heuristics, Budget(Limits(nodes, seed)), generator(seed)).best(state)
            move = found.move
            if found.value is not None and ply % EVERY == 0:
                values.append(found.value)
        state = game.play(state, move)
    turn = game.turn(state)
    over = turn if isinstance(turn, Over) else game.agreed(state)
    result = 0 if over is None or over.winner is None else 1 - 2 * over.winner
    return [(value, result) for value in values]


def fit(pairs: list[Pair]) -> float:
    """Return the steepness for which the results are likeliest."""
    return min((number / 10 for number in range(1, 400)), key=lambda steepness: _surprise(pairs, steepness))


def _surprise(pairs: list[Pair], steepness: float) -> float:
    """Return the negative log likelihood; a draw counts as half a win."""
    total = 0.0
    for value, result in pairs:
        share = 1 / (1 + exp(-2 * steepness * value))
        win = (1 + result) / 2
        total -= win * log(max(share, 1e-9)) + (1 - win) * log(max(1 - share, 1e-9))
    return total


if __name__ == "__main__":
    main()
