"""A board as views see it: cells with names and centres, labels and an outline."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from netgame.errors import NotationError

Cell = int
Point = tuple[float, float]
BORDER_WIDTH = 0.72  # around the cells, in cell widths


@dataclass(frozen=True)
class CellGeometry:
    """The name of a cell and its centre in cell widths, x to the right and y down."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Label:
    """A coordinate printed on the border, centred at (x, y) in cell widths."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class Board:
    """All that a view needs to draw a board and to name its cells.

    Cells are the indices into `cells`, row by row from the top left. The point (0, 0) is the corner of the grid of
    cells, so the first cell of a square board is at (0.5, 0.5).
    """

    shape: Literal["square", "hexagon"]  # of a cell; a hexagon has a corner at the top and is one cell width wide
    cells: tuple[CellGeometry, ...]
    labels: tuple[Label, ...]
    outline: tuple[Point, ...]  # corners of the board, clockwise, in cell widths
    borders: tuple[tuple[Point, Point], ...] = ()  # heavier lines between parts of the board
    _by_name: Mapping[str, Cell] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {place.name: cell for cell, place in enumerate(self.cells)})

    def name(self, cell: Cell) -> str:
        """Return the name of a cell."""
        return self.cells[cell].name

    def cell(self, name: str) -> Cell:
        """Return the cell with exactly that name; `NotationError` if the board has none."""
        cell = self._by_name.get(name)
        if cell is None:
            raise NotationError("{name} is not a cell of this board", name=name[:12])
        return cell

    def names(self, cells: Iterable[Cell]) -> str:
        """Return the names of some cells in the order of the board, joined for a sentence."""
        return ", ".join(self.cells[cell].name for cell in sorted(cells))


def column_letters(column: int) -> str:
    """Return the name of a column, counted from 0: a to z, then aa, ab, ..."""
    letter = chr(ord("a") + column % 26)
    return letter if column < 26 else column_letters(column // 26 - 1) + letter
