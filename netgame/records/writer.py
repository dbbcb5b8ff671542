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
    """Return the record of a match, finished or not. Raise `RecordError` if it is too long to be read.

    `comments` are on events of that log; `records.comments` says which events and lines are possible.
    """
    log = tuple(events)
    ended = log[-1] if isinstance(log[-1], Ended) else None
    lines = [*write_head(log), ""]
    left = dict(comments)
    for event in log[1:]:
        lines.append(write_event(event, log[0].at))
        lines += write_proof(event.proof)
        for comment in left.pop(event.number, ()):
            assert may_have_comments(event), f"no comments on this: {event}"
            assert is_comment(comment), f"no comment: {comment!r:.60}"
            lines.append(f"{COMMENT_LABEL}{quote(comment)}")
    assert not left, "all comments are on events of the log"
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
