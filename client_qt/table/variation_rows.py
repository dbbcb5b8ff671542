"""Saved variations as rows of the move list: each under the move that it follows, each branch under its parent line."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf

from client_qt.table.model import TableModel
from client_qt.table.move_rows import Row, VariationLine
from client_qt.table.variation import VariationTable
from netgame.game import Over, Seat
from netgame.match.events import Started
from netgame.match.state import Match, Ply
from netgame.records.variations import Branch, Path, branches, common_prefix_length, is_dice, paths_of

NO_BREAK = "\u00a0"
MAX_LINES = 500  # of a match; a file may have more
Place = tuple[int, Seat]  # the number of the row, and the seat to move


@dataclass(frozen=True)
class _StepBranches:
    """The branches under a step. Their first `common` moves led to the step."""

    step: int
    number: int
    branches: tuple[Branch, ...]
    common: int = 0


def with_lines(rows: list[Row], model: TableModel) -> list[Row]:
    """Return the rows of the match with its variations between them."""
    match = model.match
    if match is None or not model.original.comments:
        return rows
    steps = model.steps()
    firsts = _first_steps(rows)
    found: dict[int, list[Row]] = {}
    left = MAX_LINES
    for under in _places(model):
        if left <= 0:
            break
        step = steps[under.step]
        row = bisect_right(firsts, under.step)
        if isinstance(step.event, Started):  # below the heading of the leg that it begins
            row = next((n for n in range(row, len(rows)) if any(rows[n].entries)), len(rows))
        first = _next(match, steps, rows[row - 1] if row else None, under.step)
        shown = under.branches[:left]
        left -= len(shown)
        number, lines = under.number, found.setdefault(row, [])
        for branch in shown:
            words = line_words(first, branch, under.common, authors(model, number, branch))
            lines.append(Row(0, line=VariationLine(words, number, branch)))
    return [one for n in range(len(rows) + 1) for one in (*found.get(n, ()), *rows[n : n + 1])]


def _first_steps(rows: Sequence[Row]) -> list[float]:
    """Return the step of the first move of each row; rows without moves count as the row below."""
    found, below = list[float](), inf
    for row in reversed(rows):
        below = min((entry.step for entry in row.entries if entry is not None), default=below)
        found.append(below)
    return found[::-1]


def authors(model: TableModel, number: int, branch: Branch) -> Sequence[str]:
    """Return the names of those who made the moves of a line first, as far as two players have tried it together."""
    return [model.name_of(player) for player in model.original.together.authors(number, branch.path)]


def line_words(first: Place, branch: Branch, common: int = 0, authors: Sequence[str] = ()) -> str:
    """Return the own moves of a branch with their numbers: "12. a  b  13. c". `first` is the place of the first one
    after the common moves. An author is named before their first move: "Ann: 12. a  Bob: b"."""
    number, seat = first
    words: list[str] = []
    author = ""
    for index, token in enumerate(branch.path[common:], common):
        if index >= branch.start:
            numbered = not words or (seat == 0 and not is_dice(branch.path[index - 1]))
            front = ("" if seat == 0 else "... ") if not words else ""
            word = f"{number}.{NO_BREAK}{front}{token}" if numbered else token
            name = authors[index] if index < len(authors) else ""
            words.append(f"{name}: {word}" if name not in ("", author) else word)
            author = name
        if not is_dice(token):
            number, seat = (number, 1) if seat == 0 else (number + 1, 0)
    return "  ".join(words)


def _places(model: TableModel) -> Iterator[_StepBranches]:
    """Yield the branches under each step, in order."""
    steps, source = model.steps(), model.original
    known = model.base + 1 if isinstance(model, VariationTable) else len(steps)
    for number in sorted(source.comments):
        paths = paths_of(source.comments[number])
        step = bisect_left(steps, number, 0, known, key=lambda ply: ply.event.number) if paths else known
        if step == known or steps[step].event.number != number:
            continue
        if isinstance(model, VariationTable) and step == model.anchor:
            yield from _beside(number, step, paths, model.path)
        else:
            yield _StepBranches(step, number, tuple(branches(paths)))


def _beside(number: int, step: int, paths: Sequence[Path], tried: Path) -> Iterator[_StepBranches]:
    """Yield the branches that leave the line being tried, at the step where they leave it."""
    others = [path for path in paths if tried[: len(path)] != path]
    for common in sorted({common_prefix_length(tried, path) for path in others}):
        there = [path for path in others if common_prefix_length(tried, path) == common]
        yield _StepBranches(step + common, number, tuple(branches(there, common)), common)


def _next(match: Match, steps: Sequence[Ply], row: Row | None, at: int) -> Place:
    """Return the seat to move after that step, and the number of its row."""
    seat = steps[at + 1].seat if at + 1 < len(steps) else None
    if seat is None:
        turn = match.game.turn(steps[at].state)
        seat = 0 if isinstance(turn, Over) else turn.seat
    if isinstance(steps[at].event, Started) or row is None:
        return 1, seat
    made = [n for n, entry in enumerate(row.entries) if entry is not None and not entry.is_roll and entry.step <= at]
    return row.number if seat > max(made, default=-1) else row.number + 1, seat
