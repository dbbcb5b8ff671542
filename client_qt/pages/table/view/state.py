"""The shown step of a table, from which all values of the page are made."""

from dataclasses import dataclass
from functools import cached_property

from client_qt.table.model import TableModel
from client_qt.table.status import View, view
from netgame.boards.geometry import Cell
from netgame.game import Picks, Seat
from netgame.match.conditional import Line
from netgame.match.events import Player
from netgame.match.state import Match, seat_of
from netgame.records.comments import Comments

PLAYERS: tuple[Player, Player] = (0, 1)


@dataclass(frozen=True)
class TableState:
    """The shown step of a match and what else its parts depend on; `at` is None for the present.

    Equal states look the same, apart from clocks, the connection, offers and a move on its way.
    """

    model: TableModel
    match: Match
    at: int | None
    step: int
    mine: frozenset[Player]
    comments: Comments
    presence: tuple[bool, bool]
    causes: tuple[str, str]
    ratings: tuple[str, str]
    thinking: frozenset[Player] = frozenset()
    getting_faster: bool = False
    vacations: tuple[int, int] = (0, 0)
    conditional: tuple[int, tuple[Line, ...]] | None = None

    @cached_property
    def view(self) -> View:
        return view(self.match, self.step, self.is_live)

    @property
    def is_live(self) -> bool:
        return self.at is None

    @property
    def over_cells(self) -> frozenset[Cell]:
        """The cells that decided the leg."""
        return self.match.over.cells if self.is_live and self.match.over is not None else frozenset()

    @property
    def own_seats(self) -> frozenset[Seat]:
        """The seats of this window's players on a live board."""
        return frozenset(seat_of(player, self.match.leg) for player in self.mine if self.is_live)


def table_state(model: TableModel, at: int | None, step: int, before: TableState | None = None) -> TableState | None:
    """Return the state of a table; None before its first event. An equal one from before keeps what was worked out."""
    if model.match is None:
        return None
    comments = model.original.comments
    now = TableState(
        model, model.match, at, step, model.mine, comments, model.presence, model.causes, model.ratings, model.thinking,
        model.getting_faster, model.vacations, model.original.conditional,
    )  # fmt: skip
    return before if before == now else now


@dataclass(frozen=True)
class TurnState:
    """The turn that is being made. `is_ahead`: it is chosen before the other side has moved."""

    picks: Picks
    is_ahead: bool = False
    needs_confirm: bool = False
    can_confirm: bool = False
    captures: int | None = None
    notation: str = ""  # of a complete turn
    can_redo: bool = False

    @property
    def is_staged(self) -> bool:
        """Whether anything is picked."""
        return bool(self.picks.picked)
