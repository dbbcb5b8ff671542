"""An action of Conquid selected step by step: three cells, or a button and for Vanquish a corner.

Cells without a button are those of Acquire, if it is available.
"""

from collections.abc import Mapping
from functools import lru_cache

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.conquid.board import Layout, conquer, conquest_path, vanquish_corners
from netgame.games.conquid.moves import CELLS, Acquire, Action, Conquer, Conquest, Vanquish, check_cells
from netgame.games.conquid.notation import ACQUIRE, CONQUER, CONQUEST, VANQUISH
from netgame.games.conquid.state import State
from netgame.text import Text

_PIECES = (Piece(0, "conquid_1"), Piece(1, "conquid_2"))
_ACQUIRE_HINTS = (
    Text("Choose three empty cells, or another action."),
    Text("Choose two more empty cells."),
    Text("Choose one more empty cell."),
    Text("The move is complete."),
)
_OWN_PATH_HINT = Text("Your path is complete: Conquest wins.")
_ENEMY_PATH_HINT = Text("Your opponent has a path: break it now.")
_NO_ACQUIRE_HINT = Text("Acquire takes three empty cells, and there are fewer: choose another action.")
_VANQUISH_HINT = Text("Choose the marked top left cell of a 4 x 4 block.")
_TAKES_NOTHING_HINT = Text("This takes nothing: use your turn anyway?")
_CONQUER_HINT = Text("The marked cells become yours.")
_BLOCK_HINT = Text("The marked block becomes empty.")
_CONQUEST_HINT = Text("This path wins the game.")


def pieces_of(layout: Layout, state: State) -> dict[Cell, Piece]:
    """Return the cells and bases of both sides."""
    cell, found = layout.grid.cell, dict(_base_pieces(layout))
    for cells, piece in zip(state.cells, _PIECES, strict=True):
        for bit in bits(cells):
            found[cell[bit]] = piece
    return found


@lru_cache(maxsize=16)
def _base_pieces(layout: Layout) -> Mapping[Cell, Piece]:
    """Return the bases. The middle cell of a 3 x 3 base has a piece of its own."""
    found: dict[Cell, Piece] = {}
    for seat, base in enumerate(layout.bases):
        cells = sorted(layout.grid.cells(base))
        found |= dict.fromkeys(cells, Piece(seat, f"conquid_base_{seat + 1}"))
        if layout.base == 3:
            found[cells[4]] = Piece(seat, f"conquid_core_{seat + 1}")
    return found


def marks_of(layout: Layout, state: State) -> tuple[Mark, ...]:
    """Return the paths from base to base."""
    paths = (conquest_path(cells, layout) for cells in state.cells)
    return tuple(Mark("path", layout.grid.cells(path), seat) for seat, path in enumerate(paths) if path)


@lru_cache(maxsize=4)
class MoveSelection:
    """The selection of an action in a position that is not over. All picks of an action use the same one."""

    def __init__(self, layout: Layout, state: State) -> None:
        self.layout, self.state = layout, state
        self.pieces, self.marks = pieces_of(layout, state), marks_of(layout, state)
        self.empty = layout.grid.cells(layout.ordinary & ~(state.own | state.enemy))
        self.corners = layout.grid.cells(vanquish_corners(state.own, state.enemy, layout))
        available = {
            ACQUIRE: len(self.empty) >= CELLS,
            CONQUER: True,
            VANQUISH: bool(self.corners),
            CONQUEST: any(mark.seat == state.seat for mark in self.marks),  # a path
        }
        self.buttons = frozenset[Pick](button for button, is_available in available.items() if is_available)

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """Return how the action continues after these picks. A pick that is not offered cancels all of them."""
        action, cells = ACQUIRE, frozenset[Cell]()
        for pick in picked:
            if type(pick) is str and pick in self.buttons:
                # Acquire again keeps its cells
                action, cells = pick, cells if pick == action == ACQUIRE else frozenset()
            elif type(pick) is int and pick in self._offered(action, cells):
                cells = frozenset({pick}) ^ cells if action == ACQUIRE or cells == {pick} else frozenset({pick})
            else:
                action, cells = ACQUIRE, frozenset()
                break
        if action == CONQUER:
            return self._conquer()
        if action == VANQUISH:
            return self._vanquish(*cells)
        if action == CONQUEST:
            # the path is among the marks of the position
            return Picks(self.buttons, (Conquest(),), (CONQUEST,), (), self.pieces, self.marks, _CONQUEST_HINT)
        return self._acquire(cells)

    def intended(self, picked: tuple[Pick, ...], cell: Cell) -> Action | None:
        """Return the illegal action that a cell would make after these picks."""
        if picked[:1] == (VANQUISH,):
            return Vanquish(cell)
        if not picked or isinstance(picked[0], int):
            check_cells(self.state, frozenset({cell}), self.layout)
        return None

    def _offered(self, action: str, cells: frozenset[Cell]) -> frozenset[Cell]:
        """Return the cells that may be picked."""
        if action == VANQUISH:
            return self.corners
        if action != ACQUIRE or ACQUIRE not in self.buttons:
            return frozenset()
        return cells if len(cells) == CELLS else self.empty

    def _acquire(self, chosen: frozenset[Cell]) -> Picks:
        following = self.buttons | self._offered(ACQUIRE, chosen)
        pieces = {**self.pieces, **dict.fromkeys(chosen, _PIECES[self.state.seat])}
        marks = (*self.marks, Mark("staged", chosen)) if chosen else self.marks
        moves = (Acquire(chosen),) if len(chosen) == CELLS else ()
        # before a choice, the most important hint comes first: a beginner does not look for a path
        if not chosen and CONQUEST in self.buttons:
            hint = _OWN_PATH_HINT
        elif not chosen and self.marks:
            hint = _ENEMY_PATH_HINT
        else:
            hint = _ACQUIRE_HINTS[len(chosen)] if ACQUIRE in self.buttons else _NO_ACQUIRE_HINT
        return Picks(following, moves, tuple(sorted(chosen)), (), pieces, marks, hint)

    def _conquer(self) -> Picks:
        """Return the board with the conquered cells marked and in their new colour."""
        own, enemy, layout = self.state.own, self.state.enemy, self.layout
        taken = layout.grid.cells(enemy ^ conquer(own, enemy, layout.stride)[1])
        pieces = {**self.pieces, **dict.fromkeys(taken, _PIECES[self.state.seat])}
        marks = (*self.marks, Mark("capture", taken)) if taken else self.marks
        hint = _CONQUER_HINT if taken else _TAKES_NOTHING_HINT
        return Picks(self.buttons, (Conquer(),), (CONQUER,), (), pieces, marks, hint)

    def _vanquish(self, corner: Cell | None = None) -> Picks:
        """Return the blocks by their corners. The cells of the chosen block are marked and stay."""
        grid, following = self.layout.grid, self.buttons | self.corners
        marks = (*self.marks, Mark("corner", self.corners))
        if corner is None:
            return Picks(following, (), (VANQUISH,), (), self.pieces, marks, _VANQUISH_HINT)
        block = self.layout.block << grid.bit[corner]
        captured = grid.cells(block & (self.state.own | self.state.enemy))
        marks = (*marks, Mark("selected", grid.cells(block)))
        if captured:
            marks = (*marks, Mark("capture", captured))
        hint = _BLOCK_HINT if captured else _TAKES_NOTHING_HINT
        return Picks(following, (Vanquish(corner),), (VANQUISH, corner), (), self.pieces, marks, hint)
