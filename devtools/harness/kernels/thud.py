"""The kernel of Thud beside the rules: how many positions of random games do not agree.

The positions are of games with the usual captures; the moves in them are compared for all options in turn.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np

from devtools.harness.kernels.octagon_places import played_otherwise
from netgame.games.shared.octagon_kernel import STATIC
from netgame.games.thud import kernel
from netgame.games.thud.game import Thud
from netgame.games.thud.player import ThudPlayer
from netgame.games.thud.state import State
from netgame.players.chance import generator

PLIES = 150  # of a random game

GAMES = [
    Thud(step_captures=step, shove_captures=shove, no_capture_limit=10_000)
    for step, shove in product(("one", "any", "all_or_none"), ("any", "all"))
]
KERNELS = [kernel.ThudKernel(game) for game in GAMES]
_FOUND = np.zeros(8192, np.int64)


def random_positions(count: int, seed: int) -> Iterator[State]:
    """Yield positions of random games; every third move is a capture if there is one."""
    game, chance, found = Thud(), Random(seed), 0
    while found < count:
        state = game.start()
        for _ in range(PLIES):
            moves = list(game.moves(state))
            if not moves or found == count:
                break
            yield state
            found += 1
            captures = [move for move in moves if move.captured] if chance.random() < 1 / 3 else []
            state = game.play(state, chance.choice(captures or moves))


def legal(state: State, fast: kernel.ThudKernel = KERNELS[0]) -> list[Any]:
    """Return the moves that the kernel finds, as moves of the rules."""
    count = kernel.legal_moves(fast.place(state), _FOUND, True)
    return [fast.move(int(move), state) for move in _FOUND[:count]]


def disagreement(state: State, seed: int) -> str:
    """Return what the kernel sees in another way than the rules, or nothing."""
    game, fast = GAMES[seed % len(GAMES)], KERNELS[seed % len(GAMES)]
    moves = legal(state, fast)
    if len(moves) != len(set(moves)) or set(moves) != set(game.moves(state)):
        return "moves"
    value = int(fast.place(state)[STATIC]) / fast.whole
    if abs(value - ThudPlayer(game).evaluate(state)) > 1e-9:
        return "value"
    if not moves:
        return ""
    number = generator(seed).randrange(len(moves))
    return played_otherwise(fast, state, int(_FOUND[number]), game.play(state, moves[number]))
