"""A turn of Conquid pick by pick: three cells, or a button and for Vanquish a corner.

Without a button the cells are those of Acquire, where it is available.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from netgame.boards.geometry import Cell
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.conquid.board import Layout, conquer, vanquish_corners
from netgame.games.conquid.moves import CELLS, Acquire, Conquer, Conquest, State, Vanquish
from netgame.text import Text

ACQUIRE, CONQUER, VANQUISH, CONQUEST = "A", "C", "V", "Q"
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


@dataclass(frozen=True)
class MoveSelection:
    """The turn of one position, with its board and marks as it stands."""

    state: State
    layout: Layout
    pieces: Mapping[Cell, Piece]
    marks: tuple[Mark, ...]
    own_piece: Piece
    empty: int = field(init=False)
    corners: int = field(init=False)
    buttons: frozenset[Pick] = field(init=False)

    def __post_init__(self) -> None:
        own, enemy = self.state.own, self.state.enemy
        empty = self.layout.ordinary & ~(own | enemy)
        corners = vanquish_corners(own, enemy, self.layout)
        available = {
            ACQUIRE: empty.bit_count() >= CELLS,
            CONQUER: True,
            VANQUISH: corners != 0,
            CONQUEST: any(mark.kind == "path" and mark.seat == self.state.seat for mark in self.marks),
        }
        object.__setattr__(self, "empty", empty)
        object.__setattr__(self, "corners", corners)
        object.__setattr__(self, "buttons", frozenset(button for button, is_there in available.items() if is_there))

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """How the turn goes on after these picks. A pick that is not offered cancels all."""
        action, cells = ACQUIRE, frozenset[Cell]()
        for pick in picked:
            if type(pick) is str and pick in self.buttons:
                # to choose Acquire again keeps its cells
                action, cells = pick, cells if pick == action == ACQUIRE else frozenset()
            elif type(pick) is int and self._has(self._offered(action, cells), pick):
                cells = frozenset({pick}) ^ cells if action == ACQUIRE or cells == {pick} else frozenset({pick})
            else:
                action, cells = ACQUIRE, frozenset()
                break
        return self._staged(action, sorted(cells))

    def _offered(self, action: str, cells: frozenset[Cell]) -> int:
        """The cells that may be picked, as a bitboard."""
        if action == VANQUISH:
            return self.corners
        if action != ACQUIRE or ACQUIRE not in self.buttons:
            return 0
        return self.layout.grid.of(cells) if len(cells) == CELLS else self.empty

    def _has(self, mask: int, cell: int) -> bool:
        bit = self.layout.grid.bit
        return 0 <= cell < len(bit) and mask >> bit[cell] & 1 != 0

    def _staged(self, action: str, cells: Sequence[Cell]) -> Picks:
        if action == CONQUER:
            return self._conquer()
        if action == VANQUISH:
            return self._vanquish(*cells)
        if action == CONQUEST:
            # the path is among the marks of the position
            return Picks(self.buttons, (Conquest(),), (CONQUEST,), (), self.pieces, self.marks, _CONQUEST_HINT)
        return self._acquire(cells)

    def _acquire(self, cells: Sequence[Cell]) -> Picks:
        chosen = frozenset(cells)
        following = self.buttons | self.layout.grid.cells(self._offered(ACQUIRE, chosen))
        pieces = {**self.pieces, **dict.fromkeys(cells, self.own_piece)}
        marks = (*self.marks, Mark("staged", chosen)) if chosen else self.marks
        moves = (Acquire(chosen),) if len(chosen) == CELLS else ()
        hint = _ACQUIRE_HINTS[len(chosen)] if chosen else self._first_hint()
        return Picks(following, moves, tuple(cells), (), pieces, marks, hint)

    def _first_hint(self) -> Text:
        """What matters most before anything is chosen: somebody who never played does not look for a path."""
        if CONQUEST in self.buttons:
            return _OWN_PATH_HINT
        if any(mark.kind == "path" for mark in self.marks):
            return _ENEMY_PATH_HINT
        return _ACQUIRE_HINTS[0] if ACQUIRE in self.buttons else _NO_ACQUIRE_HINT

    def _conquer(self) -> Picks:
        """The board with what is taken already in its new colour, and marked."""
        taken = self.layout.grid.cells(
            self.state.enemy ^ conquer(self.state.own, self.state.enemy, self.layout.stride)[1]
        )
        pieces = {**self.pieces, **dict.fromkeys(taken, self.own_piece)}
        marks = (*self.marks, Mark("capture", taken)) if taken else self.marks
        hint = _CONQUER_HINT if taken else _TAKES_NOTHING_HINT
        return Picks(self.buttons, (Conquer(),), (CONQUER,), (), pieces, marks, hint)

    def _vanquish(self, corner: Cell | None = None) -> Picks:
        """The blocks by their corners; what stands on the one that is chosen still stands, marked."""
        grid, corners = self.layout.grid, self.layout.grid.cells(self.corners)
        following, marks = self.buttons | corners, (*self.marks, Mark("corner", corners))
        if corner is None:
            return Picks(following, (), (VANQUISH,), (), self.pieces, marks, _VANQUISH_HINT)
        block = self.layout.block << grid.bit[corner]
        captured = grid.cells(block & (self.state.own | self.state.enemy))
        marks = (*marks, Mark("selected", grid.cells(block)))
        if captured:
            marks = (*marks, Mark("capture", captured))
        hint = _BLOCK_HINT if captured else _TAKES_NOTHING_HINT
        return Picks(following, (Vanquish(corner),), (VANQUISH, corner), (), self.pieces, marks, hint)
