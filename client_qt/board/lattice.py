"""Neighbours of cells, found by the coordinates of their centres alone."""

import math
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property, lru_cache

from netgame.boards.geometry import Board, Cell

_SQUARE_STEPS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
_HEXAGON_STEPS = tuple((math.cos(math.radians(60 * i - 60)), math.sin(math.radians(60 * i - 60))) for i in range(6))


class Lattice:
    """Finds cells by coordinates. Buckets one cell wide make this independent of the size of the board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._buckets: defaultdict[tuple[int, int], list[Cell]] = defaultdict(list)
        for cell, place in enumerate(board.cells):
            self._buckets[math.floor(place.x), math.floor(place.y)].append(cell)
        self._places = [(place.x, place.y) for place in board.cells]
        self._cells = {(round(place.x, 3), round(place.y, 3)): cell for cell, place in enumerate(board.cells)}
        self._neighbours: dict[Cell, tuple[Cell | None, ...]] = {}

    def nearest(self, x: float, y: float) -> Cell | None:
        """Return the cell whose centre is nearest to a point, or None if no cell is near."""
        near = self.within(x - 0.75, y - 0.75, x + 0.75, y + 0.75)
        return min(near, key=lambda cell: math.dist((x, y), self._places[cell]), default=None)

    def within(self, left: float, top: float, right: float, bottom: float) -> Iterator[Cell]:
        """Yield all cells with their centre in that area, and perhaps some around it."""
        columns, rows = range(math.floor(left), math.floor(right) + 1), range(math.floor(top), math.floor(bottom) + 1)
        if len(columns) * len(rows) > len(self._buckets):
            yield from range(len(self._board.cells))
            return
        for row in rows:
            for column in columns:
                yield from self._buckets.get((column, row), ())

    def neighbours(self, cell: Cell) -> tuple[Cell | None, ...]:
        """Return the cell across each edge, None at the edge of the board.

        The order is clockwise. Squares start at the upper edge, hexagons at the upper right one.
        """
        found = self._neighbours.get(cell)
        if found is None:
            here = self._board.cells[cell]
            steps = _SQUARE_STEPS if self._board.shape == "square" else _HEXAGON_STEPS
            places = ((round(here.x + dx, 3), round(here.y + dy, 3)) for dx, dy in steps)
            found = self._neighbours[cell] = tuple(self._cells.get(place) for place in places)
        return found

    @cached_property
    def rows(self) -> list[tuple[Cell, Cell]]:
        """The first and last cell of each unbroken row of squares."""
        return self._runs(1, 0)

    @cached_property
    def columns(self) -> list[tuple[Cell, Cell]]:
        """The first and last cell of each unbroken column of squares."""
        return self._runs(0, 1)

    def _runs(self, dx: int, dy: int) -> list[tuple[Cell, Cell]]:
        found = []
        for (x, y), start in self._cells.items():
            if (x - dx, y - dy) not in self._cells:
                last = start
                while (x, y) in self._cells:
                    last = self._cells[x, y]
                    x, y = x + dx, y + dy
                found.append((start, last))
        return found


lattice_of = lru_cache(maxsize=16)(Lattice)  # shared by all views of a board, thumbnails included


def path_order(board: Board, cells: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return the cells of a path from its left end to the other; empty if they are not one simple path."""
    lattice = lattice_of(board)
    links = {cell: [other for other in lattice.neighbours(cell) if other in cells] for cell in cells}
    ends = [cell for cell, others in links.items() if len(others) <= 1]
    if not ends or any(len(others) > 2 for others in links.values()):
        return ()
    path = [min(ends, key=lambda cell: (board.cells[cell].x, board.cells[cell].y))]
    while following := [other for other in links[path[-1]] if other not in path[-2:]]:
        path.append(following[0])
    return tuple(path) if len(path) == len(cells) else ()
