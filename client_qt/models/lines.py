"""Other moves that were kept, as rows of the move list: each line under the move that it follows, each branch under the
line that it leaves."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from client_qt.models.table import TableModel
from client_qt.models.variation import VariationTable
from client_qt.models.walk import Line, Row
from netgame.events import Started
from netgame.facts import Match, Step
from netgame.game import Over, Seat
from netgame.variations import Branch, Path, branches, is_dice, parting, paths_of

Place = tuple[int, Seat]  # the number of the row, and who is to move
Under = tuple[int, list[tuple[int, Branch]]]  # a step, and what stands under it with the number of its event


def with_lines(rows: list[Row], model: TableModel) -> list[Row]:
    """The rows of the match with those of the lines between them."""
    match = model.match
    found = dict(_places(model)) if match is not None else {}
    if match is None or not found:
        return rows
    steps = model.steps()
    for step in sorted(found, reverse=True):  # from the end, so that places in front stay what they are
        row = _row_after(rows, step, isinstance(steps[step].event, Started))
        first = _next(match, steps[step], rows[:row], step)
        lines = [Line(line_words(first, branch), number, branch) for number, branch in found[step]]
        rows = [*rows[:row], *(Row(0, line=line) for line in lines), *rows[row:]]
    return rows


def line_words(first: Place, branch: Branch) -> str:
    """What of that line is no part of another one, numbered like the moves: "12. a b 13. c"."""
    number, seat = first
    words: list[str] = []
    shown = False
    for index, token in enumerate(branch.path):
        at_turn = not is_dice(token)
        if index >= branch.start:
            if not shown or (seat == 0 and not is_dice(branch.path[index - 1])):
                words.append(f"{number}." if seat == 0 else f"{number}. ...")
            shown = True
            words.append(token)
        if at_turn:
            number, seat = (number, 1) if seat == 0 else (number + 1, 0)
    return " ".join(words)


def _places(model: TableModel) -> Iterator[Under]:
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
            yield step, [(number, branch) for branch in branches(paths)]


def _beside(number: int, step: int, paths: Sequence[Path], tried: Path) -> Iterator[Under]:
    """Those that leave the line that is tried, where they leave it."""
    others = [path for path in paths if tried[: len(path)] != path]
    for common in sorted({parting(tried, path) for path in others}):
        there = [path for path in others if parting(tried, path) == common]
        yield step + common, [(number, branch) for branch in branches(there, common)]


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
