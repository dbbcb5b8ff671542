"""The kernel of RoyalClod beside the rules: full boards whose largest regions do not agree."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from netgame.game import Over
from netgame.games.royalclod import kernel
from netgame.games.royalclod.game import RoyalClod
from netgame.games.shared.dice_state import State

GAMES = RoyalClod(layout="tall"), RoyalClod(layout="wide")
PLAYERS = [kernel.CompiledPlayer(game) for game in GAMES]


def random_positions(count: int, seed: int) -> Iterator[State]:
    """Yield full boards of the tall layout: some even, some with few stones of one colour."""
    chance, full = Random(seed), GAMES[0].dice_board.full
    for _ in range(count):
        black = chance.getrandbits(256)
        for _ in range(chance.randrange(3)):
            black &= chance.getrandbits(256)
        yield (black if chance.random() < 0.5 else ~black) & full, 0, 0, 0


def disagreement(state: State, seed: int) -> str:
    """Return what the kernel sees in another way than the rules, or nothing."""
    return "" if margin(PLAYERS[0], state[0]) == expected_margin(GAMES[0], state) else "regions"


def expected_margin(game: RoyalClod, state: State) -> int:
    """Return by how much the largest black region exceeds the largest white one."""
    over = game.turn(state)
    assert isinstance(over, Over)
    return over.scores[0] - over.scores[1]


def margin(player: Any, black: int) -> int:
    """Return the same of the kernel."""
    size = kernel.BITS + player.stride
    colours = np.full(size, kernel.NO_COLOUR, np.int64)
    for place in player.cells:
        colours[place] = black >> int(place) - player.stride & 1
    parents, sizes = np.zeros(size, np.int64), np.zeros(size, np.int64)
    return int(kernel.margin(colours, player.cells, player.stride, parents, sizes))
