"""A match as a text file that people can read: written from a log, and checked completely when it is read.

docs/records.md specifies the form. A match has one spelling only, so a text that would be written otherwise is refused.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from netgame.match.events import Created, Ended, Event, Started
from netgame.match.evolve import evolve
from netgame.match.state import Games, Match, MatchError
from netgame.records.comments import MAX_COMMENT, NO_COMMENTS, Comments, is_comment, may_have_comments
from netgame.records.event_lines import read_event, write_event
from netgame.records.header import check_players, read_head, write_head
from netgame.records.lines import LineError, Lines, RecordError, quote, unquote
from netgame.text import Text

__all__ = ["MAX_EVENTS", "MAX_RECORD", "Record", "RecordError", "read_all", "read_match", "read_record", "write_record"]

MAX_RECORD = 1 << 20  # bytes, as for an upload; the longest match of the rules pages takes a fiftieth of it
MAX_EVENTS = 20_000  # bounds the time to fold one; nobody has played a tenth of it

_DOINGS = {"flag": "ran out of time", "absent": "was away for too long"}  # other reasons are words already
_TOO_SHORT = "the record ends here, in the middle"
_COMMENT = "comment "


@dataclass(frozen=True)
class Record:
    """Everything that a record holds."""

    log: tuple[Event, ...]
    match: Match
    comments: Comments = field(default_factory=dict)


def write_record(events: Iterable[Event], comments: Comments = NO_COMMENTS) -> str:
    """The record of a match, finished or not, from its log. `RecordError` if it is too long ever to be read.

    `comments` are about events of that log; `records.comments` says which can have some, and what a line may be.
    """
    log = tuple(events)
    ended = log[-1] if isinstance(log[-1], Ended) else None
    lines = [*write_head(log), "", *_event_lines(log, comments), "", _result(ended)]
    body = "".join(f"{line}\n" for line in lines)
    text = f"{body}{_checksum(body)}\n"
    if len(log) > MAX_EVENTS or len(text.encode()) > MAX_RECORD:
        raise RecordError(len(lines), Text("this match is too long for a record"))
    return text


def _event_lines(log: Sequence[Event], comments: Comments) -> Iterator[str]:
    """Each event, and under it what was written about it."""
    left = dict(comments)
    for event in log[1:]:
        yield write_event(event, log[0].at)
        for line in left.pop(event.number, ()):
            assert may_have_comments(event), f"nobody comments on this: {event}"
            assert is_comment(line), f"no comment: {line!r:.60}"
            yield f"{_COMMENT}{quote(line)}"
    assert not left, "all comments are about events of the log"


def _checksum(body: str) -> str:
    return f"sha256: {hashlib.sha256(body.encode()).hexdigest()}"


def _result(last: Ended | None) -> str:
    if last is None:
        return "result: unfinished"
    won = "draw" if last.winner is None else f"player {last.winner} won"
    if last.reason == "aborted":
        won = "aborted"
    elif last.player is not None:
        won += f", player {last.player} {_DOINGS.get(last.reason, last.reason)}"
    return f"result: {won}, totals {last.totals[0]} {last.totals[1]}"


def read_record(text: str | bytes, games: Games) -> tuple[Event, ...]:
    """The log that a record holds, every line of it checked. `RecordError` names the first wrong line.

    Give the bytes of a file where there is one: reading it as text may change the ends of its lines.
    """
    return read_match(text, games)[0]


def read_match(text: str | bytes, games: Games) -> tuple[tuple[Event, ...], Match]:
    """As `read_record`, with the match that the log adds up to."""
    record = read_all(text, games)
    return record.log, record.match


def read_all(text: str | bytes, games: Games) -> Record:
    """As `read_record`, with everything else that the record says."""
    lines = Lines(_content(text))
    created, match = read_head(lines, games)
    if lines.next():
        raise lines.error("an empty line stands between the head and the events")
    comments: dict[int, tuple[str, ...]] = {}
    events, match = _read_events(lines, created, match, comments)
    _check_end(lines, match)
    return Record((created, *events), match, comments)


def _content(text: str | bytes) -> str:
    """The text of a record, if it is not too long."""
    # the characters first: what is far too long is not even encoded
    if len(text) > MAX_RECORD or (isinstance(text, str) and len(text.encode("utf-8", "surrogatepass")) > MAX_RECORD):
        raise RecordError(1, Text("a record has at most {limit} bytes", {"limit": MAX_RECORD}))
    try:
        return text.decode() if isinstance(text, bytes) else text
    except UnicodeDecodeError as exc:
        line = exc.object.count(b"\n", 0, exc.start) + 1
        raise RecordError(line, Text("a record is UTF-8 text, and this line is not")) from exc


def _read_events(
    lines: Lines, created: Created, match: Match, comments: dict[int, tuple[str, ...]]
) -> tuple[list[Event], Match]:
    """The events and what they add up to; what was written about them goes into `comments`."""
    events: list[Event] = []
    while line := lines.next():
        if len(events) + 1 == MAX_EVENTS:
            raise lines.error("a record has at most {limit} events", limit=MAX_EVENTS)
        event = _read_event(lines, line, created.at)
        try:
            match = evolve(match, event)
        except MatchError as exc:
            raise RecordError(lines.number, exc.reason) from exc
        if isinstance(event, Started) and event.leg == 0:
            check_players(lines, match)
        events.append(event)
        if lines.next_is(_COMMENT):
            comments[event.number] = tuple(_read_comments(lines, event))
    return events, match


def _read_comments(lines: Lines, event: Event) -> Iterator[str]:
    while lines.next_is(_COMMENT):
        line = lines.next()
        if not may_have_comments(event):
            raise lines.error("a comment stands under the start of a leg, a move or a forfeited turn")
        try:
            text = unquote(line.removeprefix(_COMMENT))
        except LineError as exc:
            raise RecordError(lines.number, exc.text) from exc
        if not is_comment(text):
            raise lines.error(
                "a comment is one line of text without blanks at its ends, of at most {limit} characters",
                limit=MAX_COMMENT,
            )
        written = f"{_COMMENT}{quote(text)}"
        if written != line:
            raise lines.error("this line should read: {line}", line=written[:200])
        yield text


def _read_event(lines: Lines, line: str, created_at: int) -> Event:
    try:
        event = read_event(line, created_at)
    except LineError as exc:
        raise RecordError(lines.number, exc.text) from exc
    written = write_event(event, created_at)
    if written != line:
        raise lines.error("this line should read: {line}", line=written[:200])
    return event


def _check_end(lines: Lines, match: Match) -> None:
    """Refuse anything but what follows the events of that match: an empty line, the result, the checksum, the end."""
    if lines.number > len(lines.all):
        raise RecordError(len(lines.all), Text(_TOO_SHORT))
    check_players(lines, match)
    _demand(lines, _result(match.ended), "this line should read: {line}")
    body = "".join(f"{line}\n" for line in lines.all[: lines.number])
    _demand(lines, _checksum(body), "this is not the checksum of the lines above: something was changed")
    if lines.number == len(lines.all):
        raise lines.error(_TOO_SHORT)
    if lines.next() or lines.number < len(lines.all):
        raise lines.error("nothing may follow the checksum")


def _demand(lines: Lines, right: str, otherwise: str) -> None:
    """Refuse any other next line, and one that is not there or cut."""
    if lines.next() == right:
        return
    if lines.number < len(lines.all):
        raise lines.error(otherwise, line=right)
    raise RecordError(len(lines.all), Text(_TOO_SHORT))
