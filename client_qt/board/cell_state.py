"""What a board shows at one moment, cell by cell, so that two moments can be compared."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import Literal

from client_qt.board.painting.lattice import in_line
from netgame.boards.geometry import Board, Cell
from netgame.game import Mark, Picks, Piece, Seat

# drawn, or at least said, in each of their cells
CELL_MARKS = frozenset(
    {"spot", "selected", "staged", "capture", "from", "corner", "goal", "threatened", "territory", "path"}
)
_NOTHING: frozenset[str] = frozenset()
FEW_DOTS = 12  # so many may always be shown


@dataclass(frozen=True)
class LastMove:
    """The cells of the last turn: where something left, and where something came."""

    origins: frozenset[Cell] = frozenset()
    targets: frozenset[Cell] = frozenset()


def last_of(before: Mapping[Cell, Piece], after: Mapping[Cell, Piece]) -> LastMove:
    """The turn between two positions, every cell of it."""
    return LastMove(
        frozenset(cell for cell in before if cell not in after),
        frozenset(cell for cell, piece in after.items() if before.get(cell) != piece),
    )


@dataclass(frozen=True)
class CellState:
    """Everything that is drawn in one cell."""

    piece: Piece | None = None
    old_piece: Piece | None = None  # stood here before what is staged
    ghost: Piece | None = None
    die: int = 0
    last: str = ""  # "from" or "to"
    legal: str = ""  # "dot", "target" or "corner"
    marks: frozenset[str] = _NOTHING
    owner: Seat | None = None  # whose territory it is
    owner_kinds: tuple[str, ...] = ()  # the pieces that this side has on the board, which give the territory its colour
    turned: bool = False  # the piece would be taken by changing its owner
    hover: bool = False
    cursor: bool = False


Faces = Mapping[Cell, CellState]


@lru_cache(maxsize=64)  # there are few kinds of pieces, and a board full of them
def plain(piece: Piece) -> CellState:
    """A cell that shows a piece and nothing else."""
    return CellState(piece)


OutlineStyle = Literal["full", "quiet", "foreseen"]


@dataclass(frozen=True)
class Outline:
    """A line round some cells: the largest region of a side, the cells that won, quietly what lost, what the next pick
    would do."""

    cells: frozenset[Cell]
    seat: Seat | None = None
    style: OutlineStyle = "full"


@dataclass(frozen=True)
class Line:
    """A line along neighbouring cells: a path that there is, or the one that won."""

    cells: tuple[Cell, ...]
    won: bool = False


@dataclass(frozen=True)
class Position:
    """A board as the rules give it."""

    pieces: Mapping[Cell, Piece] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    last: LastMove = LastMove()


@dataclass(frozen=True)
class Pointing:
    """Where the mouse and the keyboard are."""

    hover: Cell | None = None
    inviting: bool = False  # what the mouse is on may be picked
    ghost: Piece | None = None
    foreseen: frozenset[Cell] = frozenset()  # what else a pick there would do something to
    cursor: Cell | None = None
    dragged: Cell | None = None  # its piece is under the pointer instead

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells that show something of it."""
        return frozenset(cell for cell in (self.hover, self.cursor, self.dragged) if cell is not None)


def shown_marks(position: Position, picks: Picks | None) -> tuple[Mark, ...]:
    """The marks that hold: of the staged board where there are picks; what is printed on the board stays there."""
    if picks is None:
        return position.marks
    return (*picks.marks, *(mark for mark in position.marks if is_printed(mark) and mark not in picks.marks))


def is_printed(mark: Mark) -> bool:
    """Whether a mark belongs to the board rather than to what stands on it."""
    return mark.kind == "goal" or _is_die(mark.kind)


def faces(
    position: Position, picks: Picks | None, seat: Seat | None = None, dots: bool = True, threats: bool = True
) -> dict[Cell, CellState]:
    """What every cell shows that shows anything, but for mouse and keyboard. With picks the board is the staged one."""
    pieces = position.pieces if picks is None else picks.pieces
    marks = [mark for mark in shown_marks(position, picks) if threats or mark.kind != "threatened"]
    noted = _noted(marks)
    owners = {cell: mark.seat for mark in marks if mark.kind == "territory" for cell in mark.cells}
    kinds = {seat: _kinds_of(seat, pieces) for seat in set(owners.values())}
    dice = {cell: int(mark.kind[4:]) for mark in marks if _is_die(mark.kind) for cell in mark.cells}
    ends = dict.fromkeys(position.last.origins, "from") | dict.fromkeys(position.last.targets, "to")
    legal = dict(_legal(picks, seat, noted, dots)) if picks is not None else {}
    found = {cell: plain(piece) for cell, piece in pieces.items()}
    for cell in {*noted, *dice, *ends, *legal}:
        piece, before, names = pieces.get(cell), position.pieces.get(cell), noted.get(cell, _NOTHING)
        found[cell] = CellState(
            piece=piece,
            old_piece=before if "from" in names and piece is None else None,
            die=dice.get(cell, 0),
            last=ends.get(cell, ""),
            legal=legal.get(cell, ""),
            marks=names,
            owner=owners.get(cell),
            owner_kinds=kinds.get(owners.get(cell), ()),
            turned="capture" in names and "staged" not in names and before is not None and piece not in (None, before),
        )
    return found


def _kinds_of(seat: Seat | None, pieces: Mapping[Cell, Piece]) -> tuple[str, ...]:
    return tuple(sorted({piece.kind for piece in pieces.values() if piece.seat == seat}))


def _is_die(kind: str) -> bool:
    return kind.startswith("die-") and len(kind) == 5 and kind[4] in "123456"


def _noted(marks: Iterable[Mark]) -> dict[Cell, frozenset[str]]:
    """The names of the marks on each cell."""
    found: dict[Cell, frozenset[str]] = {}
    for mark in marks:
        if mark.kind in CELL_MARKS:
            name = frozenset({mark.kind})
            for cell in mark.cells:
                others = found.get(cell)
                found[cell] = name if others is None else others | name
    return found


def _legal(
    picks: Picks, seat: Seat | None, noted: Mapping[Cell, frozenset[str]], dots: bool
) -> Iterator[tuple[Cell, str]]:
    """A dot in a free cell, brackets round a piece that may be taken, a corner where a block begins; own pieces say it
    by the pointer alone.

    What dice allow is always shown: nobody should have to work it out.
    """
    cells = [cell for cell in picks.next if isinstance(cell, int)]
    dots = any(mark.kind == "spot" for mark in picks.marks) or dots
    for cell in cells:
        names = noted.get(cell, _NOTHING)
        if names & {"capture", "selected", "staged", "from"}:
            continue
        piece = picks.pieces.get(cell)
        if "corner" in names:
            yield cell, "corner"
        elif piece is None:
            if dots:
                yield cell, "dot"
        elif piece.seat is not None and (piece.seat != seat or seat is None):  # nobody's piece is moved, not taken
            yield cell, "target"


def too_many_dots(board: Board, picks: Picks | None) -> bool:
    """Whether most of a large board's free cells may be picked: dots everywhere would say nothing and hide the rest."""
    if picks is None or any(mark.kind == "spot" for mark in picks.marks):
        return False
    free = len(board.cells) - len(picks.pieces)
    offered = sum(1 for cell in picks.next if isinstance(cell, int) and cell not in picks.pieces)
    return offered > FEW_DOTS and offered * 2 > free


def pointed(base: Mapping[Cell, CellState], pointing: Pointing) -> dict[Cell, CellState]:
    """What the cells show besides that mouse and keyboard are on."""
    found = {cell: base.get(cell, CellState()) for cell in pointing.cells}
    if pointing.dragged is not None:
        face = found[pointing.dragged]
        found[pointing.dragged] = replace(face, piece=None, old_piece=face.piece or face.old_piece)
    if pointing.hover is not None:
        face = found[pointing.hover]
        ghost = pointing.ghost if face.piece is None else None
        found[pointing.hover] = replace(face, hover=pointing.inviting, ghost=ghost)
    if pointing.cursor is not None:
        found[pointing.cursor] = replace(found[pointing.cursor], cursor=True)
    return {cell: face for cell, face in found.items() if face != CellState()}


def outlines(
    marks: Iterable[Mark], own: frozenset[Seat], pointing: Pointing, over: frozenset[Cell]
) -> tuple[Outline, ...]:
    """The lines round regions: the own largest always, any other while the mouse is on it, what won, what would be."""
    found = [
        Outline(mark.cells, mark.seat, "quiet" if over else "full")
        for mark in marks
        if mark.kind == "region"
        and (over or mark.seat in own or pointing.hover in mark.cells)
        and not mark.cells <= over
    ]
    won = [Outline(over)] if over else []
    foreseen = [Outline(pointing.foreseen, style="foreseen")] if pointing.foreseen else []
    return (*found, *won, *foreseen)


def lines(board: Board, marks: Iterable[Mark], over: frozenset[Cell]) -> tuple[Line, ...]:
    """The paths that there are; what won is one where its cells are marked as a path."""
    found = [
        Line(in_line(board, mark.cells), bool(over) and mark.cells == over) for mark in marks if mark.kind == "path"
    ]
    return tuple(line for line in found if line.cells)


def foreseen(now: Iterable[Mark], then: Iterable[Mark], hover: Cell) -> frozenset[Cell]:
    """The cells that a pick under the mouse would choose or take; nothing where it is only that cell."""
    found = _concerned(then) - _concerned(now)
    return found if found - {hover} else frozenset()


def _concerned(marks: Iterable[Mark]) -> frozenset[Cell]:
    return frozenset(chain.from_iterable(mark.cells for mark in marks if mark.kind in ("selected", "capture")))
