"""The hexagon of Blooms as bitboards.

A side's stones are one integer: its first colour in the low half, its second colour in the high half, so that one
flood goes through the blooms of both colours at once. A spare row between the halves keeps them apart.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from netgame.boards.bitboard import bits, dilate6, flood6
from netgame.boards.geometry import Board, Cell
from netgame.boards.hexagon import hexagon_board, hexagon_grid


class Placement(NamedTuple):
    """A turn: the cell of a stone of the mover's first colour, and of his second; a pass has neither."""

    first: Cell | None
    second: Cell | None


PASS = Placement(None, None)


class _Pairs(dict[int, tuple[Placement, ...]]):
    """The turns with two stones by the cell of the first one, in the order of the second; filled as games need them.

    The entry for one cell twice is no turn, and keeps the order simple.
    """

    def __init__(self, cells: int) -> None:
        self._cells = cells

    def __missing__(self, first: Cell) -> tuple[Placement, ...]:
        self[first] = row = tuple(Placement(first, second) for second in range(self._cells))
        return row


class BloomsBoard:
    """The board of one size: its cells, its blooms and what surrounds them."""

    def __init__(self, side: int) -> None:
        self.board: Board = hexagon_board(side)
        self.grid = grid = hexagon_grid(side)
        self.side, self.full, self.stride = side, grid.full, grid.stride
        self.half = grid.stride * grid.stride  # where the second colour begins: after 2 side - 1 rows and a spare
        self.mask: dict[Cell | None, int] = {None: 0, **dict(enumerate(grid.mask))}  # by cell; no stone takes no cell
        cells = range(len(grid.mask))
        self.singles = tuple(Placement(cell, None) for cell in cells), tuple(Placement(None, cell) for cell in cells)
        self.pairs = _Pairs(len(cells))

    def empty(self, own: int, other: int) -> int:
        """The empty cells, on a board of one half."""
        both = own | other
        return self.full & ~(both | both >> self.half)

    def flat(self, stones: int) -> int:
        """The cells of stones of either colour, on a board of one half."""
        return (stones | stones >> self.half) & self.full

    def fenced(self, stones: int, empty: int) -> int:
        """Those of one side's stones whose blooms have no empty cell next to them."""
        stride = self.stride
        left, right = empty | empty >> 1, empty | empty << 1
        near = left | right | left << stride | right >> stride
        rest = stones & ~(near | near << self.half)
        while rest:
            live = stones ^ rest
            left, right = live | live >> 1, live | live << 1
            joined = rest & (left | right | left << stride | right >> stride)
            if not joined:
                return rest
            rest ^= joined
        return 0

    def around(self, stones: int) -> int:
        """The cells of stones of one side and those next to them, on a board of one half."""
        return self.flat(dilate6(stones, self.stride))

    def crowded(self, empty: int) -> tuple[int, int]:
        """The places with at least two empty neighbours, and with at least three."""
        stride, one, two, three = self.stride, 0, 0, 0
        for near in (empty << 1, empty >> 1, empty << stride, empty >> stride, empty << stride - 1,
                     empty >> stride - 1):  # fmt: skip
            three |= two & near
            two |= one & near
            one |= near
        return two, three

    def roomy(self, stones: int, three: int) -> int:
        """The blooms that have a stone with three empty neighbours: most of a usual board, found at once."""
        seed = stones & (three | three << self.half)
        return flood6(seed, stones, self.stride)

    def blooms(self, stones: int, empty: int) -> Iterator[tuple[int, int]]:
        """Each bloom, with its empty neighbours on a board of one half."""
        while stones:
            bloom = flood6(stones & -stones, stones, self.stride)
            stones ^= bloom
            near = dilate6(bloom, self.stride)
            yield bloom, (near | near >> self.half) & empty

    def threatened(self, stones: int, empty: int) -> int:
        """The blooms that one turn can fence: at most two empty cells are next to them."""
        rest, found = stones ^ self.roomy(stones, self.crowded(empty)[1]), 0
        for bloom, liberties in self.blooms(rest, empty):
            if liberties.bit_count() <= 2:
                found |= bloom
        return found

    def territory(self, own: int, other: int, empty: int) -> tuple[int, int]:
        """The empty regions next to stones of one side only, for either side."""
        mine, theirs = (flood6(self.around(stones) & empty, empty, self.stride) for stones in (own, other))
        return mine & ~theirs, theirs & ~mine

    def cells(self, mask: int) -> Iterator[Cell]:
        """The cells of a board of one half, in their order."""
        cell = self.grid.cell
        return (cell[bit] for bit in bits(mask))


@cache
def blooms_board(side: int) -> BloomsBoard:
    """The board of that size; one for all games on it."""
    return BloomsBoard(side)
