"""Lines of play that somebody tried beside a match. They are kept among the comments on the move that they follow, so a
reader that knows nothing of them has comments there. docs/records.md says how they are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from netgame.records.comments import MAX_COMMENT, is_comment

Path = tuple[str, ...]  # moves, dice and turns that were lost, one after the other

MARK = "variation"
BETWEEN = "; "
LOST = "--"
MOST = 100  # lines of one move that are read as such; any more are comments
_DICE = re.compile("[0-9]+(-[0-9]+)*")


@dataclass(frozen=True)
class Branch:
    """A line as it is shown: what of it is not a part of the line that it branches from. `path` is all of it."""

    path: Path
    start: int = 0
    depth: int = 0


def is_dice(token: str) -> bool:
    """Is it a roll?"""
    return _DICE.fullmatch(token) is not None


def read_path(comment: str) -> Path | None:
    """The line that a comment holds; None where it is a comment like any other. Whether it can be played is another
    matter."""
    front, mark, moves = comment.partition(": ")
    if front != MARK or not mark:
        return None
    path = tuple(moves.split(BETWEEN))
    return path if path_comment(path) == comment else None


def path_comment(path: Path) -> str | None:
    """The line as a comment; None where it has no room in one."""
    whole = all(token and token == token.strip() and ";" not in token for token in path)
    text = f"{MARK}: {BETWEEN.join(path)}"
    return text if path and whole and len(text) <= MAX_COMMENT and is_comment(text) else None


def words_of(comments: Sequence[str]) -> tuple[str, ...]:
    """What is said about a move, without the lines."""
    paths = set(paths_of(comments))
    return tuple(comment for comment in comments if (path := read_path(comment)) is None or path not in paths)


def paths_of(comments: Sequence[str]) -> tuple[Path, ...]:
    """The lines that follow a move, each once."""
    found = dict.fromkeys(path for comment in comments if (path := read_path(comment)) is not None)
    return tuple(found)[:MOST]


def with_words(comments: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """The same lines, with that said about the move."""
    return (*words, *_written(paths_of(comments)))


def with_path(comments: Sequence[str], path: Path) -> tuple[str, ...]:
    """One line more. One that goes on where another ends takes its place; one that is the beginning of another is there
    already."""
    paths = paths_of(comments)
    if any(old[: len(path)] == path for old in paths):
        return tuple(comments)
    ends = [place for place, old in enumerate(paths) if path[: len(old)] == old]
    place = ends[0] if ends else len(paths)
    others = [old for number, old in enumerate(paths) if number not in ends]
    return (*words_of(comments), *_written([*others[:place], path, *others[place:]]))


def without_path(comments: Sequence[str], path: Path, start: int) -> tuple[str, ...]:
    """Without what that line has from `start` on, and all that branches off there: what is before stays, unless other
    lines have it as well or nothing is left."""
    gone, rest = path[: start + 1], path[:start]
    kept = [old for old in paths_of(comments) if old[: len(gone)] != gone]
    words = (*words_of(comments), *_written(kept))
    return with_path(words, rest) if rest else words


def branches(paths: Sequence[Path], start: int = 0, depth: int = 0) -> Iterator[Branch]:
    """The lines in the order in which one reads them: each, then what branches off from it, further in. They have all
    in common before `start`."""
    groups: dict[str, list[Path]] = {}
    for path in paths:
        if len(path) > start:
            groups.setdefault(path[start], []).append(path)
    for first, *others in groups.values():
        yield Branch(first, start, depth)
        parts = {path: parting(first, path) for path in others}
        for place in sorted(set(parts.values())):
            yield from branches([path for path in others if parts[path] == place], place, depth + 1)


def parting(one: Path, other: Path) -> int:
    """How much two lines have in common."""
    same = (number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(same, min(len(one), len(other)))


def _written(paths: Sequence[Path]) -> Iterator[str]:
    return (text for path in paths if (text := path_comment(path)) is not None)
