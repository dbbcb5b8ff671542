"""Tables for the computer players on the octagon: what each square is worth for a piece, and the free lines.

A table has 16 bits for the bit of each square, in one large integer, so a piece that moves changes the worth of all
squares by one addition and one subtraction.
"""

from array import array
from collections.abc import Sequence
from typing import Any, TypeAlias

from netgame.boards.octagon import GRID, NEIGHBOURS, STEPS, STRIDE

LANE, LANE_MASK = 16, 0xFFFF
BIAS = 800  # added to every entry of a table, so that none is negative
ENTRIES = 15 * STRIDE + 1
_SIZE = ENTRIES * LANE // 8  # bytes
Lines: TypeAlias = "dict[int, tuple[tuple[int, _Rays], ...]]"
AROUND = {bit: NEIGHBOURS[cell] for bit, cell in GRID.cell.items()}  # by bit


def distance(one: int, other: int) -> int:
    """Return the king's moves between the squares of two bits."""
    (row, column), (row2, column2) = divmod(one, STRIDE), divmod(other, STRIDE)
    return max(abs(row - row2), abs(column - column2))


def _distances(one: int) -> list[int]:
    """Return the distance of each bit from a square; bits that are no square are far."""
    return [distance(one, other) if other in GRID.cell else _FAR for other in range(ENTRIES)]


_FAR = 15  # further than any square
_DISTANCES = {one: _distances(one) for one in GRID.bit}


class Pairs:
    """The worth of pairs of pieces of certain kinds: a whole number between the bias and its negative."""

    def __init__(self, weights: Sequence[int]) -> None:
        """Take the worth by the distance, from 1; pieces further away are worth nothing together."""
        self.at: dict[int, list[int]] = {}  # by the bit of the first piece, then of the second
        self.table: dict[int, int] = {}  # the same with the bias, as one integer
        worth = [0, *weights, *[0] * (_FAR - len(weights))]
        for one, distances in _DISTANCES.items():
            entries = [worth[distance] for distance in distances]
            self.at[one] = entries
            self.table[one] = int.from_bytes(array("H", [BIAS + entry for entry in entries]).tobytes(), "little")


def entries_of(table: int) -> list[int]:
    """Return the entries of a table by bit, each with the bias of all its pieces."""
    return memoryview(table.to_bytes(_SIZE, "little")).cast("H").tolist()


def rate_line_moves(
    rated: list[tuple[int, Any]],
    pieces: int,
    occupied: int,
    lines_of: Lines,
    worth: Sequence[int],
    pairs: Pairs,
    value: int,
    least: int,
) -> None:
    """Add the moves of some pieces along free lines that are worth more than `least`.

    `value` is that of the position, `worth` that of each square for such a piece, and `pairs` the worth of two of them.
    A move is the origin times 256 and the target.
    """
    while pieces:
        origin = pieces.bit_length() - 1
        pieces ^= 1 << origin
        base, code, near = value - worth[origin], origin << 8, pairs.at[origin]
        for mask, rays in lines_of[origin]:
            for target in rays[occupied & mask]:
                after = base + worth[target] - near[target]
                if after > least:
                    rated.append((after, code | target))


class _Rays(dict[int, tuple[int, ...]]):
    """The free squares along one line through a square, in both directions, by the occupied squares of the line."""

    LIMIT = 512

    def __init__(self, origin: int, step: int, reach: int) -> None:
        self._rays = []
        for way in (step, -step):
            ray: list[int] = []
            bit = origin + way
            while bit in GRID.cell and len(ray) < reach:
                ray.append(bit)
                bit += way
            self._rays.append(ray)
        self.mask = sum(1 << bit for ray in self._rays for bit in ray)

    def __missing__(self, occupied: int) -> tuple[int, ...]:
        if len(self) >= self.LIMIT:
            self.clear()
        free: list[int] = []
        for ray in self._rays:
            for bit in ray:
                if occupied >> bit & 1:
                    break
                free.append(bit)
        self[occupied] = found = tuple(free)
        return found


def lines(reach: int = 15) -> Lines:
    """Return the lines through each square, by its bit: the mask of each and what is free on it."""
    return {
        bit: tuple((rays.mask, rays) for step in STEPS if (rays := _Rays(bit, step, reach)).mask) for bit in GRID.bit
    }
