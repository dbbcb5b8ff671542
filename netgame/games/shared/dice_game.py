"""The rules of Clod, for every board on which two dice say where a stone may go.

A roll gives its spots, one each way round, and an occupied spot opens its neighbours: each spot on its own, without a
second step outward. If the first roll allows no cell a second one follows at once; if that allows none either, the turn
is forfeited. The source text says nothing about equal regions: option `ties`.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from netgame.boards.geometry import Board, Cell
from netgame.errors import IllegalMove
from netgame.game import Mark, Over, Pick, Picks, Piece, Seat, ToMove, ToRoll, Turn
from netgame.games.shared.dice_board import SIDE, DiceBoard, Stone
from netgame.games.shared.dice_notation import DiceNotation
from netgame.games.shared.dice_selection import MoveSelection, marks_of, pieces_of
from netgame.games.shared.dice_state import AGAIN, State, largest_regions
from netgame.text import Text

# By the stage of a state: the four in which a roll is due, then those of all rolls up to 66.
_TURNS: tuple[ToRoll | ToMove, ...] = (ToRoll(0, 2, SIDE), ToRoll(1, 2, SIDE)) * 2 + (ToMove(0), ToMove(1)) * 2 * 66
_NO_ROLL = Text("a roll is two dice from 1 to {sides}", {"sides": SIDE})


class DiceGame(DiceNotation):
    """Clod on any board. A concrete game has the option `ties` and names its board."""

    seats = ("Black", "White")
    move_type = Stone
    has_dice = True
    side_icons = (("clod_black",), ("clod_white",))
    piece_names: ClassVar[Mapping[str, str]] = {"clod_black": "black stone", "clod_white": "white stone"}
    ties: Literal["draw", "white"]  # the result for equal regions
    dice_board: DiceBoard  # set once and no property, because every step of the rules uses it

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "dice_board", self._make_board())

    @abstractmethod
    def _make_board(self) -> DiceBoard:
        """Return the board for the options of this game. All games with these options share it."""

    @property
    def board(self) -> Board:
        return self.dice_board.board

    def start(self) -> State:
        return 0, self.dice_board.full, 0, 0

    def turn(self, state: State) -> Turn:
        if state[1]:
            return _TURNS[state[2]]
        regions = largest_regions(self.dice_board, state)
        scores = regions[0].bit_count(), regions[1].bit_count()
        if scores[0] != scores[1]:
            winner = 0 if scores[0] > scores[1] else 1
            args = {"black": scores[0], "white": scores[1]}
            reason = Text("the board is full: the largest regions are {black} (Black) and {white} (White)", args)
        elif self.ties == "draw":
            return Over(None, scores, Text("the board is full: equal largest regions of {count}", {"count": scores[0]}))
        else:
            winner, args = 1, {"count": scores[0]}
            reason = Text("the board is full: equal largest regions of {count}, so White wins", args)
        return Over(winner, scores, reason, self.dice_board.grid.cells(regions[winner]))

    def check(self, state: State, move: Stone) -> None:
        (cell,) = move
        _, free, stage, legal = state
        mask = self.dice_board.mask
        if type(cell) is not int or not 0 <= cell < len(mask):
            raise IllegalMove("this board has no such cell")
        if not legal:
            raise IllegalMove("a roll of the dice comes first")
        if legal & mask[cell]:
            return
        name = self.board.name(cell)
        if not free & mask[cell]:
            raise IllegalMove("there is a stone on {cell} already", cell=name)
        raise IllegalMove("the roll {roll} does not allow {cell}", roll="-".join(str(stage >> 2)), cell=name)

    def play(self, state: State, move: Stone) -> State:
        black, free, stage, _ = state
        mask = self.dice_board.mask[move[0]]
        if stage & 1:
            return black, free ^ mask, 0, 0
        return black | mask, free ^ mask, 1, 0

    def moves(self, state: State) -> Iterator[Stone]:
        return iter(self.dice_board.moves[state[3]])

    def rolled(self, state: State, dice: tuple[int, ...]) -> State:
        black, free, stage, due = state
        try:
            code, first, reach, second, reach2 = self.dice_board.rolls[dice]
            die1, die2 = dice
        except (TypeError, KeyError):  # a list is a `TypeError`, because it has no hash
            raise IllegalMove(_NO_ROLL) from None
        if type(die1) is not int or type(die2) is not int:  # True and 1.0 are found as well
            raise IllegalMove(_NO_ROLL)
        if due:
            raise IllegalMove("no roll is due")
        legal = reach[free & first]  # as `DiceBoard.legal`, without the call: computer players roll in millions
        if second:
            legal |= reach2[free & second]
        legal &= free
        if legal:
            return black, free, code | stage & 1, legal
        if not free:
            raise IllegalMove("the board is full: no roll is due")
        if stage & AGAIN:  # the second roll is blocked too: the turn is forfeited
            return black, free, 1 - (stage & 1), 0
        return black, free, stage | AGAIN, 0

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        return MoveSelection(self.dice_board, state).after(picked)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        return pieces_of(self.dice_board, state)

    def marks(self, state: State) -> tuple[Mark, ...]:
        return marks_of(self.dice_board, state)

    def status_text(self, state: State, seat: Seat) -> Text:
        return Text("largest region {count}", {"count": largest_regions(self.dice_board, state)[seat].bit_count()})

    def resigned(self, state: State, seat: Seat) -> Over:
        black, white = (region.bit_count() for region in largest_regions(self.dice_board, state))
        return Over(1 - seat, (black, white), Text("{side} resigned", {"side": self.seats[seat]}))
