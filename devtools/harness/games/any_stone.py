"""A legal move of Clod and RoyalClod picked by a number."""

from functools import cache
from typing import Any

from netgame.games.shared.dice_board import DiceBoard, Stone


def any_stone(game: Any, state: Any, number: int) -> Stone:
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
    """Return bitboards that halve any set of cells, and the stone on the last cell of a set by its bit length."""
    length = board.full.bit_length()
    eighth = -(-length // 8)
    sizes = (4 * eighth, 2 * eighth, eighth)
    halves = tuple(sum(1 << bit for bit in range(length) if bit // size % 2) for size in sizes)
    return halves, {mask.bit_length(): stone for mask, stone in zip(board.mask, board.stones, strict=True)}
