"""Koom Valley Thud: the dwarfs carry the Rock up the valley, the trolls want three of theirs beside it.

From the published summary; what it leaves open is ruled on the rules page, and its rulings are followed here. A move is
(from, landing squares in order, captured set), for a chain of trampling can end on one square in several ways.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from netgame.boards import octagon
from netgame.boards.bitboard import bits
from netgame.boards.geometry import Board, Cell
from netgame.boards.octagon import BOARD, CELLS, GRID, NEIGHBOURS, SQUARE
from netgame.errors import IllegalMove, NotationError
from netgame.game import Game, Mark, Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.games.koom.check import SIDES, check_move
from netgame.games.koom.moves import DWARF, GOALS, ROCK, TROLL, Move, State, can_move, dwarf_moves, troll_moves
from netgame.games.koom.selection import MoveSelection
from netgame.options import option
from netgame.text import Text

TROLLS_TO_WIN = 3
_TO_MOVE = (ToMove(0), ToMove(1))
_LETTERS = "dTR"
_PIECES = (Piece(0, "dwarf"), Piece(1, "troll"))
_ROCK = Piece(None, "rock")
_GOAL = Mark("goal", GOALS)
_MOVE = re.compile(f"([dTtR]) ?({SQUARE})((?:-{SQUARE})+)((?:x{SQUARE}(?:(?:,x?|x){SQUARE})*)?)")
_LONGEST_MOVE = 5 + 8 * CELLS  # a chain takes a dwarf with every square that it names
_START = octagon.read_setup(
    "dH9,dA10,dP10,dB11,dO11,dC12,dN12,dD13,dM13,dE14,dL14,dF15,dG15,dH15,dJ15,dK15,TF2,TH2,TK2,TE3,TF3,TH3,TK3,TL3,RH8"
)


@dataclass(frozen=True)
class Koom(Game[State, Move]):
    """Koom Valley Thud."""

    key: ClassVar[str] = "koom"
    title: ClassVar[str] = "Koom Valley Thud"
    seats: ClassVar[tuple[str, str]] = SIDES
    version: ClassVar[int] = 1
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "one battle": {"battles": 1},
        "guarded Rock": {"rock_escort": 2},
    }
    move_type: ClassVar[type[Any]] = Move
    side_icons: ClassVar[tuple[tuple[str, ...], tuple[str, ...]]] = ("dwarf",), ("troll",)
    piece_names: ClassVar[Mapping[str, str]] = {"dwarf": "dwarf", "troll": "troll", "rock": "the Rock"}
    example: ClassVar[str] = (
        "T dF6,dK6,dG7,dJ7,dE8,dL8,dH9,dD10,dM10,dG11,dJ12,dE14,dL14,dH15,TF3,TH3,TE4,TG4,TK4,TJ5,TM5,RH7"
    )
    preview = Preview(
        "carry the Rock home",
        "T dD8,dH9,dJ9,dF9,dL9,dN9,dE10,dC12,dN12,dE14,dL14,dG15,dJ15,TG6,TJ6,TE7,TK7,TM7,RH8",
        centre=(7.5, 7.5),
        across=6.9,
        material="slate",
    )

    rock_escort: int = field(default=1, metadata=option("Dwarfs beside the Rock to move it", low=1, high=2))
    chain_captures: bool = field(default=True, metadata=option("Trolls may trample several dwarfs in one turn"))
    no_progress_limit: int = field(
        default=100,
        metadata=option("Draw after so many moves without a capture or a move of the Rock", low=1, high=10_000),
    )
    battles: int = field(default=2, metadata=option("Battles", low=1, high=2))

    @property
    def legs(self) -> int:
        return self.battles

    @property
    def board(self) -> Board:
        return BOARD

    def start(self) -> State:
        return State(*_START, 0)

    def turn(self, state: State) -> Turn:
        over = self._ended(state)
        if over is not None:
            return over
        if not can_move(state):
            return Over(None, (0, 0), Text("{side} have no move left", {"side": SIDES[state.seat]}))
        return _TO_MOVE[state.seat]

    def _ended(self, state: State) -> Over | None:
        """The end for any reason but that no move is left: a side wins by its own move, so the other one is to move."""
        _, trolls, rock, seat, quiet = state
        if seat:
            if rock in GOALS:
                return Over(0, (1, 0), Text("the Rock has reached {cell}", {"cell": BOARD.name(rock)}))
        elif (NEIGHBOURS[rock] & trolls).bit_count() >= TROLLS_TO_WIN:
            return Over(1, (0, 1), Text("three trolls stand beside the Rock on {cell}", {"cell": BOARD.name(rock)}))
        if quiet >= self.no_progress_limit:
            why = Text("{count} moves without a capture or a move of the Rock", {"count": self.no_progress_limit})
            return Over(None, (0, 0), why)
        return None

    def check(self, state: State, move: Move) -> None:
        if self._ended(state) is not None:
            raise IllegalMove("the battle is over")
        check_move(state, move, self.rock_escort, self.chain_captures)

    def play(self, state: State, move: Move) -> State:
        dwarfs, trolls, rock, seat, quiet = state
        kind, origin, landings, captured = move
        if kind == ROCK:
            return State(dwarfs, trolls, landings[-1], 1)
        moved = GRID.mask[origin] ^ GRID.mask[landings[-1]]
        quiet = 0 if captured else quiet + 1
        if seat:
            return State(dwarfs ^ captured, trolls ^ moved, rock, 0, quiet)
        return State(dwarfs ^ moved, trolls ^ captured, rock, 1, quiet)

    def moves(self, state: State) -> Iterator[Move]:
        if self._ended(state) is not None:
            return iter(())
        return troll_moves(state, self.chain_captures) if state.seat else dwarf_moves(state, self.rock_escort)

    def picks(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        pieces = self.pieces(state)
        if isinstance(self.turn(state), Over):
            return Picks(frozenset(), (), (), (), pieces)
        return MoveSelection(state, pieces, self.rock_escort, self.chain_captures).after(picked)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        cell = GRID.cell
        found = {cell[bit]: _PIECES[0] for bit in bits(state.dwarfs)}
        found |= {cell[bit]: _PIECES[1] for bit in bits(state.trolls)}
        return found | {state.rock: _ROCK}

    def marks(self, state: State) -> tuple[Mark, ...]:
        return (_GOAL,)

    def status_text(self, state: State, seat: Seat) -> Text:
        if seat:
            beside = (NEIGHBOURS[state.rock] & state.trolls).bit_count()
            return Text("{count} of {need} beside the Rock", {"count": beside, "need": TROLLS_TO_WIN})
        return Text("Rock {count} from the goal", {"count": _to_goal(state.rock)})

    def agreed(self, state: State) -> Over | None:
        return Over(None, (0, 0), Text("both sides agreed to stop"))

    def resigned(self, state: State, seat: Seat) -> Over:
        return Over(1 - seat, (0, 1) if seat == 0 else (1, 0), Text("{side} resigned", {"side": self.seats[seat]}))

    def format(self, state: State, move: Move) -> str:
        way = "".join(f"-{BOARD.name(cell)}" for cell in move.landings)
        captured = "".join(f"x{name}" for name in octagon.names(move.captured))
        return f"{_LETTERS[move.kind]}{BOARD.name(move.origin)}{way}{captured}"

    def parse(self, state: State, text: str) -> Move:
        found = _MOVE.fullmatch(text) if len(text) <= _LONGEST_MOVE else None
        if not found:
            raise NotationError("{move} is no move: write it like dA10-A6, TF2-H4xG3 or RH8-H7", move=text[:20])
        captured = 0
        for name in re.findall(SQUARE, found[4]):
            mask = GRID.mask[octagon.square(name)]
            if captured & mask:
                raise NotationError("{cell} is named twice", cell=name)
            captured |= mask
        kind = _LETTERS.index(found[1].replace("t", "T"))
        landings = tuple(octagon.square(name) for name in found[3][1:].split("-"))
        return Move(kind, octagon.square(found[2]), landings, captured)

    def write_position(self, state: State) -> str:
        return f"{_LETTERS[state.seat]} {octagon.write_setup(state.dwarfs, state.trolls, state.rock)}"

    def read_position(self, text: str) -> State:
        if text[:2] not in ("d ", "T "):
            raise NotationError("a position begins with the side to move, d or T, and a blank")
        return State(*octagon.read_setup(text[2:]), _LETTERS.index(text[0]))

    def describe(self, state: State, move: Move) -> Text:
        kind, origin, landings, captured = move
        args: dict[str, str | int] = {"from": BOARD.name(origin), "to": BOARD.name(landings[-1])}
        if kind == ROCK:
            return Text("The dwarfs move the Rock from {from} to {to}", args)
        if not captured:
            if kind == TROLL:
                return Text("The troll on {from} moves to {to}", args)
            return Text("The dwarf on {from} moves to {to}", args)
        taken = octagon.names(captured)
        args["cells"] = ", ".join(taken)
        if kind == DWARF:
            if len(taken) == 1:
                return Text("The dwarf on {from} moves to {to} and takes the troll on {cells}", args)
            return Text("The dwarf on {from} moves to {to} and takes the trolls on {cells}", args)
        if len(landings) == 1:
            return Text("The troll on {from} tramples the dwarf on {cells} and lands on {to}", args)
        args["over"] = ", ".join(BOARD.name(cell) for cell in landings[:-1])
        return Text("The troll on {from} goes over {over} to {to} and tramples the dwarfs on {cells}", args)


def _to_goal(rock: Cell) -> int:
    """How many moves the Rock is from the nearest goal square if nothing stands in its way."""
    row, column = GRID.squares[rock]
    return min(max(row, abs(column - GRID.squares[goal][1])) for goal in GOALS)
