"""A turn of Blooms pick by pick: a stone, perhaps one of the other colour, and a click on a stone to change its colour.

Picks are cells in the order in which they were chosen: (x,) is a stone of the first colour on x, (x, x) of the second,
(x, y) a stone of the first colour on x and of the second on y, (x, x, y) the reverse.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from netgame.boards.geometry import Cell
from netgame.game import Mark, Over, Pick, Picks, Piece
from netgame.games.blooms.board import PASS, Placement
from netgame.games.blooms.moves import Choices
from netgame.games.blooms.rules import PASSED, BloomsRules, State
from netgame.text import Text

PASS_BUTTON = "pass"
_FIRST_TURN = Text("Place one stone, of either colour. Click it again to change its colour.")
_MUST_PASS = Text("No stone can be placed here: you must pass.")
_AFTER_PASS = Text("The other side passed. If you pass too, the game ends and is counted.")
_SECOND_TIME = Text("This position has come for the second time: the third time is a draw.")
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


@dataclass(frozen=True)
class _Stone:
    """A single stone that is staged."""

    cell: Cell
    colour: int


@dataclass(frozen=True)
class MoveSelection:
    """The turn of one position."""

    rules: BloomsRules
    state: State
    pieces: Mapping[Cell, Piece]
    kinds: tuple[Piece, Piece]  # of the mover's stones

    @cached_property
    def choices(self) -> Choices:
        """Where stones may go."""
        return self.rules.choices(self.state)

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """How the turn goes on after these picks. A pick that is not offered cancels all."""
        if picked == (PASS_BUTTON,) and self.rules.may_pass(self.state):
            ending = self.state[3] & PASSED
            hint = _CONFIRM_END if ending else self._repeated(PASS) or _CONFIRM_PASS
            return Picks(frozenset(), (PASS,), picked, (), self.pieces, self._threats(PASS), hint)
        staged: _Stone | Placement | None = None
        for pick in picked:
            if type(pick) is not int or not 0 <= pick < len(self.rules.hexagon.grid.mask):
                return self._nothing()
            staged = self._picked(staged, pick)
            if staged is None:
                return self._nothing()
        if staged is None:
            return self._nothing()
        return self._one(staged) if isinstance(staged, _Stone) else self._two(staged, picked[0])

    def _picked(self, staged: _Stone | Placement | None, cell: Cell) -> "_Stone | Placement | None":
        """What is staged after one more pick; None if it is not offered."""
        match staged:
            case None:
                return _Stone(cell, 0) if self.choices.starts() & self._mask(cell) else None
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
        """Where the other stone may go beside this one."""
        found = self.choices.partners(colour, self._mask(cell))
        for turn in self.choices.barred:
            if turn[colour] == cell:
                found &= ~self.rules.hexagon.mask[turn[1 - colour]]
        return found

    def _single(self, stone: _Stone) -> Placement | None:
        """The turn of one stone alone, if it is legal."""
        turn = self.rules.hexagon.singles[stone.colour][stone.cell]
        legal = self.choices.singles[stone.colour] & self._mask(stone.cell) and turn not in self.choices.barred
        return turn if legal else None

    def _leads(self, cell: Cell, colour: int) -> bool:
        """Whether a stone of that colour there belongs to a legal turn."""
        return self._single(_Stone(cell, colour)) is not None or bool(self._partners(cell, colour))

    def _allowed(self, pair: Placement) -> bool:
        first, second = pair
        assert first is not None
        assert second is not None
        return bool(self._partners(first, 0) & self._mask(second))

    def _nothing(self) -> Picks:
        rules, state = self.rules, self.state
        if isinstance(rules.turn(state), Over):
            return Picks(frozenset(), (), (), (), self.pieces)
        cells = rules.hexagon.grid.cells(self.choices.starts())
        buttons: frozenset[Pick] = frozenset({PASS_BUTTON}) if rules.may_pass(state) else frozenset()
        return Picks(cells | buttons, (), (), (), self.pieces, self._threats(PASS), self._opening_hint(bool(cells)))

    def _opening_hint(self, can_place: bool) -> Text:
        own, other, empty, stage, *_, past = self.state
        if not can_place:
            return _MUST_PASS
        if not own | other:
            return _FIRST_TURN
        if past is not None and past.occurrences == 2:
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
            hint = _WRONG_COLOUR if not others else _BARRED_ALONE if self.choices.barred else _ALONE
        else:
            hint = self._warning(turn) or (_ONLY_ONE if others else _ONE)
        shown = self.rules.hexagon.singles[stone.colour][stone.cell]
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
        """The board with the stones in place; what they capture still stands, marked."""
        placed = {cell: kind for cell, kind in zip(shown, self.kinds, strict=True) if cell is not None}
        marks = [Mark("staged", frozenset(placed))]
        hexagon = self.rules.hexagon
        taken = self.rules.staged(self.state, shown)[3]
        if taken:
            marks.append(Mark("capture", hexagon.grid.cells(hexagon.flat(taken))))
        pieces = {**self.pieces, **placed}
        return Picks(following, moves, picks, (), pieces, (*marks, *self._threats(shown)), hint)

    def _threats(self, shown: Placement) -> tuple[Mark, ...]:
        """The blooms of both sides that one turn can fence after this one."""
        own, other, empty, _ = self.rules.staged(self.state, shown)
        hexagon, seat = self.rules.hexagon, self.state[3] & 1
        found = ((hexagon.threatened(stones, empty), whose) for stones, whose in ((own, seat), (other, 1 - seat)))
        return tuple(Mark("threatened", hexagon.grid.cells(hexagon.flat(mask)), whose) for mask, whose in found if mask)

    def _warning(self, turn: Placement) -> Text | None:
        """What to think of before this turn is confirmed."""
        if self.rules.race:
            own, _, empty, _ = self.rules.staged(self.state, turn)
            return _SACRIFICE if self.rules.hexagon.fenced(own, empty) else None
        return self._repeated(turn)

    def _repeated(self, turn: Placement) -> Text | None:
        times = self.rules.times(self.state, turn)
        return None if times < 2 else _BACK if times == 2 else _DRAW
