"""Moves of Koom Valley Thud: which ones are legal, what they capture, what they do, and all of them.

The published summary is followed; what it leaves open is ruled in `rules.md`. A troll that tramples may continue
from its landing square in any direction and may stop after any capture (option `chain_captures`). A dwarf captures
every troll that is directly between its target and another dwarf; a troll that moves between two dwarfs is safe. The
Rock takes no part in captures. A move is identified by its origin, its landing squares in order and the captured set,
because a chain can end on one square in several ways.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, CELLS, GRID, NEIGHBOURS, STEPS, STRIDE, square_names
from netgame.errors import IllegalMove
from netgame.games.koom.state import State, free_squares
from netgame.games.shared.octagon_moves import SIDES, Lines, check_empty, first_between, straight_way
from netgame.text import N_

DWARF, TROLL, ROCK = 0, 1, 2  # kinds of pieces, and of moves
TROLL_REACH = 3
KINDS = ("dwarf", "troll", N_("Rock"))


class Move(NamedTuple):
    """A turn: the kind of the piece, its origin, its landing squares (the last one is the target), and the captured
    set.

    Only a trampling troll has more than one landing square, and only it can return to its origin.
    """

    kind: int
    origin: Cell
    landings: tuple[Cell, ...]
    captured: int = 0  # bitboard


# By square; without captures.
DWARF_LINES = Lines(lambda origin, target: Move(DWARF, origin, (target,)))
TROLL_LINES = Lines(lambda origin, target: Move(TROLL, origin, (target,)), TROLL_REACH)


def check_move(state: State, move: Move, escort: int, chains: bool) -> None:
    """Raise `IllegalMove` unless the side to move may make this move."""
    kind, origin, landings, captured = move
    if not all(type(part) is int for part in (kind, origin, captured)) or kind not in (DWARF, TROLL, ROCK):
        raise IllegalMove("this is not a move of Koom Valley Thud")
    if type(landings) is not tuple or not landings or not all(type(cell) is int for cell in landings):
        raise IllegalMove("this is not a move of Koom Valley Thud")
    if not all(0 <= cell < CELLS for cell in (origin, *landings)) or captured & ~GRID.full:
        raise IllegalMove("this board has no such square")
    if (kind == TROLL) != (state.seat == 1):
        raise IllegalMove("{side} to move", side=SIDES[state.seat])
    if not _pieces(state)[kind] & GRID.mask[origin]:
        raise IllegalMove("there is no {piece} on {cell}", piece=KINDS[kind], cell=BOARD.name(origin))
    if kind != TROLL and len(landings) > 1:
        raise IllegalMove("only a troll can continue from {cell}", cell=BOARD.name(landings[0]))
    if kind == DWARF:
        _free_distance(state, move)
        end, taken = BOARD.name(landings[0]), sandwiched(state.dwarfs, state.trolls, landings[0])
        for cell in square_names(captured & ~taken):
            raise IllegalMove("no troll on {cell} is between {end} and another dwarf", cell=cell, end=end)
        for cell in square_names(taken & ~captured):
            template = N_("a dwarf that arrives on {end} takes the troll on {cell}: write x{cell}")
            raise IllegalMove(template, cell=cell, end=end)
    elif kind == ROCK:
        _check_rock(state, move, escort)
    elif captured or len(landings) > 1:
        _check_trample(state, move, chains)
    elif _free_distance(state, move) > TROLL_REACH:
        cell = BOARD.name(landings[0])
        raise IllegalMove("a troll goes three squares at most, and {cell} is further away", cell=cell)


def _pieces(state: State) -> tuple[int, int, int]:
    return state.dwarfs, state.trolls, GRID.mask[state.rock]


def _free_distance(state: State, move: Move) -> int:
    """Return the distance of a move without trampling, if its way and its target are free."""
    target = move.landings[0]
    way = straight_way(move.origin, target)
    dwarfs, trolls, rock = _pieces(state)
    blocker = first_between(dwarfs | trolls | rock, way)
    if blocker is not None:
        cell = BOARD.name(blocker)
        if move.kind == TROLL and way.distance == 2 and dwarfs & GRID.mask[blocker]:
            raise IllegalMove("a troll that goes over the dwarf on {cell} tramples it: write x{cell}", cell=cell)
        raise IllegalMove("{cell} is in the way: only trampled dwarfs can be jumped", cell=cell)
    check_empty(target, KINDS, (dwarfs, trolls, rock))
    return way.distance


def _check_rock(state: State, move: Move, escort: int) -> None:
    target = move.landings[0]
    if straight_way(move.origin, target).distance > 1:
        raise IllegalMove("the Rock moves one square, and {cell} is further away", cell=BOARD.name(target))
    check_empty(target, KINDS, _pieces(state))
    if move.captured:
        raise IllegalMove("the Rock captures nothing on {cell}", cell=square_names(move.captured)[0])
    for cell in (move.origin, target):
        count, name = (NEIGHBOURS[cell] & state.dwarfs).bit_count(), BOARD.name(cell)
        if count < escort and escort == 1:
            raise IllegalMove("the Rock needs a dwarf beside {cell}, and there is none", cell=name)
        if count < escort:
            template = N_("the Rock needs {need} dwarfs beside {cell}, and there are {count}")
            raise IllegalMove(template, need=escort, cell=name, count=count)


def _check_trample(state: State, move: Move, chains: bool) -> None:
    dwarfs, trolls, rock = _pieces(state)
    start, trampled = move.origin, 0
    for number, landing in enumerate(move.landings):
        if number and not chains:
            raise IllegalMove("a troll tramples one dwarf a turn, and stops on {cell}", cell=BOARD.name(start))
        way = straight_way(start, landing)
        if way.distance != 2:
            args = {"start": BOARD.name(start), "end": BOARD.name(landing)}
            raise IllegalMove("a trampling troll lands two squares on, and {end} is not that far from {start}", **args)
        middle = GRID.cell[GRID.bit[start] + way.direction]
        if not dwarfs & ~trampled & GRID.mask[middle]:
            raise IllegalMove("there is no dwarf to trample on {cell}", cell=BOARD.name(middle))
        check_empty(landing, KINDS, (dwarfs & ~trampled, trolls & ~GRID.mask[move.origin], rock))
        start, trampled = landing, trampled | GRID.mask[middle]
    for cell in square_names(move.captured & ~trampled):
        raise IllegalMove("there is no dwarf to trample on {cell} on this way", cell=cell)
    for cell in square_names(trampled & ~move.captured):
        raise IllegalMove("a troll that goes over the dwarf on {cell} tramples it: write x{cell}", cell=cell)


def movable_pieces(state: State, escort: int) -> int:
    """Return the pieces that have a legal move, the Rock included."""
    free = free_squares(state)
    if state.seat:
        return dilate8(free, STRIDE) & state.trolls | tramplers_of(state, free)
    rock = GRID.mask[state.rock] if rock_targets(state, escort) else 0
    return dilate8(free, STRIDE) & state.dwarfs | rock


def dwarf_moves(state: State, escort: int) -> Iterator[Move]:
    """Yield every move of the dwarfs: by dwarf and line, then the Rock's."""
    free, rock = free_squares(state), state.rock
    occupied = GRID.full ^ free
    cell = GRID.cell
    found: list[Sequence[Move]] = []
    dwarfs, trolls = state.dwarfs, state.trolls
    if hot := hot_squares(dwarfs, trolls) & free:
        taken = {cell[bit]: sandwiched(dwarfs, trolls, cell[bit]) for bit in bits(hot)}
    for bit in bits(dwarfs):
        for mask, line in DWARF_LINES[cell[bit]]:
            moves: Sequence[Move] = line[occupied & mask]
            if hot & mask:
                moves = [
                    Move(DWARF, move.origin, move.landings, captured)
                    if (captured := taken.get(move.landings[0]))
                    else move
                    for move in moves
                ]
            found.append(moves)
    found.append([Move(ROCK, rock, (cell[bit],)) for bit in bits(rock_targets(state, escort))])
    return chain.from_iterable(found)


def troll_moves(state: State, chains: bool) -> Iterator[Move]:
    """Yield every move of the trolls: by troll its plain moves, then by troll its trampling ones."""
    free = free_squares(state)
    occupied = GRID.full ^ free
    cell = GRID.cell
    found = [line[occupied & mask] for bit in bits(state.trolls) for mask, line in TROLL_LINES[cell[bit]]]
    plain = chain.from_iterable(found)
    tramplers = tramplers_of(state, free)
    if not tramplers:
        return plain
    return chain(plain, *(_tramples(state.dwarfs, free, bit, chains) for bit in bits(tramplers)))


def _tramples(dwarfs: int, free: int, start: int, chains: bool) -> Iterator[Move]:
    """Yield every trampling move of the troll on that bit, each one before its continuations. Lazy, because a crowd of
    dwarfs allows more of them than can be counted."""
    origin, free = GRID.cell[start], free | 1 << start
    waiting: list[tuple[int, tuple[Cell, ...], int]] = [(start, (), 0)]
    while waiting:
        bit, landings, captured = waiting.pop()
        if landings:
            yield Move(TROLL, origin, landings, captured)
            if not chains:
                continue
        following = jumps(dwarfs & ~captured, free | captured, bit)
        waiting += [
            (landing, (*landings, GRID.cell[landing]), captured | 1 << jumped)
            for jumped, landing in reversed(following)
        ]


def jumps(dwarfs: int, free: int, bit: int) -> list[tuple[int, int]]:
    """Return the next dwarfs that a troll on that bit may trample: the bit of each and of the square behind it."""
    near = NEIGHBOURS[GRID.cell[bit]] & dwarfs
    found = []
    while near:
        low = near & -near
        near ^= low
        jumped = low.bit_length() - 1
        landing = 2 * jumped - bit  # behind a dwarf at the edge is the guard column or a negative bit
        if landing >= 0 and free >> landing & 1:
            found.append((jumped, landing))
    return found


def tramplers_of(state: State, free: int) -> int:
    """Return the trolls that have a dwarf next to them with a free square straight behind it."""
    dwarfs, found = state.dwarfs, 0
    for step in STEPS:
        found |= dwarfs >> step & free >> 2 * step
        found |= dwarfs << step & free << 2 * step
    return found & state.trolls


def rock_targets(state: State, escort: int) -> int:
    """Return the targets of the Rock, with at least `escort` dwarfs beside it before and after."""
    dwarfs, targets = state.dwarfs, 0
    if (NEIGHBOURS[state.rock] & dwarfs).bit_count() >= escort:
        for bit in bits(NEIGHBOURS[state.rock] & free_squares(state)):
            if (NEIGHBOURS[GRID.cell[bit]] & dwarfs).bit_count() >= escort:
                targets |= 1 << bit
    return targets


def hot_squares(dwarfs: int, trolls: int) -> int:
    """Return the squares from which a dwarf would capture a troll between itself and another dwarf, empty or not.

    The dwarf that arrives is never the other one, because the troll blocks its way.
    """
    hot = 0
    for step in STEPS:
        hot |= (trolls & dwarfs >> step) >> step
        hot |= (trolls & dwarfs << step) << step
    return hot


def sandwiched(dwarfs: int, trolls: int, target: Cell) -> int:
    """Return the trolls that a dwarf captures on arrival on a square."""
    bit, found = GRID.bit[target], 0
    for near in bits(NEIGHBOURS[target] & trolls):
        behind = 2 * near - bit
        if behind >= 0 and dwarfs >> behind & 1:
            found |= 1 << near
    return found
