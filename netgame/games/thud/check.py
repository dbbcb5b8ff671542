"""Which rule of Thud a move breaks, in a sentence with the square."""

from netgame.boards.geometry import Cell
from netgame.boards.octagon import (
    BOARD,
    CELLS,
    GRID,
    NEIGHBOURS,
    STONE,
    direction_and_distance,
    first_between,
    line_length,
    names,
)
from netgame.errors import IllegalMove
from netgame.games.thud.moves import CaptureRule, Move, ShoveCaptures, State, StepCaptures, choice
from netgame.text import Arg

SIDES = ("Dwarfs", "Trolls")
_KINDS = ("dwarf", "troll")


def check_move(state: State, move: Move, step: StepCaptures, shove: ShoveCaptures) -> None:
    """Raise `IllegalMove` unless the side to move may make this move."""
    _check_fields(move)
    if move.seat != state.seat:
        raise IllegalMove("{side} to move", side=SIDES[state.seat])
    own = state.trolls if move.seat else state.dwarfs
    if not own & GRID.mask[move.origin]:
        raise IllegalMove("there is no {piece} on {cell}", piece=_KINDS[move.seat], cell=BOARD.name(move.origin))
    direction, distance = _check_way(state, move)
    line = line_length(own, move.origin, direction)
    if move.seat:
        _check_troll(state, move, line, distance)
        _check_choice(state, move, capture_choice(step, shove, line, distance), distance)
    else:
        _check_dwarf(state, move, line, distance)


def capture_choice(step: StepCaptures, shove: ShoveCaptures, line: int, distance: int) -> CaptureRule:
    """What a troll may capture that goes so far from the head of a line so long."""
    return choice(step if distance == 1 else None, shove if line >= max(2, distance) else None)


def _check_fields(move: Move) -> None:
    seat, origin, target, captured = move
    if not all(type(part) is int for part in move) or seat not in (0, 1):
        raise IllegalMove("this is no move of Thud")
    if not (0 <= origin < CELLS and 0 <= target < CELLS) or captured & ~GRID.full:
        raise IllegalMove("this board has no such square")


def _check_way(state: State, move: Move) -> tuple[int, int]:
    """The direction and the distance, if the way is straight and free up to the target."""
    if move.origin == move.target:
        raise IllegalMove("a move from {cell} must end on another square", cell=BOARD.name(move.origin))
    way = direction_and_distance(move.origin, move.target)
    if way is None:
        start, end = BOARD.name(move.origin), BOARD.name(move.target)
        raise IllegalMove("{end} is not in a straight line from {start}", start=start, end=end)
    occupied = state.dwarfs | state.trolls | GRID.mask[STONE]
    blocker = first_between(occupied, move.origin, *way)
    if blocker is not None:
        raise IllegalMove("nothing is jumped, and {cell} is in the way", cell=BOARD.name(blocker))
    return way


def _check_free(state: State, cell: Cell) -> None:
    for kind, pieces in zip((*_KINDS, "Thudstone"), (state.dwarfs, state.trolls, GRID.mask[STONE]), strict=True):
        if pieces & GRID.mask[cell]:
            raise IllegalMove("the {piece} on {cell} is in the way", piece=kind, cell=BOARD.name(cell))


def _check_dwarf(state: State, move: Move, line: int, distance: int) -> None:
    cell = BOARD.name(move.target)
    if not state.trolls & GRID.mask[move.target]:
        _check_free(state, move.target)
        if move.captured:
            raise IllegalMove("a dwarf captures only the troll it lands on, and there is none on {cell}", cell=cell)
        return
    if move.captured != GRID.mask[move.target]:
        raise IllegalMove("a hurl to {cell} captures the troll there and nothing else: write x{cell}", cell=cell)
    if distance > line:
        args: dict[str, Arg] = {"cell": cell, "need": distance, "line": line}
        raise IllegalMove("a hurl to {cell} needs {need} dwarfs in line, and there are {line}", **args)


def _check_troll(state: State, move: Move, line: int, distance: int) -> None:
    _check_free(state, move.target)
    if distance > line:
        args: dict[str, Arg] = {"cell": BOARD.name(move.target), "need": distance, "line": line}
        raise IllegalMove("a shove to {cell} needs {need} trolls in line, and there are {line}", **args)
    for cell in names(move.captured & ~(NEIGHBOURS[move.target] & state.dwarfs)):
        end = BOARD.name(move.target)
        raise IllegalMove("there is no dwarf on {cell} next to {end} to capture", cell=cell, end=end)


def _check_choice(state: State, move: Move, allowed: CaptureRule, distance: int) -> None:
    if allowed.allows(move.captured, NEIGHBOURS[move.target] & state.dwarfs):
        return
    end = BOARD.name(move.target)
    if not move.captured:
        raise IllegalMove("a shove must capture: name a dwarf next to {end}", end=end)
    if distance > 1:
        raise IllegalMove("a shove to {end} captures every dwarf next to it", end=end)
    if not allowed.one:
        raise IllegalMove("a troll that moves to {end} captures every dwarf next to it or none", end=end)
    if allowed.all:
        raise IllegalMove("a troll that moves to {end} captures one dwarf, or shoved every dwarf next to it", end=end)
    raise IllegalMove("a step to {end} captures one dwarf at most", end=end)
