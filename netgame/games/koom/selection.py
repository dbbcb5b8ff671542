"""A move of Koom Valley Thud selected step by step: the piece, its landing square, and where a troll tramples on.

Only the next picks are worked out: a troll among many dwarfs has more moves than can be counted.
"""

from functools import lru_cache
from itertools import pairwise

from netgame.boards.geometry import Cell
from netgame.boards.octagon import CELLS, GRID, direction_and_distance
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.koom.moves import (
    DWARF,
    DWARF_LINES,
    KINDS,
    ROCK,
    TROLL,
    TROLL_LINES,
    Move,
    jumps,
    movable_pieces,
    rock_targets,
    sandwiched,
)
from netgame.games.koom.state import State, free_squares
from netgame.games.shared import octagon_selection
from netgame.games.shared.octagon_moves import pieces_on_octagon
from netgame.games.shared.octagon_selection import COMPLETE_HINT, ORIGIN_HINTS, TARGET_HINTS, stuck
from netgame.text import Text

_ROCK = Piece(None, "rock")
_ROCK_HINT = Text("Choose a dwarf or the Rock to move.")
_CONTINUE_HINT = Text("The troll may stop here or trample on.")


def pieces_of(state: State) -> dict[Cell, Piece]:
    """Return the pieces on the board."""
    return pieces_on_octagon(state.dwarfs, state.trolls, {state.rock: _ROCK})


@lru_cache(maxsize=4)
class MoveSelection:
    """The selection of a move in a position that is not over. All picks of a move use the same one."""

    def __init__(self, state: State, escort: int, chains: bool) -> None:
        self.state, self.escort, self.chains = state, escort, chains
        self.pieces, self.movable = pieces_of(state), movable_pieces(state, escort)
        hint = _ROCK_HINT if self.movable & GRID.mask[state.rock] else ORIGIN_HINTS[state.seat]
        self.start = Picks(GRID.cells(self.movable), (), (), (), self.pieces, (), hint)

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """Return how the move continues after these picks. A pick that is not offered cancels all of them."""
        cells = [pick for pick in picked if type(pick) is int and 0 <= pick < CELLS]
        if not cells or len(cells) < len(picked) or not self.movable & GRID.mask[cells[0]]:
            return self.start
        origin, landings = cells[0], tuple(cells[1:])
        kind = TROLL if self.state.seat else ROCK if origin == self.state.rock else DWARF
        state, captured = self.state, 0
        # the next landing squares, each with the set that the piece captures on the way there
        if kind == ROCK:
            following = dict.fromkeys(GRID.cells(rock_targets(state, self.escort)), 0)
        else:
            occupied = GRID.full & ~free_squares(state)
            through = TROLL_LINES[origin] if kind == TROLL else DWARF_LINES[origin]
            plain = [move.landings[0] for mask, line in through for move in line[occupied & mask]]
            following = {
                target: sandwiched(state.dwarfs, state.trolls, target) if kind == DWARF else 0 for target in plain
            }
        if kind == TROLL:
            following |= self._jumps(origin, origin, 0)
        for landing in landings:
            if landing not in following:
                return self.start
            captured |= following[landing]
            following = self._jumps(origin, landing, captured) if kind == TROLL and captured and self.chains else {}
        if not landings:
            mark = Mark("selected", frozenset({origin}))
            return Picks(frozenset(following), (), (origin,), (), self.pieces, (mark,), TARGET_HINTS[kind])
        pieces, marks = octagon_selection.staged(self.pieces, (origin, *landings), captured)
        hint = _CONTINUE_HINT if following else COMPLETE_HINT
        move = Move(kind, origin, landings, captured)
        return Picks(frozenset(following), (move,), (origin, *landings), (), pieces, marks, hint)

    def intended(self, picked: tuple[Pick, ...], cell: Cell) -> Move | None:
        """Return the illegal move that a cell would make after these picks."""
        state = self.state
        origin, *landings = (pick for pick in (*picked, cell) if isinstance(pick, int))
        kind = TROLL if state.seat else ROCK if origin == state.rock else DWARF
        if not landings and (state.dwarfs, state.trolls, GRID.mask[state.rock])[kind] & GRID.mask[origin]:
            raise stuck(KINDS[kind], origin)
        if not landings:
            return Move(kind, origin, (origin,))
        if kind != TROLL:
            captured = sandwiched(state.dwarfs, state.trolls, cell) if kind == DWARF else 0
            return Move(kind, origin, (cell,), captured) if len(landings) == 1 else None
        captured = 0
        for start, landing in pairwise((origin, *landings)):
            way = direction_and_distance(start, landing)
            if way is not None and way[1] == 2:
                captured |= 1 << GRID.bit[start] + way[0] & state.dwarfs
        is_complete = len(landings) > 1 and not captured
        return None if is_complete else Move(TROLL, origin, tuple(landings), captured)

    def _jumps(self, origin: Cell, landing: Cell, captured: int) -> dict[Cell, int]:
        """Return where a troll may trample to from a square that it has reached, each with the dwarf on the way."""
        free = free_squares(self.state) | GRID.mask[origin] | captured
        found = jumps(self.state.dwarfs & ~captured, free, GRID.bit[landing])
        return {GRID.cell[bit]: 1 << jumped for jumped, bit in found}
