"""Which rule of Koom Valley Thud a move breaks, in a sentence with the square."""

from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, CELLS, GRID, NEIGHBOURS, direction_and_distance, first_between, names
from netgame.errors import IllegalMove
from netgame.games.koom.moves import DWARF, ROCK, TROLL, TROLL_REACH, Move, State, sandwiched

SIDES = ("Dwarfs", "Trolls")
_KINDS = ("dwarf", "troll", "Rock")


def check_move(state: State, move: Move, escort: int, chains: bool) -> None:
    """Raise `IllegalMove` unless the side to move may make this move."""
    _check_fields(move)
    if (move.kind == TROLL) != (state.seat == 1):
        raise IllegalMove("{side} to move", side=SIDES[state.seat])
    if not _pieces(state)[move.kind] & GRID.mask[move.origin]:
        raise IllegalMove("there is no {piece} on {cell}", piece=_KINDS[move.kind], cell=BOARD.name(move.origin))
    if move.kind != TROLL and len(move.landings) > 1:
        raise IllegalMove("only a troll goes on from {cell}", cell=BOARD.name(move.landings[0]))
    if move.kind == DWARF:
        _check_dwarf(state, move)
    elif move.kind == ROCK:
        _check_rock(state, move, escort)
    elif move.captured or len(move.landings) > 1:
        _check_trample(state, move, chains)
    else:
        _check_walk(state, move)


def _check_fields(move: Move) -> None:
    kind, origin, landings, captured = move
    if not all(type(part) is int for part in (kind, origin, captured)) or kind not in (DWARF, TROLL, ROCK):
        raise IllegalMove("this is no move of Koom Valley Thud")
    if type(landings) is not tuple or not landings or not all(type(cell) is int for cell in landings):
        raise IllegalMove("this is no move of Koom Valley Thud")
    if not all(0 <= cell < CELLS for cell in (origin, *landings)) or captured & ~GRID.full:
        raise IllegalMove("this board has no such square")


def _pieces(state: State) -> tuple[int, int, int]:
    return state.dwarfs, state.trolls, GRID.mask[state.rock]


def _check_way(origin: Cell, target: Cell) -> tuple[int, int]:
    """The direction and the distance, if the squares lie in a straight line."""
    if origin == target:
        raise IllegalMove("a move from {cell} must end on another square", cell=BOARD.name(origin))
    way = direction_and_distance(origin, target)
    if way is None:
        raise IllegalMove(
            "{end} is not in a straight line from {start}", start=BOARD.name(origin), end=BOARD.name(target)
        )
    return way


def _check_open(state: State, move: Move) -> int:
    """The distance of a plain move, if its way and its target are free."""
    target = move.landings[0]
    direction, distance = _check_way(move.origin, target)
    dwarfs, trolls, rock = _pieces(state)
    blocker = first_between(dwarfs | trolls | rock, move.origin, direction, distance)
    if blocker is not None:
        if move.kind == TROLL and distance == 2 and dwarfs & GRID.mask[blocker]:
            cell = BOARD.name(blocker)
            raise IllegalMove("a troll that goes over the dwarf on {cell} tramples it: write x{cell}", cell=cell)
        raise IllegalMove("only trampled dwarfs are jumped, and {cell} is in the way", cell=BOARD.name(blocker))
    _check_free(state, target, 0)
    return distance


def _check_free(state: State, target: Cell, gone: int) -> None:
    """`gone` are the squares that this move itself has left empty."""
    for kind, pieces in zip(_KINDS, _pieces(state), strict=True):
        if pieces & ~gone & GRID.mask[target]:
            raise IllegalMove("the {piece} on {cell} is in the way", piece=kind, cell=BOARD.name(target))


def _check_dwarf(state: State, move: Move) -> None:
    _check_open(state, move)
    end, taken = BOARD.name(move.landings[0]), sandwiched(state, move.landings[0])
    for cell in names(move.captured & ~taken):
        raise IllegalMove("no troll on {cell} is between {end} and another dwarf", cell=cell, end=end)
    for cell in names(taken & ~move.captured):
        raise IllegalMove("a dwarf that arrives on {end} takes the troll on {cell}: write x{cell}", cell=cell, end=end)


def _check_rock(state: State, move: Move, escort: int) -> None:
    target = move.landings[0]
    if _check_way(move.origin, target)[1] > 1:
        raise IllegalMove("the Rock moves one square, and {cell} is further away", cell=BOARD.name(target))
    _check_free(state, target, 0)
    if move.captured:
        raise IllegalMove("the Rock captures nothing on {cell}", cell=names(move.captured)[0])
    for cell in (move.origin, target):
        count, name = (NEIGHBOURS[cell] & state.dwarfs).bit_count(), BOARD.name(cell)
        if count < escort and escort == 1:
            raise IllegalMove("the Rock needs a dwarf beside {cell}, and there is none", cell=name)
        if count < escort:
            raise IllegalMove(
                "the Rock needs {need} dwarfs beside {cell}, and there are {count}", need=escort, cell=name, count=count
            )


def _check_walk(state: State, move: Move) -> None:
    if _check_open(state, move) > TROLL_REACH:
        cell = BOARD.name(move.landings[0])
        raise IllegalMove("a troll goes three squares at most, and {cell} is further away", cell=cell)


def _check_trample(state: State, move: Move, chains: bool) -> None:
    at, trampled = move.origin, 0
    for number, landing in enumerate(move.landings):
        if number and not chains:
            raise IllegalMove("a troll tramples one dwarf a turn, and stops on {cell}", cell=BOARD.name(at))
        trampled |= _check_jump(state, at, landing, trampled | GRID.mask[move.origin])
        at = landing
    for cell in names(move.captured & ~trampled):
        raise IllegalMove("there is no dwarf to trample on {cell} on this way", cell=cell)
    for cell in names(trampled & ~move.captured):
        raise IllegalMove("a troll that goes over the dwarf on {cell} tramples it: write x{cell}", cell=cell)


def _check_jump(state: State, start: Cell, landing: Cell, gone: int) -> int:
    """The dwarf that is trampled on the way from one square to another, as a bitboard."""
    direction, distance = _check_way(start, landing)
    args = {"start": BOARD.name(start), "end": BOARD.name(landing)}
    if distance != 2:
        raise IllegalMove("a trampling troll lands two squares on, and {end} is not that far from {start}", **args)
    middle = GRID.cell[GRID.bit[start] + direction]
    if not state.dwarfs & ~gone & GRID.mask[middle]:
        raise IllegalMove("there is no dwarf to trample on {cell}", cell=BOARD.name(middle))
    _check_free(state, landing, gone)
    return GRID.mask[middle]
