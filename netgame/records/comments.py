"""What people wrote about the moves of a match: plain text, line by line, under the number of the event it is about."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from netgame.match.events import Event, Forfeited, Moved, Started

Comments = Mapping[int, tuple[str, ...]]

MAX_COMMENT = 1000  # characters a line; a longer thought has several lines
NO_COMMENTS: Comments = MappingProxyType({})

# what would not stand on one line as text: control characters, separators of lines, halves of characters
_NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_BREAKS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def may_have_comments(event: Event) -> bool:
    """Is it something that people look at and talk about: a beginning, a move, a turn that was lost?"""
    return isinstance(event, Started | Moved | Forfeited)


def is_comment(line: str) -> bool:
    """Can the line be kept as it is?"""
    return 0 < len(line) <= MAX_COMMENT and line == line.strip() and _NO_TEXT.search(line) is None


def comment_lines(text: str) -> tuple[str, ...]:
    """What somebody typed, as lines that can be kept: without empty ones, and long ones in pieces."""
    found: list[str] = []
    for line in _BREAKS.split(text):
        rest = _NO_TEXT.sub(" ", line).strip()
        while rest:
            found.append(rest[:MAX_COMMENT].strip())
            rest = rest[MAX_COMMENT:].strip()
    return tuple(found)


def fitting(comments: Comments, log: Sequence[Event]) -> Comments:
    """Those that are about events of that log, which may be the beginning of another one."""
    known = {event.number for event in log if may_have_comments(event)}
    return {number: lines for number, lines in comments.items() if number in known and lines}
