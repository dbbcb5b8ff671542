"""Other moves that were kept, as rows of the move list: each line under the move that it follows, each branch under the
line that it leaves."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from client_qt.models.table import TableModel
from client_qt.models.variation import VariationTable
from client_qt.models.walk import Line, Row
from netgame.events import Started
from netgame.facts import Match, Step
from netgame.game import Over, Seat
from netgame.variations import Branch, Path, branches, is_dice, parting, paths_of

NO_BREAK = "\u00a0"
Place = tuple[int, Seat]  # the number of the row, and who is to move


@dataclass(frozen=True)
class _Under:
    """What stands under a step: branches of lines of that event, of which the first `common` moves led to the step."""

    step: int
    number: int
    branches: tuple[Branch, ...]
    common: int = 0


def with_lines(rows: list[Row], model: TableModel) -> list[Row]:
    """The rows of the match with those of the lines between them."""
    match = model.match
    if match is None:
        return rows
    steps = model.steps()
    for under in sorted(_places(model), key=_step, reverse=True):  # from the end: places in front stay what they are
        step = steps[under.step]
        row = _row_after(rows, under.step, isinstance(step.event, Started))
        first = _next(match, step, rows[:row], under.step)
        lines = [Line(line_words(first, branch, under.common), under.number, branch) for branch in under.branches]
        rows = [*rows[:row], *(Row(0, line=line) for line in lines), *rows[row:]]
    return rows


def line_words(first: Place, branch: Branch, common: int = 0) -> str:
    """What of that line is no part of another one, numbered like the moves: "12. a  b  13. c". `first` is the place of
    what comes after so many moves that it has in common with what is shown."""
    number, seat = first
    words: list[str] = []
    for index, token in enumerate(branch.path[common:], common):
        if index >= branch.start:
            numbered = not words or (seat == 0 and not is_dice(branch.path[index - 1]))
            front = ("" if seat == 0 else "... ") if not words else ""
            words.append(f"{number}.{NO_BREAK}{front}{token}" if numbered else token)
        if not is_dice(token):
            number, seat = (number, 1) if seat == 0 else (number + 1, 0)
    return "  ".join(words)


def _step(under: _Under) -> int:
    return under.step


def _places(model: TableModel) -> Iterator[_Under]:
    """Under which step which branches stand."""
    steps, source = model.steps(), model.original
    known = model.base + 1 if isinstance(model, VariationTable) else len(steps)
    for number, comments in source.comments.items():
        paths = paths_of(comments)
        step = bisect_left(steps, number, 0, known, key=_number) if paths else known
        if step == known or steps[step].event.number != number:
            continue
        if isinstance(model, VariationTable) and step == model.anchor:
            yield from _beside(number, step, paths, model.path)
        else:
            yield _Under(step, number, tuple(branches(paths)))


def _beside(number: int, step: int, paths: Sequence[Path], tried: Path) -> Iterator[_Under]:
    """Those that leave the line that is tried, where they leave it."""
    others = [path for path in paths if tried[: len(path)] != path]
    for common in sorted({parting(tried, path) for path in others}):
        there = [path for path in others if parting(tried, path) == common]
        yield _Under(step + common, number, tuple(branches(there, common)), common)


def _number(step: Step) -> int:
    return step.event.number


def _row_after(rows: Sequence[Row], step: int, begins: bool) -> int:
    """Before which row they stand: after the move of that step, or below the heading of the leg that it begins."""
    after = (n for n, row in enumerate(rows) if any(entry is not None and entry.step > step for entry in row.entries))
    if begins:
        return next(after, len(rows))
    has = (n for n in range(len(rows) - 1, -1, -1) if any(e is not None and e.step <= step for e in rows[n].entries))
    return next(has, -1) + 1


def _next(match: Match, step: Step, before: Sequence[Row], at: int) -> Place:
    """Who moves after that step, and the number of the row in which that stands."""
    turn = match.game.turn(step.state)
    seat = 0 if isinstance(turn, Over) else turn.seat
    if isinstance(step.event, Started) or not before:
        return 1, seat
    row = before[-1]
    made = [number for number, entry in enumerate(row.entries) if entry is not None and entry.step <= at]
    return row.number if made and seat > max(made) else row.number + 1, seat
