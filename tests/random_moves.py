"""Legal moves at random, for benches and tests: by picks, or picked by a number.

Numbers drawn evenly from 0 to 2**60 give every move nearly the same chance. Listing all moves is too slow for a bench
where a game has thousands of them, so such games have a way of their own.
"""

from functools import cache, singledispatch
from math import comb, gcd
from random import Random
from typing import Any

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.errors import IllegalMove
from netgame.game import Game, Pick
from netgame.games.blooms.game import Blooms
from netgame.games.blooms.moves import PASS, Placement, placement_table
from netgame.games.clod.game import Clod
from netgame.games.conquid.board import is_joined, vanquish_corners
from netgame.games.conquid.game import Conquid
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish
from netgame.games.royalclod.game import RoyalClod
from netgame.games.shared.dice_board import DiceBoard, Stone

_TRIES = 16


def random_turn(game: Game[Any, Any], state: Any, chance: Random) -> tuple[Pick, ...]:
    """The picks of a whole legal turn, each taken from what the picks before allow."""
    picked: tuple[Pick, ...] = ()
    while True:
        picks = game.picks(state, picked)
        if picks.moves and (not picks.next or chance.random() < 0.7):
            return picks.picked
        picked = (*picks.picked, chance.choice(sorted(picks.next, key=str)))


@singledispatch
def any_move(game: Game[Any, Any], state: Any, number: int) -> Any:
    """A legal move, picked by a number of 0 or more. A move must be due."""
    moves = tuple(game.moves(state))
    return moves[number % len(moves)]


@any_move.register(Clod)
@any_move.register(RoyalClod)
def _any_stone(game: Any, state: Any, number: int) -> Stone:
    legal: int = state[3]
    number %= legal.bit_count()
    halves, last_stone = _bit_search(game.dice_board)
    if number > 3:  # up to there going from cell to cell is as fast as halving
        for part in halves:
            half = legal & part
            if (count := half.bit_count()) > number:
                legal = half
            else:
                legal, number = legal ^ half, number - count
            if number <= 3:
                break
    while number:
        legal ^= 1 << legal.bit_length() - 1
        number -= 1
    return last_stone[legal.bit_length()]


@cache
def _bit_search(board: DiceBoard) -> tuple[tuple[int, ...], dict[int, Stone]]:
    """Bitboards that halve any set of cells, and the stone on the last cell of a set by its bit length."""
    length = board.full.bit_length()
    eighth = -(-length // 8)
    sizes = (4 * eighth, 2 * eighth, eighth)
    halves = tuple(sum(1 << bit for bit in range(length) if bit // size % 2) for size in sizes)
    return halves, {mask.bit_length(): stone for mask, stone in zip(board.mask, board.stones, strict=True)}


@any_move.register
def _any_action(game: Conquid, state: Any, number: int) -> Action:
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


@any_move.register
def _any_placement(game: Blooms, state: Any, number: int) -> Placement:
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
    """One stone or two on empty cells; the number says how many, the first cell, and the step to the next one."""
    hexagon = game.rules.hexagon
    number, ones = divmod(number, empty.bit_count() + 1)
    masks, steps = hexagon.grid.mask, _steps(len(hexagon.grid.mask))
    count = len(masks)
    number, cell = divmod(number, count)
    step = steps[number % len(steps)]
    while not empty & masks[cell]:
        cell = (cell + step) % count
    if ones < 2:  # of all the moves with stones, two in that many have one stone
        return placement_table(count).singles[ones][cell]
    first = cell
    cell = (cell + step) % count
    while not empty & masks[cell]:
        cell = (cell + step) % count
    return placement_table(count).pairs[first][cell]


@cache
def _steps(cells: int) -> list[int]:
    """The steps that go through all the cells, each in another order."""
    return [step for step in range(cells) if gcd(step, cells) == 1]
