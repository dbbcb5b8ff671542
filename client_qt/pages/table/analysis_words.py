"""The analysis of a match as its tab shows it: values in percent, lines and swings in words.

All values are chances of one player to win the battle or the game, also where the sides swap: of the own player, or of
the first one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from client_qt.table.model import TableModel
from client_qt.table.move_rows import Row, is_stop, last_stop
from client_qt.table.status import both
from client_qt.text.plain import literal
from client_qt.text.translation import tr
from client_qt.widgets.curve import Chart
from netgame.match.events import Moved, Player, Started
from netgame.match.state import Match
from netgame.players.analysis import Judgement, Judgements, Swing, best_line, luck, swing, swings, value
from netgame.records.variations import Path
from netgame.text import fill

NOTHING = Chart((), -1.0, 1.0)
SHOWN_MOVES = 6  # of a line
REACHES = (0.2, 0.5, 1.0)  # of the scale of the curve
SAME = 0.02  # a smaller loss is not shown


@dataclass(frozen=True)
class LineRow:
    """A row that leads to a step: a line of moves from there, or the move of a swing. `words` may have a slot for the
    moves."""

    words: str
    step: int
    moves: Path = ()

    def text(self, count: int = SHOWN_MOVES) -> str:
        """Return the row with so many moves of its line."""
        return fill(self.words, {"line": _line_words(self.moves, count)})


@dataclass(frozen=True)
class AnalysisState:
    """The analysis of the shown match in words. `steps` are those of the places of the curve."""

    chart: Chart = NOTHING
    chart_words: str = ""
    values: str = ""  # the list of all values
    steps: tuple[int, ...] = ()
    is_on: bool = False
    can_start: bool = False
    progress: str = ""
    progress_words: str = ""  # the same for a screen reader
    value: str = ""  # of the shown position
    move: str = ""  # what the shown move changed
    better: LineRow | None = None  # the computer's line in place of the shown move
    best: LineRow | None = None  # its line from the shown position
    swings: tuple[LineRow, ...] = ()
    can_keep: bool = False
    trouble: str = ""


def viewer(model: TableModel) -> Player:
    """Return the player from whose view the values are shown: the own one, or the first one."""
    return 1 if model.original.mine == frozenset((1,)) else 0


def percent(found: float) -> int:
    """Return a value as a chance in percent."""
    return round(50 + 50 * found)


def analysis_state(
    model: TableModel,
    match: Match,
    step: int,
    judged: Judgements,
    rows: Sequence[Row],
    current: tuple[Any, Judgement] | None = None,
) -> AnalysisState:
    """Return what the tab shows of a match and one step. `current` is a state with a judgement that is not complete."""
    if not judged and current is None:
        return AnalysisState()
    history, player = match.history, viewer(model)
    stops = [at for at, ply in enumerate(history) if is_stop(ply.event)]
    values = [value(match, at, judged, player) for at in stops]
    here, found = last_stop(history, step), swings(match, judged)
    now = value(match, here, judged, player)
    moves = [at for at in stops if isinstance(history[at].event, Moved)]
    only_moves = bool(judged) and all(one.value is None for one in judged.values())
    done = (history[at - 1].state in judged if only_moves else swing(match, at, judged) is not None for at in moves)
    counts = {"number": sum(done), "count": len(moves)}
    name = both(model)[player]
    numbers = _numbers(rows)
    start = tr("Start")
    named = {at: _move_words(match, at, numbers) for at in moves}
    reach = _reach(values)
    chart = Chart(
        tuple(values), -reach, reach,
        tuple((one, _percent_words(one)) for one in (reach, 0.0, -reach)),
        frozenset(stops.index(one.step) for one in found),
        frozenset(place for place, at in enumerate(stops) if isinstance(history[at].event, Started)),
        0.0,
        stops.index(here) if here in stops else None,
    )  # fmt: skip
    is_known = any(one is not None for one in values) and not only_moves
    standing = fill(tr("{name}: {value}"), {"name": name, "value": _percent_words(now)}) if now is not None else ""
    return AnalysisState(
        chart=chart if is_known else NOTHING,
        chart_words=standing or tr("Not judged yet"),
        values="; ".join(
            f"{named.get(at, start)}: {_percent_words(one)}"
            for at, one in zip(stops, values, strict=True)
            if one is not None
        ),
        steps=tuple(stops),
        progress=fill(tr("{number} of {count}"), counts) if is_known or only_moves else "",
        progress_words=fill(tr("{number} of {count} moves judged"), counts) if is_known or only_moves else "",
        value=standing if is_known else "",
        move=tr("This computer player chooses moves, but gives no values.")
        if only_moves
        else _change_words(match, here, judged, player, named.get(here, "")),
        better=_better(match, here, judged),
        best=_best(match, step, judged, current),
        swings=tuple(LineRow(_swing_words(one, named[one.step], both(model)), one.step) for one in found),
        can_keep=bool(found) and model.original.takes_comments,
    )


def swing_comment(match: Match, found: Swing, judged: Judgements, names: tuple[str, str]) -> str:
    """Return a comment on a swing for the record, from the view of its player."""
    line = best_line(match, found.step - 1, judged)
    words = {
        "mark": comment_mark(), "name": names[found.player], "before": _percent_words(found.before),
        "after": _percent_words(found.after), "line": _line_words(line),
    }  # fmt: skip
    if line and line[0] != match.history[found.step].notation:
        return fill(tr("{mark} {name} falls from {before} to {after}. Better: {line}"), words)
    return fill(tr("{mark} {name} falls from {before} to {after}."), words)


def comment_mark() -> str:
    """Return the beginning of all comments of an analysis."""
    return tr("Analysis:")


def _reach(values: Sequence[float | None]) -> float:
    """Return the end of the scale: games that count points may have small values only."""
    largest = max((abs(one) for one in values if one is not None), default=1.0)
    return next(reach for reach in REACHES if largest <= reach)


def _numbers(rows: Sequence[Row]) -> dict[int, int]:
    """Return the numbers of the moves in the list, by step."""
    return {entry.step: row.number for row in rows for entry in row.entries if entry is not None}


def _move_words(match: Match, step: int, numbers: dict[int, int]) -> str:
    notation = match.history[step].notation
    return f"{numbers[step]}. {notation}" if step in numbers else notation


def _percent_words(found: float) -> str:
    return fill(tr("{n} %"), {"n": percent(found)})


def _line_words(line: Path, count: int = SHOWN_MOVES) -> str:
    return "  ".join(line[:count]) + (" ..." if len(line) > count else "")


def _change_words(match: Match, step: int, judged: Judgements, player: Player, move: str) -> str:
    """Say what the dice and the move at a step changed for that player."""
    made = swing(match, step, judged)
    if made is None:
        return ""
    sign = 1 if made.player == player else -1
    before, after = sign * made.before, sign * made.after
    values = {"move": move, "before": _percent_words(before), "after": _percent_words(after)}
    if abs(made.loss) < SAME:
        words = fill(tr("{move}: as good as the best move"), values)
    else:
        words = fill(tr("{move}: from {before} to {after}"), values)
    rolled = luck(match, step, judged)
    if rolled is None:
        return words
    return f"{words}. " + fill(tr("Dice: {n} %"), {"n": f"{round(50 * sign * rolled):+d}"})


def _better(match: Match, step: int, judged: Judgements) -> LineRow | None:
    """Return what the computer would have played in place of the move at a step."""
    line = best_line(match, step - 1, judged) if isinstance(match.history[step].event, Moved) else ()
    if not line:
        return None
    if line[0] == match.history[step].notation:
        return LineRow(tr("Computer: the same move"), step - 1)
    return LineRow(tr("Computer: {line}"), step - 1, line)


def _best(match: Match, step: int, judged: Judgements, current: tuple[Any, Judgement] | None) -> LineRow | None:
    """Return the best line from a step on, or the one that the computer thinks about."""
    state = match.history[step].state
    line = best_line(match, step, judged)
    if not line and current is not None and current[0] == state:
        line = best_line(match, step, {state: current[1]})
    return LineRow(tr("Best line: {line}"), step, line) if line else None


def _swing_words(found: Swing, move: str, names: tuple[str, str]) -> str:
    """Say which move lost how much."""
    words = {"move": move, "name": names[found.player], "loss": f"-{round(50 * found.loss)}"}
    return literal(fill(tr("{move}  {name}: {loss} %"), words))
