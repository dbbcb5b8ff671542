"""Variations: lines of play tried beside a match.

They are stored among the comments on the move that they follow, so older readers show them as comments. docs/records.md
defines their notation.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from netgame.records.comments import MAX_COMMENT, is_comment

Path = tuple[str, ...]  # moves, dice and forfeited turns, one after the other

MARK = "variation"
SEPARATOR = "; "
FORFEITED = "--"
MAX_PATHS = 100  # read after one move; any more are comments
_DICE = re.compile("[0-9]+(-[0-9]+)*")


@dataclass(frozen=True)
class Branch:
    """A variation for display: its part from `start` on, after which it branches. `path` is all of it."""

    path: Path
    start: int = 0
    depth: int = 0


def is_dice(token: str) -> bool:
    """Return whether a token is a roll."""
    return _DICE.fullmatch(token) is not None


def read_path(comment: str) -> Path | None:
    """Return the variation that a comment holds, or None for any other comment. Its moves are not checked."""
    front, mark, moves = comment.partition(": ")
    if front != MARK or not mark:
        return None
    path = tuple(moves.split(SEPARATOR))
    return path if path_comment(path) == comment else None


def path_comment(path: Path) -> str | None:
    """Return a variation as a comment, or None if it is too long for one."""
    whole = all(token and token == token.strip() and ";" not in token for token in path)
    text = f"{MARK}: {SEPARATOR.join(path)}"
    return text if path and whole and len(text) <= MAX_COMMENT and is_comment(text) else None


def texts_of(comments: Sequence[str]) -> tuple[str, ...]:
    """Return the comments that are not variations."""
    paths = set(paths_of(comments))
    return tuple(comment for comment in comments if (path := read_path(comment)) is None or path not in paths)


def paths_of(comments: Sequence[str]) -> tuple[Path, ...]:
    """Return the variations after a move, each once."""
    found = dict.fromkeys(path for comment in comments if (path := read_path(comment)) is not None)
    return tuple(found)[:MAX_PATHS]


def with_texts(comments: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """Return comments with these texts and the same variations."""
    return (*words, *_written(paths_of(comments)))


def with_path(comments: Sequence[str], path: Path) -> tuple[str, ...]:
    """Add a variation. It replaces one that it continues; nothing changes if it is the beginning of another."""
    paths = paths_of(comments)
    if any(old[: len(path)] == path for old in paths):
        return tuple(comments)
    ends = [place for place, old in enumerate(paths) if path[: len(old)] == old]
    place = ends[0] if ends else len(paths)
    others = [old for number, old in enumerate(paths) if number not in ends]
    return (*texts_of(comments), *_written([*others[:place], path, *others[place:]]))


def without_path(comments: Sequence[str], path: Path, start: int) -> tuple[str, ...]:
    """Remove a variation from `start` on, and all that branches off there.

    Keep the part before `start`, unless it is empty or other variations contain it.
    """
    gone, rest = path[: start + 1], path[:start]
    kept = [old for old in paths_of(comments) if old[: len(gone)] != gone]
    words = (*texts_of(comments), *_written(kept))
    return with_path(words, rest) if rest else words


def branches(paths: Sequence[Path], start: int = 0, depth: int = 0) -> Iterator[Branch]:
    """Yield variations in reading order: each, then those that branch off it, one level deeper.

    All of them are the same before `start`.
    """
    groups: dict[str, list[Path]] = {}
    for path in paths:
        if len(path) > start:
            groups.setdefault(path[start], []).append(path)
    for first, *others in groups.values():
        yield Branch(first, start, depth)
        parts = {path: common_prefix_length(first, path) for path in others}
        for place in sorted(set(parts.values())):
            yield from branches([path for path in others if parts[path] == place], place, depth + 1)


def common_prefix_length(one: Path, other: Path) -> int:
    """Return how many moves two variations have in common."""
    same = (number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(same, min(len(one), len(other)))


def _written(paths: Sequence[Path]) -> Iterator[str]:
    return (text for path in paths if (text := path_comment(path)) is not None)
