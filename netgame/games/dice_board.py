"""Boards on which two dice say where a stone may go, as Clod and RoyalClod share them."""

from collections.abc import Mapping
from typing import NamedTuple

from netgame.boards import Cell, Grid, Point, largest_region4, spread8, square_board
from netgame.game import Mark

SIDE = 6  # cells along a sub-board, faces of a die
_DICE = range(1, SIDE + 1)


class Stone(NamedTuple):
    """A turn: one own stone on this cell."""

    cell: Cell


class _Turns(dict[int, tuple[Stone, ...]]):
    """The turns on a bitboard of cells, filled as games ask for them; it starts again before it grows large."""

    LIMIT = 1 << 15

    def __init__(self, stones: Mapping[int, Stone]) -> None:
        self._stones = stones  # by the bitboard of their cell

    def __missing__(self, legal: int) -> tuple[Stone, ...]:
        if len(self) >= self.LIMIT:
            self.clear()
        stones, turns, left = self._stones, [], legal
        while left:
            turns.append(stones[left & -left])
            left &= left - 1
        self[legal] = found = tuple(turns)
        return found


class _Opened(dict[int, int]):
    """The cells that some taken spots open, those spots included, by bitboard; filled as games ask for them."""

    def __init__(self, full: int, stride: int) -> None:
        self._full, self._stride = full, stride

    def __missing__(self, taken: int) -> int:
        self[taken] = opened = spread8(taken, self._stride) & self._full
        return opened


class DiceBoard:
    """A board made of sub-boards, each turned as its orientation says: `h` mirrored left-right, `v` top-bottom."""

    def __init__(self, orientations: tuple[tuple[str, ...], ...]) -> None:
        self.rows, self.columns = SIDE * len(orientations), SIDE * len(orientations[0])
        self.board = square_board(self.rows, self.columns, _borders(self.rows, self.columns))
        squares = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        self.grid = Grid(self.columns, squares)
        self.full, self.stride, self.mask = self.grid.full, self.grid.stride, self.grid.mask
        self.stones = tuple(Stone(cell) for cell in range(len(squares)))
        self.turns = _Turns(dict(zip(self.mask, self.stones, strict=True)))
        self.opened = _Opened(self.full, self.stride)
        # by one die, then the other: the roll as a number, larger die first, and its spots as a bitboard
        self.rolls = {die1: {die2: self._roll(orientations, die1, die2) for die2 in _DICE} for die1 in _DICE}
        self.faces = tuple(Mark(f"die-{die}", self.grid.cells(self.spots(11 * die))) for die in _DICE)

    def _roll(self, orientations: tuple[tuple[str, ...], ...], die1: int, die2: int) -> tuple[int, int]:
        spots = _spots(orientations, die1, die2) | _spots(orientations, die2, die1)
        mask = self.grid.of(row * self.columns + column for row, column in spots)
        return 10 * max(die1, die2) + min(die1, die2), mask

    def spots(self, roll: int) -> int:
        """The spots of a roll as a bitboard."""
        return self.rolls[roll // 10][roll % 10][1]

    def legal(self, spots: int, filled: int) -> int:
        """The cells that spots allow: those that are free, and the free neighbours of those that are taken."""
        return (spots | self.opened[spots & filled]) & ~filled

    def largest(self, mask: int) -> int:
        """The largest region of a colour."""
        return largest_region4(mask, self.stride)


def _spots(orientations: tuple[tuple[str, ...], ...], row_die: int, column_die: int) -> set[tuple[int, int]]:
    found = set()
    for down, across in ((d, a) for d, line in enumerate(orientations) for a in range(len(line))):
        turned = orientations[down][across]
        row = SIDE - row_die if "v" in turned else row_die - 1
        column = SIDE - column_die if "h" in turned else column_die - 1
        found.add((down * SIDE + row, across * SIDE + column))
    return found


def _borders(rows: int, columns: int) -> tuple[tuple[Point, Point], ...]:
    across = tuple(((0.0, float(row)), (float(columns), float(row))) for row in range(SIDE, rows, SIDE))
    down = tuple(((float(column), 0.0), (float(column), float(rows))) for column in range(SIDE, columns, SIDE))
    return across + down
