"""Conquid on bitboards: the layout of a board, and what its four actions do there.

A base is in no player's bitboard, so it takes no part in an action. These functions need no state:

- `conquer(own, enemy, stride)`: both sides after Conquer;
- `vanquish_corners(own, enemy, layout)`: the top left cells of all blocks that may be vanquished;
- `is_joined(own, layout)`: whether a path from base to base exists, and `conquest_path(own, layout)`: a shortest one.
"""

from functools import lru_cache

from netgame.boards.bitboard import Grid
from netgame.boards.geometry import Board
from netgame.boards.square import square_board

BLOCK = 4  # the height and width of a block to vanquish
NEEDED = 4  # own cells around a block that Vanquish takes
MARGIN = 4  # columns between a base and its wall, room for a block
_FEW = 7  # up to so many blocks, one by one is faster than the adder below


class Layout:
    """The bitboards of one size of board. Get it from `layout`, which makes each only once."""

    def __init__(self, rows: int, columns: int, base: int) -> None:
        squares = [(row, column) for row in range(rows) for column in range(columns)]
        self.rows, self.columns, self.base = rows, columns, base
        self.board: Board = square_board(rows, columns)
        self.grid = Grid(columns, squares)
        self.stride = columns + 1
        top = rows // 2 - base // 2
        left, right = (self._rectangle(top, first, base, base) for first in (MARGIN, columns - MARGIN - base))
        self.bases = left, right
        self.ordinary = self.grid.full & ~(left | right)
        self.near = self._beside(left), self._beside(right)  # the ordinary cells beside each base
        self.block = self._rectangle(0, 0, BLOCK, BLOCK)
        block, stride = self.block << self.stride + 1, self.stride
        # the cells that share an edge with a block at (1, 1)
        self.ring = (block << 1 | block >> 1 | block << stride | block >> stride) & ~block
        # the top left cells of all blocks that are on the board and have no base cell
        self.corners = self.ordinary
        for step in (1, 2, stride, 2 * stride):
            self.corners &= self.corners >> step
        between = range(MARGIN + base, columns - MARGIN - base)
        self.straight = tuple(self._rectangle(row, between.start, 1, len(between)) for row in range(top, top + base))

    def _rectangle(self, row: int, column: int, height: int, width: int) -> int:
        line = (1 << width) - 1 << column
        return sum(line << number * self.stride for number in range(row, row + height))

    def _beside(self, base: int) -> int:
        stride = self.stride
        return (base << 1 | base >> 1 | base << stride | base >> stride) & self.ordinary

    def name(self, mask: int) -> str:
        """Return the name of the first cell of a bitboard."""
        return self.board.name(self.grid.cell[(mask & -mask).bit_length() - 1])


layout = lru_cache(maxsize=16)(Layout)  # the same object every time; the largest takes some megabytes


def conquer(own: int, enemy: int, stride: int) -> tuple[int, int]:
    """Return both sides after `own` has conquered all it can, a closure independent of the order."""
    # All bits are one row further on: bit y is for the cell at y - stride. Its neighbours right and below are bits
    # y - across and y of `own`, left and above the same `apart` bits before. So "two of the four" takes three shifts.
    across, apart = stride - 1, stride + 1
    while True:
        both = own << across
        either, both = own | both, own & both
        taken = (both | both << apart | either & either << apart) >> stride & enemy
        if not taken:
            return own, enemy
        own ^= taken
        enemy ^= taken


def vanquish_corners(own: int, enemy: int, layout: Layout) -> int:
    """Return the top left cells of the blocks that the side `own` may vanquish."""
    stride = layout.stride
    # set where the owner of a cell differs from that of its right or lower neighbour
    mixed = own ^ own >> 1 | enemy ^ enemy >> 1
    mixed |= mixed >> stride | own ^ own >> stride | enemy ^ enemy >> stride
    mixed |= mixed >> 1
    mixed |= mixed >> 1
    mixed |= mixed >> stride | mixed >> 2 * stride
    blocks = layout.corners ^ layout.corners & mixed  # all of one owner
    if blocks.bit_count() > _FEW:
        return blocks & _surrounded(own, stride)
    padded, ring, legal = own << stride + 1, layout.ring, 0
    while blocks:
        corner = blocks & -blocks
        blocks ^= corner
        if (padded >> corner.bit_length() - 1 & ring).bit_count() >= NEEDED:
            legal |= corner
    return legal


def _surrounded(own: int, stride: int) -> int:
    """Return the top left cells of all blocks with at least four `own` cells around them.

    An adder counts for all blocks at once, in bit planes of 1, 2 and 4; 4 means four or more. First the rows above and
    below: pairs of cells, fours, then with the four cells five rows further. Then the columns in the same way.
    """
    own <<= stride + 1  # makes room for the row above the first one and the column before it
    step = own >> 1
    one, two = own ^ step, own & step
    one_on, two_on = one >> 2, two >> 2
    one, two, four = one ^ one_on, two ^ two_on | one & one_on, two & two_on
    far = (BLOCK + 1) * stride
    one_on, two_on = one >> far, two >> far
    carry, odd = one & one_on, two ^ two_on
    one, two, four = one ^ one_on, odd ^ carry, four | four >> far | two & two_on | carry & odd

    step = own >> stride
    unit, pair = own ^ step, own & step
    unit_on, pair_on = unit >> 2 * stride, pair >> 2 * stride
    unit, pair, many = unit ^ unit_on, pair ^ pair_on | unit & unit_on, pair & pair_on
    unit_on, pair_on = unit >> BLOCK + 1, pair >> BLOCK + 1
    carry, odd = unit & unit_on, pair ^ pair_on
    unit, pair, many = unit ^ unit_on, odd ^ carry, many | many >> BLOCK + 1 | pair & pair_on | carry & odd

    apart = stride - 1  # from the cell above the block to the one left of it
    carry, pair = one & unit >> apart, pair >> apart
    return (four | many >> apart | two & pair | carry & (two | pair)) >> 1


def is_joined(own: int, layout: Layout) -> bool:
    """Return whether cells of `own`, each beside the next, lead from one base to the other."""
    reached, goal = own & layout.near[0], own & layout.near[1]
    if not (reached and goal):
        return False
    stride = layout.stride
    while not reached & goal:
        # the carry of an addition runs along own cells to the right, where the goal is
        reached |= own ^ own & own + reached
        grown = (reached | reached >> 1 | reached << stride | reached >> stride) & own
        if grown == reached:
            break
        reached = grown
    return reached & goal != 0


def conquest_path(own: int, layout: Layout) -> int:
    """Return a shortest path of `own` cells from base to base; 0 if there is none.

    Of several, take the one with the first cell beside the left base, by row, then column; of those with the same first
    cell, the one with the first second cell, and so on to the right base. It is the same for both sides.
    """
    goal, front = own & layout.near[0], own & layout.near[1]
    if not (goal and front):
        return 0
    for straight in layout.straight:  # the shortest possible, and what players usually build
        if own & straight == straight:
            return straight
    stride, rest = layout.stride, own ^ front
    fronts = []  # from the right base, each one step further
    while not front & goal:
        fronts.append(front)
        front = (front << 1 | front >> 1 | front << stride | front >> stride) & rest
        if not front:
            return 0
        rest ^= front
    starts = front & goal
    cell = path = starts & -starts
    for front in reversed(fronts):
        if front & front - 1:
            front &= cell << 1 | cell >> 1 | cell << stride | cell >> stride
            cell = front & -front
        else:
            cell = front
        path |= cell
    return path
