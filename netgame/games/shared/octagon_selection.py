"""Hints and staged boards for the selection of a move of Thud or Koom Valley Thud."""

from collections.abc import Mapping

from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, GRID
from netgame.errors import IllegalMove
from netgame.game import Mark, Piece
from netgame.text import Text

ORIGIN_HINTS = (Text("Choose a dwarf to move."), Text("Choose a troll to move."))
TARGET_HINTS = (
    Text("Choose where the dwarf goes."),
    Text("Choose where the troll goes."),
    Text("Choose where the Rock goes."),
)
COMPLETE_HINT = Text("The move is complete.")


def stuck(kind: str, cell: Cell) -> IllegalMove:
    """Return the reason why an own piece cannot be chosen."""
    return IllegalMove("the {piece} on {cell} cannot move", piece=kind, cell=BOARD.name(cell))


def staged(
    pieces: Mapping[Cell, Piece], way: tuple[Cell, ...], captured: int
) -> tuple[dict[Cell, Piece], tuple[Mark, ...]]:
    """Return the board with the piece moved over these squares. Pieces that it would capture are marked and stay."""
    origin, target = way[0], way[-1]
    after = dict(pieces)
    after[target] = after.pop(origin)
    marks = [
        Mark("selected", frozenset({origin})),
        Mark("from", frozenset(way[:-1])),
        Mark("staged", frozenset({target})),
    ]
    if captured:
        marks.append(Mark("capture", GRID.cells(captured)))
    return after, tuple(marks)
