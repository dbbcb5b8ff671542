"""The lines that coordinates name: all cells of a letter, all cells of a number. Worked out from the names alone."""

import re
from collections import defaultdict
from functools import lru_cache

from client_qt.board.painting.lattice import lattice_of
from netgame.boards.geometry import Board, Cell, Label

_NAME = re.compile(r"([^\W\d]+)(\d+)")


class CoordinateLines:
    """The two lines through each cell of a board; none where its names are made otherwise."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._is_straight: dict[str, bool] = {}
        self._parts: dict[Cell, tuple[str, str]] = {}
        self._cells: defaultdict[str, list[Cell]] = defaultdict(list)
        for cell, place in enumerate(board.cells):
            if found := _NAME.fullmatch(place.name):
                self._parts[cell] = found[1], found[2]
                for part in self._parts[cell]:
                    self._cells[part].append(cell)
        self._labels = [label for label in board.labels if label.text in self.names(_nearest(board, label))]

    def names(self, cell: Cell) -> tuple[str, ...]:
        """The names of the lines through a cell."""
        return self._parts.get(cell, ())

    def line(self, name: str) -> tuple[Cell, ...]:
        """The cells of a line, in the order of the board."""
        return tuple(self._cells.get(name, ()))

    def through(self, cell: Cell) -> frozenset[Cell]:
        """The cells of both lines through a cell, and itself; a line that is bent leads the eye nowhere."""
        return frozenset(other for name in self.names(cell) if self._straight(name) for other in self._cells[name])

    def _straight(self, name: str) -> bool:
        known = self._is_straight.get(name)
        if known is None:
            first, *_, last = (self._board.cells[cell] for cell in (self._cells[name][0], *self._cells[name]))
            dx, dy = last.x - first.x, last.y - first.y
            places = (self._board.cells[cell] for cell in self._cells[name])
            known = all(abs((place.x - first.x) * dy - (place.y - first.y) * dx) < 0.01 for place in places)
            self._is_straight[name] = known
        return known

    def labels(self, cell: Cell) -> tuple[Label, ...]:
        """Where the names of those lines are written."""
        return tuple(label for label in self._labels if label.text in self.names(cell))


@lru_cache(maxsize=8)
def name_lines(board: Board) -> CoordinateLines:
    """The lines of a board, worked out once."""
    return CoordinateLines(board)


def _nearest(board: Board, label: Label) -> Cell:
    near = lattice_of(board).within(label.x - 1, label.y - 1, label.x + 1, label.y + 1)
    return min(
        near, key=lambda cell: abs(board.cells[cell].x - label.x) + abs(board.cells[cell].y - label.y), default=-1
    )
