"""Boards: cells with names and places, and the bitboard arithmetic that the games share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from netgame.errors import NotationError

Cell = int
Point = tuple[float, float]


@dataclass(frozen=True)
class Place:
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
    """What a view needs to draw a board and to name its cells. Cells are the indices into `cells`."""

    shape: Literal["square", "hexagon"]  # of a cell; a hexagon stands on a corner and is one cell width wide
    cells: tuple[Place, ...]
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
