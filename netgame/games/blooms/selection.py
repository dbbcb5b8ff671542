"""A turn of Blooms selected step by step: a stone, perhaps one of the other colour, a click on a stone for its colour.

Picks are cells in the order of the clicks: (x,) is a stone of the first colour on x, (x, x) of the second, (x, y) a
stone of the first colour on x and of the second on y, (x, x, y) the reverse.
"""

from functools import cached_property, lru_cache

from netgame.boards.geometry import Cell
from netgame.game import Mark, Pick, Picks, Piece
from netgame.games.blooms.legal_moves import legal_placements
from netgame.games.blooms.moves import PASS, Placement, Rules
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
class MoveSelection:
    """The selection of a turn in a position that is not over. All picks of a turn use the same one."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules, self.state, self.pieces = rules, state, pieces_of(rules, state)
        self.legal = legal_placements(rules, state)

    def after(self, picked: tuple[Pick, ...]) -> Picks:
        """Return how the turn continues after these picks. A pick that is not offered cancels all of them."""
        if picked == (PASS_BUTTON,) and self.rules.may_pass(self.state):
            ending = self.state[3] & PASSED
            hint = _CONFIRM_END if ending else self._repeated(PASS) or _CONFIRM_PASS
            return Picks(frozenset(), (PASS,), picked, (), self.pieces, self._threats(PASS), hint)
        staged = PASS
        for cell in picked:
            if type(cell) is not int or not 0 <= cell < len(self.rules.hexagon.grid.mask):
                return self.start
            first, second = staged
            if staged == PASS:  # perhaps only the other colour is legal: the next pick changes it
                staged, is_offered = Placement(cell, None), bool(self.legal.starts() & self._mask(cell))
            else:
                if cell in staged:
                    staged = Placement(second, first)
                elif first is None or second is None:
                    staged = Placement(cell, second) if first is None else Placement(first, cell)
                else:
                    return self.start
                is_offered = self._leads(staged)
            if not is_offered:
                return self.start
        if staged == PASS:
            return self.start
        return self._one(staged) if None in staged else self._two(staged, picked[0])

    def intended(self, picked: tuple[Pick, ...], cell: Cell) -> Placement | None:
        """Return the illegal turn that a cell would make after these picks."""
        match [pick for pick in (*picked, cell) if isinstance(pick, int)]:
            case [first]:
                return Placement(first, None)
            case [first, second]:
                return Placement(None, first) if first == second else Placement(first, second)
            case [first, again, third] if first == again:
                return Placement(first, None) if first == third else Placement(third, first)
            case [first, second, third] if third in (first, second):
                return Placement(second, first)
            case [first, _, second, third] if third in (first, second):
                return Placement(first, second)
        return None

    def _mask(self, cell: Cell | None) -> int:
        return self.rules.hexagon.mask[cell]

    def _partners(self, colour: int, cell: Cell | None) -> int:
        """Return where the other stone may go together with a stone of this colour."""
        found = self.legal.partners(colour, self._mask(cell))
        for turn in self.legal.excluded:
            if turn[colour] == cell:
                found &= ~self._mask(turn[1 - colour])
        return found

    def _is_legal(self, turn: Placement) -> bool:
        """Return whether a turn of one stone is legal."""
        first, second = (self.legal.singles[colour] & self._mask(cell) for colour, cell in enumerate(turn))
        return bool(first | second) and turn not in self.legal.excluded

    def _leads(self, turn: Placement) -> bool:
        """Return whether a legal turn has these stones."""
        if None not in turn:
            return bool(self._partners(0, turn.first) & self._mask(turn.second))
        colour = int(turn.first is None)
        return self._is_legal(turn) or bool(self._partners(colour, turn[colour]))

    @cached_property
    def start(self) -> Picks:
        """The offer before any pick."""
        cells = self.rules.hexagon.grid.cells(self.legal.starts())
        buttons: frozenset[Pick] = frozenset({PASS_BUTTON}) if self.rules.may_pass(self.state) else frozenset()
        own, other, empty, stage, *_, history = self.state
        if not cells:
            hint = _MUST_PASS
        elif not own | other:
            hint = _FIRST_TURN
        elif history is not None and history.occurrences == 2:
            hint = _SECOND_TIME
        elif self.rules.race:
            hint = _RACE
        elif stage & PASSED:
            hint = _AFTER_PASS
        else:
            hint = _EYES if self.rules.hexagon.threatened(own, empty) else _PLACE
        return Picks(cells | buttons, (), (), (), self.pieces, self._threats(PASS), hint)

    def _one(self, turn: Placement) -> Picks:
        colour = int(turn.first is None)
        cell, others, is_legal = turn[colour], self._partners(colour, turn[colour]), self._is_legal(turn)
        assert cell is not None
        following = self.rules.hexagon.grid.cells(others)
        if self._leads(Placement(turn.second, turn.first)):
            following |= {cell}
        if is_legal:
            hint = self._warning(turn) or (_ONLY_ONE if others else _ONE)
        else:
            hint = _WRONG_COLOUR if not others else _BARRED_ALONE if self.legal.excluded else _ALONE
        return self._staged(turn, following, (turn,) if is_legal else (), (cell,) * (colour + 1), hint)

    def _two(self, turn: Placement, earlier: Pick) -> Picks:
        first, second = turn
        assert first is not None
        assert second is not None
        picks = (first, second) if earlier == first else (second, second, first)
        following = frozenset({first, second}) if self._leads(Placement(second, first)) else frozenset()
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
