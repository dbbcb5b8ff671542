"""Tic-tac-toe: get four of your marks in a row, or three on the smallest board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, NamedTuple

from netgame.boards.geometry import Board, Cell
from netgame.boards.square import square_board
from netgame.errors import IllegalMove, NotationError
from netgame.game import Game, Mark, Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.options import option
from netgame.text import Text

MARKS = "ox"  # by seat
PIECES = (Piece(0, "nought"), Piece(1, "cross"))


class Place(NamedTuple):
    """A move: your mark on this cell."""

    cell: Cell


@dataclass(frozen=True)
class State:
    """The board as one letter for each cell: `o`, `x`, or `.` for an empty cell."""

    cells: str

    @property
    def seat(self) -> Seat:
        """The side to move."""
        return self.cells.count("o") - self.cells.count("x")


@dataclass(frozen=True)
class TicTacToe(Game[State, Place]):
    """Tic-tac-toe on a square board."""

    key: ClassVar[str] = "tictactoe"
    title: ClassVar[str] = "Tic-Tac-Toe"
    seats: ClassVar[tuple[str, str]] = ("Noughts", "Crosses")
    version: ClassVar[int] = 1
    move_type: ClassVar[type[Any]] = Place
    side_icons: ClassVar[tuple[tuple[str, ...], tuple[str, ...]]] = ("nought",), ("cross",)
    piece_names: ClassVar[Mapping[str, str]] = {"nought": "nought", "cross": "cross"}
    example: ClassVar[str] = "...../..xx./.xoo./..oo./.x..."
    preview: ClassVar[Preview] = Preview("four in a row", across=5.0)

    size: int = field(default=5, metadata=option("Rows", low=3, high=9))

    @property
    def board(self) -> Board:
        return _board(self.size)

    def start(self) -> State:
        return State("." * self.size**2)

    def turn(self, state: State) -> Turn:
        for seat, mark in enumerate(MARKS):
            for line in _lines(self.size):
                if all(state.cells[cell] == mark for cell in line):
                    won = Text("{side} have {count} in a row", {"side": self.seats[seat], "count": len(line)})
                    return Over(seat, (1 - seat, seat), won, line)
        return ToMove(state.seat) if "." in state.cells else Over(None, (0, 0), Text("the board is full"))

    def check(self, state: State, move: Place) -> None:
        cell = move.cell
        if type(cell) is not int or not 0 <= cell < len(state.cells):
            raise IllegalMove("this board has no such cell")
        if state.cells[cell] != ".":
            raise IllegalMove("there is a mark on {cell} already", cell=self.board.name(cell))

    def play(self, state: State, move: Place) -> State:
        return State(state.cells[: move.cell] + MARKS[state.seat] + state.cells[move.cell + 1 :])

    def moves(self, state: State) -> Iterator[Place]:
        if isinstance(self.turn(state), ToMove):
            yield from (Place(cell) for cell, mark in enumerate(state.cells) if mark == ".")

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        cells = frozenset(move.cell for move in self.moves(state))
        pieces = self.pieces(state)
        if len(picked) == 1 and isinstance(cell := picked[0], int) and cell in cells:
            staged = {**pieces, cell: PIECES[state.seat]}
            return Picks(frozenset(), (Place(cell),), (cell,), (), staged, (Mark("staged", frozenset({cell})),))
        hint = Text("Choose an empty cell for your mark.") if cells else None
        return Picks(cells, (), pieces=pieces, hint=hint)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        return {cell: PIECES[MARKS.index(mark)] for cell, mark in enumerate(state.cells) if mark != "."}

    def resigned(self, state: State, seat: Seat) -> Over:
        return Over(1 - seat, (seat, 1 - seat), Text("{side} resigned", {"side": self.seats[seat]}))

    def format(self, state: State, move: Place) -> str:
        return self.board.name(move.cell)

    def parse(self, state: State, text: str) -> Place:
        return Place(self.board.cell(text))

    def write_position(self, state: State) -> str:
        return "/".join(state.cells[first : first + self.size] for first in range(0, self.size**2, self.size))

    def read_position(self, text: str) -> State:
        rows = text.split("/")
        if [len(row) for row in rows] != [self.size] * self.size or not set("".join(rows)) <= {*MARKS, "."}:
            raise NotationError("a position has {count} rows of o, x and . joined by /", count=self.size)
        state = State("".join(rows))
        if state.seat not in (0, 1):
            raise NotationError("there are as many noughts as crosses, or one more")
        return state

    def describe(self, state: State, move: Place) -> Text:
        args = {"side": self.seats[state.seat], "cell": self.board.name(move.cell)}
        return Text("{side} mark {cell}", args)


@cache
def _board(size: int) -> Board:
    return square_board(size, size)


@cache
def _lines(size: int) -> tuple[frozenset[Cell], ...]:
    """All rows of cells that win: across, down and diagonal."""
    length = min(size, 4)
    found = []
    for cell in range(size**2):
        row, column = divmod(cell, size)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row, last_column = row + down * (length - 1), column + right * (length - 1)
            if last_row < size and 0 <= last_column < size:
                found.append(frozenset(cell + (down * size + right) * step for step in range(length)))
    return tuple(found)
