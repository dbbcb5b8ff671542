"""Weights of the evaluation of Blooms, from games that the player plays against itself.

    python -m devtools.bench.blooms_weights territory --games 600 --seed 1

prints the weights for `netgame/games/blooms/player.py`: those by which the logistic function of the features of a
position says best how its game ended. An end by a large margin counts more than one by a small margin.
"""

import argparse
import sys
from collections.abc import Sequence
from math import exp
from random import Random

from netgame.game import Over
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.player import MANY, BloomsPlayer
from netgame.games.blooms.state import State
from netgame.players import choose_randomly, heuristics_of

FIRST, EVERY = 3, 3  # the plies whose positions are used
RANDOM_SHARE = 0.1  # of the moves, so that games differ
CHOICES = 3  # the best moves among which the players choose
SCALE = 5.0  # a margin of so many counts as a win with 73 %
ROUNDS, STEP, SHRINK = 300, 0.5, 1e-4  # of the gradient descent


def main(words: Sequence[str] | None = None) -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant", choices=["territory", "race"])
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    game, chance = Blooms(variant=args.variant), Random(args.seed)
    samples = [sample for _ in range(args.games) for sample in played(game, chance)]
    sys.stdout.write(f"{len(samples)} positions: {[round(weight, 3) for weight in fitted(samples)]}\n")


def played(game: Blooms, chance: Random) -> list[tuple[list[float], float]]:
    """Return the features of some positions of one game, for the side to move, and how well that side did."""
    player = heuristics_of(game)
    assert isinstance(player, BloomsPlayer)
    state, seen = game.start(), []
    for ply in range(300):
        turn = game.turn(state)
        if isinstance(turn, Over):
            break
        if ply >= FIRST and (ply - FIRST) % EVERY == 0:
            seen.append((features_of(player, state), 1 - 2 * turn.seat))
        if chance.random() < RANDOM_SHARE:
            move = choose_randomly(game, state, chance.getrandbits(32))
        else:
            found = list(zip(player.candidates(state, chance), range(CHOICES), strict=False))
            move = found[min(int(chance.expovariate(1.0)), len(found) - 1)][0]
        state = game.play(state, move)
    scores = game.score(state)
    winner = turn.winner if isinstance(turn, Over) else None
    margin = scores[0] - scores[1] + (0 if winner is None else 2 - 4 * winner)
    return [(features, 1 / (1 + exp(-sign * margin / SCALE))) for features, sign in seen]


def features_of(player: BloomsPlayer, state: State) -> list[float]:
    """Return what the evaluation is a weighted sum of, for the side to move: the margin, the tempo, then blooms."""
    own, other, empty, _, mine, theirs, _ = state
    margin = mine - theirs if player.is_race else own.bit_count() - other.bit_count()
    found = [float(margin), 1.0]
    board = player.hexagon
    for stones, sign in ((own, -1.0), (other, 1.0)):
        counts = [0.0] * MANY
        for bloom, liberties in board.blooms(stones, empty):
            if (count := liberties.bit_count()) < MANY:
                counts[count] += sign * bloom.bit_count()
        found += counts
    return found


def fitted(samples: list[tuple[list[float], float]]) -> list[float]:
    """Return the weights of a logistic regression, by gradient descent with a step for each feature."""
    count, size = len(samples[0][0]), len(samples)
    weights, squares = [0.0] * count, [1e-8] * count
    for _ in range(ROUNDS):
        slopes = [SHRINK * weight for weight in weights]
        for features, share in samples:
            total = sum(map(float.__mul__, weights, features))
            miss = (1 / (1 + exp(-max(-30.0, min(30.0, total)))) - share) / size
            for number, feature in enumerate(features):
                if feature:
                    slopes[number] += miss * feature
        for number, slope in enumerate(slopes):
            squares[number] += slope * slope
            weights[number] -= STEP * slope / squares[number] ** 0.5
    return weights


if __name__ == "__main__":
    main()
