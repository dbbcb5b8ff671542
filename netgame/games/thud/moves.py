"""Positions and moves of Thud over bitboards: every legal move, and which captures a landing allows."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal, NamedTuple

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.geometry import Cell
from netgame.boards.octagon import CELLS, GRID, NEIGHBOURS, STEPS, STONE, STRIDE, Lines, line_throws
from netgame.game import Seat

StepCaptures = Literal["one", "any", "all_or_none"]
ShoveCaptures = Literal["any", "all"]
BOARD_MASK = GRID.full & ~GRID.mask[STONE]  # the stone can be neither landed on nor passed


class State(NamedTuple):
    """A position of Thud."""

    dwarfs: int  # bitboards
    trolls: int
    seat: Seat
    quiet: int = 0  # plies since the last capture; counted only under `no_capture_limit`


class Move(NamedTuple):
    """A turn. Step and shove with the same result are the same move; a hurl captures its landing square."""

    seat: Seat
    origin: Cell
    target: Cell
    captured: int = 0  # bitboard


@dataclass(frozen=True)
class CaptureRule:
    """Which sets of the dwarfs round a landing square may be captured together; all its fields are about counts.

    `none`, `one`, `some` and `all` say whether nothing, any single dwarf, any set of two or more, and the full set
    may be taken.
    """

    none: bool
    one: bool
    some: bool
    all: bool

    @property
    def only_all(self) -> bool:
        """Whether there is nothing to choose: every dwarf is captured."""
        return not self.none and not self.one

    def allows(self, chosen: int, around: int) -> bool:
        """Whether exactly these dwarfs, of those around, may be captured."""
        if not chosen:
            return self.none
        if chosen == around and self.all:
            return True
        return self.one if chosen & (chosen - 1) == 0 else self.some

    def sets(self, around: int) -> Iterator[int]:
        """Every non-empty set that may be captured: the single dwarfs, then larger sets, the full one last."""
        if self.some:
            subset = around & -around
            while subset:
                yield subset
                subset = (subset - around) & around
            return
        if self.one:
            for bit in bits(around):
                yield 1 << bit
        if self.all and not (self.one and around & (around - 1) == 0):
            yield around


@cache
def choice(step: StepCaptures | None, shove: ShoveCaptures | None) -> CaptureRule:
    """What a landing allows: `step` None where it is no step (longer than one square), `shove` None where no line
    of trolls reaches so far. A move that is both may do what either may."""
    return CaptureRule(
        none=step is not None,
        one=step in ("one", "any") or shove == "any",
        some=step == "any" or shove == "any",
        all=step in ("any", "all_or_none") or shove is not None,
    )


class _Steps(dict[int, tuple[Move, ...]]):
    """The troll steps from one square without captures, by its empty neighbours."""

    def __init__(self, origin: Cell) -> None:
        self._origin = origin

    def __missing__(self, empty: int) -> tuple[Move, ...]:
        self[empty] = moves = tuple(Move(1, self._origin, GRID.cell[bit]) for bit in bits(empty))
        return moves


# Both by cell.
_LINES = Lines(lambda origin, target: Move(0, origin, target))
_STEPS = tuple(_Steps(cell) for cell in range(CELLS))


def can_move(own: int, enemy: int, dwarfs_move: bool) -> bool:
    """Whether that side has a legal move: every one begins on a neighbouring square that is empty or, for dwarfs,
    holds a troll."""
    free = BOARD_MASK & ~own if dwarfs_move else BOARD_MASK & ~own & ~enemy
    return dilate8(own, STRIDE) & free != 0


def dwarf_moves(dwarfs: int, trolls: int) -> Iterator[Move]:
    """Every move of the dwarfs: by dwarf and line, then the hurls."""
    occupied = dwarfs | trolls | GRID.mask[STONE]
    cell = GRID.cell
    found = [line[occupied & mask] for bit in bits(dwarfs) for mask, line in _LINES[cell[bit]]]
    for shift, landing in line_throws(dwarfs, BOARD_MASK & ~occupied, trolls):
        found.append(tuple([Move(0, cell[bit - shift], cell[bit], 1 << bit) for bit in bits(landing)]))
    return chain.from_iterable(found)


def troll_moves(dwarfs: int, trolls: int, step: StepCaptures, shove: ShoveCaptures) -> Iterator[Move]:
    """Every move of the trolls: by troll, its steps, then its steps with captures; then the shoves of two and more."""
    return chain.from_iterable(_troll_moves(dwarfs, trolls, step, shove))


def _troll_moves(dwarfs: int, trolls: int, step: StepCaptures, shove: ShoveCaptures) -> Iterator[tuple[Move, ...]]:
    empty = BOARD_MASK & ~(dwarfs | trolls)
    near = dilate8(dwarfs, STRIDE) & empty
    cell = GRID.cell
    stepped, pushed, thrown = _landings(step, None), _landings(step, shove), _landings(None, shove)
    for bit in bits(trolls):
        origin = cell[bit]
        free = NEIGHBOURS[origin] & empty
        yield _STEPS[origin][free]
        if free & near:
            for landing in bits(free & near):
                behind = 2 * bit - landing
                landings = pushed if behind >= 0 and trolls >> behind & 1 else stepped
                yield landings[bit << 8 | landing][NEIGHBOURS[cell[landing]] & dwarfs]
    for shift, targets in line_throws(trolls, empty, near):
        if abs(shift) not in STEPS:  # those of one square are among the steps
            for landing in bits(targets):
                yield thrown[landing - shift << 8 | landing][NEIGHBOURS[cell[landing]] & dwarfs]


class _Captures(dict[int, tuple[Move, ...]]):
    """The moves of a troll from one square to another with captures, by the dwarfs round the second square."""

    LIMIT = 32  # so that all of them together stay under some tens of megabytes

    def __init__(self, origin: Cell, target: Cell, allowed: CaptureRule) -> None:
        self._origin, self._target, self._allowed = origin, target, allowed

    def __missing__(self, around: int) -> tuple[Move, ...]:
        moves = tuple([Move(1, self._origin, self._target, captured) for captured in self._allowed.sets(around)])
        # Few dwarfs are what plays come across again and again; a crowd has up to 255 moves, too many to keep.
        if around.bit_count() <= 4:
            if len(self) >= self.LIMIT:
                self.clear()
            self[around] = moves
        return moves


class _Landings(dict[int, _Captures]):
    """The moves with captures by their way: the bit from which in the second byte, the bit onto which in the first."""

    def __init__(self, allowed: CaptureRule) -> None:
        self._allowed = allowed

    def __missing__(self, way: int) -> _Captures:
        self[way] = found = _Captures(GRID.cell[way >> 8], GRID.cell[way & 255], self._allowed)
        return found


@cache
def _landings(step: StepCaptures | None, shove: ShoveCaptures | None) -> _Landings:
    return _Landings(choice(step, shove))
