"""Clod: two dice say where a stone may go, and the largest region of one colour wins a full board.

A roll gives its spots, one each way round, and a taken spot opens its neighbours: each spot on its own, no second step
outward. Where a first roll allows nothing a second one follows; where that is blocked too the turn is forfeited.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple

from netgame.boards import Board, Cell, Grid, Point, bits, largest_region4, square_board
from netgame.errors import IllegalMove, NotationError
from netgame.game import Game, Mark, Over, Pick, Picks, Piece, Seat, ToMove, ToRoll, Turn
from netgame.options import option
from netgame.text import Text

SIDE = 6  # cells along a sub-board, faces of a die
_COLOURS = "BW"
_PIECES = (Piece(0, "clod_black"), Piece(1, "clod_white"))
_TO_MOVE = (ToMove(0), ToMove(1))
_TO_ROLL = (ToRoll(0, 2, SIDE), ToRoll(1, 2, SIDE))
_ROLL = re.compile("-|!|[1-6][1-6]")


class Stone(NamedTuple):
    """A turn: one own stone on this cell."""

    cell: Cell


class State(NamedTuple):
    """A position of Clod. `legal` follows from the rest; it is worked out once, when the dice fall."""

    black: int  # bitboards
    white: int
    seat: Seat  # whose turn it is
    roll: int  # the two dice as a number, larger die first; 0 while a roll is due
    again: bool  # the roll that is due is the second one
    legal: int  # bitboard of the cells that the roll allows


class Layout:
    """A board made of sub-boards, each turned as its orientation says: `h` mirrored left-right, `v` top-bottom."""

    def __init__(self, orientations: tuple[tuple[str, ...], ...]) -> None:
        rows, columns = SIDE * len(orientations), SIDE * len(orientations[0])
        self.columns = columns
        self.board = square_board(rows, columns, _borders(rows, columns))
        self.grid = Grid(columns, [(row, column) for row in range(rows) for column in range(columns)])
        self.stones = tuple(Stone(cell) for cell in range(rows * columns))
        self.by_bit = {bit: self.stones[cell] for bit, cell in self.grid.cell.items()}
        self.spots: dict[tuple[int, int], int] = {}  # bitboards by dice
        for die1 in range(1, SIDE + 1):
            for die2 in range(1, SIDE + 1):
                spots = _spots(orientations, die1, die2) | _spots(orientations, die2, die1)
                self.spots[die1, die2] = self.grid.of(row * columns + column for row, column in spots)
        self.faces = tuple(Mark(f"die-{die}", self.grid.cells(self.spots[die, die])) for die in range(1, SIDE + 1))

    def legal(self, dice: tuple[int, int], filled: int) -> int:
        """The cells a roll allows: its free spots, and the free neighbours of those that are taken."""
        spots = self.spots[dice]
        taken = spots & filled
        if not taken:
            return spots
        wide = taken | taken << 1 | taken >> 1
        stride = self.grid.stride
        return (spots | wide | wide << stride | wide >> stride) & ~filled & self.grid.full

    def largest(self, mask: int) -> int:
        """The largest region of a colour."""
        return largest_region4(mask, self.grid.stride)


def _spots(orientations: tuple[tuple[str, ...], ...], row_die: int, column_die: int) -> set[tuple[int, int]]:
    found = set()
    for down, across in ((d, a) for d, line in enumerate(orientations) for a in range(len(line))):
        turned = orientations[down][across]
        row = SIDE - row_die if "v" in turned else row_die - 1
        column = SIDE - column_die if "h" in turned else column_die - 1
        found.add((down * SIDE + row, across * SIDE + column))
    return found


def _borders(rows: int, columns: int) -> tuple[tuple[Point, Point], ...]:
    across = tuple(((0.0, float(row)), (float(columns), float(row))) for row in range(SIDE, rows, SIDE))
    down = tuple(((float(column), 0.0), (float(column), float(rows))) for column in range(SIDE, columns, SIDE))
    return across + down


_CLOD = Layout((("",),))


class DiceAndStones(Game[State, Stone]):
    """What Clod on every layout has in common. A concrete game has the options `ties` and says its layout."""

    seats = ("Black", "White")
    move_type = Stone
    ties: str

    @property
    def layout(self) -> Layout:
        """The board with its spots."""
        raise NotImplementedError

    @property
    def board(self) -> Board:
        return self.layout.board

    def start(self) -> State:
        return State(0, 0, 0, 0, False, 0)

    def turn(self, state: State) -> Turn:
        black, white, seat, roll, _, _ = state
        if roll:
            return _TO_MOVE[seat]
        if black | white == self.layout.grid.full:
            return self._counted(state)
        return _TO_ROLL[seat]

    def _counted(self, state: State) -> Over:
        regions = self.layout.largest(state.black), self.layout.largest(state.white)
        scores = regions[0].bit_count(), regions[1].bit_count()
        args = {"black": scores[0], "white": scores[1]}
        if scores[0] == scores[1] and self.ties == "draw":
            return Over(
                None, scores, Text("the board is full: the largest regions are equal, {black} to {white}", args)
            )
        winner = 0 if scores[0] > scores[1] else 1
        reason = Text("the board is full: the largest regions are {black} (Black) and {white} (White)", args)
        return Over(winner, scores, reason, self.layout.grid.cells(regions[winner]))

    def check(self, state: State, move: Stone) -> None:
        (cell,) = move
        grid = self.layout.grid
        if type(cell) is not int or not 0 <= cell < len(grid.mask):
            raise IllegalMove("this board has no such cell")
        if not state.roll:
            raise IllegalMove("a roll of the dice comes first")
        if state.legal & grid.mask[cell]:
            return
        name = self.board.name(cell)
        if (state.black | state.white) & grid.mask[cell]:
            raise IllegalMove("there is a stone on {cell} already", cell=name)
        raise IllegalMove("the roll {roll} does not allow {cell}", roll=_roll_text(state.roll), cell=name)

    def play(self, state: State, move: Stone) -> State:
        black, white, seat, _, _, _ = state
        stone = self.layout.grid.mask[move[0]]
        if seat:
            return State(black, white | stone, 0, 0, False, 0)
        return State(black | stone, white, 1, 0, False, 0)

    def moves(self, state: State) -> Iterator[Stone]:
        by_bit, legal = self.layout.by_bit, state.legal
        return iter([by_bit[bit] for bit in bits(legal)])

    def rolled(self, state: State, dice: tuple[int, ...]) -> State:
        black, white, seat, roll, again, _ = state
        die1, die2 = _two_dice(dice)
        filled = black | white
        if roll or filled == self.layout.grid.full:
            raise IllegalMove("no roll is due")
        legal = self.layout.legal((die1, die2), filled)
        if legal:
            number = 10 * die1 + die2 if die1 >= die2 else 10 * die2 + die1
            return State(black, white, seat, number, False, legal)
        if again:  # the second roll is blocked too: the turn is forfeited
            return State(black, white, 1 - seat, 0, False, 0)
        return State(black, white, seat, 0, True, 0)

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        pieces, marks, grid = self.pieces(state), self.marks(state), self.layout.grid
        cells = grid.cells(state.legal)
        if len(picked) == 1 and picked[0] in cells and type(picked[0]) is int:
            staged = Mark("staged", frozenset({picked[0]}))
            move = self.layout.stones[picked[0]]
            staged_pieces = {**pieces, picked[0]: _PIECES[state.seat]}
            return Picks(frozenset(), (move,), picked, (), staged_pieces, (*marks, staged), None)
        hint = Text("Choose one of the marked cells for your stone.") if cells else None
        return Picks(cells, (), (), (), pieces, marks, hint)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        cell = self.layout.grid.cell
        black = {cell[bit]: _PIECES[0] for bit in bits(state.black)}
        return black | {cell[bit]: _PIECES[1] for bit in bits(state.white)}

    def marks(self, state: State) -> tuple[Mark, ...]:
        grid, found = self.layout.grid, list(self.layout.faces)
        if state.roll:
            found.append(Mark("spot", grid.cells(self.layout.spots[divmod(state.roll, 10)])))
        for seat, colour in enumerate((state.black, state.white)):
            region = self.layout.largest(colour)
            if region:
                found.append(Mark("region", grid.cells(region), seat))
        return tuple(found)

    def resigned(self, state: State, seat: Seat) -> Over:
        scores = self.layout.largest(state.black).bit_count(), self.layout.largest(state.white).bit_count()
        return Over(1 - seat, scores, Text("{side} resigned", {"side": self.seats[seat]}))

    def format(self, state: State, move: Stone) -> str:
        return self.board.name(move.cell)

    def parse(self, state: State, text: str) -> Stone:
        return self.layout.stones[self.board.cell(text)]

    def write_position(self, state: State) -> str:
        roll = str(state.roll) if state.roll else "!" if state.again else "-"
        letters = ["."] * len(self.board.cells)
        for cell, piece in self.pieces(state).items():
            letters[cell] = _COLOURS[piece.seat or 0]
        width = self.layout.columns
        rows = ("".join(letters[first : first + width]) for first in range(0, len(letters), width))
        return f"{_COLOURS[state.seat]} {roll} {'/'.join(rows)}"

    def read_position(self, text: str) -> State:
        width, cells = self.layout.columns, len(self.board.cells)
        if len(text) > cells + cells // width + 10:
            raise NotationError("a position of {game} is shorter than this text", game=self.title)
        parts = text.split(" ")
        if len(parts) != 3 or len(parts[0]) != 1 or parts[0] not in _COLOURS:
            raise NotationError("a position is: B or W, a blank, the roll or - or !, a blank, the rows")
        if not _ROLL.fullmatch(parts[1]):
            raise NotationError("{roll} is no roll: two dice from 1 to 6, or - or !", roll=parts[1][:12])
        black, white = self._read_rows(parts[2].split("/"))
        state = State(black, white, _COLOURS.index(parts[0]), 0, parts[1] == "!", 0)
        return state if parts[1] in "-!" else self._with_roll(state, parts[1])

    def _read_rows(self, rows: list[str]) -> tuple[int, int]:
        width, height = self.layout.columns, len(self.board.cells) // self.layout.columns
        if len(rows) != height:
            raise NotationError("the board has {count} rows, the text has {found}", count=height, found=len(rows))
        for number, row in enumerate(rows, 1):
            if len(row) != width:
                raise NotationError("row {row} must have {count} cells", row=number, count=width)
            if not set(row) <= set(".BW"):
                raise NotationError("row {row} may hold only . B and W", row=number)
        mask, letters = self.layout.grid.mask, "".join(rows)
        black = sum(mask[cell] for cell, letter in enumerate(letters) if letter == "B")
        return black, sum(mask[cell] for cell, letter in enumerate(letters) if letter == "W")

    def _with_roll(self, state: State, roll: str) -> State:
        small, large = sorted(int(die) for die in roll)
        legal = self.layout.legal((large, small), state.black | state.white)
        if not legal:
            raise NotationError("the roll {roll} allows no cell here: write ! for a second roll", roll=roll)
        return state._replace(roll=10 * large + small, legal=legal)

    def describe(self, state: State, move: Stone) -> Text:
        args = {"side": self.seats[state.seat], "cell": self.board.name(move.cell)}
        return Text("{side} places a stone on {cell}", args)


@dataclass(frozen=True)
class Clod(DiceAndStones):
    """Clod on its board of 6 by 6."""

    key: ClassVar[str] = "clod"
    title: ClassVar[str] = "Clod"
    version: ClassVar[int] = 1

    ties: Literal["draw", "white"] = field(
        default="draw",
        metadata=option("Equal regions", choices={"draw": "a draw", "white": "White wins"}),
    )

    @property
    def layout(self) -> Layout:
        return _CLOD


def _two_dice(dice: Any) -> tuple[int, int]:
    if type(dice) in (tuple, list) and len(dice) == 2:
        die1, die2 = dice
        if type(die1) is int and type(die2) is int and 1 <= die1 <= SIDE and 1 <= die2 <= SIDE:
            return die1, die2
    raise IllegalMove("a roll is two dice from 1 to {sides}", sides=SIDE)


def _roll_text(roll: int) -> str:
    return f"{roll // 10}-{roll % 10}"
