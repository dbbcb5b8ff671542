"""Boards of hexagons in the shape of a hexagon."""

from collections.abc import Iterator
from math import cos, radians, sin, sqrt

from netgame.boards.bitboard import Grid
from netgame.boards.geometry import Board, CellGeometry, Label, column_letters

_HEXAGON_RIM = 1.27  # from the centre of a corner cell to the corner of the board, in cell widths


def hexagon_places(side: int) -> Iterator[tuple[int, int, int]]:
    """Yield the cells of a hexagon of hexagons as (row, place in the row, length of the row), from the top left."""
    for row in range(2 * side - 1):
        width = side + min(row, 2 * side - 2 - row)
        yield from ((row, place, width) for place in range(width))


def hexagon_grid(side: int) -> Grid:
    """Return the bits of such a hexagon. Columns are the diagonals that lean to the left, so the neighbours of a cell
    are one bit, one stride and one stride less one away, in both directions."""
    return Grid(2 * side - 1, ((row, place + max(0, side - 1 - row)) for row, place, _ in hexagon_places(side)))


def hexagon_board(side: int) -> Board:
    """Return a hexagon of hexagons with `side` cells on each side. Rows are lettered from the bottom, cells numbered
    from the left; each row has its letter at the left and the number of its last cell at the right."""
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
