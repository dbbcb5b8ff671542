"""Comments on the moves of a match: lines of plain text, by the number of the event."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from netgame.match.events import Event, Forfeited, Moved, Started

Comments = Mapping[int, tuple[str, ...]]

MAX_COMMENT = 1000  # characters in a line; a longer comment has several lines
NO_COMMENTS: Comments = MappingProxyType({})

# control characters, line separators and unpaired surrogates cannot be part of a line of text
_NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_BREAKS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def may_have_comments(event: Event) -> bool:
    """Return whether an event can have comments: the start of a leg, a move, or a forfeited turn."""
    return isinstance(event, Started | Moved | Forfeited)


def is_comment(line: str) -> bool:
    """Return whether a line can be stored without a change."""
    return 0 < len(line) <= MAX_COMMENT and line == line.strip() and _NO_TEXT.search(line) is None


def comment_lines(text: str) -> tuple[str, ...]:
    """Split typed text into lines that can be stored: without empty lines, and long lines in pieces."""
    found: list[str] = []
    for line in _BREAKS.split(text):
        rest = _NO_TEXT.sub(" ", line).strip()
        while rest:
            found.append(rest[:MAX_COMMENT].strip())
            rest = rest[MAX_COMMENT:].strip()
    return tuple(found)


def comments_of_log(comments: Comments, log: Sequence[Event]) -> Comments:
    """Return the comments on events of that log, which may be the beginning of a longer one."""
    known = {event.number for event in log if may_have_comments(event)}
    return {number: lines for number, lines in comments.items() if number in known and lines}
