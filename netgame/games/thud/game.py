"""Thud: 32 dwarfs against 8 trolls, two battles with sides swapped, counted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from netgame.boards.geometry import Board, Cell
from netgame.boards.octagon import BOARD, GRID
from netgame.errors import IllegalMove
from netgame.game import Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.games.shared import octagon_selection
from netgame.games.shared.octagon_moves import SIDES
from netgame.games.thud.moves import (
    Move,
    ShoveCaptures,
    StepCaptures,
    check_move,
    dwarf_moves,
    movable_pieces,
    troll_moves,
)
from netgame.games.thud.notation import ThudNotation
from netgame.games.thud.selection import MoveSelection, pieces_of
from netgame.games.thud.state import START, State
from netgame.options import option
from netgame.text import N_, Arg, Text

DWARFS, TROLLS = START.dwarfs.bit_count(), START.trolls.bit_count()
_TO_MOVE = (ToMove(0), ToMove(1))
_NO_MOVE = N_(
    "{side} have no move left: "
    "the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left"
)
_QUIET = N_(
    "{count} moves without a capture: "
    "the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left"
)
_AGREED = N_(
    "both sides agreed to stop: "
    "the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left"
)
_RESIGNED = N_(
    "{side} resigned, all their pieces are captured: "
    "the dwarfs' captures count {dwarfs}, the trolls' {trolls}; {dwarfs_left} dwarfs and {trolls_left} trolls are left"
)


@dataclass(frozen=True)
class Thud(ThudNotation):
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
        default="any", metadata=option("A shove takes", choices={"any": "one dwarf or more", "all": "all dwarfs"})
    )
    no_capture_limit: int | None = field(
        default=None, metadata=option("Count after so many moves without a capture", low=1, high=10_000, none="never")
    )
    battles: int = field(default=2, metadata=option("Battles", low=1, high=2))

    @property
    def legs(self) -> int:
        return self.battles

    @property
    def board(self) -> Board:
        return BOARD

    def start(self) -> State:
        return START

    def turn(self, state: State) -> Turn:
        dwarfs, trolls, seat, quiet = state
        if not movable_pieces(state):
            return _counted(dwarfs, trolls, _NO_MOVE, {"side": self.seats[seat]})
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
        # counted only if there is a limit, so that equal positions are equal states
        quiet = quiet + 1 if self.no_capture_limit is not None and not captured else 0
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
        if type(self.turn(state)) is Over:
            return Picks(frozenset(), (), pieces=self.pieces(state))
        return MoveSelection(state, self.step_captures, self.shove_captures).after(picked)

    def ahead(self, state: State) -> State:
        return state._replace(seat=1 - state.seat)

    def picks_ahead(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        origin = GRID.mask[picked[0]] if picked and isinstance(picked[0], int) else 0
        alone = state._replace(dwarfs=state.dwarfs & origin, trolls=state.trolls & origin)
        own = state.trolls if state.seat else state.dwarfs
        free = MoveSelection(alone, self.step_captures, self.shove_captures).after(picked)
        return octagon_selection.widened(self.picks(state, picked), free, picked, own)

    def intended(self, state: State, picked: tuple[Pick, ...], cell: Cell) -> Move | None:
        return MoveSelection(state, self.step_captures, self.shove_captures).intended(picked, cell)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        return pieces_of(state)

    def agreed(self, state: State) -> Over | None:
        return _counted(state.dwarfs, state.trolls, _AGREED, {})

    def resigned(self, state: State, seat: Seat) -> Over:
        dwarfs, trolls = (state.dwarfs, 0) if seat else (0, state.trolls)
        return _counted(dwarfs, trolls, _RESIGNED, {"side": self.seats[seat]})


def _counted(dwarfs: int, trolls: int, template: str, args: Mapping[str, Arg]) -> Over:
    """Return the battle counted now. The sentence has both ways of counting, which give the same margin."""
    left = dwarfs.bit_count(), 4 * trolls.bit_count()
    scores = 4 * TROLLS - left[1], DWARFS - left[0]
    winner = None if scores[0] == scores[1] else 0 if scores[0] > scores[1] else 1
    counts = {"dwarfs": scores[0], "trolls": scores[1], "dwarfs_left": left[0], "trolls_left": left[1]}
    return Over(winner, scores, Text(template, {**args, **counts}))
