"""The hexagon of Blooms as bitboards.

A side's stones are one integer: its first colour in the low half, its second colour in the high half, so that one
flood goes through the blooms of both colours at once. A spare row between the halves keeps them apart.
"""

from collections.abc import Iterator
from functools import cache

from netgame.boards.bitboard import bits, dilate6, flood6
from netgame.boards.geometry import Board, Cell
from netgame.boards.hexagon import hexagon_board, hexagon_grid


class BloomsBoard:
    """The board of one size: its cells, and the blooms on it."""

    def __init__(self, side: int) -> None:
        self.board: Board = hexagon_board(side)
        self.grid = grid = hexagon_grid(side)
        self.widths = [side + min(row, 2 * side - 2 - row) for row in range(2 * side - 1)]  # of the rows
        self.full, self.stride = grid.full, grid.stride
        self.half = grid.stride * grid.stride  # first bit of the second colour, after 2 side - 1 rows and a spare one
        self.mask: dict[Cell | None, int] = {None: 0, **dict(enumerate(grid.mask))}  # by cell

    def empty(self, own: int, other: int) -> int:
        """Return the empty cells of a board with these stones, as a bitboard of one half."""
        both = own | other
        return self.full & ~(both | both >> self.half)

    def flatten(self, stones: int) -> int:
        """Return the cells of stones of both colours, as a bitboard of one half."""
        return (stones | stones >> self.half) & self.full

    def fenced(self, stones: int, empty: int) -> int:
        """Return the stones of one side whose blooms have no empty cell beside them."""
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
        """Return the cells of stones of one side and their neighbours, as a bitboard of one half."""
        return self.flatten(dilate6(stones, self.stride))

    def cells_with_room(self, empty: int) -> tuple[int, int]:
        """Return the cells with at least two empty neighbours, and those with at least three."""
        stride, one, two, three = self.stride, 0, 0, 0
        for near in (empty << 1, empty >> 1, empty << stride, empty >> stride, empty << stride - 1,
                     empty >> stride - 1):  # fmt: skip
            three |= two & near
            two |= one & near
            one |= near
        return two, three

    def open_blooms(self, stones: int, three: int) -> int:
        """Return the blooms that have a stone with three empty neighbours. One flood finds most blooms."""
        seed = stones & (three | three << self.half)
        return flood6(seed, stones, self.stride)

    def blooms(self, stones: int, empty: int) -> Iterator[tuple[int, int]]:
        """Yield each bloom, with its empty neighbours as a bitboard of one half."""
        while stones:
            bloom = flood6(stones & -stones, stones, self.stride)
            stones ^= bloom
            near = dilate6(bloom, self.stride)
            yield bloom, (near | near >> self.half) & empty

    def threatened(self, stones: int, empty: int) -> int:
        """Return the blooms that one turn can fence: they have at most two empty neighbours."""
        rest, found = stones ^ self.open_blooms(stones, self.cells_with_room(empty)[1]), 0
        for bloom, liberties in self.blooms(rest, empty):
            if liberties.bit_count() <= 2:
                found |= bloom
        return found

    def territory(self, own: int, other: int, empty: int) -> tuple[int, int]:
        """Return the empty regions beside stones of one side only, for each side."""
        mine, theirs = (flood6(self.around(stones) & empty, empty, self.stride) for stones in (own, other))
        return mine & ~theirs, theirs & ~mine

    def cells(self, mask: int) -> Iterator[Cell]:
        """Yield the cells of a bitboard of one half, in their order."""
        cell = self.grid.cell
        return (cell[bit] for bit in bits(mask))


blooms_board = cache(BloomsBoard)  # all games on it share it
