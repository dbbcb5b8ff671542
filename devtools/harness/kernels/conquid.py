"""The kernel of Conquid beside the rules and the pure player."""

from collections.abc import Iterator
from random import Random

import numpy as np

from netgame.boards.bitboard import bits
from netgame.game import Over
from netgame.games.conquid import kernel
from netgame.games.conquid.board import vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.kernel import ConquidKernel
from netgame.games.conquid.moves import Conquest, Vanquish
from netgame.games.conquid.player import evaluation, route_of
from netgame.games.conquid.state import State
from netgame.players import heuristics_of

PLIES = 60  # of a random game
GAME = Conquid(rows=9, columns=18, base=1)
KERNEL = ConquidKernel(GAME)
_ROWS, _REACH = KERNEL.work()
_OUT, _SCORE = np.zeros(kernel.MOST_MOVES, np.int64), np.zeros(kernel.MOST_MOVES, np.int64)


def random_positions(count: int, seed: int) -> Iterator[State]:
    """Yield positions of games by chance, in which the candidates of the player are as frequent as random actions."""
    chance, found = Random(seed), 0
    player = heuristics_of(GAME)
    while found < count:
        state = GAME.start()
        for _ in range(PLIES):
            if found == count or isinstance(GAME.turn(state), Over):
                break
            yield state
            found += 1
            if chance.random() < 0.5:
                move = KERNEL.move(chance.choice(codes(state, chance.getrandbits(30))), state)
            else:
                move = player.random_move(state, chance)
            if not isinstance(move, Conquest) or chance.random() < 0.2:
                state = GAME.play(state, move)


def codes(state: State, seed: int) -> list[int]:
    """Return the candidates of the kernel."""
    place, _ = KERNEL.place(state)
    chance = np.array([seed | 1], np.int64)
    count = kernel.candidates(place, state.seat, KERNEL.board, _ROWS, _REACH, _OUT, _SCORE, 1, chance)
    return [int(code) for code in _OUT[:count]]


def disagreement(state: State, seed: int) -> str:
    """Return what the kernel sees in another way than the rules, or nothing."""
    own, enemy, layout = state.own, state.enemy, GAME.layout
    place, _ = KERNEL.place(state)
    mine, theirs = place[state.seat], place[1 - state.seat]
    if kernel.evaluation(mine, theirs, KERNEL.board, _ROWS, _REACH) != evaluation(own, enemy, layout):
        return "value"
    cells = np.zeros_like(mine)
    length = kernel.route(mine, theirs, KERNEL.board, _ROWS, _REACH, cells)
    route = route_of(own, enemy, layout)
    if length != route.length or cells.tolist() != KERNEL.rows(route.cells).tolist():
        return "route"
    count = kernel.vanquish_corners(mine, theirs, KERNEL.board, _OUT)
    corners = {KERNEL.move(int(code), state) for code in _OUT[:count]}
    if corners != {Vanquish(layout.grid.cell[bit]) for bit in bits(vanquish_corners(own, enemy, layout))}:
        return "blocks"
    for code, score in zip(codes(state, seed), _SCORE.tolist(), strict=False):
        move = KERNEL.move(code, state)
        GAME.check(state, move)
        after = GAME.play(state, move)
        if isinstance(move, Conquest):
            continue
        changed = place.copy()
        kernel.change(changed[state.seat], changed[1 - state.seat], code)
        if changed.tolist() != KERNEL.place(after)[0].tolist():
            return "play"
        if score not in (-kernel.WHOLE, -evaluation(after.own, after.enemy, layout)):
            return "score"
    return ""
