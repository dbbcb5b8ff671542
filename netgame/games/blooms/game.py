"""Blooms: stones of two colours a side; a bloom of one colour without an empty cell beside it is fenced and captured.

Territory, the game of the source text, counts stones and surrounded cells; with equal scores the first player to pass
in the whole game wins. The race, the designer's later game, counts captures.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal

from netgame.boards.geometry import Board, Cell
from netgame.errors import OptionError
from netgame.game import Mark, Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.games.blooms.board import blooms_board
from netgame.games.blooms.legal_moves import legal_moves
from netgame.games.blooms.moves import Placement, Rules
from netgame.games.blooms.notation import SIDES, BloomsNotation
from netgame.games.blooms.selection import PASS_BUTTON, MoveSelection, pieces_of
from netgame.games.blooms.state import BY_CAPTURES, BY_REPETITION, ENDED, FULL, PASSER, Position, State, position_of
from netgame.options import option
from netgame.text import N_, Text

_TARGETS = {4: 15, 5: 20, 6: 30}  # the designer's; on other boards five for each cell of a side
_TO_MOVE = (ToMove(0), ToMove(1))


@dataclass(frozen=True)
class Blooms(BloomsNotation):
    """Blooms in either variant on a hexagon of any size."""

    key: ClassVar[str] = "blooms"
    title: ClassVar[str] = "Blooms"
    seats: ClassVar[tuple[str, str]] = SIDES
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "first game": {"side": 4},
        "race": {"variant": "race"},
        "large": {"side": 6},
    }
    move_type: ClassVar[type[Any]] = Placement
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
        high = 5 * self.side + 20
        if self.target is not None and self.variant != "race":
            raise OptionError("{option} is for the race only: the territory game has none", option="target")
        if self.target is not None and self.target > high:
            template = N_("{option} must be a whole number from 1 to {high} on a board of side {side}")
            raise OptionError(template, option="target", high=high, side=self.side)

    @cached_property
    def rules(self) -> Rules:
        goal = 0
        if self.variant == "race":
            goal = self.target or _TARGETS.get(self.side, 5 * self.side)
        return Rules(blooms_board(self.side), goal, self.repetition)

    @property
    def board(self) -> Board:
        return self.rules.hexagon.board

    def start(self) -> State:
        return self.rules.new_state(Position(0, (0, 0), (0, 0), 0, False))

    def turn(self, state: State) -> Turn:
        stage = state[3]
        if stage < ENDED:
            return _TO_MOVE[stage & 1]
        scores, how = self.score(state), stage & -ENDED
        if how == BY_REPETITION:
            return Over(None, scores, Text("the same position has occurred for the third time"))
        if how == BY_CAPTURES:
            # the side to move had its turn earlier: if both reached the goal, it was first
            winner = stage & 1 if state[4] >= self.rules.goal else 1 - (stage & 1)
            args: dict[str, str | int] = {"side": SIDES[winner], "count": scores[winner]}
            return Over(winner, scores, Text("{side} has captured {count} stones", args))
        counts = {N_("blue"): scores[0], N_("red"): scores[1]}
        if scores[0] != scores[1]:
            winner = 0 if scores[0] > scores[1] else 1
            if how == FULL:
                return Over(winner, scores, Text("the board is full: captured {blue} (Blue) and {red} (Red)", counts))
            return Over(winner, scores, Text("both passed: the score is {blue} (Blue) to {red} (Red)", counts))
        if how == FULL:
            return Over(None, scores, Text("the board is full: captured {blue} (Blue) and {red} (Red)", counts))
        winner = stage // PASSER % 4 - 1
        args = {"side": SIDES[winner], "count": scores[0]}
        return Over(winner, scores, Text("both passed with {count} each: {side} was the first to pass and wins", args))

    def check(self, state: State, move: Placement) -> None:
        self.rules.check(state, move)

    def play(self, state: State, move: Placement) -> State:
        return self.rules.play(state, move)

    def moves(self, state: State) -> Iterator[Placement]:
        return legal_moves(self.rules, state)

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        if state[3] >= ENDED:
            return Picks(frozenset(), (), pieces=self.pieces(state))
        return MoveSelection(self.rules, state).after(picked)

    def intended(self, state: State, picked: tuple[Pick, ...], cell: Cell) -> Placement | None:
        return MoveSelection(self.rules, state).intended(picked, cell)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        return pieces_of(self.rules, state)

    def marks(self, state: State) -> tuple[Mark, ...]:
        if self.rules.race or state[3] < ENDED:
            return ()
        hexagon = self.rules.hexagon
        regions = enumerate(hexagon.territory(*position_of(state).stones, state[2]))
        return tuple(Mark("territory", hexagon.grid.cells(region), seat) for seat, region in regions if region)

    def status_text(self, state: State, seat: Seat) -> Text:
        count = self.score(state)[seat]
        if self.rules.race:
            return Text("captured {count} of {target}", {"count": count, "target": self.rules.goal})
        stones = [mask.bit_count() for mask in position_of(state).stones]
        cells = count - stones[seat] if all(stones) else 0  # a first stone alone does not surround the board
        return Text("stones {stones}, surrounded {cells}", {"stones": stones[seat], "cells": cells})

    def score(self, state: State) -> tuple[int, int]:
        """Return the score of both seats now. Territory: stones and surrounded cells. Race: captured stones."""
        own, other, empty, stage, mine, theirs, _ = state
        if not self.rules.race:
            regions = self.rules.hexagon.territory(own, other, empty)
            mine = own.bit_count() + regions[0].bit_count()
            theirs = other.bit_count() + regions[1].bit_count()
        return (theirs, mine) if stage & 1 else (mine, theirs)

    def resigned(self, state: State, seat: Seat) -> Over:
        return Over(1 - seat, self.score(state), Text("{side} resigned", {"side": self.seats[seat]}))
