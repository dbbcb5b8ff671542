"""A legal turn of Blooms picked by a number."""

from functools import cache
from math import gcd
from typing import Any

from netgame.errors import IllegalMove
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.moves import PASS, Placement, placement_table

_TRIES = 16


def any_placement(game: Blooms, state: Any, number: int) -> Placement:
    rules, hexagon, empty = game.rules, game.rules.hexagon, state[2]
    if empty == hexagon.full:
        singles = placement_table(len(hexagon.grid.mask)).singles[number & 1]
        return singles[(number >> 1) % len(singles)]
    if rules.race:
        return _stones(game, empty, number)
    number, passes = divmod(number, empty.bit_count() * (empty.bit_count() + 1) + 1)
    if not passes:
        return PASS
    for _ in range(_TRIES):
        move = _stones(game, empty, number)
        own, _, left, _ = rules.resolve(state, move)
        if not hexagon.fenced(own, left) and (not rules.superko or _is_legal(game, state, move)):
            return move
        number = number * 6364136223846793005 + 1442695040888963407 & (1 << 60) - 1  # Knuth's MMIX
    moves = list(game.moves(state))  # hardly any move is legal
    return moves[number % len(moves)]


def _is_legal(game: Blooms, state: Any, move: Placement) -> bool:
    try:
        game.check(state, move)
    except IllegalMove:
        return False
    return True


def _stones(game: Blooms, empty: int, number: int) -> Placement:
    """Return one or two stones on empty cells. The number gives the count, the first cell and the step to the next."""
    masks = game.rules.hexagon.grid.mask
    count = len(masks)
    singles, pairs, steps = _table(count)
    number, ones = divmod(number, empty.bit_count() + 1)
    number, cell = divmod(number, count)
    step = steps[number % len(steps)]
    while not empty & masks[cell]:
        cell = (cell + step) % count
    if ones < 2:  # of all the moves with stones, two in that many have one stone
        return singles[ones][cell]
    first = cell
    cell = (cell + step) % count
    while not empty & masks[cell]:
        cell = (cell + step) % count
    return pairs[first][cell]


@cache
def _table(cells: int) -> tuple[Any, Any, list[int]]:
    """Return all single stones, all pairs, and the steps that go through all the cells, each in another order."""
    table = placement_table(cells)
    return table.singles, table.pairs, [step for step in range(cells) if gcd(step, cells) == 1]
