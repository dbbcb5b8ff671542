"""What a board shows at one moment, cell by cell, so that two moments can be compared."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from netgame.boards import Cell
from netgame.game import Mark, Picks, Piece, Seat

CELL_MARKS = frozenset({"spot", "selected", "staged", "capture", "from"})  # drawn in each of their cells


@dataclass(frozen=True)
class Last:
    """The cells of the last turn: where something left, and where something came."""

    origins: frozenset[Cell] = frozenset()
    targets: frozenset[Cell] = frozenset()


def last_of(before: Mapping[Cell, Piece], after: Mapping[Cell, Piece]) -> Last:
    """The turn between two positions, every cell of it."""
    return Last(
        frozenset(cell for cell in before if cell not in after),
        frozenset(cell for cell, piece in after.items() if before.get(cell) != piece),
    )


@dataclass(frozen=True)
class Face:
    """Everything that is drawn in one cell."""

    piece: Piece | None = None
    old_piece: Piece | None = None  # stood here before what is staged
    ghost: Piece | None = None
    die: int = 0
    last: str = ""  # "from" or "to"
    legal: str = ""  # "dot" or "target"
    marks: frozenset[str] = frozenset()
    hover: bool = False
    cursor: bool = False


@dataclass(frozen=True)
class Outline:
    """A line round some cells: the largest region of a side, the cells that won."""

    cells: frozenset[Cell]
    seat: Seat | None = None


@dataclass(frozen=True)
class Position:
    """A board as the rules give it."""

    pieces: Mapping[Cell, Piece] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    last: Last = Last()


@dataclass(frozen=True)
class Pointing:
    """Where the mouse and the keyboard are."""

    hover: Cell | None = None
    inviting: bool = False  # what the mouse is on may be picked
    ghost: Piece | None = None
    cursor: Cell | None = None
    dragged: Cell | None = None  # its piece is under the pointer instead


def faces(
    position: Position, picks: Picks | None, seat: Seat | None, pointing: Pointing, dots: bool
) -> dict[Cell, Face]:
    """What every cell shows that shows anything. With picks the board is the staged one."""
    pieces = position.pieces if picks is None else picks.pieces
    marks = position.marks if picks is None else picks.marks
    found = {cell: Face(piece=piece) for cell, piece in pieces.items()}
    _add_marks(found, marks, position)
    _add_last(found, position.last)
    if picks is not None:
        _add_legal(found, picks, seat, dots)
    _add_pointing(found, pointing)
    return found


def _change(found: dict[Cell, Face], cell: Cell, **changes: object) -> None:
    found[cell] = replace(found.get(cell, Face()), **changes)  # type: ignore[arg-type]  # the fields of Face


def _add_marks(found: dict[Cell, Face], marks: Iterable[Mark], position: Position) -> None:
    for mark in marks:
        if mark.kind.startswith("die-") and mark.kind[4:] in "123456":
            for cell in mark.cells:
                _change(found, cell, die=int(mark.kind[4:]))
        elif mark.kind in CELL_MARKS:
            for cell in mark.cells:
                _change(found, cell, marks=found.get(cell, Face()).marks | {mark.kind})
                if mark.kind == "from" and found[cell].piece is None:
                    _change(found, cell, old_piece=position.pieces.get(cell))


def _add_last(found: dict[Cell, Face], last: Last) -> None:
    for cell in last.origins:
        _change(found, cell, last="from")
    for cell in last.targets:
        _change(found, cell, last="to")


def _add_legal(found: dict[Cell, Face], picks: Picks, seat: Seat | None, dots: bool) -> None:
    """A dot in a free cell, brackets round a piece that may be taken; own pieces say it by the pointer alone.

    What dice allow is always shown: nobody should have to work it out.
    """
    dots = dots or any(mark.kind == "spot" for mark in picks.marks)
    for cell in picks.next:
        if not isinstance(cell, int):
            continue
        face = found.get(cell, Face())
        if face.marks & {"capture", "selected", "staged", "from"}:
            continue
        if face.piece is None:
            if dots:
                _change(found, cell, legal="dot")
        elif face.piece.seat != seat or seat is None:
            _change(found, cell, legal="target")


def _add_pointing(found: dict[Cell, Face], pointing: Pointing) -> None:
    if pointing.dragged is not None:
        face = found.get(pointing.dragged, Face())
        _change(found, pointing.dragged, piece=None, old_piece=face.piece or face.old_piece)
    if pointing.hover is not None:
        free = found.get(pointing.hover, Face()).piece is None
        _change(found, pointing.hover, hover=pointing.inviting, ghost=pointing.ghost if free else None)
    if pointing.cursor is not None:
        _change(found, pointing.cursor, cursor=True)


def outlines(
    position: Position, picks: Picks | None, own: frozenset[Seat], hover: Cell | None, over: frozenset[Cell]
) -> tuple[Outline, ...]:
    """The lines round regions: the own largest always, any other while the mouse is on it, and what won."""
    marks = position.marks if picks is None else picks.marks
    found = [
        Outline(mark.cells, mark.seat)
        for mark in marks
        if mark.kind == "region" and (mark.seat in own or hover in mark.cells) and mark.cells != over
    ]
    return (*found, Outline(over)) if over else tuple(found)
