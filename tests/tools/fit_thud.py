"""Fit the weights of the computer player of Thud: `python -m tests.tools.fit_thud --games N --seed S`.

The player plays itself, with some random moves, so that the games differ. For each position of these games the change
of the margin in the next plies is a target, and the numbers of pairs of pieces by their distance are the features.
A ridge regression from the present weights gives the weights of the pairs. The same seed gives the same result.
"""

import argparse
import sys
from random import Random

from netgame.boards.bitboard import bits
from netgame.boards.octagon import STRIDE
from netgame.game import Over
from netgame.games.thud.game import Thud
from netgame.games.thud.player import DWARF_PAIRS, MIXED_PAIRS, TROLL_PAIRS
from netgame.games.thud.state import State
from netgame.players import Limits, choose, choose_randomly

PLIES, HORIZON = 160, 24  # of a game; after a position
RANDOM_OPENING, RANDOM_SHARE = 10, 0.04
REACH = 4  # squares, the distance of two pieces that the evaluation sees
KINDS = ("dwarfs", "trolls", "mixed")
Row = tuple[list[float], float]


def main() -> None:
    """Write the weights in thousandths of a dwarf."""
    form = argparse.ArgumentParser(description=__doc__)
    form.add_argument("--games", type=int, default=150)
    form.add_argument("--nodes", type=int, default=600)
    form.add_argument("--seed", type=int, default=1)
    form.add_argument("--ridge", type=float, default=3000.0)
    asked = form.parse_args()
    rows: list[Row] = []
    for number in range(asked.games):
        rows += rows_of_game(Random(asked.seed * 1_000_003 + number), asked.nodes)
        sys.stderr.write(f"{number + 1} games, {len(rows)} positions\n")
    weights = fit(rows, prior(), asked.ridge)
    for kind, name in enumerate(KINDS):
        found = weights[kind * REACH : (kind + 1) * REACH]
        sys.stdout.write(f"{name}: {', '.join(f'{1000 * weight:.0f}' for weight in found)}\n")


def prior() -> list[float]:
    """Return the present weights, and 0 for the intercepts of both sides to move."""
    found: list[float] = []
    for weights in (DWARF_PAIRS, TROLL_PAIRS, MIXED_PAIRS):
        found += [weight / 1000 for weight in weights] + [0.0] * (REACH - len(weights))
    return [*found, 0.0, 0.0]


def rows_of_game(chance: Random, nodes: int) -> list[Row]:
    """Play a game and return its positions with the change of the margin after them."""
    game = Thud(battles=1)
    state, states = game.start(), []
    for ply in range(PLIES):
        if isinstance(game.turn(state), Over):
            break
        seed = chance.getrandbits(32)
        if ply < RANDOM_OPENING or chance.random() < RANDOM_SHARE:
            move = choose_randomly(game, state, seed)
        else:
            move = choose(game, state, Limits(nodes, seed))
        state = game.play(state, move)
        states.append(state)
    last = len(states) - 1
    # every third position, so that neighbours, which are nearly the same, are not counted as evidence of their own
    return [
        (features(state), margin(states[min(ply + HORIZON, last)]) - margin(state))
        for ply, state in enumerate(states[: last - HORIZON // 2])
        if ply >= RANDOM_OPENING and ply % 3 == 0
    ]


def margin(state: State) -> float:
    """Return the margin of the dwarfs."""
    return state.dwarfs.bit_count() - 4 * state.trolls.bit_count()


def features(state: State) -> list[float]:
    """Return the numbers of pairs by kind and distance, and which side is to move."""
    counts = [0.0] * (3 * REACH)
    dwarfs = [divmod(bit, STRIDE) for bit in bits(state.dwarfs)]
    trolls = [divmod(bit, STRIDE) for bit in bits(state.trolls)]
    for kind, ones, others in ((0, dwarfs, dwarfs), (1, trolls, trolls), (2, dwarfs, trolls)):
        for number, (row, column) in enumerate(ones):
            for row2, column2 in others if kind == 2 else others[:number]:
                distance = max(abs(row - row2), abs(column - column2))
                if distance <= REACH:
                    counts[kind * REACH + distance - 1] += 1
    return [*counts, 1.0 - state.seat, float(state.seat)]


def fit(rows: list[Row], start: list[float], ridge: float) -> list[float]:
    """Return the weights with the least squared error, near `start`."""
    size = len(start)
    matrix = [[ridge if row == column and row < size - 2 else 0.0 for column in range(size + 1)] for row in range(size)]
    for values, target in rows:
        error = target - sum(value * weight for value, weight in zip(values, start, strict=True))
        for row, value in enumerate(values):
            if value:
                line = matrix[row]
                for column, other in enumerate(values):
                    line[column] += value * other
                line[size] += value * error
    for pivot in range(size):  # Gauss-Jordan; the matrix is positive definite
        scale = matrix[pivot][pivot]
        matrix[pivot] = [entry / scale for entry in matrix[pivot]]
        for row in range(size):
            if row != pivot and (factor := matrix[row][pivot]):
                matrix[row] = [one - factor * two for one, two in zip(matrix[row], matrix[pivot], strict=True)]
    return [weight + row[size] for weight, row in zip(start, matrix, strict=True)]


if __name__ == "__main__":
    main()
