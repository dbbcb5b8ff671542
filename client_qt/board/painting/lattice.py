"""Which cells of a board lie beside each other, worked out from their places alone."""

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from netgame.boards.geometry import Board, Cell

_SQUARE_STEPS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_HEXAGON_STEPS = tuple((math.cos(math.radians(60 * i - 60)), math.sin(math.radians(60 * i - 60))) for i in range(6))
ROUNDING = 0.01  # cell widths


class Lattice:
    """Finds cells by place. Cells lie in buckets one cell width wide, so the size of the board does not matter."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._steps = _SQUARE_STEPS if board.shape == "square" else _HEXAGON_STEPS
        self._buckets: defaultdict[tuple[int, int], list[Cell]] = defaultdict(list)
        for cell, place in enumerate(board.cells):
            self._buckets[math.floor(place.x), math.floor(place.y)].append(cell)
        self._beside: dict[Cell, tuple[Cell | None, ...]] = {}

    def nearest(self, x: float, y: float) -> Cell | None:
        """The cell whose middle is nearest to a point; None where no cell is near."""
        found = self.within(x - 0.75, y - 0.75, x + 0.75, y + 0.75)
        return min(found, key=lambda cell: self._distance(cell, x, y), default=None)

    def within(self, left: float, top: float, right: float, bottom: float) -> Iterator[Cell]:
        """All cells with their middles in that area, and perhaps some round it."""
        columns, rows = range(math.floor(left), math.floor(right) + 1), range(math.floor(top), math.floor(bottom) + 1)
        if len(columns) * len(rows) > len(self._buckets):
            yield from range(len(self._board.cells))
            return
        for row in rows:
            for column in columns:
                yield from self._buckets.get((column, row), ())

    def beside(self, cell: Cell) -> tuple[Cell | None, ...]:
        """The cell over each edge: of a square the upper, right, lower and left one; of a hexagon from the upper right
        on, clockwise. None at the edge of the board."""
        found = self._beside.get(cell)
        if found is None:
            here = self._board.cells[cell]
            found = self._beside[cell] = tuple(self._at(here.x + dx, here.y + dy) for dx, dy in self._steps)
        return found

    def _at(self, x: float, y: float) -> Cell | None:
        """The cell whose middle is there, but for rounding."""
        for column in {math.floor(x - ROUNDING), math.floor(x + ROUNDING)}:
            for row in {math.floor(y - ROUNDING), math.floor(y + ROUNDING)}:
                for cell in self._buckets.get((column, row), ()):
                    if self._distance(cell, x, y) < ROUNDING:
                        return cell
        return None

    def _distance(self, cell: Cell, x: float, y: float) -> float:
        place = self._board.cells[cell]
        return (place.x - x) ** 2 + (place.y - y) ** 2


@lru_cache(maxsize=16)  # the boards on the screen, doors and lists included
def lattice_of(board: Board) -> Lattice:
    """The lattice of a board; views of the same board share it."""
    return Lattice(board)


def in_line(board: Board, cells: frozenset[Cell]) -> tuple[Cell, ...]:
    """Cells of a path from one end to the other, the left end first; nothing where they are no simple line."""
    lattice = lattice_of(board)
    links = {cell: [other for other in lattice.beside(cell) if other in cells] for cell in cells}
    ends = [cell for cell, others in links.items() if len(others) <= 1]
    if not ends or any(len(others) > 2 for others in links.values()):
        return ()
    line = [min(ends, key=lambda cell: (board.cells[cell].x, board.cells[cell].y))]
    while following := [other for other in links[line[-1]] if other not in line[-2:]]:
        line.append(following[0])
    return tuple(line) if len(line) == len(cells) else ()
