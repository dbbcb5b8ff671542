"""The octagon of Thud: 165 squares, their bits, neighbours and straight lines."""

from netgame.boards.bitboard import Grid, bits, dilate8
from netgame.boards.geometry import BORDER_WIDTH, Board, Cell, CellGeometry, Label

_FILES = "ABCDEFGHJKLMNOP"  # no I
_SIDE, _CORNER = 15, 5  # squares along the whole board, and cut off at each end of its sides


def on_octagon(row: int, column: int) -> bool:
    """Return whether the octagon has that square: a 15 by 15 square less a triangle of 15 squares in each corner."""
    return abs(column - 7) + abs(row - 7) <= 9 and 0 <= row < _SIDE and 0 <= column < _SIDE


_SQUARES = [(row, column) for row in range(_SIDE) for column in range(_SIDE) if on_octagon(row, column)]


def octagon_board() -> Board:
    """Return the octagon with its 165 squares, the one in the middle included."""
    cells = tuple(CellGeometry(f"{_FILES[column]}{row + 1}", column + 0.5, row + 0.5) for row, column in _SQUARES)
    low, high = -BORDER_WIDTH, _SIDE + BORDER_WIDTH
    cut = _CORNER + 0.45 * BORDER_WIDTH
    outline = (
        (low + cut, low), (high - cut, low), (high, low + cut), (high, high - cut),
        (high - cut, high), (low + cut, high), (low, high - cut), (low, low + cut),
    )  # fmt: skip
    half, inward = BORDER_WIDTH / 2, 0.08
    labels = []
    for i in range(_CORNER, _SIDE - _CORNER):
        for end in (-half, _SIDE + half):
            labels += [Label(_FILES[i], i + 0.5, end), Label(str(i + 1), end, i + 0.5)]
    # Each notch of a diagonal has one label, so that every line has its name at one of its ends.
    near, far = 0.5 + inward, 0.5 - inward
    for i in range(_CORNER):
        labels.append(Label(str(i + 1), 4 - i + near, i + near))
        labels.append(Label(_FILES[10 + i], 10 + i + far, i + near))
        labels.append(Label(_FILES[i], i + near, 10 + i + far))
        labels.append(Label(str(11 + i), 14 - i + far, 10 + i + far))
    return Board("square", cells, tuple(labels), outline)


BOARD = octagon_board()
GRID = Grid(_SIDE, _SQUARES)
STRIDE = GRID.stride
CELLS = len(GRID.mask)
STEPS = (1, STRIDE - 1, STRIDE, STRIDE + 1)  # E, SW, S, SE as shifts to the left; the other four go to the right
CENTRE = BOARD.cell("H8")
NEIGHBOURS = tuple(dilate8(mask, STRIDE) & GRID.full & ~mask for mask in GRID.mask)  # bitboards, by cell


def square_names(mask: int) -> list[str]:
    """Return the names of the squares of a bitboard, by rank, then file."""
    return [BOARD.cells[GRID.cell[bit]].name for bit in bits(mask)]


def direction_and_distance(origin: Cell, target: Cell) -> tuple[int, int] | None:
    """Return the direction, as a step of bits, and the distance between two squares; None off straight lines."""
    (row, column), (row2, column2) = GRID.squares[origin], GRID.squares[target]
    down, across = row2 - row, column2 - column
    distance = max(abs(down), abs(across))
    if distance == 0 or not (down == 0 or across == 0 or abs(down) == abs(across)):
        return None
    return (down * STRIDE + across) // distance, distance
