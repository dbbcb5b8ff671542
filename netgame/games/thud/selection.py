"""A move of Thud selected step by step: the piece, its target, and for a troll the dwarfs to capture.

Dwarfs to capture are toggled. If only some sets may be captured together, a pick leads to the nearest allowed set: one
dwarf in place of another, or all of them at once. A single possible set is captured without a pick. If all the dwarfs
may be captured together, a single one included, they are suggested.
"""

from collections.abc import Sequence
from functools import lru_cache

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.boards.octagon import CELLS, GRID, NEIGHBOURS
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.shared import octagon_selection
from netgame.games.shared.octagon_moves import pieces_on_octagon, straight_way
from netgame.games.shared.octagon_selection import COMPLETE_HINT, ORIGIN_HINTS, TARGET_HINTS, stuck
from netgame.games.thud.moves import (
    KINDS,
    CaptureRule,
    Move,
    ShoveCaptures,
    StepCaptures,
    line_length,
    movable_pieces,
    targets,
    troll_captures,
)
from netgame.games.thud.state import THUDSTONE, State
from netgame.text import Text

_STONE = {THUDSTONE: Piece(None, "thudstone")}
_TOGGLE_HINT = Text("Click dwarfs to take or spare them.")
_MUST_TAKE_HINT = Text("A shove must capture: click a dwarf to take.")


def pieces_of(state: State) -> dict[Cell, Piece]:
    """Return the pieces on the board."""
    return pieces_on_octagon(state.dwarfs, state.trolls, _STONE)


@lru_cache(maxsize=4)
class MoveSelection:
    """The selection of a move in a position that is not over. All picks of a move use the same one."""

    def __init__(self, state: State, step: StepCaptures, shove: ShoveCaptures) -> None:
        self.state, self.step, self.shove = state, step, shove
        self.pieces, self.movable = pieces_of(state), movable_pieces(state)
        self.start = Picks(GRID.cells(self.movable), (), (), (), self.pieces, (), ORIGIN_HINTS[state.seat])

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """Return how the move continues after these picks. A pick that is not offered cancels all of them."""
        cells = [pick for pick in picked if type(pick) is int and 0 <= pick < CELLS]
        if not cells or len(cells) < len(picked) or not self.movable & GRID.mask[cells[0]]:
            return self.start
        origin, following = cells[0], targets(self.state, cells[0])
        if len(cells) == 1:
            mark, hint = Mark("selected", frozenset({origin})), TARGET_HINTS[self.state.seat]
            return Picks(GRID.cells(following), (), (origin,), (), self.pieces, (mark,), hint)
        target, toggles = cells[1], [GRID.mask[cell] for cell in cells[2:]]
        if not following & GRID.mask[target]:
            return self.start
        around = NEIGHBOURS[target] & self.state.dwarfs
        direction, distance, _between = straight_way(origin, target)
        line = line_length(self.state.trolls, origin, direction)
        allowed = troll_captures(self.step, self.shove, line, distance)
        if not self.state.seat or not around or not (allowed.none or allowed.one):  # there is no choice
            if toggles:
                return self.start
            captured = around if self.state.seat else self.state.trolls & GRID.mask[target]
            pieces, marks = octagon_selection.staged(self.pieces, (origin, target), captured)
            move = Move(self.state.seat, origin, target, captured)
            return Picks(frozenset(), (move,), (origin, target), (), pieces, marks, COMPLETE_HINT)
        if not all(mask & around for mask in toggles):
            return self.start
        chosen = _chosen(allowed, toggles, around)
        pieces, marks = octagon_selection.staged(self.pieces, (origin, target), chosen)
        moves = (Move(1, origin, target, chosen),) if allowed.allows(chosen, around) else ()
        suggested: list[Pick] = []  # every dwarf, where all may be taken together
        if not chosen and allowed.allows(around, around):
            everything = 0
            for bit in bits(around):
                if not everything >> bit & 1:
                    everything = _toggled(allowed, everything, 1 << bit, around)
                    suggested.append(GRID.cell[bit])
        picks = (origin, target, *sorted(GRID.cells(chosen)))
        hint = _TOGGLE_HINT if moves else _MUST_TAKE_HINT
        return Picks(GRID.cells(around), moves, picks, tuple(suggested), pieces, marks, hint)

    def intended(self, picked: tuple[Pick, ...], cell: Cell) -> Move | None:
        """Return the illegal move that a cell would make after these picks."""
        seat, trolls = self.state.seat, self.state.trolls
        match [pick for pick in (*picked, cell) if isinstance(pick, int)]:
            case [origin] if (trolls if seat else self.state.dwarfs) & GRID.mask[origin]:
                raise stuck(KINDS[seat], origin)
            case [origin]:
                return Move(seat, origin, origin)
            case [origin, target]:
                return Move(seat, origin, target, 0 if seat else trolls & GRID.mask[target])
            case [origin, target, *captured] if seat:
                return Move(seat, origin, target, GRID.of(captured))
        return None


def _chosen(allowed: CaptureRule, masks: Sequence[int], around: int) -> int:
    """Return the set that picks choose: first the normalised set so far, then each pick toggles."""
    settled, chosen, union = 0, 0, 0
    for number, mask in enumerate(masks, 1):
        if union & mask:
            break
        union |= mask
        if allowed.allows(union, around):
            settled, chosen = number, union
    for mask in masks[settled:]:
        chosen = _toggled(allowed, chosen, mask, around)
    return chosen


def _toggled(allowed: CaptureRule, chosen: int, mask: int, around: int) -> int:
    """Return the set after a pick of one dwarf: with or without it, or the nearest set that is allowed."""
    if chosen & mask:
        rest = chosen ^ mask
        return rest if allowed.allows(rest, around) else 0
    if allowed.allows(chosen | mask, around):
        return chosen | mask
    return around if allowed.all else mask
