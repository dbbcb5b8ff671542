"""Koom Valley Thud: the dwarfs carry the Rock up the valley, the trolls want three of theirs beside it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from netgame.boards.bitboard import dilate8
from netgame.boards.geometry import Board, Cell
from netgame.boards.octagon import BOARD, GRID, NEIGHBOURS, STRIDE
from netgame.errors import IllegalMove
from netgame.game import Mark, Over, Pick, Picks, Piece, Preview, Seat, ToMove, Turn
from netgame.games.koom.moves import ROCK, Move, check_move, dwarf_moves, tramplers_of, troll_moves
from netgame.games.koom.notation import KoomNotation
from netgame.games.koom.selection import MoveSelection, pieces_of
from netgame.games.koom.state import GOALS, START, State, free_squares
from netgame.games.shared import octagon_selection
from netgame.games.shared.octagon_moves import SIDES
from netgame.options import option
from netgame.text import Text

TROLLS_TO_WIN = 3
_TO_MOVE = (ToMove(0), ToMove(1))
_GOAL = Mark("goal", GOALS)


@dataclass(frozen=True)
class Koom(KoomNotation):
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
        return START

    def turn(self, state: State) -> Turn:
        over = self._ended(state)
        if over is not None:
            return over
        free, own = free_squares(state), state.trolls if state.seat else state.dwarfs
        # a dwarf beside the target of the Rock can move there too
        if not (dilate8(own, STRIDE) & free or (state.seat and tramplers_of(state, free))):
            return Over(None, (0, 0), Text("{side} have no move left", {"side": SIDES[state.seat]}))
        return _TO_MOVE[state.seat]

    def _ended(self, state: State) -> Over | None:
        """Return the end for any reason except no move left. The winner made the last move, so it is not to move."""
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
        if type(self.turn(state)) is Over:
            return Picks(frozenset(), (), pieces=self.pieces(state))
        return MoveSelection(state, self.rock_escort, self.chain_captures).after(picked)

    def ahead(self, state: State) -> State:
        return state._replace(seat=1 - state.seat)

    def picks_ahead(self, state: State, picked: tuple[Pick, ...]) -> Picks:
        origin = GRID.mask[picked[0]] if picked and isinstance(picked[0], int) else 0
        rock = GRID.mask[state.rock]
        escort = state.dwarfs if origin == rock else state.dwarfs & origin
        alone = state._replace(dwarfs=escort, trolls=state.trolls & origin)
        own = state.trolls if state.seat else state.dwarfs | rock
        free = MoveSelection(alone, self.rock_escort, self.chain_captures).after(picked)
        return octagon_selection.widened(self.picks(state, picked), free, picked, own)

    def intended(self, state: State, picked: tuple[Pick, ...], cell: Cell) -> Move | None:
        return MoveSelection(state, self.rock_escort, self.chain_captures).intended(picked, cell)

    def pieces(self, state: State) -> Mapping[Cell, Piece]:
        return pieces_of(state)

    def marks(self, state: State) -> tuple[Mark, ...]:
        return (_GOAL,)

    def status_text(self, state: State, seat: Seat) -> Text:
        if seat:
            beside = (NEIGHBOURS[state.rock] & state.trolls).bit_count()
            return Text("{count} of {need} beside the Rock", {"count": beside, "need": TROLLS_TO_WIN})
        row, column = GRID.squares[state.rock]
        count = min(max(row, abs(column - GRID.squares[goal][1])) for goal in GOALS)  # of moves if its way is free
        return Text("Rock {count} from the goal", {"count": count})

    def agreed(self, state: State) -> Over | None:
        return Over(None, (0, 0), Text("both sides agreed to stop"))

    def resigned(self, state: State, seat: Seat) -> Over:
        return Over(1 - seat, (0, 1) if seat == 0 else (1, 0), Text("{side} resigned", {"side": self.seats[seat]}))
