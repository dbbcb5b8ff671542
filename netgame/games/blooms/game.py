"""Blooms: stones of two colours a side; blooms of one colour with no empty cell next to them are fenced and captured.

Territory, the game of the source text, counts stones and surrounded cells; the designer's later race counts captures.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from netgame.boards.geometry import Board, Cell
from netgame.errors import OptionError
from netgame.game import Mark, Over, Pick, Picks, Piece, Preview, Seat
from netgame.games.blooms.board import Placement, blooms_board
from netgame.games.blooms.notation import describe, read_position, read_turn, write_position, write_turn
from netgame.games.blooms.rules import BloomsRules, State
from netgame.games.blooms.selection import PASS_BUTTON, MoveSelection
from netgame.options import option
from netgame.text import Text

_TARGETS = {4: 15, 5: 20, 6: 30}  # the designer's; on other boards five for each cell of a side
_KINDS = ((Piece(0, "bloom_1a"), Piece(0, "bloom_1b")), (Piece(1, "bloom_2a"), Piece(1, "bloom_2b")))


@dataclass(frozen=True)
class Blooms(BloomsRules):
    """Blooms of either kind on a hexagon of any size."""

    key: ClassVar[str] = "blooms"
    title: ClassVar[str] = "Blooms"
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "first game": {"side": 4},
        "race": {"variant": "race"},
        "large": {"side": 6},
    }
    side_icons: ClassVar[tuple[tuple[str, ...], tuple[str, ...]]] = ("bloom_1a", "bloom_1b"), ("bloom_2a", "bloom_2b")
    piece_names: ClassVar[Mapping[str, str]] = {
        "bloom_1a": "blue flower",
        "bloom_1b": "light blue ring",
        "bloom_2a": "red star",
        "bloom_2b": "yellow diamond",
    }
    buttons: ClassVar[Mapping[str, str]] = {PASS_BUTTON: "Pass"}
    example: ClassVar[str] = "1 ..ba./.dbbb./dddbbb./.dd.b.aa/..d....aa/...ac.../...cc../..ccc./..cca 1-0 - -"
    preview = Preview(
        "surround, four colours",
        "1 ...../....../....d../.d.aad.c/.cabbdac./.dd.ccb./..b..../....../..... 0-0 - -",
        material="paper",
    )

    side: int = field(
        default=5,
        metadata=option(
            "Side of the board",
            low=2,
            high=10,
            choices={
                "4": "4 (37 cells, a first game)",
                "5": "5 (61 cells)",
                "6": "6 (91 cells, a long game)",
                "8": "8 (169 cells, a very long game)",
            },
        ),
    )
    variant: Literal["territory", "race"] = field(
        default="territory",
        metadata=option("Played for", choices={"territory": "territory", "race": "captures (race)"}),
    )
    target: int | None = field(
        default=None,
        metadata=option("Captures that win", low=1, high=70, when=("variant", "race"), none="as usual on this board"),
    )
    repetition: Literal["draw3", "superko", "none"] = field(
        default="draw3",
        metadata=option(
            "Repeated positions",
            when=("variant", "territory"),
            choices={
                "draw3": "the third time is a draw",
                "superko": "no earlier board may come back",
                "none": "allowed",
            },
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        goal = None
        if self.variant == "race":
            goal = _TARGETS.get(self.side, 5 * self.side) if self.target is None else self.target
            if goal > 5 * self.side + 20:
                raise OptionError(
                    "{option} must be a whole number from 1 to {high} on a board of side {side}",
                    option="target",
                    high=5 * self.side + 20,
                    side=self.side,
                )
        elif self.target is not None:
            raise OptionError("{option} is for the race only: the territory game has none", option="target")
        self._set_up(blooms_board(self.side), goal, self.repetition)

    @property
    def board(self) -> Board:
        return self.hexagon.board

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        return MoveSelection(self, state, self.pieces(state), _KINDS[state[3] & 1]).after(picked)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        hexagon, stones = self.hexagon, self.position_of(state).stones
        found: dict[Cell, Piece] = {}
        for seat in (0, 1):
            for colour, kind in enumerate(_KINDS[seat]):
                half = stones[seat] >> hexagon.half * colour & hexagon.full
                found.update((cell, kind) for cell in hexagon.cells(half))
        return found

    def marks(self, state: State) -> tuple[Mark, ...]:
        if self.race or not isinstance(self.turn(state), Over):
            return ()
        grid = self.hexagon.grid
        regions = enumerate(self.hexagon.territory(*self.position_of(state).stones, state[2]))
        return tuple(Mark("territory", grid.cells(region), seat) for seat, region in regions if region)

    def status_text(self, state: State, seat: Seat) -> Text:
        count = self.score(state)[seat]
        if self.race:
            return Text("captured {count} of {target}", {"count": count, "target": self.goal})
        return Text("score {count}", {"count": count})

    def format(self, state: State, move: Placement) -> str:
        return write_turn(self.hexagon, move)

    def parse(self, state: State, text: str) -> Placement:
        return read_turn(self.hexagon, text)

    def write_position(self, state: State) -> str:
        return write_position(self.hexagon, self.position_of(state))

    def read_position(self, text: str) -> State:
        return self.state_of(read_position(self.hexagon, text))

    def describe(self, state: State, move: Placement) -> Text:
        taken = self.staged(state, move)[3].bit_count()
        return describe(self.hexagon, state[3] & 1, move, taken, self.times(state, move))
