"""The kernel of Koom Valley Thud beside the rules: how many positions of random games do not agree."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np

from netgame.boards.octagon import NEIGHBOURS
from netgame.game import Over
from netgame.games.koom import kernel
from netgame.games.koom.game import TROLLS_TO_WIN, Koom
from netgame.games.koom.kernel import KoomKernel
from netgame.games.koom.moves import ROCK, Move
from netgame.games.koom.player import KoomBoard
from netgame.games.koom.state import State
from netgame.players.chance import generator

PLIES = 150  # of a random game
GAME = Koom()
KERNEL = KoomKernel(GAME)
_BOARD = KoomBoard(GAME)
_FOUND, _HOT = np.zeros(kernel.MOST_MOVES, np.int64), np.zeros(kernel.SQUARES, np.int64)


def random_positions(count: int, seed: int) -> Iterator[State]:
    """Yield positions of random games; every third move captures or carries the Rock if there is such a move."""
    chance, found = Random(seed), 0
    while found < count:
        state = GAME.start()
        for _ in range(PLIES):
            moves = list(islice(GAME.moves(state), kernel.MOST_MOVES))
            if not moves or found == count:
                break
            yield state
            found += 1
            forcing = [move for move in moves if move.captured or move.kind == ROCK] if chance.random() < 1 / 3 else []
            state = GAME.play(state, chance.choice(forcing or moves))


def legal(state: State, quiet: bool = True) -> list[Move]:
    """Return the moves that the kernel finds, without `quiet` those that capture or win."""
    count = kernel.legal_moves(KERNEL.place(state), _FOUND, _HOT, quiet)
    return [kernel.move_of(int(move), state) for move in _FOUND[:count]]


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
    if KERNEL.place(state)[kernel.STATIC] != _BOARD.node(state).value:
        return "value"
    places = np.stack([KERNEL.place(state)] * 2)
    kernel.play(places, KERNEL.weights, 0, packed)
    if position(places[1]) != position(KERNEL.place(GAME.play(state, moves[number]))):
        return "play"
    return "" if places[0].tolist() == KERNEL.place(state).tolist() else "position before"


def wins(state: State, move: Move) -> bool:
    """Return whether a move wins the battle."""
    over = GAME.turn(GAME.play(state, move))
    return isinstance(over, Over) and over.winner is not None


def position(place: Any) -> tuple[Any, ...]:
    """Return what a place says, whatever the order of its lists."""
    lists = []
    for kind in (kernel.DWARF_PIECE, kernel.TROLL_PIECE, kernel.ROCK_PIECE):
        first = kernel.LISTS + kernel.MOST * kind
        lists.append(sorted(place[first : first + place[kernel.COUNTS + kind]].tolist()))
    return place[: kernel.SQUARES].tolist(), lists, place[kernel.COUNTS + 1 :].tolist()
