"""The kernel of Koom Valley Thud beside the rules: how many positions of random games do not agree."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np

from devtools.harness.kernels.octagon_places import played_otherwise
from netgame.boards.octagon import NEIGHBOURS
from netgame.game import Over
from netgame.games.koom import kernel
from netgame.games.koom.game import TROLLS_TO_WIN, Koom
from netgame.games.koom.kernel import KoomKernel
from netgame.games.koom.moves import ROCK, Move
from netgame.games.koom.player import KoomBoard
from netgame.games.koom.state import State
from netgame.games.shared.octagon_kernel import SQUARES, STATIC
from netgame.players.chance import generator

PLIES = 150  # of a random game
GAME = Koom()
KERNEL = KoomKernel(GAME)
_BOARD = KoomBoard(GAME)
_FOUND, _WORK = np.zeros(KERNEL.most_moves, np.int64), np.zeros(SQUARES, np.int64)


def random_positions(count: int, seed: int) -> Iterator[State]:
    """Yield positions of random games; every third move captures or carries the Rock if there is such a move."""
    chance, found = Random(seed), 0
    while found < count:
        state = GAME.start()
        for _ in range(PLIES):
            moves = list(islice(GAME.moves(state), KERNEL.most_moves))
            if not moves or found == count:
                break
            yield state
            found += 1
            forcing = [move for move in moves if move.captured or move.kind == ROCK] if chance.random() < 1 / 3 else []
            state = GAME.play(state, chance.choice(forcing or moves))


def legal(state: State, quiet: bool = True) -> list[Move]:
    """Return the moves that the kernel finds, without `quiet` those that capture or win."""
    count = kernel.legal_moves(KERNEL.place(state), _FOUND, _WORK, quiet)
    return [KERNEL.move(int(move), state) for move in _FOUND[:count]]


def disagreement(state: State, seed: int) -> str:
    """Return what the kernel sees in another way than the rules, or nothing."""
    moves = legal(state)
    number = generator(seed).randrange(len(moves))
    packed = int(_FOUND[number])
    # a chain of a troll is cut off after some jumps
    expected = {move for move in GAME.moves(state) if len(move.landings) <= kernel.MOST_JUMPS}
    chains: dict[int, int] = {}
    for move in expected:
        chains[move.origin] = chains.get(move.origin, 0) + bool(move.captured)
    if len(moves) != len(set(moves)) or not expected.issuperset(moves):
        return "moves"
    if max(chains.values()) < kernel.MOST_CHAINS and expected != set(moves):
        return "number of moves"
    near = (NEIGHBOURS[state.rock] & state.trolls).bit_count() >= TROLLS_TO_WIN - 1
    forcing = {move for move in expected if move.captured or ((near or move.kind == ROCK) and wins(state, move))}
    if len(forcing) < kernel.MOST_CHAINS and set(legal(state, quiet=False)) != forcing:
        return "captures and wins"
    if KERNEL.place(state)[STATIC] != _BOARD.node(state).value:
        return "value"
    return played_otherwise(KERNEL, state, packed, GAME.play(state, moves[number]))


def wins(state: State, move: Move) -> bool:
    """Return whether a move wins the battle."""
    over = GAME.turn(GAME.play(state, move))
    return isinstance(over, Over) and over.winner is not None
