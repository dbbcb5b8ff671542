"""Positions and moves of Thud over bitboards: every legal move, and which captures a landing allows."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from netgame.boards import Cell, bits, spread8
from netgame.game import Seat
from netgame.games.octagon import AROUND, CELLS, GRID, STEPS, STONE, STRIDE, launches, lines

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
class Choice:
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
def choice(step: StepCaptures | None, shove: ShoveCaptures | None) -> Choice:
    """What a landing allows: `step` None where it is no step (longer than one square), `shove` None where no line
    of trolls reaches so far. A move that is both may do what either may."""
    return Choice(
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
_LINES = lines(lambda origin, target: Move(0, origin, target))
_STEPS = tuple(_Steps(cell) for cell in range(CELLS))


def can_move(own: int, enemy: int, dwarfs_move: bool) -> bool:
    """Whether that side has a legal move: every one begins on a neighbouring square that is empty or, for dwarfs,
    holds a troll."""
    free = BOARD_MASK & ~own if dwarfs_move else BOARD_MASK & ~own & ~enemy
    return spread8(own, STRIDE) & free != 0


def dwarf_moves(dwarfs: int, trolls: int) -> Iterator[Move]:
    """Every move of the dwarfs: by dwarf and line, then the hurls."""
    occupied = dwarfs | trolls | GRID.mask[STONE]
    cell = GRID.cell
    found = [line[occupied & mask] for bit in bits(dwarfs) for mask, line in _LINES[cell[bit]]]
    for shift, landing in launches(dwarfs, BOARD_MASK & ~occupied, trolls):
        found.append(tuple([Move(0, cell[bit - shift], cell[bit], 1 << bit) for bit in bits(landing)]))
    return chain.from_iterable(found)


def troll_moves(dwarfs: int, trolls: int, step: StepCaptures, shove: ShoveCaptures) -> Iterator[Move]:
    """Every move of the trolls: by troll, its steps, then its steps with captures; then the shoves of two and more."""
    return chain.from_iterable(_troll_moves(dwarfs, trolls, step, shove))


def _troll_moves(dwarfs: int, trolls: int, step: StepCaptures, shove: ShoveCaptures) -> Iterator[tuple[Move, ...]]:
    empty = BOARD_MASK & ~(dwarfs | trolls)
    near = spread8(dwarfs, STRIDE) & empty
    cell = GRID.cell
    for bit in bits(trolls):
        origin = cell[bit]
        free = AROUND[origin] & empty
        yield _STEPS[origin][free]
        if free & near:
            for landing in bits(free & near):
                behind = 2 * bit - landing
                pushed = shove if behind >= 0 and trolls >> behind & 1 else None
                yield _captures(bit, landing, AROUND[cell[landing]] & dwarfs, step, pushed)
    for shift, landings in launches(trolls, empty, near):
        if abs(shift) not in STEPS:  # those of one square are among the steps
            for landing in bits(landings):
                yield _captures(landing - shift, landing, AROUND[cell[landing]] & dwarfs, None, shove)


def _captures(
    origin: int, landing: int, around: int, step: StepCaptures | None, shove: ShoveCaptures | None
) -> tuple[Move, ...]:
    """The moves from one bit to another that capture some of the dwarfs round the second."""
    # Few dwarfs are what plays come across again and again; a crowd has up to 255 moves, too many to keep.
    make = _few_captures if around.bit_count() <= 4 else _few_captures.__wrapped__
    return make(origin, landing, around, step, shove)


@lru_cache(maxsize=1 << 15)  # some ten megabytes when it is full
def _few_captures(
    origin: int, landing: int, around: int, step: StepCaptures | None, shove: ShoveCaptures | None
) -> tuple[Move, ...]:
    start, end = GRID.cell[origin], GRID.cell[landing]
    return tuple([Move(1, start, end, captured) for captured in choice(step, shove).sets(around)])
