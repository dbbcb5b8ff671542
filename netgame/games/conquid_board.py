"""Conquid on bitboards: the layout of a board, and what its four actions do there.

Cell (row, column) is bit row * stride + column of every bitboard, where stride is the columns and one guard column that
is never set (see `netgame.boards`). Bases are in no player's bitboard, so they take no part in anything by themselves.
What the rules of the game, the picks and benches call, all of it without a state:

- `conquer(own, enemy, stride)`: both sides after Conquer;
- `vanquish_corners(own, enemy, layout)`: the top left cells of all blocks that may be vanquished;
- `surround(own, corner, layout)`: how many of the cells round one block are `own`;
- `is_joined(own, layout)`: whether a path from base to base exists, and `conquest_path(own, layout)`: a shortest one.
"""

from functools import lru_cache

from netgame.boards import Board, Cell, Grid, square_board

BLOCK = 4  # a block to vanquish is so many cells wide and high
NEEDED = 4  # of the cells round it that must be one's own
MARGIN = 4  # columns between a base and its wall: room for a block
_FEW = 7  # blocks are counted round one by one up to here; the adder below takes as long as so many


class Layout:
    """A board of Conquid and where everything lies on it. Make it with `layout`, which keeps it."""

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
        # the cells that share an edge with a block at (1, 0), less those of column -1, which come from the row above
        self.ring = self._ring()
        self.corners = self._corners()

    def _rectangle(self, row: int, column: int, height: int, width: int) -> int:
        line = (1 << width) - 1 << column
        return sum(line << number * self.stride for number in range(row, row + height))

    def _beside(self, base: int) -> int:
        stride = self.stride
        return (base << 1 | base >> 1 | base << stride | base >> stride) & self.ordinary

    def _ring(self) -> int:
        stride, block = self.stride, self.block << self.stride + 1
        return (block << 1 | block >> 1 | block << stride | block >> stride) & ~block

    def _corners(self) -> int:
        """The top left cells of all blocks that lie on the board and hold no base cell."""
        free = self.ordinary
        for step in (1, 2, self.stride, 2 * self.stride):
            free &= free >> step
        return free

    def name(self, mask: int) -> str:
        """The name of the first cell of a bitboard."""
        return self.board.name(self.grid.cell[(mask & -mask).bit_length() - 1])

    def corner_bit(self, corner: Cell) -> int:
        """The place of a cell in a bitboard."""
        return self.grid.bit[corner]


@lru_cache(maxsize=64)
def layout(rows: int, columns: int, base: int) -> Layout:
    """The layout of that board; the same one every time."""
    return Layout(rows, columns, base)


def conquer(own: int, enemy: int, stride: int) -> tuple[int, int]:
    """Both sides after `own` has conquered what it can: a closure, so the order of single conquests has no say."""
    while True:
        left, right, above, below = own << 1, own >> 1, own << stride, own >> stride
        taken = (left & right | above & below | (left | right) & (above | below)) & enemy
        if not taken:
            return own, enemy
        own |= taken
        enemy ^= taken


def surround(own: int, bit: int, layout: Layout) -> int:
    """How many of the up to 16 cells that share an edge with the block at that place are `own`."""
    # what lies beyond a wall falls on guards or off the bitboard, where nobody has a cell
    return ((own << layout.stride + 1) >> bit & layout.ring).bit_count()


def vanquish_corners(own: int, enemy: int, layout: Layout) -> int:
    """The top left cells of the blocks that the side `own` may vanquish."""
    found, stride = 0, layout.stride
    for side in (own, enemy, layout.ordinary ^ (own | enemy)):
        same = side & side >> 1
        same &= same >> stride
        same &= same >> 2
        if same:
            found |= same & same >> 2 * stride
    found &= layout.corners
    if found.bit_count() > _FEW:
        return found & _surrounded(own, stride)
    padded, ring, legal, rest = own << stride + 1, layout.ring, 0, found
    while rest:
        corner = rest & -rest
        rest ^= corner
        if (padded >> corner.bit_length() - 1 & ring).bit_count() >= NEEDED:
            legal |= corner
    return legal


def _surrounded(own: int, stride: int) -> int:
    """The top left cells of all blocks with at least four of the cells round them `own`, by counting in bit planes."""
    padded = own << stride + 1  # so that the row above the first one and the column before it have places
    across1, across2, across4 = _both_sides(padded, 1, stride)  # the rows above and below, by the first cell above
    down1, down2, down4 = _both_sides(padded, stride, 1)  # the columns left and right, by the first cell to the left
    apart = stride - 1
    down1, down2, down4 = down1 >> apart, down2 >> apart, down4 >> apart
    carry = across1 & down1
    return (across4 | down4 | across2 & down2 | carry & (across2 | down2)) >> 1


def _both_sides(own: int, along: int, across: int) -> tuple[int, int, int]:
    """How many of the four cells on from each cell, and of the four that lie five lines further, are `own`.

    In bit planes of 1, 2 and 4; from 4 on only the last one counts.
    """
    step = own >> along
    ones, twos = own ^ step, own & step
    ones_on, twos_on = ones >> 2 * along, twos >> 2 * along
    twos, fours, ones = twos ^ twos_on | ones & ones_on, twos & twos_on, ones ^ ones_on
    far = (BLOCK + 1) * across
    ones_far, twos_far = ones >> far, twos >> far
    carry, odd = ones & ones_far, twos ^ twos_far
    fours |= fours >> far | twos & twos_far | carry & odd
    return ones ^ ones_far, odd ^ carry, fours


def is_joined(own: int, layout: Layout) -> bool:
    """Whether cells of `own`, each beside the next, lead from a cell beside one base to a cell beside the other."""
    reached, goal = own & layout.near[0], own & layout.near[1]
    if not (reached and goal):
        return False
    stride = layout.stride
    while not reached & goal:
        # the carry of an addition runs along a row to the end of its cells: right is where the goal lies
        reached |= own ^ own & own + reached
        grown = (reached | reached >> 1 | reached << stride | reached >> stride) & own
        if grown == reached:
            break
        reached = grown
    return reached & goal != 0


def conquest_path(own: int, layout: Layout) -> int:
    """A shortest path of `own` cells from base to base, 0 where there is none.

    Of several the one whose first cell beside the left base comes first, by row, then column; then the second cell,
    and so on to the right base. It is the same for both sides.
    """
    if not is_joined(own, layout):
        return 0
    stride, goal, rest, front = layout.stride, layout.near[0], own, own & layout.near[1]
    fronts = []  # from the right base on, each one step further
    while not front & goal:
        fronts.append(front)
        rest ^= front
        front = (front << 1 | front >> 1 | front << stride | front >> stride) & rest
    front &= goal
    cell = path = front & -front
    while fronts:
        following = (cell << 1 | cell >> 1 | cell << stride | cell >> stride) & fronts.pop()
        cell = following & -following
        path |= cell
    return path
