"""Conquid: two bases, four actions, and a path of one's own cells from one's base to the enemy's, declared.

The rules page is followed to the letter where the source texts are silent: exactly three cells to Acquire, Conquer also
where it takes nothing, no base cell in a block or counted round it, a draw at the third repetition.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from netgame.boards.bitboard import bits
from netgame.boards.geometry import Board, Cell
from netgame.errors import IllegalMove, NotationError, OptionError
from netgame.game import Game, Mark, Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.games.conquid.board import MARGIN, Layout, conquer, conquest_path, layout
from netgame.games.conquid.moves import (
    CELLS,
    Acquire,
    Action,
    Conquer,
    Conquest,
    State,
    Vanquish,
    actions,
    after,
    check_action,
    first,
)
from netgame.games.conquid.selection import ACQUIRE, CONQUER, CONQUEST, VANQUISH, MoveSelection
from netgame.options import option
from netgame.text import Text

ROWS, COLUMNS, BASE = (5, 60), (11, 100), (1, 3)  # the least and the most; a wide base needs more columns
REPETITIONS = 3  # of a board with the same side to move, and the game is a draw
_LONGEST_MOVE = 20  # A cv60 cu60 ct60 takes 16
_TO_MOVE = (ToMove(0), ToMove(1))
_PIECES = (Piece(0, "conquid_1"), Piece(1, "conquid_2"))
_SIDES, _BASES = "12", "ab"
_CONQUEST, _CONQUER = Conquest(), Conquer()


@dataclass(frozen=True)
class Conquid(Game[State, Action]):
    """Conquid on a board of any size that the rules page allows."""

    key: ClassVar[str] = "conquid"
    title: ClassVar[str] = "Conquid"
    seats: ClassVar[tuple[str, str]] = ("Left base", "Right base")
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "small": {"rows": 7, "columns": 14, "base": 1},
        "medium": {"rows": 14, "columns": 28, "base": 2},
        "large": {"rows": 21, "columns": 42, "base": 3},
    }
    move_type: ClassVar[type[Any]] = Action
    side_icons: ClassVar[tuple[tuple[str, ...], tuple[str, ...]]] = ("conquid_1",), ("conquid_2",)
    piece_names: ClassVar[Mapping[str, str]] = {
        "conquid_1": "blue cell",
        "conquid_2": "orange cell",
        "conquid_base_1": "blue base",
        "conquid_base_2": "red base",
        "conquid_core_1": "blue base, the middle",
        "conquid_core_2": "red base, the middle",
    }
    buttons: ClassVar[Mapping[str, str]] = {
        ACQUIRE: "Acquire", CONQUER: "Conquer", VANQUISH: "Vanquish", CONQUEST: "Conquest"
    }  # fmt: skip
    example = (
        "1 .22.222.222...2...........11/.....22...........11111....1/...22.22.......22.1...1...../"
        "..2222.22.11...22...11....../22222..11.11......1........./222222111111.....222......../"
        "2222aa11111112111....2bb...1/2222aa111..2..1....112bb2..1/.22211..1111.1......1..22..1/"
        "22221..11.11.1111..1..222.../.2222.2..11..111.......22.../......2...2..........1....../"
        ".....22...2.2........1....../.....22..............1......"
    )
    preview = Preview(
        "reach the other base",
        "1 ...................../...1................./...1................./...11......22...2..../...1aa"
        "a....222bbb..../...1aaa.1..222bbb..../...1aaa....222bbb..../...11................/...1.........."
        "......./...1................./.....................",
        {"rows": 11, "columns": 21, "base": 3},
        centre=(10.0, 5.5),
        across=14.3,
        material="slate",
    )

    rows: int = field(default=14, metadata=option("Rows", *ROWS))
    columns: int = field(default=28, metadata=option("Columns", *COLUMNS))
    base: int = field(default=2, metadata=option("Bases", *BASE, choices={"1": "1 x 1", "2": "2 x 2", "3": "3 x 3"}))
    turn_limit: int | None = field(default=None, metadata=option("Draw after so many turns", low=1, high=10_000))

    def __post_init__(self) -> None:
        super().__post_init__()
        least = 2 * (MARGIN + self.base) + 1
        if self.columns < least:
            raise OptionError(
                "{option} must be a whole number from {low} to {high} with bases of {base} x {base}: "
                "each has {margin} columns between it and its wall, and one column lies between them",
                option="columns", low=least, high=COLUMNS[1], base=self.base, margin=MARGIN,
            )  # fmt: skip

    @cached_property
    def layout(self) -> Layout:
        """The board as the rules see it."""
        return layout(self.rows, self.columns, self.base)

    @property
    def board(self) -> Board:
        return self.layout.board

    def start(self) -> State:
        return first((0, 0), 0)

    def turn(self, state: State) -> Turn:
        past = state.past
        if state.path:
            return self._won(state)
        if past.occurrences >= REPETITIONS:
            return Over(None, (0, 0), Text("the same board with the same side to move for the third time: a draw"))
        if self.turn_limit is not None and past.length > self.turn_limit:
            return Over(None, (0, 0), Text("the limit of {count} turns is reached: a draw", {"count": self.turn_limit}))
        return _TO_MOVE[state.seat]

    def _won(self, state: State) -> Over:
        cells, winner = self.layout.grid.cells(state.path), 1 - state.seat
        args: dict[str, str | int] = {"side": self.seats[winner], "count": len(cells)}
        reason = Text("Conquest: {side} has a path of {count} cells from base to base", args)
        return Over(winner, (winner ^ 1, winner), reason, cells)

    def check(self, state: State, move: Action) -> None:
        if type(self.turn(state)) is Over:
            raise IllegalMove("the game is over")
        check_action(state, move, self.layout)

    def play(self, state: State, move: Action) -> State:
        return after(state, move, self.layout)

    def moves(self, state: State) -> Iterator[Action]:
        return iter(()) if type(self.turn(state)) is Over else actions(state, self.layout)

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        pieces, marks = self.pieces(state), self.marks(state)
        if type(self.turn(state)) is Over:
            return Picks(frozenset(), (), pieces=pieces, marks=marks)
        return MoveSelection(state, self.layout, pieces, marks, _PIECES[state.seat]).after(picked)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        cell, found = self.layout.grid.cell, dict(self._base_pieces)
        for cells, piece in zip(state.cells, _PIECES, strict=True):
            for bit in bits(cells):
                found[cell[bit]] = piece
        return found

    @cached_property
    def _base_pieces(self) -> Mapping[Cell, Piece]:
        """The bases: of a large one the cell in the middle looks different."""
        found: dict[Cell, Piece] = {}
        for seat, base in enumerate(self.layout.bases):
            cells = sorted(self.layout.grid.cells(base))
            found |= dict.fromkeys(cells, Piece(seat, f"conquid_base_{seat + 1}"))
            if self.base == 3:
                found[cells[4]] = Piece(seat, f"conquid_core_{seat + 1}")
        return found

    def marks(self, state: State) -> tuple[Mark, ...]:
        paths = (conquest_path(cells, self.layout) for cells in state.cells)
        return tuple(Mark("path", self.layout.grid.cells(path), seat) for seat, path in enumerate(paths) if path)

    def status_text(self, state: State, seat: Seat) -> Text:
        return Text("{count} cells", {"count": state.cells[seat].bit_count()})

    def agreed(self, state: State) -> Over:
        return Over(None, (0, 0), Text("both sides agreed to a draw"))

    def resigned(self, state: State, seat: Seat) -> Over:
        return Over(1 - seat, (seat, 1 - seat), Text("{side} resigned", {"side": self.seats[seat]}))

    def format(self, state: State, move: Action) -> str:
        match move:
            case Acquire(cells):
                return " ".join((ACQUIRE, *map(self.board.name, sorted(cells))))
            case Vanquish(corner):
                return f"{VANQUISH} {self.board.name(corner)}"
        return CONQUER if isinstance(move, Conquer) else CONQUEST

    def parse(self, state: State, text: str) -> Action:
        # only ASCII has lower case letters that are no others in disguise
        words = text.lower().split(" ") if len(text) <= _LONGEST_MOVE and text.isascii() else []
        match words:
            case ["a", *names] if "" not in names:
                return self._parse_acquire(names)
            case ["v", name] if name:
                return Vanquish(self.board.cell(name))
            case ["c"]:
                return _CONQUER
            case ["q"]:
                return _CONQUEST
        raise NotationError("{move} is no turn: write it like A c4 d4 d5, C, V c3 or Q", move=text[:20])

    def _parse_acquire(self, names: list[str]) -> Acquire:
        cells = frozenset(map(self.board.cell, names))
        if len(cells) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise NotationError("{cell} is named twice: Acquire takes three different cells", cell=twice)
        if len(cells) != CELLS:
            raise NotationError("Acquire takes exactly three cells: write it like A c4 d4 d5")
        return Acquire(cells)

    def write_position(self, state: State) -> str:
        grid = self.layout
        letters = [*"." * grid.columns, "/"] * grid.rows  # the guards are where the rows end
        for letter, cells in zip(_SIDES + _BASES, (*state.cells, *grid.bases), strict=True):
            for bit in bits(cells):
                letters[bit] = letter
        return f"{_SIDES[state.seat]} {''.join(letters[:-1])}"

    def read_position(self, text: str) -> State:
        if len(text) > 2 * self.rows * (self.columns + 1):
            raise NotationError("a position of {game} is shorter than this text", game=self.title)
        if text[:2] not in ("1 ", "2 "):
            raise NotationError("a position begins with the side to move, 1 or 2, and a blank")
        letters = self._read_rows(text[2:].split("/"))
        one, two, *bases = (_mask(letters, letter) for letter in _SIDES + _BASES)
        for seat, base in enumerate(bases):
            self._check_base(seat, base)
        return first((one, two), _SIDES.index(text[0]))

    def _read_rows(self, rows: list[str]) -> str:
        """The letters by their places in a bitboard."""
        if len(rows) != self.rows:
            raise NotationError("the board has {count} rows, the text has {found}", count=self.rows, found=len(rows))
        for number, row in enumerate(rows, 1):
            if len(row) != self.columns:
                raise NotationError("row {row} must have {count} cells", row=number, count=self.columns)
            if not set(row) <= set("." + _SIDES + _BASES):
                raise NotationError("row {row} may hold only . 1 2 a and b", row=number)
        return "/".join(rows)

    def _check_base(self, seat: Seat, base: int) -> None:
        expected, letter = self.layout.bases[seat], _BASES[seat]
        if missing := expected & ~base:
            raise NotationError(
                "{cell} must be {letter}, a base lies there", cell=self.layout.name(missing), letter=letter
            )
        if excess := base & ~expected:
            raise NotationError(
                "{cell} may not be {letter}, no such base lies there", cell=self.layout.name(excess), letter=letter
            )

    def describe(self, state: State, move: Action) -> Text:
        args: dict[str, str | int] = {"side": self.seats[state.seat]}
        match move:
            case Acquire(cells):
                return Text("{side} acquires {cells}", {**args, "cells": self.board.names(cells)})
            case Vanquish(corner):
                return Text("{side} vanquishes the block at {cell}", {**args, "cell": self.board.name(corner)})
            case Conquer():
                return self._describe_conquer(state, args)
        return Text("{side} declares Conquest", args)

    def _describe_conquer(self, state: State, args: dict[str, str | int]) -> Text:
        count = (conquer(state.own, state.enemy, self.layout.stride)[0] ^ state.own).bit_count()
        if not count:
            return Text("{side} conquers nothing", args)
        if count == 1:
            return Text("{side} conquers one cell", args)
        return Text("{side} conquers {count} cells", {**args, "count": count})


def _mask(letters: str, letter: str) -> int:
    """The bitboard of the places with that letter."""
    return int("".join("1" if found == letter else "0" for found in reversed(letters)), 2)
