"""The kernel of Blooms beside the rules and the pure player."""

from collections.abc import Iterator
from random import Random

import numpy as np

from netgame.game import Over
from netgame.games.blooms import kernel
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.kernel import BloomsKernel
from netgame.games.blooms.moves import Placement
from netgame.games.blooms.state import State
from netgame.players import heuristics_of
from netgame.players.compiled_search import VALUE

GAME = Blooms(repetition="none")  # the kernel does not count how often a position occurred
KERNEL = BloomsKernel(GAME)
_OUT, _SCORE = np.zeros(kernel.MOST_MOVES, np.int64), np.zeros(kernel.MOST_MOVES, np.int64)


def random_positions(count: int, seed: int, fast: BloomsKernel = KERNEL) -> Iterator[State]:
    """Yield positions of games by chance, in which the candidates of the kernel are as frequent as random turns."""
    chance, found, game = Random(seed), 0, fast.game
    while found < count:
        state, player = game.start(), heuristics_of(game)
        while found < count and not isinstance(game.turn(state), Over):
            yield state
            found += 1
            if chance.random() < 0.5:
                move = chance.choice(candidates(state, chance.getrandbits(30), fast))[0]
            else:
                move = player.random_move(state, chance)
            state = game.play(state, move)


def candidates(state: State, seed: int, fast: BloomsKernel) -> list[tuple[Placement, int]]:
    """Return the candidates of the kernel with the values after them."""
    place, numbers = fast.place(state)
    blooms, work, chance = fast.work()
    chance[0] = seed | 1
    spare, after = np.zeros_like(place), np.zeros_like(numbers)
    count = kernel.candidates(
        place, numbers, fast.near, blooms, work, fast.weights, fast.game.rules.goal, kernel.BEST, _OUT, _SCORE, spare,
        after, chance,
    )  # fmt: skip
    return [(fast.move(int(code), state), int(score)) for code, score in zip(_OUT[:count], _SCORE, strict=False)]


def value(state: State, game: Blooms) -> float:
    """Return what the pure player thinks of a position, for the side to move."""
    turn = game.turn(state)
    player = heuristics_of(game)
    found = player.result(turn) if isinstance(turn, Over) else player.evaluate(state) * kernel.CLEAR / kernel.WHOLE
    return (-found if state[3] & 1 else found) * kernel.WHOLE


def disagreement(state: State, seed: int, fast: BloomsKernel = KERNEL) -> str:
    """Return what the kernel sees in another way than the rules, or nothing."""
    game, frame = fast.game, fast.frame(state)
    if abs(frame[VALUE] - value(state, game)) > 1:
        return "value"
    found = candidates(state, seed, fast)
    if len({move for move, _ in found}) != len(found):
        return "number of candidates"
    for move, score in found:
        game.check(state, move)
        if abs(score + value(game.play(state, move), game)) > 1:
            return "score"
    return ""
