"""Find the weights of a computer player: `python -m devtools.tuning.tune thud` or `koom`, after `./run fast`.

Simultaneous perturbation: each round changes all weights a little, each up or down by chance, and the compiled player
with these weights plays a match against the one with the opposite changes. The weights then follow the winner, by the
margin. `--compare FIRST SECOND` plays matches between two sets of weights instead and writes the mean margin of the
first. A set is a JSON object: the worth of pairs of pieces by their distance, named as in `player.py` of the game. The
same seed gives the same result.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any

from netgame.game import Game, Over
from netgame.games import GAMES
from netgame.players import Limits, choose_randomly
from netgame.players.choice import no_report
from netgame.players.kernels import load_kernel
from netgame.players.limits import Budget

RANDOM_OPENING = 4  # plies of a battle
PULL = 0.18  # the part of a change that the largest margin makes last
Weights = dict[str, list[float]]


@dataclass(frozen=True)
class Tuned:
    """The weights of a game to tune: their number for each kind of pairs, and the size of a change in a match."""

    weights: dict[str, tuple[int, float]]
    plies: int  # of a battle
    most: int  # the margin of a match counts up to this


TUNED = {
    "thud": Tuned({"DWARF_PAIRS": (3, 12), "MIXED_PAIRS": (4, 12), "TROLL_PAIRS": (3, 12)}, 110, 12),
    "koom": Tuned(
        {"DWARF_PAIRS": (2, 20), "MIXED_PAIRS": (2, 20), "TROLL_PAIRS": (2, 20)}
        | {"ROCK_DWARFS": (3, 60), "ROCK_TROLLS": (4, 60)},
        160,
        2,
    ),
}


def main() -> None:
    """Write the weights after every fifth round, or the margin after every fifth match."""
    form = argparse.ArgumentParser(description=__doc__)
    form.add_argument("key", choices=sorted(TUNED))
    form.add_argument("--rounds", type=int, default=60)
    form.add_argument("--nodes", type=int, default=8000)
    form.add_argument("--seed", type=int, default=7)
    form.add_argument("--start", type=json.loads, help="a JSON object; the weights of the player without it")
    form.add_argument("--compare", type=json.loads, nargs=2, metavar="WEIGHTS", help="two JSON objects")
    asked = form.parse_args()
    game, tuned = GAMES[asked.key](), TUNED[asked.key]
    if asked.compare:
        compare(game, tuned, asked.compare, asked.rounds, asked.nodes)
    else:
        tune(game, tuned, asked.start or present_weights(game, tuned), asked.rounds, asked.nodes, asked.seed)


def player_module(game: Game[Any, Any]) -> Any:
    """Return the module with the weights of the player."""
    return import_module(f"netgame.games.{game.key}.player")


def present_weights(game: Game[Any, Any], tuned: Tuned) -> Weights:
    """Return the weights of the player."""
    module, found = player_module(game), {}
    for name, (count, _) in tuned.weights.items():
        present = list(getattr(module, name))
        found[name] = present + [0] * (count - len(present))
    return found


def tune(game: Game[Any, Any], tuned: Tuned, weights: Weights, rounds: int, nodes: int, seed: int) -> None:
    """Change the weights by matches and write them."""
    chance = Random(seed)
    for number in range(rounds):
        changes = {
            name: [chance.choice((-step, step)) for _ in range(count)] for name, (count, step) in tuned.weights.items()
        }
        more, less = (player(game, moved(weights, changes, sign)) for sign in (1, -1))
        margin = margin_of_match(game, tuned, more, less, number, nodes)
        weights = moved(weights, changes, PULL * max(-1, min(1, margin / tuned.most)))
        if number % 5 == 4:
            rounded = {name: [round(weight) for weight in values] for name, values in weights.items()}
            sys.stdout.write(f"{number + 1} rounds: {json.dumps(rounded)}\n")
            sys.stdout.flush()


def moved(weights: Weights, changes: Weights, part: float) -> Weights:
    """Return the weights with that part of the changes."""
    return {
        name: [weight + part * change for weight, change in zip(values, changes[name], strict=True)]
        for name, values in weights.items()
    }


def compare(game: Game[Any, Any], tuned: Tuned, sets: list[Weights], matches: int, nodes: int) -> None:
    """Write the mean margin of the first weights, and its standard error."""
    margins: list[float] = []
    one, other = (player(game, weights) for weights in sets)
    for number in range(matches):
        margins.append(margin_of_match(game, tuned, one, other, 1000 + number, nodes))
        if number % 5 == 4:
            mean = sum(margins) / len(margins)
            error = sqrt(sum((margin - mean) ** 2 for margin in margins) / (len(margins) - 1) / len(margins))
            wins, losses = (sum(sign * margin > 0 for margin in margins) for sign in (1, -1))
            results = f"{wins}-{len(margins) - wins - losses}-{losses}"
            sys.stdout.write(f"{number + 1} matches: {results}, {mean:+.2f}, standard error {error:.2f}\n")
            sys.stdout.flush()


def player(game: Game[Any, Any], weights: Weights) -> Any:
    """Return a compiled player with these weights."""
    for name, values in weights.items():
        setattr(player_module(game), name, tuple([round(weight) for weight in values]))
    return load_kernel(type(game))(game)


def margin_of_match(game: Game[Any, Any], tuned: Tuned, first: Any, second: Any, seed: int, nodes: int) -> float:
    """Return the margin of the first player over two battles with sides swapped, which begin in the same way."""
    one, other = (margin_of_battle(game, tuned, players, seed, nodes) for players in ((first, second), (second, first)))
    return one - other


def margin_of_battle(game: Game[Any, Any], tuned: Tuned, players: tuple[Any, Any], seed: int, nodes: int) -> float:
    """Return the margin of the dwarfs."""
    state, chance = game.start(), Random(seed)
    for ply in range(tuned.plies):
        if isinstance(over := game.turn(state), Over):
            break
        if ply < RANDOM_OPENING:
            move = choose_randomly(game, state, chance.getrandbits(32))
        else:
            move = players[state.seat].find(state, Budget(Limits(nodes)), chance.getrandbits(16), no_report).move
        state = game.play(state, move)
    over = over if isinstance(over, Over) else game.agreed(state)
    assert over is not None
    return over.scores[0] - over.scores[1]


if __name__ == "__main__":
    main()
