"""The four actions of Conquid: which are legal, what they do, and all of them.

Where the source texts are silent, this reading is followed: Acquire takes exactly three cells; Conquer is a closure and
legal also if it takes nothing, so a side always has a move; a base cell is in no block and does not count around one; a
path wins when it is declared, so the other side has one turn to break it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.errors import IllegalMove
from netgame.games.conquid.board import NEEDED, Layout, is_joined, vanquish_corners
from netgame.games.conquid.state import State
from netgame.text import N_

CELLS = 3  # that Acquire takes
_TOO_FEW = (
    N_("none of the cells around the block at {cell} are yours: Vanquish needs {needed}"),
    N_("only {count} of the cells around the block at {cell} is yours: Vanquish needs {needed}"),
    N_("only {count} of the cells around the block at {cell} are yours: Vanquish needs {needed}"),
)


class Action:
    """A move of Conquid: one of the four classes that follow."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Acquire(Action):
    """Take three empty cells."""

    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Conquer(Action):
    """Take every enemy cell with two own cells beside it, again and again."""


@dataclass(frozen=True, slots=True)
class Vanquish(Action):
    """Empty the block of 4 by 4 cells with that top left cell."""

    corner: Cell


@dataclass(frozen=True, slots=True)
class Conquest(Action):
    """Declare the own path from base to base, and win."""


def check_action(state: State, action: Action, layout: Layout) -> None:
    """Raise `IllegalMove` with the rule and the cell unless the side to move may do this."""
    match action:
        case Acquire(cells):
            if type(cells) is not frozenset or len(cells) != CELLS:
                raise IllegalMove("Acquire takes exactly three different empty cells")
            check_cells(state, cells, layout)
        case Conquer():
            pass  # always legal
        case Vanquish(corner):
            _check_vanquish(state, corner, layout)
        case Conquest():
            if not is_joined(state.own, layout):
                raise IllegalMove("there is no path of your cells from your base to the enemy's")
        case _:
            raise IllegalMove("this is not an action of Conquid")


def check_cells(state: State, cells: frozenset[Cell], layout: Layout) -> None:
    """Raise `IllegalMove` unless all these cells can be acquired."""
    masks, total = layout.grid.mask, 0
    for cell in cells:
        if type(cell) is not int or not 0 <= cell < len(masks):
            raise IllegalMove("this board has no such cell")
        total |= masks[cell]
    empty = layout.ordinary & ~(state.cells[0] | state.cells[1])
    if wrong := total & ~empty:
        if (count := empty.bit_count()) < CELLS:
            raise IllegalMove("Acquire takes three empty cells, and there are only {count}", count=count)
        if wrong & layout.ordinary:
            raise IllegalMove("{cell} is taken", cell=layout.name(wrong & layout.ordinary))
        raise IllegalMove("{cell} is part of a base", cell=layout.name(wrong))


def _check_vanquish(state: State, corner: Cell, layout: Layout) -> None:
    if type(corner) is not int or not 0 <= corner < len(layout.grid.bit):
        raise IllegalMove("this board has no such cell")
    bit, name = layout.grid.bit[corner], layout.board.name(corner)
    block = layout.block << bit
    if not layout.corners >> bit & 1:
        if block & (layout.bases[0] | layout.bases[1]) and block & layout.grid.full == block:
            raise IllegalMove("the block at {cell} contains a base cell", cell=name)
        raise IllegalMove("the block at {cell} is not entirely on the board", cell=name)
    if any(0 != block & side != block for side in state.cells):
        raise IllegalMove("the block at {cell} is not all of one owner", cell=name)
    # places beyond a wall are guard bits or off the bitboard, where no player has a cell
    count = (state.own << layout.stride + 1 >> bit & layout.ring).bit_count()
    if count < NEEDED:
        template = _TOO_FEW[min(count, 2)]
        raise IllegalMove(template, count=count, cell=name, needed=NEEDED)


def actions(state: State, layout: Layout) -> Iterator[Action]:
    """Yield every legal action, lazily, because Acquire has up to a hundred million of them.

    Conquest, Conquer, Vanquish by its corner, Acquire by its cells, all in the order of cells.
    """
    own, enemy = state.own, state.enemy
    if is_joined(own, layout):
        yield Conquest()
    yield Conquer()
    cell = layout.grid.cell
    for bit in bits(vanquish_corners(own, enemy, layout)):
        yield Vanquish(cell[bit])
    empty = [cell[bit] for bit in bits(layout.ordinary & ~(own | enemy))]
    for chosen in combinations(empty, CELLS):
        yield Acquire(frozenset(chosen))
