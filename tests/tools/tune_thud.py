"""Find the weights of the computer player of Thud: `python -m tests.tools.tune_thud`, after `./run fast`.

Simultaneous perturbation: each round moves all weights a little, each up or down by chance, and the player with these
weights plays a match against the one with the opposite changes. The weights then follow the winner, by the margin.
`--compare FIRST SECOND` plays matches between two sets of weights instead and writes the mean margin of the first.
A set is a JSON list: dwarfs at distance 1 to 3, a dwarf and a troll at 1 to 4, trolls at 1 to 3. The same seed gives
the same result.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import zip_longest
from math import sqrt
from random import Random
from typing import Any

from netgame.game import Over
from netgame.games.thud.game import Thud
from netgame.games.thud.player import DWARF_PAIRS, MIXED_PAIRS, TROLL_PAIRS
from netgame.games.thud.state import State
from netgame.players import Limits, choose_randomly
from netgame.players.choice import no_report
from netgame.players.kernels import load_kernel
from netgame.players.limits import Budget

GAME = Thud()
COUNTS = (3, 4, 3)  # weights of dwarfs, of a dwarf and a troll, of trolls
SLOTS = (1, 2, 3, 17, 18, 19, 20, 33, 34, 35)  # where the kernel has them
REACH_SLOT = 50
PLIES, RANDOM_OPENING = 110, 4  # of a battle
STEP = 12  # thousandths of a dwarf, the change of a weight in a match
RATE, MOST = 0.18, 12  # the change for each dwarf of the margin, which counts up to so many
Weights = list[float]


def main() -> None:
    """Write the weights after every fifth round, or the margin after every fifth match."""
    form = argparse.ArgumentParser(description=__doc__)
    form.add_argument("--rounds", type=int, default=60)
    form.add_argument("--nodes", type=int, default=8000)
    form.add_argument("--seed", type=int, default=7)
    form.add_argument("--start", type=json.loads, default=present_weights(), help="a JSON list")
    form.add_argument("--compare", type=json.loads, nargs=2, metavar="WEIGHTS", help="two JSON lists")
    asked = form.parse_args()
    if asked.compare:
        compare(asked.compare[0], asked.compare[1], asked.rounds, asked.nodes)
    else:
        tune(asked.start, asked.rounds, asked.nodes, asked.seed)


def present_weights() -> Weights:
    """Return the weights of the player."""
    found: Weights = []
    for count, weights in zip(COUNTS, (DWARF_PAIRS, MIXED_PAIRS, TROLL_PAIRS), strict=True):
        found += [float(weight) for _, weight in zip_longest(range(count), weights[:count], fillvalue=0)]
    return found


def tune(weights: Weights, rounds: int, nodes: int, seed: int) -> None:
    """Change the weights by matches and write them."""
    chance = Random(seed)
    for number in range(rounds):
        changes = [chance.choice((-STEP, STEP)) for _ in weights]
        more = player([weight + change for weight, change in zip(weights, changes, strict=True)])
        less = player([weight - change for weight, change in zip(weights, changes, strict=True)])
        margin = max(-MOST, min(MOST, margin_of_match(more, less, number, nodes)))
        pull = RATE * margin
        weights = [weight + (pull if change > 0 else -pull) for weight, change in zip(weights, changes, strict=True)]
        if number % 5 == 4:
            sys.stdout.write(f"{number + 1} rounds: {[round(weight) for weight in weights]}\n")
            sys.stdout.flush()


def compare(first: Weights, second: Weights, matches: int, nodes: int) -> None:
    """Write the mean margin of the first weights, and its standard error."""
    margins: list[float] = []
    one, other = player(first), player(second)
    for number in range(matches):
        margins.append(margin_of_match(one, other, 1000 + number, nodes))
        if number % 5 == 4:
            mean = sum(margins) / len(margins)
            error = sqrt(sum((margin - mean) ** 2 for margin in margins) / (len(margins) - 1) / len(margins))
            sys.stdout.write(f"{number + 1} matches: {mean:+.2f}, standard error {error:.2f}\n")
            sys.stdout.flush()


def player(weights: Sequence[float]) -> Any:
    """Return a compiled player with these weights."""
    kernel: Any = load_kernel(Thud)(GAME)
    for slot, weight in zip(SLOTS, weights, strict=True):
        kernel.weights[slot] = round(weight)
    kernel.weights[REACH_SLOT] = max(COUNTS)
    return kernel


def margin_of_match(first: Any, second: Any, seed: int, nodes: int) -> int:
    """Return the margin of the first player over two battles with sides swapped, which begin in the same way."""
    return margin_of_battle((first, second), seed, nodes) - margin_of_battle((second, first), seed, nodes)


def margin_of_battle(players: tuple[Any, Any], seed: int, nodes: int) -> int:
    """Return the margin of the dwarfs."""
    state: State = GAME.start()
    chance = Random(seed)
    for ply in range(PLIES):
        if isinstance(GAME.turn(state), Over):
            break
        if ply < RANDOM_OPENING:
            move = choose_randomly(GAME, state, chance.getrandbits(32))
        else:
            move = players[state.seat].find(state, Budget(Limits(nodes)), chance.getrandbits(16), no_report).move
        state = GAME.play(state, move)
    return state.dwarfs.bit_count() - 4 * state.trolls.bit_count()


if __name__ == "__main__":
    main()
