"""The kernel of Thud beside the rules: how many positions of random games do not agree.

The positions are of games with the usual captures; the moves in them are compared for all options in turn.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np

from netgame.games.thud import kernel
from netgame.games.thud.game import Thud
from netgame.games.thud.kernel import ThudKernel
from netgame.games.thud.player import ThudPlayer
from netgame.games.thud.state import State
from netgame.players.chance import generator

PLIES = 150  # of a random game

GAMES = [
    Thud(step_captures=step, shove_captures=shove)
    for step, shove in product(("one", "any", "all_or_none"), ("any", "all"))
]
WEIGHTS = ThudKernel(Thud()).weights
_BUFFER = np.zeros(kernel.MOST_MOVES, np.int64)


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


def legal(state: State) -> list[Any]:
    """Return the moves that the kernel finds, as moves of the rules."""
    place, _ = loaded(GAMES[0], state)
    count = kernel.legal_moves(place, _BUFFER, True)
    return [kernel.move_of(int(move), state.seat) for move in _BUFFER[:count]]


def disagreement(state: State, seed: int) -> str:
    """Return what the kernel sees in another way than the rules, or nothing."""
    game, chance = GAMES[seed % len(GAMES)], generator(seed)
    place, words = loaded(game, state)
    count = kernel.legal_moves(place, _BUFFER, True)
    packed = [int(move) for move in _BUFFER[:count]]
    moves = [kernel.move_of(move, state.seat) for move in packed]
    if len(moves) != len(set(moves)) or set(moves) != set(game.moves(state)):
        return "moves"
    value = int(place[kernel.STATIC]) / kernel.WHOLE
    if abs(value - ThudPlayer(game).evaluate(state)) > 1e-9:
        return "value"
    if not packed:
        return ""
    number = chance.randrange(count)
    before = position(place), words.tolist()
    static = int(place[kernel.STATIC])
    kernel.make(place, words, WEIGHTS, packed[number])
    expected = loaded(game, game.play(state, moves[number]))
    if (position(place), words.tolist()) != (position(expected[0]), expected[1].tolist()):
        return "play"
    kernel.undo(place, words, packed[number], static)
    return "" if (position(place), words.tolist()) == before else "undo"


def loaded(game: Thud, state: State) -> Any:
    """Return a position as the kernel has it."""
    place, words = kernel.loaded(state, WEIGHTS)
    place[kernel.RULE] = ThudKernel(game).rule
    return place, words


def position(place: Any) -> tuple[Any, ...]:
    """Return what a place says, whatever the order of its lists."""
    dwarfs, trolls = (int(place[kernel.COUNT + kind]) for kind in (kernel.DWARF, kernel.TROLL_PIECE))
    lists = [
        sorted(place[start : start + count].tolist())
        for start, count in ((kernel.DWARFS, dwarfs), (kernel.TROLLS, trolls))
    ]
    listed = all(place[kernel.INDEX + place[kernel.DWARFS + index]] == index for index in range(dwarfs))
    return place[: kernel.SQUARES].tolist(), lists, listed, int(place[kernel.SEAT]), int(place[kernel.STATIC])
