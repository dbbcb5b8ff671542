"""How pieces move on the octagon, as Thud and Koom Valley Thud share it: sides, lines and blocked ways."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, GRID, STEPS, direction_and_distance
from netgame.errors import IllegalMove
from netgame.game import Piece

SIDES = ("Dwarfs", "Trolls")
PIECES = (Piece(0, "dwarf"), Piece(1, "troll"))

MoveT = TypeVar("MoveT")


def pieces_on_octagon(dwarfs: int, trolls: int, stone: dict[Cell, Piece]) -> dict[Cell, Piece]:
    """Return the pieces of both sides and the stone or Rock, by cell."""
    cell, (dwarf, troll) = GRID.cell, PIECES
    found = {cell[bit]: dwarf for bit in bits(dwarfs)}
    found |= {cell[bit]: troll for bit in bits(trolls)}
    return found | stone


class Way(NamedTuple):
    """The straight way from one square to another: a step of bits, how many of them, and the squares between."""

    direction: int
    distance: int
    between: int  # bitboard, without both ends


@cache  # 6,300 ways at most
def straight_way(origin: Cell, target: Cell) -> Way:
    """Return the way between two squares; `IllegalMove` unless they are on one straight line."""
    if origin == target:
        raise IllegalMove("a move from {cell} must end on another square", cell=BOARD.name(origin))
    way = direction_and_distance(origin, target)
    if way is None:
        start, end = BOARD.name(origin), BOARD.name(target)
        raise IllegalMove("{end} is not in a straight line from {start}", start=start, end=end)
    direction, distance = way
    return Way(direction, distance, sum(1 << GRID.bit[origin] + k * direction for k in range(1, distance)))


def first_between(blocking: int, way: Way) -> Cell | None:
    """Return the first square of a bitboard that is strictly between the ends of a way."""
    found = blocking & way.between
    if not found:
        return None
    return GRID.cell[(found & -found if way.direction > 0 else found).bit_length() - 1]


def check_empty(target: Cell, kinds: Sequence[str], pieces: Sequence[int]) -> None:
    """Raise `IllegalMove` if one of the pieces, given as a bitboard for each kind, is on the target."""
    for kind, mask in zip(kinds, pieces, strict=True):
        if mask & GRID.mask[target]:
            raise IllegalMove("the {piece} on {cell} is in the way", piece=kind, cell=BOARD.name(target))


class Lines(dict[Cell, tuple[tuple[int, "Line[MoveT]"], ...]], Generic[MoveT]):
    """By square: the lines through it with their bitboards, for pieces that move at most `reach` squares.

    Each entry is made when it is first needed: all of them together would delay the start of every program.
    """

    def __init__(self, make: Callable[[Cell, Cell], MoveT], reach: int = 15) -> None:
        self._make, self._reach = make, reach

    def __missing__(self, cell: Cell) -> "tuple[tuple[int, Line[MoveT]], ...]":
        through = [Line(cell, step, self._make, self._reach) for step in STEPS]
        self[cell] = found = tuple([(line.mask, line) for line in through if line.mask])
        return found


class Line(dict[int, tuple[MoveT, ...]], Generic[MoveT]):
    """The moves of a piece on one square along one line through it, in both directions, by the occupied squares.

    Filled as positions need it. A long line has thousands of arrangements, so the table is cleared when it is full:
    all lines together stay under some tens of megabytes, however long a server runs. Arrangements that leave the same
    squares free share their moves.
    """

    LIMIT = 512

    def __init__(self, origin: Cell, step: int, make: Callable[[Cell, Cell], MoveT], reach: int) -> None:
        self._rays = tuple(_ray(origin, step, make, reach)), tuple(_ray(origin, -step, make, reach))
        self._made: dict[tuple[int, ...], tuple[MoveT, ...]] = {}
        self.mask = sum(mask for ray in self._rays for mask, _ in ray)

    def __missing__(self, occupied: int) -> tuple[MoveT, ...]:
        if len(self) >= self.LIMIT:
            self.clear()
        # how many squares of each ray come before the first occupied one
        ways = tuple([next((n for n, (mask, _) in enumerate(ray) if mask & occupied), len(ray)) for ray in self._rays])
        if ways not in self._made:
            reached = (ray[:count] for ray, count in zip(self._rays, ways, strict=True))
            self._made[ways] = tuple([move for ray in reached for _, move in ray])
        self[occupied] = moves = self._made[ways]
        return moves


def _ray(origin: Cell, step: int, make: Callable[[Cell, Cell], MoveT], reach: int) -> Iterator[tuple[int, MoveT]]:
    bit = GRID.bit[origin] + step
    while reach and bit >= 0 and GRID.full >> bit & 1:
        yield 1 << bit, make(origin, GRID.cell[bit])
        bit, reach = bit + step, reach - 1
