"""Sets of cells as integers.

A bitboard is one integer: cell (row, column) is bit row * stride + column, where stride is the number of columns and
one guard column that is never set. A step off the side of the board ends on the guard column, a step off the top or the
bottom outside every mask, so a shift and one `&` move a whole set of pieces.
"""

from collections.abc import Iterable, Iterator

from netgame.boards.geometry import Cell


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Grid:
    """The bits of the cells of a board. `squares` lists (row, column) of each cell, in the order of cells."""

    def __init__(self, columns: int, squares: Iterable[tuple[int, int]]) -> None:
        self.stride = columns + 1
        self.squares = tuple(squares)
        self.bit = tuple(row * self.stride + column for row, column in self.squares)  # by cell
        self.mask = tuple(1 << bit for bit in self.bit)  # by cell
        self.cell = {bit: cell for cell, bit in enumerate(self.bit)}  # by bit
        self.full = sum(self.mask)

    def cells(self, mask: int) -> frozenset[Cell]:
        """Return the cells of a bitboard."""
        cell, found = self.cell, []
        while mask:  # `bits` inlined: twice as fast, and views ask for many marks
            low = mask & -mask
            found.append(cell[low.bit_length() - 1])
            mask ^= low
        return frozenset(found)

    def of(self, cells: Iterable[Cell]) -> int:
        """Return the bitboard of some cells."""
        mask = 0
        for cell in cells:
            mask |= self.mask[cell]
        return mask


def dilate8(mask: int, stride: int) -> int:
    """Return the cells of a bitboard and the up to eight around each. Guard bits may be set: mask the result."""
    wide = mask | mask << 1 | mask >> 1
    return wide | wide << stride | wide >> stride


def dilate6(mask: int, stride: int) -> int:
    """Return the cells of a bitboard of hexagons and up to six around each. Guard bits may be set: mask the result."""
    left, right = mask | mask >> 1, mask | mask << 1
    return left | right | left << stride | right >> stride


def flood6(seed: int, within: int, stride: int) -> int:
    """Return the cells of `within` that a path of cells of `within` joins to the seed. The seed must be part of it."""
    reached = 0
    while seed != reached:
        reached = seed
        left, right = seed | seed >> 1, seed | seed << 1
        seed = (left | right | left << stride | right >> stride) & within
    return reached


def flood4(seed: int, within: int, stride: int) -> int:
    """Return the cells of `within` that a path of cells of `within`, edge to edge, joins to the seed, a part of it."""
    reached = 0
    while seed != reached:
        reached = seed
        seed = (seed | seed << 1 | seed >> 1) & within
        seed = (seed | seed << stride | seed >> stride) & within
    return reached


def largest_region4(mask: int, stride: int) -> int:
    """Return the largest region joined by edges, of equal ones that with the lowest cell; 0 for an empty board."""
    best, size = 0, 0
    # single cells are dropped, unless all are single: they would cost one flood each
    left = mask & (mask << 1 | mask >> 1 | mask << stride | mask >> stride) or mask & -mask
    while (count := left.bit_count()) and count >= size:
        pairs = left & left << 1
        thick = (
            pairs & pairs << stride or left
        )  # a large region has squares of four: starting there skips the small regions
        region = flood4(thick & -thick, left, stride)
        left ^= region
        count = region.bit_count()
        if count > size or (count == size and region & -region < best & -best):
            best, size = region, count
    return best
