"""Write the record of a match from its log."""

import hashlib
from collections.abc import Iterable

from netgame.match.events import Ended, Event
from netgame.records.comments import NO_COMMENTS, Comments, is_comment, may_have_comments
from netgame.records.event_lines import write_event, write_proof
from netgame.records.header import write_head
from netgame.records.lines import COMMENT_LABEL, MAX_EVENTS, MAX_RECORD, RecordError, quote
from netgame.text import Text

_DOINGS = {"flag": "ran out of time", "absent": "was away for too long"}  # other reasons are words already


def write_record(events: Iterable[Event], comments: Comments = NO_COMMENTS) -> str:
    """Return the record of a match, finished or not. Raise `RecordError` if it is too long to be read, `ValueError` for
    a log that does not begin with `Created` and for comments that cannot be written.

    `comments` are on events of that log; `records.comments` says which events and lines are possible.
    """
    log = tuple(events)
    lines = [*write_head(log), ""]
    ended = log[-1] if isinstance(log[-1], Ended) else None
    left = dict(comments)
    for event in log[1:]:
        lines.append(write_event(event, log[0].at))
        lines += write_proof(event.proof)
        for comment in left.pop(event.number, ()):
            if not may_have_comments(event):
                raise ValueError(f"event {event.number} cannot have a comment: it is no start, move or forfeited turn")
            if not is_comment(comment):
                raise ValueError(f"{comment!r:.60} is not a line of a comment; comment_lines makes such lines")
            lines.append(f"{COMMENT_LABEL}{quote(comment)}")
    if left:
        raise ValueError(f"there are comments on events that the log does not have: {', '.join(map(str, left))}")
    lines += ["", result_line(ended)]
    body = "".join(f"{line}\n" for line in lines)
    text = f"{body}{checksum_line(body)}\n"
    if len(log) > MAX_EVENTS or len(text.encode()) > MAX_RECORD:
        raise RecordError(len(lines), Text("this match is too long for a record"))
    return text


def checksum_line(body: str) -> str:
    return f"sha256: {hashlib.sha256(body.encode()).hexdigest()}"


def result_line(last: Ended | None) -> str:
    if last is None:
        return "result: unfinished"
    won = "draw" if last.winner is None else f"player {last.winner} won"
    if last.reason == "aborted":
        won = "aborted"
    elif last.player is not None:
        won += f", player {last.player} {_DOINGS.get(last.reason, last.reason)}"
    return f"result: {won}, totals {last.totals[0]} {last.totals[1]}"
