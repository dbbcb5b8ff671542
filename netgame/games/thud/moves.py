"""Moves of Thud: which ones are legal, what they capture, what they do, and all of them.

The source text is followed where it is clear: a line includes its head, a hurl and a shove go at most as far as the
line is long, a step takes at most one dwarf. The published rules read the captures of trolls in other ways, which are
options. A move is identified by its squares and the captured set, so a step and a shove of one square with the same
result are the same move, and such a move may do what either may.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal, NamedTuple

from netgame.boards.bitboard import bits, dilate8
from netgame.boards.geometry import Cell
from netgame.boards.octagon import BOARD, CELLS, GRID, NEIGHBOURS, STEPS, STRIDE, square_names
from netgame.errors import IllegalMove
from netgame.game import Seat
from netgame.games.shared.octagon_moves import SIDES, Lines, check_empty, first_between, straight_way
from netgame.games.thud.state import BOARD_MASK, THUDSTONE, State
from netgame.text import N_

StepCaptures = Literal["one", "any", "all_or_none"]
ShoveCaptures = Literal["any", "all"]
KINDS = ("dwarf", "troll", N_("Thudstone"))


class Move(NamedTuple):
    """A turn. Step and shove with the same result are the same move; a hurl captures its landing square."""

    seat: Seat
    origin: Cell
    target: Cell
    captured: int = 0  # bitboard


@dataclass(frozen=True)
class CaptureRule:
    """Which sets of the dwarfs beside a landing square may be captured together.

    `none`, `one`, `some` and `all` say whether no dwarf, any single dwarf, any set of two or more, and the full set may
    be captured.
    """

    none: bool
    one: bool
    some: bool
    all: bool

    def allows(self, chosen: int, around: int) -> bool:
        """Return whether exactly these dwarfs, of those around, may be captured."""
        if not chosen:
            return self.none
        if chosen == around and self.all:
            return True
        return self.one if chosen & (chosen - 1) == 0 else self.some

    def sets(self, around: int) -> Iterator[int]:
        """Yield every non-empty set that may be captured: the single dwarfs, then larger sets, the full one last."""
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
def capture_rule(step: StepCaptures | None, shove: ShoveCaptures | None) -> CaptureRule:
    """Return the rule for a move that is a step, a shove or both: `step` or `shove` is None where it is not."""
    return CaptureRule(
        none=step is not None,
        one=step in ("one", "any") or shove == "any",
        some=step == "any" or shove == "any",
        all=step in ("any", "all_or_none") or shove is not None,
    )


def troll_captures(step: StepCaptures, shove: ShoveCaptures, line: int, distance: int) -> CaptureRule:
    """Return the rule for a troll at the head of a line of that length that moves so far."""
    return capture_rule(step if distance == 1 else None, shove if line >= max(2, distance) else None)


def line_length(own: int, origin: Cell, step: int) -> int:
    """Return the length of the unbroken run of own pieces that ends with this one, itself included."""
    length, bit = 1, GRID.bit[origin] - step
    while bit >= 0 and own >> bit & 1:  # off a side is the guard column, off the top a negative bit
        length, bit = length + 1, bit - step
    return length


def check_move(state: State, move: Move, step: StepCaptures, shove: ShoveCaptures) -> None:
    """Raise `IllegalMove` unless the side to move may make this move."""
    seat, origin, target, captured = move
    if not type(seat) is type(origin) is type(target) is type(captured) is int or seat not in (0, 1):
        raise IllegalMove("this is not a move of Thud")
    if not (0 <= origin < CELLS and 0 <= target < CELLS) or captured & ~GRID.full:
        raise IllegalMove("this board has no such square")
    dwarfs, trolls, side, _ = state
    if seat != side:
        raise IllegalMove("{side} to move", side=SIDES[side])
    pieces = dwarfs, trolls, GRID.mask[THUDSTONE]
    own = pieces[seat]
    if not own & GRID.mask[origin]:
        raise IllegalMove("there is no {piece} on {cell}", piece=KINDS[seat], cell=BOARD.name(origin))
    occupied, landing, way = dwarfs | trolls | GRID.mask[THUDSTONE], GRID.mask[target], straight_way(origin, target)
    blocker = first_between(occupied, way)
    if blocker is not None:
        raise IllegalMove("{cell} is in the way: nothing can be jumped", cell=BOARD.name(blocker))
    is_hurl = not seat and trolls & landing
    if occupied & landing and not is_hurl:
        check_empty(target, KINDS, pieces)
    if not seat and not is_hurl:
        if captured:
            template = N_("a dwarf captures only the troll it lands on, and there is none on {cell}")
            raise IllegalMove(template, cell=BOARD.name(target))
        return
    distance, end, line = way.distance, BOARD.name(target), line_length(own, origin, way.direction)
    if seat:
        if distance > line:
            template = N_("a shove to {cell} needs {need} trolls in line, and there are {line}")
            raise IllegalMove(template, cell=end, need=distance, line=line)
        _check_captures(move, dwarfs, troll_captures(step, shove, line, distance), distance)
    elif captured != landing:
        raise IllegalMove("a hurl to {cell} captures the troll there and nothing else: write x{cell}", cell=end)
    elif distance > line:
        template = N_("a hurl to {cell} needs {need} dwarfs in line, and there are {line}")
        raise IllegalMove(template, cell=end, need=distance, line=line)


def _check_captures(move: Move, dwarfs: int, allowed: CaptureRule, distance: int) -> None:
    end, around = BOARD.name(move.target), NEIGHBOURS[move.target] & dwarfs
    if stray := move.captured & ~around:
        cell = square_names(stray)[0]
        raise IllegalMove("there is no dwarf on {cell} next to {end} to capture", cell=cell, end=end)
    if allowed.allows(move.captured, around):
        return
    if not move.captured:
        raise IllegalMove("a shove must capture: name a dwarf next to {end}", end=end)
    if distance > 1:
        raise IllegalMove("a shove to {end} captures every dwarf next to it", end=end)
    if not allowed.one:
        raise IllegalMove("a troll that moves to {end} captures every dwarf next to it or none", end=end)
    if allowed.all:
        raise IllegalMove("a troll that moves to {end} captures one dwarf, or shoved every dwarf next to it", end=end)
    raise IllegalMove("a step to {end} captures one dwarf at most", end=end)


def movable_pieces(state: State) -> int:
    """Return the pieces that have a legal move. Each begins on a neighbouring square that is empty or, for a dwarf, has
    a troll; a step to an empty square is always legal."""
    dwarfs, trolls, seat, _ = state
    if seat:
        return dilate8(BOARD_MASK & ~(dwarfs | trolls), STRIDE) & trolls
    return dilate8(BOARD_MASK & ~dwarfs, STRIDE) & dwarfs


def targets(state: State, origin: Cell) -> int:
    """Return the squares that one piece may move to."""
    dwarfs, trolls, seat, _ = state
    own, empty = trolls if seat else dwarfs, BOARD_MASK & ~(dwarfs | trolls)
    beside_dwarfs, found = dilate8(dwarfs, STRIDE), 0
    for step in (*STEPS, *(-step for step in STEPS)):
        line, distance, bit = line_length(own, origin, step), 1, GRID.bit[origin] + step
        while bit >= 0 and empty >> bit & 1:
            if not seat or distance == 1 or (distance <= line and beside_dwarfs >> bit & 1):
                found |= 1 << bit
            distance, bit = distance + 1, bit + step
        if not seat and bit >= 0 and distance <= line and trolls >> bit & 1:
            found |= 1 << bit
    return found


def dwarf_moves(dwarfs: int, trolls: int) -> Iterator[Move]:
    """Yield every move of the dwarfs: by dwarf and line, then the hurls."""
    occupied = dwarfs | trolls | GRID.mask[THUDSTONE]
    cell = GRID.cell
    found = [line[occupied & mask] for bit in bits(dwarfs) for mask, line in _DWARF_LINES[cell[bit]]]
    for shift, landing in line_throws(dwarfs, BOARD_MASK & ~occupied, trolls):
        found.append(tuple([Move(0, cell[bit - shift], cell[bit], 1 << bit) for bit in bits(landing)]))
    return chain.from_iterable(found)


def troll_moves(dwarfs: int, trolls: int, step: StepCaptures, shove: ShoveCaptures) -> Iterator[Move]:
    """Yield every move of the trolls: by troll its steps, then those with captures; then the longer shoves."""
    return chain.from_iterable(_troll_moves(dwarfs, trolls, step, shove))


def _troll_moves(dwarfs: int, trolls: int, step: StepCaptures, shove: ShoveCaptures) -> Iterator[tuple[Move, ...]]:
    empty = BOARD_MASK & ~(dwarfs | trolls)
    near = dilate8(dwarfs, STRIDE) & empty
    cell = GRID.cell
    steps, pushed_steps = _capturing_moves(step, None), _capturing_moves(step, shove)
    shoves = _capturing_moves(None, shove)
    for bit in bits(trolls):
        origin = cell[bit]
        free = NEIGHBOURS[origin] & empty
        yield _STEPS[origin][free]
        if free & near:
            for landing in bits(free & near):
                behind = 2 * bit - landing
                ways = pushed_steps if behind >= 0 and trolls >> behind & 1 else steps
                yield ways[bit << 8 | landing][NEIGHBOURS[cell[landing]] & dwarfs]
    for shift, landings in line_throws(trolls, empty, near):
        if abs(shift) not in STEPS:  # shoves of one square are among the steps
            for landing in bits(landings):
                yield shoves[landing - shift << 8 | landing][NEIGHBOURS[cell[landing]] & dwarfs]


def line_throws(own: int, empty: int, goals: int) -> Iterator[tuple[int, int]]:
    """Yield pieces at the head of a line that can be thrown onto a goal: (shift, landing squares), in each direction
    and at each distance. Landing after k squares takes k in line and k - 1 empty squares; the shift is in bits.

    All pieces fly at once: after k squares one stays in the air if its square is empty and the (k + 1)st piece of its
    line, 2k squares behind it, is there. The rounds before have looked at the squares that are nearer.
    """
    for step in STEPS:
        flying, shift = own << step, step
        while flying:
            if landing := flying & goals:
                yield shift, landing
            flying = (flying & empty & own << 2 * shift) << step
            shift += step
        flying, shift = own >> step, step
        while flying:
            if landing := flying & goals:
                yield -shift, landing
            flying = (flying & empty & own >> 2 * shift) >> step
            shift += step


class _Steps(dict[int, tuple[Move, ...]]):
    """The steps of a troll from one square without captures, by its empty neighbours."""

    def __init__(self, origin: Cell) -> None:
        self._origin = origin

    def __missing__(self, empty: int) -> tuple[Move, ...]:
        self[empty] = moves = tuple(Move(1, self._origin, GRID.cell[bit]) for bit in bits(empty))
        return moves


class _Captures(dict[int, tuple[Move, ...]]):
    """The moves of a troll from one square to another with captures, by the dwarfs around the second square."""

    LIMIT = 32  # so that all of them together stay under some tens of megabytes

    def __init__(self, origin: Cell, target: Cell, allowed: CaptureRule) -> None:
        self._origin, self._target, self._allowed = origin, target, allowed

    def __missing__(self, around: int) -> tuple[Move, ...]:
        moves = tuple([Move(1, self._origin, self._target, captured) for captured in self._allowed.sets(around)])
        # A few dwarfs come again and again in play; a crowd has up to 255 moves, too many to keep.
        if around.bit_count() <= 4:
            if len(self) >= self.LIMIT:
                self.clear()
            self[around] = moves
        return moves


class _CapturingMoves(dict[int, _Captures]):
    """The moves with captures by their way: the bit of the origin in the second byte, of the target in the first."""

    def __init__(self, step: StepCaptures | None, shove: ShoveCaptures | None) -> None:
        self._allowed = capture_rule(step, shove)

    def __missing__(self, way: int) -> _Captures:
        self[way] = found = _Captures(GRID.cell[way >> 8], GRID.cell[way & 255], self._allowed)
        return found


_capturing_moves = cache(_CapturingMoves)
# Both by cell.
_DWARF_LINES = Lines(lambda origin, target: Move(0, origin, target))
_STEPS = tuple(_Steps(cell) for cell in range(CELLS))
