"""The rules of Blooms: what a turn does, when it is legal, how the game ends.

The board is empty before the first turn and never after it, for a turn leaves at least the stones it placed. So the
empty board is the first turn, whatever else a position text says.
"""

from collections.abc import Iterator
from itertools import chain

from netgame.errors import IllegalMove
from netgame.game import Game, Over, Seat, ToMove, Turn
from netgame.games.blooms.board import PASS, BloomsBoard, Placement
from netgame.games.blooms.moves import Choices, TerritoryChoices, turns_back
from netgame.games.blooms.notation import COLOURS, SIDES, Position
from netgame.games.shared.repetition import RepetitionHistory
from netgame.text import Text

# The stones of the side to move and of the other, the empty cells (which follow from them), the stage, the captures of
# the side to move and of the other, and the boards so far where the rule of repetition needs them. The stage is the
# seat to move in bit 0, `PASSED` after a pass, above it the player who passed first (1 or 2, 0 for nobody) times
# `_PASSER`, and how the game ended. A plain tuple, for a random game spends a fifth of its time on named ones.
State = tuple[int, int, int, int, int, int, RepetitionHistory | None]
PASSED = 2
_PASSER = 4
_ENDED, _BY_PASSES, _BY_CAPTURES, _BY_REPETITION, _FULL = 16, 16, 32, 48, 64
_TO_MOVE = (ToMove(0), ToMove(1))


class BloomsRules(Game[State, Placement]):
    """Blooms on some board. A concrete game has the options and calls `_set_up` with what they mean."""

    seats = SIDES
    move_type = Placement
    hexagon: BloomsBoard
    race: bool
    goal: int  # captured stones that win the race
    draws_third: bool
    superko: bool

    def _set_up(self, hexagon: BloomsBoard, goal: int | None, repetition: str) -> None:
        race = goal is not None
        values = {
            "hexagon": hexagon, "race": race, "goal": goal or 0,
            "draws_third": repetition == "draw3" and not race, "superko": repetition == "superko" and not race,
        }  # fmt: skip
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def start(self) -> State:
        return self.state_of(Position(0, (0, 0), (0, 0), 0, False))

    def state_of(self, position: Position) -> State:
        """The state of a position. Its history is this one board, which counts as having come for the first time."""
        seat, stones, captures, first_passer, passed = position
        stage = seat | (PASSED if passed else 0) | first_passer * _PASSER
        empty = self.hexagon.empty(*stones)
        if self.race and max(captures) >= self.goal:
            stage |= _BY_CAPTURES
        elif self.race and not empty:
            stage |= _FULL
        own, other, mine, theirs = stones[seat], stones[1 - seat], captures[seat], captures[1 - seat]
        past = None
        if self.draws_third or self.superko:
            past = RepetitionHistory(self._key(own, other, seat))
        return own, other, empty, stage, mine, theirs, past

    def position_of(self, state: State) -> Position:
        """The position of a state, without its history."""
        own, other, _, stage, mine, theirs, _ = state
        seat = stage & 1
        stones, captures = ((other, own), (theirs, mine)) if seat else ((own, other), (mine, theirs))
        return Position(seat, stones, captures, stage // _PASSER % 4, bool(stage & PASSED))

    def _key(self, own: int, other: int, seat: Seat) -> tuple[int, int, Seat]:
        """What makes boards the same: with superko the side to move does not matter."""
        if not self.superko:
            return own, other, seat
        return (other, own, 0) if seat else (own, other, 0)

    def turn(self, state: State) -> Turn:
        stage = state[3]
        return _TO_MOVE[stage & 1] if stage < _ENDED else self._over(state)

    def play(self, state: State, move: Placement) -> State:
        own, other, empty, stage, mine, theirs, past = state
        hexagon = self.hexagon
        first, second = hexagon.mask[move[0]], hexagon.mask[move[1]]
        if not (first or second):
            return self._play_pass(state)
        own |= first | second << hexagon.half
        empty ^= first | second
        stage = stage & ~PASSED ^ 1
        taken = hexagon.fenced(other, empty)
        if taken:
            other ^= taken
            empty |= (taken | taken >> hexagon.half) & hexagon.full
            mine += taken.bit_count()
            if self.race and mine >= self.goal:
                stage |= _BY_CAPTURES
        elif not empty and self.race:
            stage |= _FULL
        if past is not None:
            past = past.appended(self._key(other, own, stage & 1))
            if (
                past.occurrences > 2
            ):  # never with superko: there a board comes back by a pass only, and that is not noted
                stage |= _BY_REPETITION
        return other, own, empty, stage, theirs, mine, past

    def _play_pass(self, state: State) -> State:
        own, other, empty, stage, mine, theirs, past = state
        seat = stage & 1
        if past is not None and self.draws_third:
            past = past.appended((other, own, 1 - seat))
        if stage & PASSED:
            # a position text may keep silent about who passed first: then it was the pass before this one
            passer, ended = stage // _PASSER or 2 - seat, _BY_PASSES
        else:
            passer, ended = (
                stage // _PASSER or seat + 1,
                _BY_REPETITION if past is not None and past.occurrences > 2 else 0,
            )
        return other, own, empty, 1 - seat | PASSED | passer * _PASSER | ended, theirs, mine, past

    def check(self, state: State, move: Placement) -> None:
        if state[3] >= _ENDED:
            raise IllegalMove("the game is over")
        first_turn = not state[0] | state[1]
        cells = [cell for cell in move if cell is not None]
        if not all(type(cell) is int and 0 <= cell < len(self.hexagon.grid.mask) for cell in cells):
            raise IllegalMove("this board has no such cell")
        if not cells and self.race:
            raise IllegalMove("the race has no passes: place one stone or two")
        if not cells and first_turn:
            raise IllegalMove("the first turn places a stone")
        if len(cells) == 2 and first_turn:
            raise IllegalMove("the first turn places only one stone")
        if len(cells) == 2 and cells[0] == cells[1]:
            raise IllegalMove("two stones cannot share {cell}", cell=self.board.name(cells[0]))
        for cell in cells:
            if not self.hexagon.mask[cell] & state[2]:
                raise IllegalMove("{cell} is taken", cell=self.board.name(cell))
        if cells and not self.race:
            self._check_territory(state, move)

    def _check_territory(self, state: State, move: Placement) -> None:
        own, other, empty, _ = self.staged(state, move)
        fenced = self.hexagon.fenced(own, empty)
        if fenced:
            stone = fenced & ~state[0] or fenced  # rather one that was placed just now
            stone &= -stone
            colour = COLOURS[state[3] & 1][stone >> self.hexagon.half > 0]
            cell = next(self.hexagon.cells(self.hexagon.flat(stone)))
            raise IllegalMove(
                "after captures your {colour} bloom at {cell} would have no liberty",
                colour=colour,
                cell=self.board.name(cell),
            )
        if self._comes_back(state, own, other):
            names = self.board.names(cell for cell in move if cell is not None)
            raise IllegalMove("a turn at {cells} would bring back an earlier board of this game", cells=names)

    def staged(self, state: State, move: Placement) -> tuple[int, int, int, int]:
        """The board after a turn's captures: own stones, the other's, empty cells; and what was captured."""
        own, other, empty = state[:3]
        if move == PASS:
            return own, other, empty, 0
        hexagon = self.hexagon
        first, second = hexagon.mask[move.first], hexagon.mask[move.second]
        empty &= ~(first | second)
        taken = hexagon.fenced(other, empty)
        return own | first | second << hexagon.half, other ^ taken, empty | hexagon.flat(taken), taken

    def choices(self, state: State) -> Choices:
        """Where the stones of this turn may go."""
        own, other, empty, stage, _, _, past = state
        hexagon = self.hexagon
        if stage >= _ENDED:
            return Choices(hexagon, 0, 0)
        if not own | other:
            return Choices(hexagon, hexagon.full, 0)
        if self.race:
            return Choices(hexagon, empty, empty)
        found = TerritoryChoices(hexagon, own, other, empty)
        if self.superko and past is not None:
            seat = stage & 1
            earlier = ((key[seat], key[1 - seat]) for key in past if isinstance(key, tuple))
            found.bar(turns_back(hexagon, own, other, empty, earlier))
        return found

    def times(self, state: State, move: Placement) -> int:
        """How often the position after this turn has come then, where that can end the game in a draw; else 0."""
        if not self.draws_third:
            return 0
        stage, past = self.play(state, move)[3:7:3]
        ends = isinstance(stage, int) and stage & -_ENDED == _BY_PASSES
        return 0 if ends or not isinstance(past, RepetitionHistory) else past.occurrences

    def may_pass(self, state: State) -> bool:
        """Whether a pass is a legal turn: in the territory game at any time but on the first turn."""
        return not self.race and state[3] < _ENDED and bool(state[0] | state[1])

    def moves(self, state: State) -> Iterator[Placement]:
        """Single stones of the first colour, of the second, then pairs, all in the order of cells; the pass last."""
        turns = self.choices(state).turns()
        return chain(turns, (PASS,)) if self.may_pass(state) else turns

    def _comes_back(self, state: State, own: int, other: int) -> bool:
        """Whether superko forbids this board after the turn."""
        past = state[6]
        return self.superko and past is not None and past.count(self._key(own, other, state[3] & 1)) > 0

    def score(self, state: State) -> tuple[int, int]:
        """Territory: stones and surrounded cells of either seat as they stand. Race: captured stones."""
        own, other, empty, stage, mine, theirs, _ = state
        if not self.race:
            regions = self.hexagon.territory(own, other, empty)
            mine = own.bit_count() + regions[0].bit_count()
            theirs = other.bit_count() + regions[1].bit_count()
        return (theirs, mine) if stage & 1 else (mine, theirs)

    def _over(self, state: State) -> Over:
        stage, scores = state[3], self.score(state)
        how = stage & -_ENDED
        if how == _BY_REPETITION:
            return Over(None, scores, Text("the same position has come for the third time"))
        if how == _BY_CAPTURES:
            # the side to move had its turn before the other's last one: if both got there, it was first
            winner = stage & 1 if state[4] >= self.goal else 1 - (stage & 1)
            args: dict[str, str | int] = {"side": SIDES[winner], "count": scores[winner]}
            return Over(winner, scores, Text("{side} has captured {count} stones", args))
        counts = {"blue": scores[0], "red": scores[1]}
        if scores[0] != scores[1]:
            winner = 0 if scores[0] > scores[1] else 1
            if how == _FULL:
                return Over(winner, scores, Text("the board is full: captured {blue} (Blue) and {red} (Red)", counts))
            return Over(winner, scores, Text("both passed: the score is {blue} (Blue) to {red} (Red)", counts))
        if how == _FULL:
            return Over(None, scores, Text("the board is full: captured {blue} (Blue) and {red} (Red)", counts))
        winner = stage // _PASSER % 4 - 1
        args = {"side": SIDES[winner], "count": scores[0]}
        return Over(winner, scores, Text("both passed with {count} each: {side} was the first to pass and wins", args))

    def resigned(self, state: State, seat: Seat) -> Over:
        return Over(1 - seat, self.score(state), Text("{side} resigned", {"side": self.seats[seat]}))
