"""Hints and staged boards for the selection of a move of Thud or Koom Valley Thud."""

from collections.abc import Mapping
from dataclasses import replace

from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, GRID
from netgame.errors import IllegalMove
from netgame.game import Mark, Pick, Picks, Piece
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


def widened(now: Picks, alone: Picks, picked: tuple[Pick, ...], own: int) -> Picks:
    """Return the picks of a turn chosen ahead: those of `now`, and those of the piece where no other is in its way.

    All `own` pieces can be chosen. Their squares are no targets, so that a click chooses another piece.
    """
    fitting = [picks for picks in (now, alone) if picked and picks.picked[:2] == picked[:2]]
    if not fitting:
        return replace(now, next=GRID.cells(own))
    if len(picked) > 1:
        return fitting[0]
    return replace(fitting[0], next=frozenset[Pick]().union(*(picks.next for picks in fitting)) - GRID.cells(own))
