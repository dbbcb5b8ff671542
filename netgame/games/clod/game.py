"""Clod: two dice say where a stone may go, and the largest region of one colour wins a full board.

A roll gives its spots, one each way round, and a taken spot opens its neighbours: each spot on its own, no second step
outward. Where a first roll allows nothing a second one follows; where that is blocked too the turn is forfeited.
"""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Board, Cell
from netgame.errors import IllegalMove, NotationError
from netgame.game import Game, Mark, Over, Pick, Picks, Piece, Preview, Seat, ToMove, ToRoll, Turn
from netgame.games.shared.dice_board import SIDE, DiceBoard, Stone
from netgame.options import option
from netgame.text import Text

_COLOURS = "BW"
_PIECES = (Piece(0, "clod_black"), Piece(1, "clod_white"))
_AGAIN = 2
# By the stage of a state: the four in which a roll is due, then those of all rolls up to 66.
_TURNS: tuple[ToRoll | ToMove, ...] = (ToRoll(0, 2, SIDE), ToRoll(1, 2, SIDE)) * 2 + (ToMove(0), ToMove(1)) * 2 * 66
_NO_ROLL = Text("a roll is two dice from 1 to {sides}", {"sides": SIDE})
_POSITION = re.compile("([BW]) (-|!|[1-6][1-6]) (.*)", re.DOTALL)


# Black's stones and the free cells as bitboards; the stage of the turn; the legal cells as a bitboard. The stage is the
# seat in bit 0, `_AGAIN` where the roll that is due is the second one, and above them the roll as a number like 42, 0
# while it is due. The legal cells follow from the rest and are worked out once, when the dice fall. A plain tuple,
# because a game makes some eighty states and spends a third of its time on it if they are named tuples.
State = tuple[int, int, int, int]

_CLOD = DiceBoard((("",),))


class DiceAndStones(Game[State, Stone]):
    """What Clod on every board has in common. A concrete game has the option `ties` and names its board."""

    seats = ("Black", "White")
    move_type = Stone
    side_icons = (("clod_black",), ("clod_white",))
    piece_names: ClassVar[Mapping[str, str]] = {"clod_black": "black stone", "clod_white": "white stone"}
    dice_board: DiceBoard  # set once, not a property: every step of the rules looks at it

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "dice_board", self._make_board())

    @abstractmethod
    def _make_board(self) -> DiceBoard:
        """The board and what the dice mean on it; one for all games with these options."""

    @property
    @abstractmethod
    def white_wins_ties(self) -> bool:
        """What the option `ties` says."""

    @property
    def board(self) -> Board:
        return self.dice_board.board

    def start(self) -> State:
        return 0, self.dice_board.full, 0, 0

    def turn(self, state: State) -> Turn:
        return _TURNS[state[2]] if state[1] else self._counted(state)

    def _stones(self, state: State) -> tuple[int, int]:
        """The bitboards of both sides."""
        black, free, _, _ = state
        return black, self.dice_board.full ^ free ^ black

    def _largest(self, state: State) -> tuple[int, int]:
        black, white = self._stones(state)
        return self.dice_board.largest(black), self.dice_board.largest(white)

    def _counted(self, state: State) -> Over:
        regions = self._largest(state)
        scores = regions[0].bit_count(), regions[1].bit_count()
        if scores[0] != scores[1]:
            winner = 0 if scores[0] > scores[1] else 1
            args = {"black": scores[0], "white": scores[1]}
            reason = Text("the board is full: the largest regions are {black} (Black) and {white} (White)", args)
        elif self.white_wins_ties:
            winner, reason = (
                1,
                Text("the board is full: equal largest regions of {count}, so White wins", {"count": scores[0]}),
            )
        else:
            return Over(None, scores, Text("the board is full: equal largest regions of {count}", {"count": scores[0]}))
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
        return iter(self.dice_board.turns[state[3]])

    def rolled(self, state: State, dice: tuple[int, ...]) -> State:
        black, free, stage, due = state
        try:
            code, first, reach, second, reach2 = self.dice_board.rolls[dice]
            die1, die2 = dice
        except (TypeError, KeyError):  # a list is a `TypeError`, for it has no hash
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
        if stage & _AGAIN:  # the second roll is blocked too: the turn is forfeited
            return black, free, 1 - (stage & 1), 0
        return black, free, stage | _AGAIN, 0

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        pieces, marks = self.pieces(state), self.marks(state)
        cells = self.dice_board.grid.cells(state[3])
        if len(picked) == 1 and isinstance(cell := picked[0], int) and type(cell) is int and cell in cells:
            staged = Mark("staged", frozenset({cell}))
            move = self.dice_board.stones[cell]
            pieces = {**pieces, cell: _PIECES[state[2] & 1]}
            return Picks(frozenset(), (move,), (cell,), (), pieces, (*marks, staged), Text("The move is complete."))
        hint = Text("Choose one of the marked cells for your stone.") if cells else None
        return Picks(cells, (), (), (), pieces, marks, hint)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        cell = self.dice_board.grid.cell
        black, white = self._stones(state)
        return {cell[bit]: _PIECES[seat] for seat, stones in enumerate((black, white)) for bit in bits(stones)}

    def marks(self, state: State) -> tuple[Mark, ...]:
        grid, found = self.dice_board.grid, list(self.dice_board.faces)
        if state[3]:
            found.append(Mark("spot", grid.cells(self.dice_board.spots(state[2] >> 2))))
        for seat, region in enumerate(self._largest(state)):
            if region & (region - 1):  # a single stone is no region worth a mark
                found.append(Mark("region", grid.cells(region), seat))
        return tuple(found)

    def status_text(self, state: State, seat: Seat) -> Text:
        return Text("largest region {count}", {"count": self._largest(state)[seat].bit_count()})

    def resigned(self, state: State, seat: Seat) -> Over:
        black, white = (region.bit_count() for region in self._largest(state))
        return Over(1 - seat, (black, white), Text("{side} resigned", {"side": self.seats[seat]}))

    def format(self, state: State, move: Stone) -> str:
        return self.board.name(move.cell)

    def parse(self, state: State, text: str) -> Stone:
        # only ASCII has no capitals of other letters
        return self.dice_board.stones[self.board.cell(text.lower() if text.isascii() else text)]

    def write_position(self, state: State) -> str:
        stage = state[2]
        roll = str(stage >> 2) if stage > 3 else "!" if stage & _AGAIN else "-"
        letters = ["."] * len(self.dice_board.mask)
        for cell, piece in self.pieces(state).items():
            letters[cell] = _COLOURS[piece.seat or 0]
        width = self.dice_board.columns
        rows = ("".join(letters[first : first + width]) for first in range(0, len(letters), width))
        return f"{_COLOURS[stage & 1]} {roll} {'/'.join(rows)}"

    def read_position(self, text: str) -> State:
        if len(text) > 2 * len(self.dice_board.mask):
            raise NotationError("a position of {game} is shorter than this text", game=self.title)
        found = _POSITION.fullmatch(text)
        if not found:
            raise NotationError("a position is B or W, a blank, a roll like 42 or - or !, a blank, and the rows")
        seat, roll = _COLOURS.index(found[1]), found[2]
        black, white = self._read_rows(found[3].split("/"))
        free = self.dice_board.full ^ black ^ white
        if roll in "-!":
            return black, free, seat | (_AGAIN if roll == "!" else 0), 0
        spots = self.dice_board.rolls[int(roll[0]), int(roll[1])]
        legal = self.dice_board.legal(spots, free)
        if not legal:
            raise NotationError("the roll {roll} allows no cell here: write ! for a second roll", roll=roll)
        return black, free, spots[0] | seat, legal

    def _read_rows(self, rows: list[str]) -> tuple[int, int]:
        board = self.dice_board
        if len(rows) != board.rows:
            raise NotationError("the board has {count} rows, the text has {found}", count=board.rows, found=len(rows))
        for number, row in enumerate(rows, 1):
            if len(row) != board.columns:
                raise NotationError("row {row} must have {count} cells", row=number, count=board.columns)
            if not set(row) <= set(".BW"):
                raise NotationError("row {row} may hold only . B and W", row=number)
        letters = "".join(rows)
        black, white = (
            board.grid.of(cell for cell, letter in enumerate(letters) if letter == colour) for colour in _COLOURS
        )
        return black, white

    def describe(self, state: State, move: Stone) -> Text:
        args = {"side": self.seats[state[2] & 1], "cell": self.board.name(move.cell)}
        return Text("{side} places a stone on {cell}", args)


@dataclass(frozen=True)
class Clod(DiceAndStones):
    """Clod on its board of 6 by 6."""

    key: ClassVar[str] = "clod"
    title: ClassVar[str] = "Clod"
    version: ClassVar[int] = 1
    example = "B 31 ...BBW/B..BB./.W.WBB/W.WWWW/....../....B."
    preview = Preview(
        "6 × 6, two dice",
        "W 31 B..W.W/BB..../...BBB/WW..BB/....../W....B",
        centre=(3.0, 2.1),
        across=6.9,
        material="wood",
    )

    ties: Literal["draw", "white"] = field(
        default="draw",
        metadata=option("Equal regions", choices={"draw": "a draw", "white": "White wins"}),
    )

    def _make_board(self) -> DiceBoard:
        return _CLOD

    @property
    def white_wins_ties(self) -> bool:
        return self.ties == "white"
