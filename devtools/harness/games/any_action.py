"""A legal action of Conquid picked by a number."""

from math import comb
from typing import Any

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.games.conquid.board import is_joined, vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish


def any_action(game: Conquid, state: Any, number: int) -> Action:
    layout, own, enemy = game.layout, state.own, state.enemy
    few: list[Action] = [Conquest(), Conquer()] if is_joined(own, layout) else [Conquer()]
    few += [Vanquish(layout.grid.cell[bit]) for bit in bits(vanquish_corners(own, enemy, layout))]
    empty = [layout.grid.cell[bit] for bit in bits(layout.ordinary & ~(own | enemy))]
    number %= len(few) + comb(len(empty), CELLS)
    if number < len(few):
        return few[number]
    number -= len(few)
    chosen = set[Cell]()
    for left in range(CELLS, 0, -1):  # the combinatorial number system: each number is one set of cells
        at = left - 1
        while comb(at + 1, left) <= number:
            at += 1
        chosen.add(empty[at])
        number -= comb(at, left)
    return Acquire(frozenset(chosen))
