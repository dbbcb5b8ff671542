"""States of cells: everything that a board shows at one moment, so that two moments can be compared."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from client_qt.board.lattice import path_order
from netgame.boards.geometry import Board, Cell
from netgame.game import Mark, Picks, Piece, Seat

# marks that are drawn, or read aloud, in each of their cells
CELL_MARKS = {
    "spot", "selected", "staged", "capture", "from", "corner", "goal", "threatened", "territory", "path", "ahead",
    "suggested",
}  # fmt: skip
FEW_DOTS = 12  # so many dots are always shown


@dataclass(frozen=True)
class LastMove:
    """The cells that the last turn emptied and filled."""

    origins: frozenset[Cell] = frozenset()
    targets: frozenset[Cell] = frozenset()


def last_of(before: Mapping[Cell, Piece], after: Mapping[Cell, Piece]) -> LastMove:
    """Return the turn between two positions."""
    return LastMove(
        frozenset(cell for cell in before if cell not in after),
        frozenset(cell for cell, piece in after.items() if before.get(cell) != piece),
    )


@dataclass(frozen=True)
class CellState:
    """Everything that is drawn in one cell."""

    piece: Piece | None = None
    old_piece: Piece | None = None  # was here before the staged part of the turn
    ghost: Piece | None = None
    die: int = 0
    last: Literal["", "from", "to"] = ""
    legal: Literal["", "dot", "target", "corner"] = ""
    marks: frozenset[str] = frozenset()
    owner: Seat | None = None  # of the territory
    owner_kinds: tuple[str, ...] = ()  # the kinds of pieces of this side, which give the territory its colour
    turned: bool = False  # the piece would change its owner
    hover: bool = False
    cursor: bool = False


CellStates = Mapping[Cell, CellState]


@lru_cache(maxsize=64)  # there are few kinds of pieces
def piece_only(piece: Piece) -> CellState:
    """Return the state of a cell that shows a piece and nothing else."""
    return CellState(piece)


OutlineStyle = Literal["full", "quiet", "foreseen"]


@dataclass(frozen=True)
class Outline:
    """A line around cells: a largest region, the cells that decided the game, what the next pick would do."""

    cells: frozenset[Cell]
    seat: Seat | None = None
    style: OutlineStyle = "full"


@dataclass(frozen=True)
class Path:
    """A line along neighbouring cells that could win, or that won."""

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
    """The cells of the mouse and of the keyboard's cursor."""

    hover: Cell | None = None
    inviting: bool = False  # the cell under the mouse may be picked
    ghost: Piece | None = None
    foreseen: frozenset[Cell] = frozenset()  # what a pick there would affect
    cursor: Cell | None = None
    dragged: Cell | None = None  # its piece is drawn under the pointer instead

    @property
    def cells(self) -> frozenset[Cell]:
        return frozenset(cell for cell in (self.hover, self.cursor, self.dragged) if cell is not None)


def shown_marks(position: Position, picks: Picks | None) -> tuple[Mark, ...]:
    """Return the marks to show: those of the staged board if there are picks, and those printed on the board."""
    if picks is None:
        return position.marks
    return (*picks.marks, *(mark for mark in position.marks if is_printed(mark) and mark not in picks.marks))


def is_printed(mark: Mark) -> bool:
    """Whether a mark belongs to the board rather than to its pieces."""
    return mark.kind == "goal" or _is_die(mark.kind)


def _is_die(kind: str) -> bool:
    return kind.startswith("die-") and len(kind) == 5 and kind[4] in "123456"


def cell_states(
    position: Position,
    picks: Picks | None,
    seat: Seat | None = None,
    dots: bool = True,
    threats: bool = True,
    suggested: frozenset[Cell] = frozenset(),
) -> dict[Cell, CellState]:
    """Return the states of all cells that show anything, without mouse and keyboard. Picks give the staged board."""
    pieces = position.pieces if picks is None else picks.pieces
    marks = [mark for mark in shown_marks(position, picks) if threats or mark.kind != "threatened"]
    names = _mark_names([*marks, Mark("suggested", suggested)])
    owners = {cell: mark.seat for mark in marks if mark.kind == "territory" for cell in mark.cells}
    kinds = {owner: tuple(sorted({piece.kind for piece in pieces.values() if piece.seat == owner}))
             for owner in set(owners.values())}  # fmt: skip
    dice = {cell: int(mark.kind[4:]) for mark in marks if _is_die(mark.kind) for cell in mark.cells}
    last = position.last
    legal = dict(_legal(picks, seat, names, dots)) if picks is not None else {}
    states = {cell: piece_only(piece) for cell, piece in pieces.items()}
    for cell in {*names, *dice, *last.origins, *last.targets, *legal}:
        piece, before, marked = pieces.get(cell), position.pieces.get(cell), names.get(cell, frozenset())
        states[cell] = CellState(
            piece=piece,
            old_piece=before if "from" in marked and piece is None else None,
            die=dice.get(cell, 0),
            last="to" if cell in last.targets else "from" if cell in last.origins else "",
            legal=legal.get(cell, ""),
            marks=marked,
            owner=owners.get(cell),
            owner_kinds=kinds.get(owners.get(cell), ()),
            turned="capture" in marked
            and "staged" not in marked
            and before is not None
            and piece not in (None, before),
        )
    return states


def _mark_names(marks: Iterable[Mark]) -> dict[Cell, frozenset[str]]:
    found: dict[Cell, frozenset[str]] = {}
    for mark in marks:
        if mark.kind in CELL_MARKS:
            name = frozenset({mark.kind})
            for cell in mark.cells:
                others = found.get(cell)
                found[cell] = name if others is None else others | name
    return found


def _legal(
    picks: Picks, seat: Seat | None, names: Mapping[Cell, frozenset[str]], dots: bool
) -> Iterator[tuple[Cell, Literal["dot", "target", "corner"]]]:
    """Yield how legal cells are marked: free cells by a dot, pieces to capture by brackets, blocks by their corner.

    Own pieces have no mark. Cells that the dice allow always have one, so that players need not compute them.
    """
    dots = dots or any(mark.kind == "spot" for mark in picks.marks)
    for cell in picks.next:
        marked = names.get(cell, frozenset()) if isinstance(cell, int) else None
        if not isinstance(cell, int) or marked is None or marked & {"capture", "selected", "staged", "from"}:
            continue
        piece = picks.pieces.get(cell)
        if "corner" in marked:
            yield cell, "corner"
        elif piece is None:
            if dots:
                yield cell, "dot"
        elif piece.seat is not None and (piece.seat != seat or seat is None):  # neutral pieces are moved, not captured
            yield cell, "target"


def too_many_dots(board: Board, picks: Picks | None) -> bool:
    """Whether most free cells of a large board may be picked: dots everywhere would hide the rest."""
    if picks is None or any(mark.kind == "spot" for mark in picks.marks):
        return False
    free = len(board.cells) - len(picks.pieces)
    offered = sum(1 for cell in picks.next if isinstance(cell, int) and cell not in picks.pieces)
    return offered > FEW_DOTS and offered * 2 > free


def pointed_states(base: CellStates, pointing: Pointing) -> dict[Cell, CellState]:
    """Return the states of the cells that mouse and keyboard are on."""
    found = {cell: base.get(cell, CellState()) for cell in pointing.cells}
    if pointing.dragged is not None:
        state = found[pointing.dragged]
        found[pointing.dragged] = replace(state, piece=None, old_piece=state.piece or state.old_piece)
    if pointing.hover is not None:
        state = found[pointing.hover]
        ghost = pointing.ghost if state.piece is None else None
        found[pointing.hover] = replace(state, hover=pointing.inviting, ghost=ghost)
    if pointing.cursor is not None:
        found[pointing.cursor] = replace(found[pointing.cursor], cursor=True)
    return {cell: state for cell, state in found.items() if state != CellState()}


def outlines_and_paths(
    board: Board,
    marks: tuple[Mark, ...],
    deciding: frozenset[Cell],
    own: frozenset[Seat] = frozenset(),
    pointing: Pointing = Pointing(),
) -> tuple[tuple[Outline, ...], tuple[Path, ...]]:
    """Return the lines over several cells.

    The largest regions of `own` seats always have an outline, others while the mouse is on them. The `deciding` cells
    have an outline, unless they are a path.
    """
    orders = [(mark.cells, path_order(board, mark.cells)) for mark in marks if mark.kind == "path"]
    paths = tuple(Path(order, bool(deciding) and cells == deciding) for cells, order in orders if order)
    outlined = frozenset() if any(path.won for path in paths) else deciding
    regions = [
        Outline(mark.cells, mark.seat, "quiet" if outlined else "full")
        for mark in marks
        if mark.kind == "region"
        and (outlined or mark.seat in own or pointing.hover in mark.cells)
        and not mark.cells <= outlined
    ]
    won = [Outline(outlined)] if outlined else []
    foreseen = [Outline(pointing.foreseen, style="foreseen")] if pointing.foreseen else []
    return (*regions, *won, *foreseen), paths


def foreseen_cells(now: Iterable[Mark], then: Iterable[Mark], hover: Cell) -> frozenset[Cell]:
    """Return the cells that a pick under the mouse would choose or capture; empty if it is only that cell."""
    found = _affected(then) - _affected(now)
    return found if found - {hover} else frozenset()


def _affected(marks: Iterable[Mark]) -> frozenset[Cell]:
    return frozenset().union(*(mark.cells for mark in marks if mark.kind in ("selected", "capture")))
