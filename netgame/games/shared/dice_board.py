"""Boards on which two dice say where a stone may go: the spots of every roll and what they allow."""

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from netgame.boards.bitboard import Grid, dilate8, largest_region4
from netgame.boards.geometry import Cell, Point
from netgame.boards.square import square_board
from netgame.game import Mark

SIDE = 6  # cells along a sub-board, faces of a die
_DICE = range(1, SIDE + 1)


class Stone(NamedTuple):
    """A turn: one own stone on this cell."""

    cell: Cell


class _MovesByCells:
    """The moves to the cells of a bitboard, in their order; looked up byte by byte, twice as fast as cell by cell."""

    def __init__(self, stones: Mapping[int, Stone]) -> None:
        self._size = -(-max(stones).bit_length() // 8)
        self._parts: list[list[tuple[Stone, ...]]] = []  # by byte: the moves for each of its values
        for shift in range(0, 8 * self._size, 8):
            turns: list[tuple[Stone, ...]] = [()]
            for bit in range(8):  # each doubles the list of the bits below it
                stone = stones.get(1 << shift + bit)
                turns += [below if stone is None else (*below, stone) for below in turns]
            self._parts.append(turns)

    def __getitem__(self, legal: int) -> list[Stone]:
        found: list[Stone] = []
        for byte, turns in zip(legal.to_bytes(self._size, "little"), self._parts, strict=True):
            if byte:
                found += turns[byte]
        return found


# A roll on one board: its number, larger die first, as the stage of a turn has it; the first six spots as a bitboard,
# and the cells that they allow on an otherwise empty board, by the spots that are free; then the same of any further
# spots, 0 if there are none. A plain tuple, because half of a random game is the unpacking of these.
Reach = dict[int, int]
Spots = tuple[int, int, Reach, int, Reach]


class DiceBoard:
    """A board made of sub-boards, each mirrored by its orientation: `h` left-right, `v` top-bottom."""

    def __init__(self, orientations: tuple[tuple[str, ...], ...]) -> None:
        self.rows, self.columns = SIDE * len(orientations), SIDE * len(orientations[0])
        borders: list[tuple[Point, Point]] = []  # between the sub-boards
        borders += [((0.0, float(row)), (float(self.columns), float(row))) for row in range(SIDE, self.rows, SIDE)]
        borders += [((float(left), 0.0), (float(left), float(self.rows))) for left in range(SIDE, self.columns, SIDE)]
        self.board = square_board(self.rows, self.columns, tuple(borders))
        squares = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        self.grid = Grid(self.columns, squares)
        self.full, self.stride, self.mask = self.grid.full, self.grid.stride, self.grid.mask
        self.stones = tuple(Stone(cell) for cell in range(len(squares)))
        self.moves = _MovesByCells(dict(zip(self.mask, self.stones, strict=True)))  # by bitboard
        self.rolls = {dice: self._roll(orientations, *dice) for dice in product(_DICE, repeat=2)}
        self.faces = tuple(Mark(f"die-{die}", self.grid.cells(self.spots(11 * die))) for die in _DICE)

    def _roll(self, orientations: tuple[tuple[str, ...], ...], die1: int, die2: int) -> Spots:
        squares = _spots(orientations, die1, die2) | _spots(orientations, die2, die1)
        cells = sorted(row * self.columns + column for row, column in squares)
        first, second = self.grid.of(cells[:6]), self.grid.of(cells[6:])
        code = 10 * max(die1, die2) + min(die1, die2) << 2
        return code, first, self._reach(first), second, self._reach(second)

    def _reach(self, spots: int) -> Reach:
        reach, free = {0: dilate8(spots, self.stride) & self.full}, spots
        while free:
            # each spot on its own: an occupied one opens the cells around it, without a second step outward
            reach[free] = free | dilate8(spots ^ free, self.stride) & self.full
            free = free - 1 & spots
        return reach

    def spots(self, roll: int) -> int:
        """Return the spots of a roll as a bitboard."""
        _, first, _, second, _ = self.rolls[divmod(roll, 10)]
        return first | second

    def legal(self, spots: Spots, free: int) -> int:
        """Return the cells that spots allow, of those that are free."""
        _, first, reach, second, reach2 = spots
        allowed = reach[free & first]
        if second:
            allowed |= reach2[free & second]
        return allowed & free

    def largest(self, mask: int) -> int:
        """Return the largest region of a colour."""
        return largest_region4(mask, self.stride)


def _spots(orientations: tuple[tuple[str, ...], ...], row_die: int, column_die: int) -> set[tuple[int, int]]:
    found = set()
    for down, across in ((d, a) for d, line in enumerate(orientations) for a in range(len(line))):
        turned = orientations[down][across]
        row = SIDE - row_die if "v" in turned else row_die - 1
        column = SIDE - column_die if "h" in turned else column_die - 1
        found.add((down * SIDE + row, across * SIDE + column))
    return found
