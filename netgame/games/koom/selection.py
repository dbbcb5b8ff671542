"""A turn of Koom Valley Thud pick by pick: the piece, where it lands, and for a trampling troll where it goes on.

Nothing is listed that is not asked for: a troll among many dwarfs has more ways than can be counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from netgame.boards.bitboard import dilate8
from netgame.boards.geometry import Cell
from netgame.boards.octagon import CELLS, GRID, STRIDE
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.koom.moves import (
    DWARF,
    DWARF_LINES,
    ROCK,
    TROLL,
    TROLL_LINES,
    Move,
    State,
    free_squares,
    jumps,
    rock_targets,
    sandwiched,
    tramplers_of,
)  # fmt: skip
from netgame.text import Text

_ORIGIN_HINTS = (Text("Choose a dwarf to move."), Text("Choose a troll to move."))
_ROCK_HINT = Text("Choose a dwarf or the Rock to move.")
_TARGET_HINTS = (
    Text("Choose where the dwarf goes."),
    Text("Choose where the troll goes."),
    Text("Choose where the Rock goes."),
)
_COMPLETE_HINT = Text("The move is complete.")
_ON_HINT = Text("The troll may stop here or trample on.")


@dataclass(frozen=True)
class MoveSelection:
    """The turn of one position that is not over, and its board as it stands."""

    state: State
    pieces: Mapping[Cell, Piece]
    escort: int
    chains: bool

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """How the turn goes on after these picks. A pick that is not offered cancels all."""
        cells = [pick for pick in picked if type(pick) is int and 0 <= pick < CELLS]
        if not cells or len(cells) < len(picked) or not self._origins() & GRID.mask[cells[0]]:
            return self._nothing()
        origin = cells[0]
        kind = TROLL if self.state.seat else ROCK if origin == self.state.rock else DWARF
        landings: tuple[Cell, ...] = ()
        captured, following = 0, self._targets(kind, origin)
        for landing in cells[1:]:
            if landing not in following:
                return self._nothing()
            landings, captured = (*landings, landing), captured | following[landing]
            following = self._further(origin, landing, captured) if kind == TROLL and captured and self.chains else {}
        if landings:
            return self._staged(Move(kind, origin, landings, captured), frozenset(following))
        selected = Mark("selected", frozenset({origin}))
        return Picks(frozenset(following), (), (origin,), (), self.pieces, (selected,), _TARGET_HINTS[kind])

    def _nothing(self) -> Picks:
        origins = GRID.cells(self._origins())
        hint = _ROCK_HINT if self.state.rock in origins else _ORIGIN_HINTS[self.state.seat]
        return Picks(origins, (), (), (), self.pieces, (), hint)

    def _origins(self) -> int:
        """The pieces that can move."""
        state, free = self.state, free_squares(self.state)
        if state.seat:
            return dilate8(free, STRIDE) & state.trolls | tramplers_of(state, free)
        rock = GRID.mask[state.rock] if rock_targets(state, self.escort) else 0
        return dilate8(free, STRIDE) & state.dwarfs | rock

    def _targets(self, kind: int, origin: Cell) -> dict[Cell, int]:
        """Where that piece may go first, each with what it takes on the way there."""
        state = self.state
        if kind == ROCK:
            return dict.fromkeys(GRID.cells(rock_targets(state, self.escort)), 0)
        occupied = GRID.full & ~free_squares(state)
        through = TROLL_LINES[origin] if kind == TROLL else DWARF_LINES[origin]
        plain = [move.landings[0] for mask, line in through for move in line[occupied & mask]]
        if kind == TROLL:
            return dict.fromkeys(plain, 0) | self._further(origin, origin, 0)
        return {target: sandwiched(state, target) for target in plain}

    def _further(self, origin: Cell, landing: Cell, captured: int) -> dict[Cell, int]:
        """Where a troll may trample to, from a square that it has reached, each with the dwarf on the way."""
        free = free_squares(self.state) | GRID.mask[origin] | captured
        found = jumps(self.state.dwarfs & ~captured, free, GRID.bit[landing])
        return {GRID.cell[bit]: 1 << jumped for jumped, bit in found}

    def _staged(self, move: Move, following: frozenset[Cell]) -> Picks:
        """The board with the piece on its target; what would be captured still stands, marked."""
        _, origin, landings, captured = move
        pieces = {cell: piece for cell, piece in self.pieces.items() if cell != origin}
        pieces[landings[-1]] = self.pieces[origin]
        marks = [Mark("selected", frozenset({origin})), Mark("from", frozenset({origin, *landings[:-1]}))]
        marks.append(Mark("staged", frozenset({landings[-1]})))
        if captured:
            marks.append(Mark("capture", GRID.cells(captured)))
        hint = _ON_HINT if following else _COMPLETE_HINT
        return Picks(following, (move,), (origin, *landings), (), pieces, tuple(marks), hint)
