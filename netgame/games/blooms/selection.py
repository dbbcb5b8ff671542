"""A turn of Blooms selected step by step: a stone, perhaps one of the other colour, a click on a stone for its colour.

Picks are cells in the order of the clicks: (x,) is a stone of the first colour on x, (x, x) of the second, (x, y) a
stone of the first colour on x and of the second on y, (x, x, y) the reverse.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from netgame.boards.geometry import Cell
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.blooms.legal_moves import LegalPlacements, legal_placements
from netgame.games.blooms.moves import PASS, Placement, Rules, placement_table
from netgame.games.blooms.state import PASSED, State, position_of
from netgame.text import Text

_PIECES = ((Piece(0, "bloom_1a"), Piece(0, "bloom_1b")), (Piece(1, "bloom_2a"), Piece(1, "bloom_2b")))
PASS_BUTTON = "pass"
_FIRST_TURN = Text("Place one stone, of either colour. Click it again to change its colour.")
_MUST_PASS = Text("No stone can be placed here: you must pass.")
_AFTER_PASS = Text("The other side passed. If you pass too, the game ends and is counted.")
_SECOND_TIME = Text("This position has occurred for the second time: the third time is a draw.")
_EYES = Text("Two empty cells next to a bloom can be filled in one turn: only three eyes make it safe.")
_PLACE = Text("Place one stone, or one of each colour, or pass.")
_RACE = Text("Place one stone, or one of each colour. Giving stones up can be good if you take more.")
_ONLY_ONE = Text("Only one stone: confirm, or add one of the other colour. Click it to change its colour.")
_ONE = Text("The stone is placed. Click it to change its colour.")
_ALONE = Text("Alone this stone would be fenced: change its colour or add one of the other colour.")
_WRONG_COLOUR = Text("In this colour the stone would be fenced: click it to change its colour.")
_BARRED_ALONE = Text("Alone this stone is not allowed: change its colour or add one of the other colour.")
_TWO = Text("One stone of each colour is placed. Click one to change the colours.")
_SACRIFICE = Text("A bloom of yours will have no empty cell: the next turn can take it. It can be worth it.")
_BACK = Text("This brings a position back for the second time: the third time is a draw.")
_DRAW = Text("This brings a position back for the third time: the game ends in a draw.")
_CONFIRM_PASS = Text("Confirm to pass.")
_CONFIRM_END = Text("Confirm to pass: both have passed then, and the game is counted.")


def pieces_of(rules: Rules, state: State) -> dict[Cell, Piece]:
    """Return the stones on the board."""
    hexagon, stones = rules.hexagon, position_of(state).stones
    found: dict[Cell, Piece] = {}
    for seat in (0, 1):
        for colour, piece in enumerate(_PIECES[seat]):
            half = stones[seat] >> hexagon.half * colour & hexagon.full
            found.update((cell, piece) for cell in hexagon.cells(half))
    return found


@lru_cache(maxsize=4)
def selection(rules: Rules, state: State) -> "MoveSelection":
    """Return the selection of a turn in a position that is not over. All picks of a turn use the same one."""
    return MoveSelection(rules, state, pieces_of(rules, state))


@dataclass(frozen=True)
class _Stone:
    """A single staged stone."""

    cell: Cell
    colour: int


@dataclass(frozen=True)
class MoveSelection:
    """The selection of a turn in one position."""

    rules: Rules
    state: State
    pieces: Mapping[Cell, Piece]

    @cached_property
    def legal(self) -> LegalPlacements:
        """The cells that stones may go to."""
        return legal_placements(self.rules, self.state)

    @cached_property
    def singles(self) -> tuple[tuple[Placement, ...], tuple[Placement, ...]]:
        """The turns of one stone, by colour and cell."""
        return placement_table(len(self.rules.hexagon.grid.mask)).singles

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """Return how the turn continues after these picks. A pick that is not offered cancels all of them."""
        if picked == (PASS_BUTTON,) and self.rules.may_pass(self.state):
            ending = self.state[3] & PASSED
            hint = _CONFIRM_END if ending else self._repeated(PASS) or _CONFIRM_PASS
            return Picks(frozenset(), (PASS,), picked, (), self.pieces, self._threats(PASS), hint)
        staged: _Stone | Placement | None = None
        for pick in picked:
            if type(pick) is not int or not 0 <= pick < len(self.rules.hexagon.grid.mask):
                return self.start
            staged = self._picked(staged, pick)
            if staged is None:
                return self.start
        if staged is None:
            return self.start
        return self._one(staged) if isinstance(staged, _Stone) else self._two(staged, picked[0])

    def _picked(self, staged: _Stone | Placement | None, cell: Cell) -> "_Stone | Placement | None":
        """Return the staged stones after one more pick; None if it is not offered."""
        match staged:
            case None:
                return _Stone(cell, 0) if self.legal.starts() & self._mask(cell) else None
            case _Stone(first, colour) if first == cell:
                return _Stone(cell, 1 - colour) if self._leads(cell, 1 - colour) else None
            case _Stone(first, colour):
                pair = Placement(cell, first) if colour else Placement(first, cell)
                return pair if self._allowed(pair) else None
            case Placement(first, second) if cell in staged:
                pair = Placement(second, first)
                return pair if self._allowed(pair) else None
        return None

    def _mask(self, cell: Cell) -> int:
        return self.rules.hexagon.mask[cell]

    def _partners(self, cell: Cell, colour: int) -> int:
        """Return where the other stone may go together with this one."""
        found = self.legal.partners(colour, self._mask(cell))
        for turn in self.legal.excluded:
            if turn[colour] == cell:
                found &= ~self.rules.hexagon.mask[turn[1 - colour]]
        return found

    def _single(self, stone: _Stone) -> Placement | None:
        """Return the turn of one stone alone, if it is legal."""
        turn = self.singles[stone.colour][stone.cell]
        legal = self.legal.singles[stone.colour] & self._mask(stone.cell) and turn not in self.legal.excluded
        return turn if legal else None

    def _leads(self, cell: Cell, colour: int) -> bool:
        """Return whether a legal turn has a stone of that colour there."""
        return self._single(_Stone(cell, colour)) is not None or bool(self._partners(cell, colour))

    def _allowed(self, pair: Placement) -> bool:
        first, second = pair
        assert first is not None
        assert second is not None
        return bool(self._partners(first, 0) & self._mask(second))

    @cached_property
    def start(self) -> Picks:
        """The offer before any pick."""
        cells = self.rules.hexagon.grid.cells(self.legal.starts())
        buttons: frozenset[Pick] = frozenset({PASS_BUTTON}) if self.rules.may_pass(self.state) else frozenset()
        return Picks(cells | buttons, (), (), (), self.pieces, self._threats(PASS), self._first_hint(bool(cells)))

    def _first_hint(self, can_place: bool) -> Text:
        own, other, empty, stage, *_, history = self.state
        if not can_place:
            return _MUST_PASS
        if not own | other:
            return _FIRST_TURN
        if history is not None and history.occurrences == 2:
            return _SECOND_TIME
        if self.rules.race:
            return _RACE
        if stage & PASSED:
            return _AFTER_PASS
        return _EYES if self.rules.hexagon.threatened(own, empty) else _PLACE

    def _one(self, stone: _Stone) -> Picks:
        turn, others = self._single(stone), self._partners(stone.cell, stone.colour)
        following = self.rules.hexagon.grid.cells(others)
        if self._leads(stone.cell, 1 - stone.colour):
            following |= {stone.cell}
        if turn is None:
            hint = _WRONG_COLOUR if not others else _BARRED_ALONE if self.legal.excluded else _ALONE
        else:
            hint = self._warning(turn) or (_ONLY_ONE if others else _ONE)
        shown = self.singles[stone.colour][stone.cell]
        picks = (stone.cell,) * (stone.colour + 1)
        return self._staged(shown, following, (turn,) if turn else (), picks, hint)

    def _two(self, turn: Placement, earlier: Pick) -> Picks:
        first, second = turn
        assert first is not None
        assert second is not None
        swap = self._allowed(Placement(second, first))
        picks = (first, second) if earlier == first else (second, second, first)
        following = frozenset({first, second}) if swap else frozenset()
        return self._staged(turn, following, (turn,), picks, self._warning(turn) or _TWO)

    def _staged(
        self, shown: Placement, following: frozenset[Cell], moves: tuple[Placement, ...], picks: tuple[Cell, ...],
        hint: Text,
    ) -> Picks:  # fmt: skip
        """Return the board with the stones placed. Stones that they capture are marked and stay."""
        placed = {cell: kind for cell, kind in zip(shown, _PIECES[self.state[3] & 1], strict=True) if cell is not None}
        marks = [Mark("staged", frozenset(placed))]
        hexagon = self.rules.hexagon
        taken = self.rules.resolve(self.state, shown)[3]
        if taken:
            marks.append(Mark("capture", hexagon.grid.cells(hexagon.flatten(taken))))
        pieces = {**self.pieces, **placed}
        return Picks(following, moves, picks, (), pieces, (*marks, *self._threats(shown)), hint)

    def _threats(self, shown: Placement) -> tuple[Mark, ...]:
        """Return the blooms of both sides that one turn can fence after this one."""
        own, other, empty, _ = self.rules.resolve(self.state, shown)
        hexagon, seat = self.rules.hexagon, self.state[3] & 1
        found = ((hexagon.threatened(stones, empty), whose) for stones, whose in ((own, seat), (other, 1 - seat)))
        return tuple(
            Mark("threatened", hexagon.grid.cells(hexagon.flatten(mask)), whose) for mask, whose in found if mask
        )

    def _warning(self, turn: Placement) -> Text | None:
        """Return a warning before this turn is confirmed."""
        if self.rules.race:
            own, _, empty, _ = self.rules.resolve(self.state, turn)
            return _SACRIFICE if self.rules.hexagon.fenced(own, empty) else None
        return self._repeated(turn)

    def _repeated(self, turn: Placement) -> Text | None:
        count = self.rules.occurrences_after(self.state, turn)
        return None if count < 2 else _BACK if count == 2 else _DRAW
