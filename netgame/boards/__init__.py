"""Boards: cells with names and places, and the bitboard arithmetic that the games share.

A bitboard is one integer: cell (row, column) is bit row * stride + column, where stride is the number of columns and
one guard column that is never set. A step off the side of the board lands on the guard, a step off the top or the
bottom outside of every mask, so a shift and one `&` move a whole set of pieces.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import cos, radians, sin, sqrt
from typing import Literal

from netgame.errors import NotationError

Cell = int
Point = tuple[float, float]
BORDER_WIDTH = 0.72  # width of the rim round the cells, in cell widths


@dataclass(frozen=True)
class CellGeometry:
    """One cell as people see it: its name and its centre in cell widths, x to the right and y down."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Label:
    """A coordinate printed on the rim, centred at (x, y) in cell widths."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Board:
    """What a view needs to draw a board and to name its cells. Cells are the indices into `cells`, row by row from the
    top left; (0, 0) is the corner of the grid of cells, so that the first cell of a square board is at (0.5, 0.5)."""

    shape: Literal["square", "hexagon"]  # of a cell; a hexagon stands on a corner and is one cell width wide
    cells: tuple[CellGeometry, ...]
    labels: tuple[Label, ...]
    outline: tuple[Point, ...]  # corners of the slab, clockwise, in cell widths
    borders: tuple[tuple[Point, Point], ...] = ()  # heavier lines between parts of the board
    _by_name: Mapping[str, Cell] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {place.name: cell for cell, place in enumerate(self.cells)})

    def name(self, cell: Cell) -> str:
        """The name of a cell."""
        return self.cells[cell].name

    def cell(self, name: str) -> Cell:
        """The cell of that name, exactly as it is written; `NotationError` where the board has none."""
        cell = self._by_name.get(name)
        if cell is None:
            raise NotationError("{name} is no cell of this board", name=name[:12])
        return cell

    def names(self, cells: Iterable[Cell]) -> str:
        """The names of some cells in the order of the board, as a sentence lists them."""
        return ", ".join(self.cells[cell].name for cell in sorted(cells))


def column_letters(column: int) -> str:
    """The name of a column, counted from 0: a to z, then aa, ab, ..."""
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else column_letters(column // 26 - 1) + letter


def square_board(rows: int, columns: int, borders: tuple[tuple[Point, Point], ...] = ()) -> Board:
    """A board of squares: columns lettered from the left, rows numbered from the top, both on all four sides."""
    letters = [column_letters(column) for column in range(columns)]
    cells = tuple(CellGeometry(f"{letters[c]}{r + 1}", c + 0.5, r + 0.5) for r in range(rows) for c in range(columns))
    half = BORDER_WIDTH / 2
    labels = [Label(letters[c], c + 0.5, y) for c in range(columns) for y in (-half, rows + half)]
    labels += [Label(str(r + 1), x, r + 0.5) for r in range(rows) for x in (-half, columns + half)]
    right, bottom = columns + BORDER_WIDTH, rows + BORDER_WIDTH
    outline = ((-BORDER_WIDTH, -BORDER_WIDTH), (right, -BORDER_WIDTH), (right, bottom), (-BORDER_WIDTH, bottom))
    return Board("square", cells, tuple(labels), outline, borders)


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


_HEXAGON_RIM = 1.27  # from the middle of a corner cell to the corner of the slab, in cell widths


def hexagon_places(side: int) -> Iterator[tuple[int, int, int]]:
    """The cells of a hexagon of hexagons as (row, place in the row, cells of the row), from the top left."""
    for row in range(2 * side - 1):
        width = side + min(row, 2 * side - 2 - row)
        yield from ((row, place, width) for place in range(width))


def hexagon_grid(side: int) -> "Grid":
    """How such a hexagon lies in a bitboard: columns are the diagonals that lean to the left, so that the neighbours
    of a cell are one bit, one stride and one stride less one away, both ways."""
    return Grid(2 * side - 1, ((row, place + max(0, side - 1 - row)) for row, place, _ in hexagon_places(side)))


def hexagon_board(side: int) -> Board:
    """A hexagon of hexagons with that many cells on each side. Rows are lettered from the bottom, cells numbered from
    the left; each row has its letter at the left and the number of its last cell at the right."""
    last, down, cells, labels = 2 * side - 2, sqrt(3) / 2, [], []
    for row, place, width in hexagon_places(side):
        letter, x, y = column_letters(last - row), side - width / 2 + place, 1 / sqrt(3) + row * down
        cells.append(CellGeometry(f"{letter}{place + 1}", x, y))
        if place == 0:
            labels.append(Label(letter, x - 0.8, y))
        if place == width - 1:
            labels.append(Label(str(width), x + 0.8, y))
        if row == last:
            labels.append(Label(str(place + 1), x, y + 0.82))
    middle, reach = (side - 0.5, 1 / sqrt(3) + (side - 1) * down), side - 1 + _HEXAGON_RIM
    corners = ((reach * cos(radians(angle)), reach * sin(radians(angle))) for angle in range(180, 540, 60))
    return Board("hexagon", tuple(cells), tuple(labels), tuple((middle[0] + x, middle[1] + y) for x, y in corners))


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, from the lowest."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Grid:
    """How the cells of a board lie in a bitboard. `squares` lists (row, column) of each cell, in the order of cells."""

    def __init__(self, columns: int, squares: Iterable[tuple[int, int]]) -> None:
        self.stride = columns + 1
        self.squares = tuple(squares)
        self.bit = tuple(row * self.stride + column for row, column in self.squares)  # by cell
        self.mask = tuple(1 << bit for bit in self.bit)  # by cell
        self.cell = {bit: cell for cell, bit in enumerate(self.bit)}  # by bit
        self.full = sum(self.mask)

    def cells(self, mask: int) -> frozenset[Cell]:
        """The cells of a bitboard."""
        cell, found = self.cell, []
        while mask:  # `bits` written out: half the time, and views ask for many marks
            low = mask & -mask
            found.append(cell[low.bit_length() - 1])
            mask ^= low
        return frozenset(found)

    def of(self, cells: Iterable[Cell]) -> int:
        """The bitboard of some cells."""
        mask = 0
        for cell in cells:
            mask |= self.mask[cell]
        return mask


def dilate8(mask: int, stride: int) -> int:
    """The cells of a bitboard and the up to eight round each. Guard cells may be set: mask the result."""
    wide = mask | mask << 1 | mask >> 1
    return wide | wide << stride | wide >> stride


def dilate6(mask: int, stride: int) -> int:
    """The cells of a bitboard of hexagons and the up to six round each. Guard cells may be set: mask the result."""
    left, right = mask | mask >> 1, mask | mask << 1
    return left | right | left << stride | right >> stride


def flood6(seed: int, within: int, stride: int) -> int:
    """The cells of `within` that are joined to the seed, over cells of `within`. The seed must lie in it."""
    reached = 0
    while seed != reached:
        reached = seed
        left, right = seed | seed >> 1, seed | seed << 1
        seed = (left | right | left << stride | right >> stride) & within
    return reached


def flood4(seed: int, within: int, stride: int) -> int:
    """The cells of `within` that are joined to the seed by edges, over cells of `within`. The seed must lie in it."""
    reached = 0
    while seed != reached:
        reached = seed
        seed = (seed | seed << 1 | seed >> 1) & within
        seed = (seed | seed << stride | seed >> stride) & within
    return reached


def regions4(mask: int, stride: int) -> Iterator[int]:
    """The regions of a bitboard whose cells are joined by edges; the one with the lowest cell comes first."""
    while mask:
        region = flood4(mask & -mask, mask, stride)
        yield region
        mask ^= region


def largest_region4(mask: int, stride: int) -> int:
    """The largest of the regions joined by edges; of equal ones the one with the lowest cell; 0 for no cells."""
    best, size = 0, 0
    # a single cell is a region only where all are: left out, they cost no flood each
    left = mask & (mask << 1 | mask >> 1 | mask << stride | mask >> stride) or mask & -mask
    while (count := left.bit_count()) and count >= size:
        pairs = left & left << 1
        thick = pairs & pairs << stride or left  # large regions have squares of four: then the small ones are left out
        region = flood4(thick & -thick, left, stride)
        left ^= region
        count = region.bit_count()
        if count > size or (count == size and region & -region < best & -best):
            best, size = region, count
    return best
