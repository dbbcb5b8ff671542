"""Thud: 32 dwarfs against 8 trolls, two battles with sides swapped, counted.

The source text is the default reading; the published rules and other programs' readings are options. A move is what it
does: from, to and the set it captures.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from netgame.boards import octagon
from netgame.boards.bitboard import bits
from netgame.boards.geometry import Board, Cell
from netgame.boards.octagon import BOARD, GRID, SQUARE, STONE
from netgame.errors import IllegalMove, NotationError
from netgame.game import Game, Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.games.thud.check import SIDES, check_move
from netgame.games.thud.moves import Move, ShoveCaptures, State, StepCaptures, can_move, dwarf_moves, troll_moves
from netgame.games.thud.selection import MoveSelection
from netgame.options import option
from netgame.text import Arg, Text

DWARFS, TROLLS = 32, 8
_TO_MOVE = (ToMove(0), ToMove(1))
_LETTERS = "dT"
_PIECES = (Piece(0, "dwarf"), Piece(1, "troll"))
_THUDSTONE = Piece(None, "thudstone")
_MOVE = re.compile(f"([dTt]) ?({SQUARE})-({SQUARE})((?:x{SQUARE}(?:(?:,x?|x){SQUARE})*)?)")
_LONGEST_MOVE = 64  # a shove that captures eight takes 50
_NO_MOVE = "{side} have no move left: captures count {dwarfs} to {trolls}, pieces left {dwarfs_left} to {trolls_left}"
_QUIET = (
    "{count} moves without a capture: captures count {dwarfs} to {trolls}, pieces left {dwarfs_left} to {trolls_left}"
)
_AGREED = "both sides agreed to stop: captures count {dwarfs} to {trolls}, pieces left {dwarfs_left} to {trolls_left}"
_RESIGNED = (
    "{side} resigned, all their pieces are captured: captures count {dwarfs} to {trolls}, "
    "pieces left {dwarfs_left} to {trolls_left}"
)
_START = octagon.read_setup(
    "dF1,dG1,dJ1,dK1,dE2,dL2,dD3,dM3,dC4,dN4,dB5,dO5,dA6,dP6,dA7,dP7,dA9,dP9,dA10,dP10,dB11,dO11,dC12,dN12,dD13,dM13,"
    "dE14,dL14,dF15,dG15,dJ15,dK15,TG7,TH7,TJ7,TG8,TJ8,TG9,TH9,TJ9,RH8"
)


@dataclass(frozen=True)
class Thud(Game[State, Move]):
    """Thud with every reading of its captures."""

    key: ClassVar[str] = "thud"
    title: ClassVar[str] = "Thud"
    seats: ClassVar[tuple[str, str]] = SIDES
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "one battle": {"battles": 1},
        "published rules": {"step_captures": "any"},
    }
    move_type: ClassVar[type[Any]] = Move
    side_icons: ClassVar[tuple[tuple[str, ...], tuple[str, ...]]] = ("dwarf",), ("troll",)
    piece_names: ClassVar[Mapping[str, str]] = {"dwarf": "dwarf", "troll": "troll", "thudstone": "the Thudstone"}
    example: ClassVar[str] = (
        "d dG1,dE2,dD3,dC4,dA6,dA7,dP7,dB8,dA9,dP9,dA10,dO11,dC12,dN12,dD13,dJ13,dM13,dE14,dG14,dL14,dF15,dJ15,"
        "TL2,TJ6,TM6,TG8,TG9,TH10,TL10,RH8"
    )
    preview = Preview(
        "dwarfs and trolls",
        "d dF1,dK1,dE2,dL2,dC6,dM6,dE7,dL7,dE8,dL8,dD9,dF9,dN9,dG10,dJ10,dB11,dO11,dE14,dL14,dF15,dK15,"
        "TG7,TH7,TJ7,TG8,TH9,TK9,RH8",
        centre=(7.5, 7.5),
        across=7.4,
        material="wood",
    )

    step_captures: StepCaptures = field(
        default="one",
        metadata=option(
            "A troll's step takes",
            choices={"one": "one dwarf or none", "any": "any dwarfs", "all_or_none": "all dwarfs or none"},
        ),
    )
    shove_captures: ShoveCaptures = field(
        default="any",
        metadata=option("A shove takes", choices={"any": "one dwarf or more", "all": "all dwarfs"}),
    )
    no_capture_limit: int | None = field(
        default=None, metadata=option("Count after so many moves without a capture", low=1, high=10_000)
    )
    battles: int = field(default=2, metadata=option("Battles", low=1, high=2))

    @property
    def legs(self) -> int:
        return self.battles

    @property
    def board(self) -> Board:
        return BOARD

    def start(self) -> State:
        dwarfs, trolls, _ = _START
        return State(dwarfs, trolls, 0)

    def turn(self, state: State) -> Turn:
        dwarfs, trolls, seat, quiet = state
        if not (can_move(trolls, dwarfs, False) if seat else can_move(dwarfs, trolls, True)):
            side = self.seats[seat]
            return _counted(dwarfs, trolls, _NO_MOVE, {"side": side})
        if self.no_capture_limit is not None and quiet >= self.no_capture_limit:
            return _counted(dwarfs, trolls, _QUIET, {"count": self.no_capture_limit})
        return _TO_MOVE[seat]

    def check(self, state: State, move: Move) -> None:
        if self.no_capture_limit is not None and state.quiet >= self.no_capture_limit:
            raise IllegalMove("the battle is over")
        check_move(state, move, self.step_captures, self.shove_captures)

    def play(self, state: State, move: Move) -> State:
        dwarfs, trolls, seat, quiet = state
        _, origin, target, captured = move
        moved = GRID.mask[origin] | GRID.mask[target]
        if captured or self.no_capture_limit is None:
            quiet = 0
        else:
            quiet += 1
        if seat:
            return State(dwarfs ^ captured, trolls ^ moved, 0, quiet)
        return State(dwarfs ^ moved, trolls ^ captured, 1, quiet)

    def moves(self, state: State) -> Iterator[Move]:
        dwarfs, trolls, seat, quiet = state
        if self.no_capture_limit is not None and quiet >= self.no_capture_limit:
            return iter(())
        if seat:
            return troll_moves(dwarfs, trolls, self.step_captures, self.shove_captures)
        return dwarf_moves(dwarfs, trolls)

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        moves = tuple(self.moves(state))
        return MoveSelection(state, moves, self.pieces(state), self.step_captures, self.shove_captures).after(picked)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        cell = GRID.cell
        found = {cell[bit]: _PIECES[0] for bit in bits(state.dwarfs)}
        found |= {cell[bit]: _PIECES[1] for bit in bits(state.trolls)}
        return found | {STONE: _THUDSTONE}

    def agreed(self, state: State) -> Over | None:
        return _counted(state.dwarfs, state.trolls, _AGREED, {})

    def resigned(self, state: State, seat: Seat) -> Over:
        dwarfs, trolls = (state.dwarfs, 0) if seat else (0, state.trolls)
        return _counted(dwarfs, trolls, _RESIGNED, {"side": self.seats[seat]})

    def format(self, state: State, move: Move) -> str:
        captured = "".join(f"x{name}" for name in octagon.names(move.captured))
        return f"{_LETTERS[move.seat]}{BOARD.name(move.origin)}-{BOARD.name(move.target)}{captured}"

    def parse(self, state: State, text: str) -> Move:
        found = _MOVE.fullmatch(text) if len(text) <= _LONGEST_MOVE else None
        if not found:
            raise NotationError("{move} is no move: write it like dO11-O9 or TF7-D5xC4", move=text[:20])
        captured = 0
        for name in re.findall(SQUARE, found[4]):
            mask = GRID.mask[octagon.square(name)]
            if captured & mask:
                raise NotationError("{cell} is named twice", cell=name)
            captured |= mask
        seat = _LETTERS.index(found[1].replace("t", "T"))
        return Move(seat, octagon.square(found[2]), octagon.square(found[3]), captured)

    def write_position(self, state: State) -> str:
        return f"{_LETTERS[state.seat]} {octagon.write_setup(state.dwarfs, state.trolls)}"

    def read_position(self, text: str) -> State:
        if text[:2] not in ("d ", "T "):
            raise NotationError("a position begins with the side to move, d or T, and a blank")
        dwarfs, trolls, stone = octagon.read_setup(text[2:])
        if stone != STONE:
            raise NotationError("the stone stands on H8, not on {cell}", cell=BOARD.name(stone))
        return State(dwarfs, trolls, _LETTERS.index(text[0]))

    def describe(self, state: State, move: Move) -> Text:
        seat, origin, target, captured = move
        args: dict[str, str | int] = {"from": BOARD.name(origin), "to": BOARD.name(target)}
        taken = octagon.names(captured)
        if not seat:
            if taken:
                return Text("The dwarf on {from} is hurled to {to} and takes the troll there", args)
            return Text("The dwarf on {from} moves to {to}", args)
        if not taken:
            return Text("The troll on {from} moves to {to}", args)
        args["cells"] = ", ".join(taken)
        way = octagon.direction_and_distance(origin, target)
        if len(taken) == 1:
            if way and way[1] > 1:
                return Text("The troll on {from} is shoved to {to} and takes the dwarf on {cells}", args)
            return Text("The troll on {from} moves to {to} and takes the dwarf on {cells}", args)
        if way and way[1] > 1:
            return Text("The troll on {from} is shoved to {to} and takes the dwarfs on {cells}", args)
        return Text("The troll on {from} moves to {to} and takes the dwarfs on {cells}", args)


def _counted(dwarfs: int, trolls: int, template: str, args: Mapping[str, Arg]) -> Over:
    """The battle counted as it stands. The sentence has both ways of counting, which give the same margin."""
    left = dwarfs.bit_count(), 4 * trolls.bit_count()
    scores = 4 * TROLLS - left[1], DWARFS - left[0]
    winner = None if scores[0] == scores[1] else 0 if scores[0] > scores[1] else 1
    counts = {"dwarfs": scores[0], "trolls": scores[1], "dwarfs_left": left[0], "trolls_left": left[1]}
    return Over(winner, scores, Text(template, {**args, **counts}))
