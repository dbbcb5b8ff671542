"""Turns of Blooms: whether one is legal, and what it does.

A turn places its stones together, then captures all fenced enemy blooms of that board at the same time, once. In the
territory game (the source text) a turn is illegal if an own bloom is fenced after the captures. In the race (the
designer's later game) such a bloom stays, and the next turn may capture it.

The board is empty before the first turn and never after it, because a turn leaves at least the stones it placed. So an
empty board means the first turn, even if a position text says otherwise.

The source text does not mention repetition; it is an option. `draw3`: the third occurrence of the same stones with the
same side to move is a draw, unless two passes end the game then. `superko`: a placing turn may not bring back an
earlier board, with either side to move; passes are exempt.
"""

from functools import cache
from typing import NamedTuple

from netgame.boards.geometry import Cell
from netgame.errors import IllegalMove
from netgame.game import Seat
from netgame.games.blooms.board import BloomsBoard
from netgame.games.blooms.state import (
    BY_CAPTURES,
    BY_PASSES,
    BY_REPETITION,
    ENDED,
    FULL,
    PASSED,
    PASSER,
    Position,
    State,
)
from netgame.games.shared.repetition import RepetitionHistory
from netgame.text import N_

COLOURS = ((N_("blue"), N_("sky")), (N_("red"), N_("yellow")))  # by seat


class Placement(NamedTuple):
    """A turn: the cells of a stone of the mover's first colour and of the second; a pass has neither."""

    first: Cell | None
    second: Cell | None


PASS = Placement(None, None)


class Rules:
    """The rules of one variant on one board. `goal` is the number of captures that win the race, 0 for territory."""

    def __init__(self, hexagon: BloomsBoard, goal: int, repetition: str) -> None:
        self.hexagon, self.race, self.goal = hexagon, goal > 0, goal
        self.draws_third = repetition == "draw3" and not goal
        self.superko = repetition == "superko" and not goal
        # The captures of the last turn that was resolved, so that `play` after `check` need not flood again.
        self._known: tuple[State | None, Placement | None, int] = None, None, 0

    def new_state(self, position: Position) -> State:
        """Return the state of a position. Its history is this one board, which counts as its first occurrence."""
        seat, stones, captures, first_passer, passed = position
        stage = seat | (PASSED if passed else 0) | first_passer * PASSER
        empty = self.hexagon.empty(*stones)
        if self.race and max(captures) >= self.goal:
            stage |= BY_CAPTURES
        elif self.race and not empty:
            stage |= FULL
        own, other, mine, theirs = stones[seat], stones[1 - seat], captures[seat], captures[1 - seat]
        history = None
        if self.draws_third or self.superko:
            history = RepetitionHistory(self._key(own, other, seat))
        return own, other, empty, stage, mine, theirs, history

    def _key(self, own: int, other: int, seat: Seat) -> tuple[int, int, Seat]:
        """Return the board as the rule for repetition compares it: superko ignores the side to move."""
        if not self.superko:
            return own, other, seat
        return (other, own, 0) if seat else (own, other, 0)

    def check(self, state: State, move: Placement) -> None:
        """Raise `IllegalMove` unless the side to move may make this turn."""
        if state[3] >= ENDED:
            raise IllegalMove("the game is over")
        hexagon, first_turn = self.hexagon, not state[0] | state[1]
        cells = [cell for cell in move if cell is not None]
        for cell in cells:
            if type(cell) is not int or not 0 <= cell < len(hexagon.grid.mask):
                raise IllegalMove("this board has no such cell")
        if not cells and self.race:
            raise IllegalMove("the race has no passes: place one stone or two")
        if not cells and first_turn:
            raise IllegalMove("the first turn places a stone")
        if len(cells) == 2 and first_turn:
            raise IllegalMove("the first turn places only one stone")
        if len(cells) == 2 and cells[0] == cells[1]:
            raise IllegalMove("two stones cannot share {cell}", cell=hexagon.board.name(cells[0]))
        for cell in cells:
            if not hexagon.mask[cell] & state[2]:
                raise IllegalMove("{cell} is taken", cell=hexagon.board.name(cell))
        if not cells or self.race:
            return
        own, other, empty, _ = self.resolve(state, move)
        if fenced := hexagon.fenced(own, empty):
            stone = fenced & ~state[0] or fenced  # preferably one of the stones just placed
            stone &= -stone
            colour = COLOURS[state[3] & 1][stone >> hexagon.half > 0]
            name = hexagon.board.name(next(hexagon.cells(hexagon.flatten(stone))))
            template = N_("after captures your {colour} bloom at {cell} would have no liberty")
            raise IllegalMove(template, colour=colour, cell=name)
        history = state[6]
        if self.superko and history is not None and history.count(self._key(own, other, state[3] & 1)):
            names = hexagon.board.names(cells)
            raise IllegalMove("a turn at {cells} would bring back an earlier board of this game", cells=names)

    def resolve(self, state: State, move: Placement) -> tuple[int, int, int, int]:
        """Return the board after a turn: own stones, the other side's, empty cells; and the captured stones."""
        hexagon = self.hexagon
        own, other, empty = state[:3]
        first, second = hexagon.mask[move[0]], hexagon.mask[move[1]]
        if not (first or second):
            return own, other, empty, 0
        empty &= ~(first | second)
        known = self._known  # read once: another thread may replace it
        if known[0] is state and known[1] is move:
            taken = known[2]
        else:
            taken = hexagon.fenced(other, empty)
            self._known = state, move, taken
        return own | first | second << hexagon.half, other ^ taken, empty | hexagon.flatten(taken), taken

    def play(self, state: State, move: Placement) -> State:
        """Return the state after a legal turn."""
        own, other, empty, stage, mine, theirs, history = state
        hexagon = self.hexagon
        first, second = hexagon.mask[move[0]], hexagon.mask[move[1]]
        if not (first or second):
            seat, ended = stage & 1, 0
            if history is not None and self.draws_third:
                history = history.appended((other, own, 1 - seat))
                ended = BY_REPETITION if history.occurrences > 2 else 0
            if stage & PASSED:
                # a position text may leave out the first passer: then it was the pass before this one
                passer, ended = stage // PASSER or 2 - seat, BY_PASSES
            else:
                passer = stage // PASSER or seat + 1
            return other, own, empty, 1 - seat | PASSED | passer * PASSER | ended, theirs, mine, history
        own |= first | second << hexagon.half
        empty ^= first | second
        known = self._known
        taken = known[2] if known[0] is state and known[1] is move else hexagon.fenced(other, empty)
        stage = stage & ~PASSED ^ 1
        if taken:
            other ^= taken
            empty |= (taken | taken >> hexagon.half) & hexagon.full
            mine += taken.bit_count()
            if self.race and mine >= self.goal:
                stage |= BY_CAPTURES
        elif not empty and self.race:
            stage |= FULL
        if history is not None:
            history = history.appended(self._key(other, own, stage & 1))
            # never with superko: there only a pass can bring a board back, and passes do not enter the history
            if history.occurrences > 2:
                stage |= BY_REPETITION
        return other, own, empty, stage, theirs, mine, history

    def may_pass(self, state: State) -> bool:
        """Return whether a pass is legal: in the territory game on every turn but the first."""
        return not self.race and state[3] < ENDED and bool(state[0] | state[1])

    def occurrences_after(self, state: State, move: Placement) -> int:
        """Return how often the position after a turn will have occurred if that can lead to a draw; else 0."""
        history = state[6]
        if not self.draws_third or history is None or (move == PASS and state[3] & PASSED):
            return 0
        own, other, _, _ = self.resolve(state, move)
        return history.count((other, own, 1 - (state[3] & 1))) + 1


class PlacementTable:
    """All placements on a board with so many cells, shared by all games on it."""

    def __init__(self, cells: int) -> None:
        self.singles = (
            tuple([Placement(cell, None) for cell in range(cells)]),
            tuple([Placement(None, cell) for cell in range(cells)]),
        )
        self.pairs = _Pairs(cells)


class _Pairs(dict[Cell, tuple[Placement, ...]]):
    """The turns with two stones by the cell of the first, in the order of the second; made as games need them.

    The entry with the same cell twice is no turn; it keeps the indices simple.
    """

    def __init__(self, cells: int) -> None:
        self._cells = cells

    def __missing__(self, first: Cell) -> tuple[Placement, ...]:
        self[first] = row = tuple([Placement(first, second) for second in range(self._cells)])
        return row


placement_table = cache(PlacementTable)
