"""The steps of a match at which walking stops, and the rows of its move list."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from netgame.match.events import Event, Forfeited, Moved, Rolled, Started
from netgame.match.state import Ply, seat_of
from netgame.records.variations import Branch

Heads = tuple[str, str]


@dataclass(frozen=True)
class Entry:
    """One move in the move list: its text and its step. `is_roll`: it has only dice, because the move comes later."""

    text: str
    step: int
    is_roll: bool = False


@dataclass(frozen=True)
class VariationLine:
    """A saved variation in the move list: its text, the event that it follows, and its branch."""

    text: str
    number: int
    branch: Branch


@dataclass(frozen=True)
class Row:
    """A row of the move list: a number with the moves of both seats, a heading, or a variation. `heads` name the
    players of both columns from here on."""

    number: int
    entries: tuple[Entry | None, Entry | None] = (None, None)
    heading: str = ""
    heads: Heads | None = None
    line: VariationLine | None = None


def is_stop(event: Event) -> bool:
    """Return whether walking stops after this event. Rolls belong to the move that they allow."""
    return isinstance(event, Started | Moved | Forfeited)


def next_stop(steps: Sequence[Ply], step: int) -> int | None:
    """Return the first stop from that step on."""
    return next((index for index in range(step, len(steps)) if is_stop(steps[index].event)), None)


def last_stop(steps: Sequence[Ply], step: int) -> int:
    """Return the step of the move that led to the board at a step; the step itself if there was none."""
    return next((index for index in range(step, -1, -1) if is_stop(steps[index].event)), step)


class MoveRows:
    """The rows of one match; the seat that moves first has the left column. Rows are added as the match grows, so
    that a move of a long match costs no more than one of a short match."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._dice = ""  # of the move that has not been made yet
        self._done = 0
        self._last: Ply | None = None

    def rows(self, steps: Sequence[Ply], legs: int, leg_name: str, heads: Sequence[Heads] = ()) -> list[Row]:
        """Return the rows for these steps. With several legs, `leg_name` is the heading of each and `heads` has the
        names of its columns, because the sides swap."""
        if self._done > len(steps) or (self._done and steps[self._done - 1] is not self._last):
            self._rows, self._dice, self._done, self._last = [], "", 0, None
        for index in range(self._done, len(steps)):
            self._add(index, steps[index], legs, leg_name)
        if steps:
            self._done, self._last = len(steps), steps[-1]
        rows = [*self._rows]
        if self._dice and self._last is not None and isinstance(self._last.event, Rolled):
            seat = seat_of(self._last.event.player, self._last.leg)
            _put(rows, seat, Entry(self._dice.strip(), len(steps) - 1, is_roll=True))
        return _headed([row for row in rows if row.heading or row.entries != (None, None)], heads)

    def _add(self, index: int, step: Ply, legs: int, leg_name: str) -> None:
        match step.event:
            case Started(leg=leg):
                if legs > 1:
                    self._rows.append(Row(0, heading=leg_name.replace("{leg}", str(leg + 1))))
                self._rows.append(Row(1))
                self._dice = ""
            case Rolled():
                self._dice += step.notation + " "
            case Moved(player=player) | Forfeited(player=player):
                _put(self._rows, seat_of(player, step.leg), Entry(self._dice + step.notation, index))
                self._dice = ""


def _headed(rows: list[Row], heads: Sequence[Heads]) -> list[Row]:
    """Add the heads to each leg. From the second leg on they get a row of their own, because the line above the list
    is about another leg."""
    if not heads:
        return rows
    found: list[Row] = []
    leg = -1
    for row in rows:
        if row.heading:
            leg += 1
            found.append(replace(row, heads=heads[leg]))
            if leg:
                found.append(Row(0, heads=heads[leg]))
        else:
            found.append(row)
    return found


def _put(rows: list[Row], seat: int, entry: Entry) -> None:
    row = rows[-1]
    if row.entries[seat] is not None or (seat == 0 and row.entries[1] is not None):
        row = Row(row.number + 1)
        rows.append(row)
    entries = (entry, row.entries[1]) if seat == 0 else (row.entries[0], entry)
    rows[-1] = Row(row.number, entries)
