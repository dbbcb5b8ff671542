"""The list of moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from client_qt.pages.table.view.state import TableState
from client_qt.table.model import TableModel
from client_qt.table.move_rows import Heads, Row, last_stop
from client_qt.table.status import who
from client_qt.table.variation_rows import with_lines
from client_qt.text.rules_text import battle_heading
from client_qt.text.translation import tr
from netgame.match.state import Match, player_of
from netgame.text import fill

# the last position: of a game at a server, of a game on this computer, or of a match that is over
Present = Literal["live", "here", "over"]


@dataclass(frozen=True)
class MovesState:
    """The rows of the list, and the step that is marked as the current one.

    `heads` name the columns above the first row that has heads of its own. `times` are in ms, by step.
    """

    rows: Sequence[Row] = ()
    step: int = -1
    is_live: bool = True
    present: Present = "live"
    is_online: bool = True
    heads: Heads = ("", "")
    times: Mapping[int, int] = field(default_factory=dict)
    made_of: tuple[object, ...] = ()  # the rows depend on these

    @property
    def move_steps(self) -> Sequence[int]:
        """The steps of the moves. A roll belongs to its move."""
        entries = (entry for row in self.rows for entry in row.entries)
        return [entry.step for entry in entries if entry is not None and not entry.is_roll]


def moves_state(state: TableState, before: MovesState | None = None) -> MovesState:
    """Return the list of moves. The rows of `before` are kept if they are the same: they may be many."""
    model, match = state.model, state.match
    steps, legs = model.steps(), match.game.legs
    is_over = not model.takes_commands or match.ended
    shown = MovesState(
        step=last_stop(steps, state.step),
        is_live=state.is_live,
        present="over" if is_over else "live" if model.live else "here",
        is_online=model.original.status == "online",
        made_of=(model, match, state.comments, state.mine),
    )
    if before is not None and before.made_of == shown.made_of:
        return replace(shown, rows=before.rows, heads=before.heads, times=before.times)
    heads = tuple(column_heads(model, match, leg) for leg in range(legs))
    rows = with_lines(model.moves.rows(steps, legs, battle_heading(), heads if legs > 1 else ()), model)
    times = model.move_times()
    numbers = ((index, step.event.number) for index, step in enumerate(steps))
    by_step = {index: times[number] for index, number in numbers if number in times}
    return replace(shown, rows=rows, heads=heads[0], times=by_step)


def column_heads(model: TableModel, match: Match, leg: int) -> Heads:
    """Return the heads of the two columns of moves in that leg: the side and its player."""

    def head(seat: int) -> str:
        player = player_of(seat, leg)
        name = tr("you") if not model.shared_screen and player in model.mine else who(model, player)
        return fill(tr("{side}: {name}"), {"side": tr(match.game.seats[seat]), "name": name})

    return head(0), head(1)
