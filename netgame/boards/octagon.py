"""The octagon as the games on it share it: bitboards, lines, names of squares, set-up lists, launched pieces."""

import re
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from netgame.boards.bitboard import Grid, bits, dilate8
from netgame.boards.geometry import BORDER_WIDTH, Board, Cell, CellGeometry, Label
from netgame.errors import NotationError

OCTAGON_FILES = "ABCDEFGHJKLMNOP"  # no I
_SIDE, _CORNER = 15, 5  # squares along the whole board, and cut from each end of its sides


def on_octagon(row: int, column: int) -> bool:
    """Whether the octagon has that square: a 15 by 15 square less a triangle of 15 squares in each corner."""
    return abs(column - 7) + abs(row - 7) <= 9 and 0 <= row < _SIDE and 0 <= column < _SIDE


def octagon_board() -> Board:
    """The octagon of Thud, 165 squares, the stone's in the middle included."""
    squares = [(row, column) for row in range(_SIDE) for column in range(_SIDE) if on_octagon(row, column)]
    cells = tuple(CellGeometry(f"{OCTAGON_FILES[column]}{row + 1}", column + 0.5, row + 0.5) for row, column in squares)
    low, high = -BORDER_WIDTH, _SIDE + BORDER_WIDTH
    cut = _CORNER + 0.45 * BORDER_WIDTH
    outline = (
        (low + cut, low), (high - cut, low), (high, low + cut), (high, high - cut),
        (high - cut, high), (low + cut, high), (low, high - cut), (low, low + cut),
    )  # fmt: skip
    return Board("square", cells, tuple(_octagon_labels()), outline)


def _octagon_labels() -> Iterator[Label]:
    half, inward = BORDER_WIDTH / 2, 0.08
    for i in range(_CORNER, _SIDE - _CORNER):
        for end in (-half, _SIDE + half):
            yield Label(OCTAGON_FILES[i], i + 0.5, end)
            yield Label(str(i + 1), end, i + 0.5)
    # Each notch of a diagonal names one thing, so that every line has its name at an end it can be seen from.
    near, far = 0.5 + inward, 0.5 - inward
    for i in range(_CORNER):
        yield Label(str(i + 1), 4 - i + near, i + near)
        yield Label(OCTAGON_FILES[10 + i], 10 + i + far, i + near)
        yield Label(OCTAGON_FILES[i], i + near, 10 + i + far)
        yield Label(str(11 + i), 14 - i + far, 10 + i + far)


BOARD = octagon_board()
GRID = Grid(15, [(row, column) for row in range(15) for column in range(15) if on_octagon(row, column)])
STRIDE = GRID.stride
CELLS = len(GRID.mask)
STEPS = (1, STRIDE - 1, STRIDE, STRIDE + 1)  # E, SW, S, SE as shifts to the left; the other four go to the right
STONE = BOARD.cell("H8")
NEIGHBOURS = tuple(dilate8(mask, STRIDE) & GRID.full & ~mask for mask in GRID.mask)  # neighbours, by cell
SQUARE = "[A-HJ-P](?:1[0-5]|[1-9])"

MoveT = TypeVar("MoveT")

_SETUP_ITEM = re.compile(f"([dTtR])({SQUARE})")
_LONGEST_SETUP = 5 * CELLS  # no list without repeated squares is longer


def direction_and_distance(origin: Cell, target: Cell) -> tuple[int, int] | None:
    """The direction, as a step of bits, and the distance from one square to another; None off every straight line."""
    (row, column), (row2, column2) = GRID.squares[origin], GRID.squares[target]
    down, across = row2 - row, column2 - column
    distance = max(abs(down), abs(across))
    if distance == 0 or not (down == 0 or across == 0 or abs(down) == abs(across)):
        return None
    return (down * STRIDE + across) // distance, distance


def line_length(own: int, origin: Cell, step: int) -> int:
    """N of the piece at `origin` in a direction: the unbroken run of own pieces that ends with it, itself included."""
    length, bit = 1, GRID.bit[origin] - step
    while bit >= 0 and own >> bit & 1:  # off a side lies the guard column, off the top a negative bit
        length, bit = length + 1, bit - step
    return length


def first_between(blocking: int, origin: Cell, step: int, distance: int) -> Cell | None:
    """The first square of a bitboard strictly between a square and the one `distance` steps on."""
    for k in range(1, distance):
        bit = GRID.bit[origin] + k * step
        if blocking >> bit & 1:
            return GRID.cell[bit]
    return None


def line_throws(own: int, empty: int, goals: int) -> Iterator[tuple[int, int]]:
    """Pieces at the head of a line that can be thrown onto a goal: (shift, landing squares), in each direction and at
    each distance. Landing after k squares takes k in line and k - 1 empty squares; the shift is the bits travelled.

    All pieces fly at once: after k squares one stays in the air if its square is empty and the (k + 1)st of its line,
    2k squares behind it, is there. The squares nearer behind have been looked at in the rounds before.
    """
    for step in STEPS:
        flying, shift = own << step, step
        while flying:
            if landing := flying & goals:
                yield shift, landing
            flying = (flying & empty & own << 2 * shift) << step
            shift += step
        flying, shift = own >> step, step
        while flying:
            if landing := flying & goals:
                yield -shift, landing
            flying = (flying & empty & own >> 2 * shift) >> step
            shift += step


class Line(dict[int, tuple[MoveT, ...]], Generic[MoveT]):
    """The moves of a piece on one square along one line through it, both ways, by what stands on that line.

    Filled as positions ask for it. Long lines have thousands of arrangements, so it starts again when it is full:
    all lines together stay under some tens of megabytes, however long a server runs. Arrangements that leave the same
    squares free share their moves, which keeps what is in use close together.
    """

    LIMIT = 512

    def __init__(self, origin: Cell, step: int, make: Callable[[Cell, Cell], MoveT], reach: int = 15) -> None:
        self._rays = tuple(_ray(origin, step, make, reach)), tuple(_ray(origin, -step, make, reach))
        self._made: dict[tuple[int, ...], tuple[MoveT, ...]] = {}
        self.mask = sum(mask for ray in self._rays for mask, _ in ray)

    def __missing__(self, occupied: int) -> tuple[MoveT, ...]:
        if len(self) >= self.LIMIT:
            self.clear()
        ways = tuple([_free(ray, occupied) for ray in self._rays])
        if ways not in self._made:
            taken = (ray[:count] for ray, count in zip(self._rays, ways, strict=True))
            self._made[ways] = tuple([move for ray in taken for _, move in ray])
        self[occupied] = moves = self._made[ways]
        return moves


def _free(ray: tuple[tuple[int, MoveT], ...], occupied: int) -> int:
    """How many squares of a ray come before the first one on which something stands."""
    for count, (mask, _) in enumerate(ray):
        if mask & occupied:
            return count
    return len(ray)


def _ray(origin: Cell, step: int, make: Callable[[Cell, Cell], MoveT], reach: int) -> Iterator[tuple[int, MoveT]]:
    bit = GRID.bit[origin] + step
    while reach and bit >= 0 and GRID.full >> bit & 1:
        yield 1 << bit, make(origin, GRID.cell[bit])
        bit, reach = bit + step, reach - 1


class Lines(dict[Cell, tuple[tuple[int, Line[MoveT]], ...]], Generic[MoveT]):
    """By square: the lines through it with their bitboards, for pieces that move so many squares at most.

    Made when a position first asks for a square: all of them at once would hold up the start of every program.
    """

    def __init__(self, make: Callable[[Cell, Cell], MoveT], reach: int = 15) -> None:
        self._make, self._reach = make, reach

    def __missing__(self, cell: Cell) -> tuple[tuple[int, Line[MoveT]], ...]:
        through = [Line(cell, step, self._make, self._reach) for step in STEPS]
        self[cell] = found = tuple([(line.mask, line) for line in through if line.mask])
        return found


def names(mask: int) -> list[str]:
    """The names of the squares of a bitboard, by rank, then file."""
    return [BOARD.cells[GRID.cell[bit]].name for bit in bits(mask)]


def write_setup(dwarfs: int, trolls: int, stone: Cell = STONE) -> str:
    """The set-up list: dwarfs, trolls, each by rank, then file; then the stone."""
    items = [f"d{name}" for name in names(dwarfs)] + [f"T{name}" for name in names(trolls)]
    return ",".join([*items, f"R{BOARD.name(stone)}"])


def read_setup(text: str) -> tuple[int, int, Cell]:
    """Dwarfs, trolls and the stone of a set-up list, in any order; `NotationError` says what is wrong with another."""
    if len(text) > _LONGEST_SETUP:
        raise NotationError("a set-up list is shorter than this text")
    masks, taken, stone = {"d": 0, "T": 0}, 0, None
    for item in text.split(","):
        kind, cell = _read_item(item)
        if taken & GRID.mask[cell]:
            raise NotationError("{cell} is named twice", cell=BOARD.name(cell))
        taken |= GRID.mask[cell]
        if kind != "R":
            masks[kind] |= GRID.mask[cell]
        elif stone is None:
            stone = cell
        else:
            raise NotationError("there is one stone or Rock, not two")
    if stone is None:
        raise NotationError("the list must name the square of the stone or Rock, like RH8")
    return masks["d"], masks["T"], stone


def _read_item(item: str) -> tuple[str, Cell]:
    found = _SETUP_ITEM.fullmatch(item)
    if not found:
        raise NotationError("{item} is no piece: d, T or R and a square, like dF1", item=item[:12])
    return found[1].replace("t", "T"), square(found[2])


def square(name: str) -> Cell:
    """The cell of a square's name; `NotationError` for one that was cut off the board."""
    try:
        return BOARD.cell(name)
    except NotationError:
        raise NotationError("there is no square {name} on this board", name=name[:12]) from None
