"""Conquid: two bases, four actions, and a path of one's own cells from base to base, declared.

Where the source texts are silent on how a game ends, this reading is followed: the third occurrence of a board with the
same side to move is a draw, and so is the optional limit of turns.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from netgame.boards.geometry import Board, Cell
from netgame.errors import IllegalMove, OptionError
from netgame.game import Mark, Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.games.conquid.board import MARGIN, Layout, conquer, conquest_path, layout
from netgame.games.conquid.moves import Acquire, Action, Conquer, Vanquish, actions, check_action
from netgame.games.conquid.notation import ACQUIRE, CONQUER, CONQUEST, VANQUISH, ConquidNotation
from netgame.games.conquid.selection import MoveSelection, marks_of, pieces_of
from netgame.games.conquid.state import State, new_state
from netgame.options import option
from netgame.text import Text

ROWS, COLUMNS, BASE = (5, 60), (11, 100), (1, 3)  # the least and the most; a wide base needs more columns
REPETITIONS = 3  # of a board with the same side to move are a draw
_TO_MOVE = (ToMove(0), ToMove(1))


@dataclass(frozen=True)
class Conquid(ConquidNotation):
    """Conquid on a board of any allowed size."""

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
    turn_limit: int | None = field(
        default=None, metadata=option("Draw after so many turns", low=1, high=10_000, none="never")
    )

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
        return layout(self.rows, self.columns, self.base)

    @property
    def board(self) -> Board:
        return self.layout.board

    def start(self) -> State:
        return new_state((0, 0), 0)

    def turn(self, state: State) -> Turn:
        history = state.history
        if state.path:
            cells, winner = self.layout.grid.cells(state.path), 1 - state.seat
            args: dict[str, str | int] = {"side": self.seats[winner], "count": len(cells)}
            reason = Text("Conquest: {side} has a path of {count} cells from base to base", args)
            return Over(winner, (winner ^ 1, winner), reason, cells)
        if history.occurrences >= REPETITIONS:
            return Over(None, (0, 0), Text("the same board with the same side to move for the third time: a draw"))
        if self.turn_limit is not None and history.length > self.turn_limit:
            return Over(None, (0, 0), Text("the limit of {count} turns is reached: a draw", {"count": self.turn_limit}))
        return _TO_MOVE[state.seat]

    def check(self, state: State, move: Action) -> None:
        if type(self.turn(state)) is Over:
            raise IllegalMove("the game is over")
        check_action(state, move, self.layout)

    def play(self, state: State, move: Action) -> State:
        cells, seat, history, _ = state
        own, enemy, path, layout = cells[seat], cells[1 - seat], 0, self.layout
        match move:
            case Acquire(chosen):
                own |= layout.grid.of(chosen)
            case Conquer():
                own, enemy = conquer(own, enemy, layout.stride)
            case Vanquish(corner):
                block = layout.block << layout.grid.bit[corner]
                own, enemy = own & ~block, enemy & ~block
            case _:
                path = conquest_path(own, layout)
        cells = (enemy, own) if seat else (own, enemy)
        return State(cells, 1 - seat, history.appended((cells, 1 - seat)), path)

    def moves(self, state: State) -> Iterator[Action]:
        return iter(()) if type(self.turn(state)) is Over else actions(state, self.layout)

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        if type(self.turn(state)) is Over:
            return Picks(frozenset(), (), pieces=self.pieces(state), marks=self.marks(state))
        return MoveSelection(self.layout, state).after(picked)

    def ahead(self, state: State) -> State:
        return state._replace(seat=1 - state.seat)

    def intended(self, state: State, picked: tuple[Pick, ...], cell: Cell) -> Action | None:
        return MoveSelection(self.layout, state).intended(picked, cell)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        return pieces_of(self.layout, state)

    def marks(self, state: State) -> tuple[Mark, ...]:
        return marks_of(self.layout, state)

    def status_text(self, state: State, seat: Seat) -> Text:
        return Text("{count} cells", {"count": state.cells[seat].bit_count()})

    def agreed(self, state: State) -> Over:
        return Over(None, (0, 0), Text("both sides agreed to a draw"))

    def resigned(self, state: State, seat: Seat) -> Over:
        return Over(1 - seat, (seat, 1 - seat), Text("{side} resigned", {"side": self.seats[seat]}))
