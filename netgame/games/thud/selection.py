"""A turn of Thud pick by pick: the piece, its target, and for a troll the dwarfs to take.

Dwarfs to take are toggled. Where only some sets may be taken together, a pick goes on to the nearest allowed set: one
dwarf in place of another, or all of them at once. Where there is one set only, it is taken without a pick.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Cell
from netgame.boards.octagon import CELLS, GRID, NEIGHBOURS, direction_and_distance, line_length
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.thud.check import capture_choice
from netgame.games.thud.moves import CaptureRule, Move, ShoveCaptures, State, StepCaptures
from netgame.text import Text

_ORIGIN_HINTS = (Text("Choose a dwarf to move."), Text("Choose a troll to move."))
_TARGET_HINTS = (Text("Choose where the dwarf goes."), Text("Choose where the troll goes."))
_TOGGLE_HINT = Text("Click dwarfs to take or spare them.")
_MUST_TAKE_HINT = Text("A shove must capture: click a dwarf to take.")
_COMPLETE_HINT = Text("The move is complete.")


@dataclass(frozen=True)
class MoveSelection:
    """The turn of one position, with all its legal moves and its board as it stands."""

    state: State
    moves: Sequence[Move]
    pieces: Mapping[Cell, Piece]
    step: StepCaptures
    shove: ShoveCaptures

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """How the turn goes on after these picks. A pick that is not offered cancels all."""
        if not all(type(pick) is int for pick in picked):
            return self._nothing()
        origin, target = (*picked, None, None)[:2]
        toggles = picked[2:]
        targets = {move.target: move for move in reversed(self.moves) if move.origin == origin}
        if not isinstance(origin, int) or not targets:
            return self._nothing()
        if target is None:
            selected = Mark("selected", frozenset({origin}))
            hint = _TARGET_HINTS[self.state.seat]
            return Picks(frozenset(targets), (), (origin,), (), self.pieces, (selected,), hint)
        if not isinstance(target, int) or target not in targets:
            return self._nothing()
        if self.state.seat:
            return self._captures(origin, target, toggles)
        return self._nothing() if toggles else self._complete(targets[target])

    def _nothing(self) -> Picks:
        origins = frozenset(move.origin for move in self.moves)
        return Picks(origins, (), (), (), self.pieces, (), _ORIGIN_HINTS[self.state.seat] if origins else None)

    def _complete(self, move: Move) -> Picks:
        return self._staged(move, frozenset(), (move,), (), _COMPLETE_HINT)

    def _captures(self, origin: Cell, target: Cell, toggles: Sequence[Pick]) -> Picks:
        around = NEIGHBOURS[target] & self.state.dwarfs
        way = direction_and_distance(origin, target)
        assert way is not None
        line, distance = line_length(self.state.trolls, origin, way[0]), way[1]
        allowed = capture_choice(self.step, self.shove, line, distance)
        if not around or allowed.only_all:
            return self._nothing() if toggles else self._complete(Move(1, origin, target, around))
        masks = [GRID.mask[pick] if isinstance(pick, int) and 0 <= pick < CELLS else 0 for pick in toggles]
        if not all(mask & around for mask in masks):
            return self._nothing()
        chosen = _chosen(allowed, masks, around)
        move = Move(1, origin, target, chosen)
        moves = (move,) if allowed.allows(chosen, around) else ()
        suggested = _everything(allowed, around) if not chosen and line >= max(2, distance) else ()
        return self._staged(move, GRID.cells(around), moves, suggested, _TOGGLE_HINT if moves else _MUST_TAKE_HINT)

    def _staged(
        self,
        move: Move,
        following: frozenset[Cell],
        moves: tuple[Move, ...],
        suggested: tuple[Pick, ...],
        hint: Text,
    ) -> Picks:
        """The board with the piece on its target; what would be captured still stands, marked."""
        pieces = {cell: piece for cell, piece in self.pieces.items() if cell != move.origin}
        pieces[move.target] = self.pieces[move.origin]
        captured = GRID.cells(move.captured)
        marks = [Mark("selected", frozenset({move.origin})), Mark("from", frozenset({move.origin}))]
        marks.append(Mark("staged", frozenset({move.target})))
        if captured:
            marks.append(Mark("capture", captured))
        toggles = sorted(captured) if move.seat and following else ()
        picked = (move.origin, move.target, *toggles)
        return Picks(following, moves, picked, suggested, pieces, tuple(marks), hint)


def _chosen(allowed: CaptureRule, masks: Sequence[int], around: int) -> int:
    """The set that a series of picks means: the set chosen so far, as it was normalised, then one pick or more."""
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
    """The set to take after a pick of one dwarf: that set, or the nearest one that is allowed."""
    if chosen & mask:
        rest = chosen ^ mask
        return rest if allowed.allows(rest, around) else 0
    if allowed.allows(chosen | mask, around):
        return chosen | mask
    return around if allowed.all else mask


def _everything(allowed: CaptureRule, around: int) -> tuple[Pick, ...]:
    """The picks that choose every dwarf."""
    chosen, picks = 0, []
    for bit in bits(around):
        if not chosen >> bit & 1:
            chosen = _toggled(allowed, chosen, 1 << bit, around)
            picks.append(GRID.cell[bit])
    return tuple(picks)
