"""Positions and moves of Koom Valley Thud over bitboards: every legal move, and what each of them captures."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, GRID, NEIGHBOURS, STEPS, STRIDE, Lines
from netgame.game import Seat

DWARF, TROLL, ROCK = 0, 1, 2  # kinds of pieces, and of moves
TROLL_REACH = 3
GOALS = frozenset(BOARD.cell(name) for name in ("F1", "G1", "H1", "J1", "K1"))


class State(NamedTuple):
    """A position of Koom Valley Thud."""

    dwarfs: int  # bitboards
    trolls: int
    rock: Cell
    seat: Seat
    quiet: int = 0  # plies since the last capture or move of the Rock


class Move(NamedTuple):
    """A turn: which kind of piece goes from where over which landing squares, the last one its end, and what it takes.

    More than one landing square, and the way back to where it came from, only a trampling troll has.
    """

    kind: int
    origin: Cell
    landings: tuple[Cell, ...]
    captured: int = 0  # bitboard


# By square; without captures.
DWARF_LINES = Lines(lambda origin, target: Move(DWARF, origin, (target,)))
TROLL_LINES = Lines(lambda origin, target: Move(TROLL, origin, (target,)), TROLL_REACH)


def free_squares(state: State) -> int:
    """The squares on which nothing stands, as a bitboard."""
    return GRID.full & ~(state.dwarfs | state.trolls | GRID.mask[state.rock])


def dwarf_moves(state: State, escort: int) -> Iterator[Move]:
    """Every move of the dwarfs: by dwarf and line, then the Rock's."""
    free, rock = free_squares(state), state.rock
    occupied = GRID.full ^ free
    cell = GRID.cell
    found: list[Sequence[Move]] = []
    if hot := _sandwich_squares(state) & free:
        taken = {cell[bit]: sandwiched(state, cell[bit]) for bit in bits(hot)}
    for bit in bits(state.dwarfs):
        for mask, line in DWARF_LINES[cell[bit]]:
            moves: Sequence[Move] = line[occupied & mask]
            if hot & mask:
                moves = [_taking(move, taken) for move in moves]
            found.append(moves)
    found.append([Move(ROCK, rock, (cell[bit],)) for bit in bits(rock_targets(state, escort))])
    return chain.from_iterable(found)


def _taking(move: Move, taken: Mapping[Cell, int]) -> Move:
    """A dwarf's move with what it takes by arriving."""
    captured = taken.get(move.landings[0])
    return Move(DWARF, move.origin, move.landings, captured) if captured else move


def troll_moves(state: State, chains: bool) -> Iterator[Move]:
    """Every move of the trolls: by troll its plain moves, then by troll its trampling ones."""
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
    """Every way in which the troll on that bit tramples, each stop before what goes on from there. Lazy, for a crowd
    of dwarfs has more of them than can be counted."""
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
    """What a troll on that bit may trample next: the bits of the dwarf and of the square behind it."""
    near = NEIGHBOURS[GRID.cell[bit]] & dwarfs
    found = []
    while near:
        low = near & -near
        near ^= low
        jumped = low.bit_length() - 1
        landing = 2 * jumped - bit  # behind a dwarf at the edge lies the guard column or a negative bit
        if landing >= 0 and free >> landing & 1:
            found.append((jumped, landing))
    return found


def tramplers_of(state: State, free: int) -> int:
    """The trolls that have a dwarf next to them with a free square straight behind it."""
    dwarfs, found = state.dwarfs, 0
    for step in STEPS:
        found |= dwarfs >> step & free >> 2 * step
        found |= dwarfs << step & free << 2 * step
    return found & state.trolls


def rock_targets(state: State, escort: int) -> int:
    """Where the dwarfs may move the Rock: with so many of them beside it before and after."""
    dwarfs, targets = state.dwarfs, 0
    if (NEIGHBOURS[state.rock] & dwarfs).bit_count() >= escort:
        for bit in bits(NEIGHBOURS[state.rock] & free_squares(state)):
            if (NEIGHBOURS[GRID.cell[bit]] & dwarfs).bit_count() >= escort:
                targets |= 1 << bit
    return targets


def _sandwich_squares(state: State) -> int:
    """The squares from which a dwarf would hold a troll between itself and another dwarf. The dwarf that arrives is
    never the other one: the troll between stands in its way."""
    dwarfs, trolls, found = state.dwarfs, state.trolls, 0
    for step in STEPS:
        found |= (trolls & dwarfs >> step) >> step
        found |= (trolls & dwarfs << step) << step
    return found


def sandwiched(state: State, target: Cell) -> int:
    """The trolls that a dwarf takes by arriving on a square."""
    bit, found = GRID.bit[target], 0
    for near in bits(NEIGHBOURS[target] & state.trolls):
        behind = 2 * near - bit
        if behind >= 0 and state.dwarfs >> behind & 1:
            found |= 1 << near
    return found


def can_move(state: State) -> bool:
    """Whether the side to move has a legal move. Where the Rock can go, a dwarf beside that square can go as well."""
    free = free_squares(state)
    if state.seat:
        return dilate8(state.trolls, STRIDE) & free != 0 or tramplers_of(state, free) != 0
    return dilate8(state.dwarfs, STRIDE) & free != 0
