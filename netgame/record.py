"""A match as a text file that people can read: written from a log, and checked completely when it is read.

docs/records.md specifies the form. A match has one spelling only, so a text that would be written otherwise is refused.
"""

import hashlib
from collections.abc import Iterable
from itertools import zip_longest

from netgame.events import Created, Ended, Event, Started
from netgame.facts import Games, Match, MatchError
from netgame.fold import evolve
from netgame.record_head import check_players, read_head, write_head
from netgame.record_lines import LineError, Lines, RecordError, read_event, write_event
from netgame.text import Text

__all__ = ["MAX_EVENTS", "MAX_RECORD", "RecordError", "read_record", "write_record"]

MAX_RECORD = 1 << 20  # bytes, as for an upload; the longest match of the rules pages takes a fiftieth of it
MAX_EVENTS = 20_000  # bounds the time to fold one; nobody has played a tenth of it


def write_record(events: Iterable[Event]) -> str:
    """The record of a match, finished or not, from its log. `RecordError` if it is too long ever to be read."""
    log = tuple(events)
    lines = [*write_head(log), "", *(write_event(event, log[0].at) for event in log[1:]), "", _result(log[-1])]
    body = "".join(f"{line}\n" for line in lines)
    text = f"{body}sha256: {hashlib.sha256(body.encode()).hexdigest()}\n"
    if len(log) > MAX_EVENTS or len(text.encode()) > MAX_RECORD:
        raise RecordError(len(lines), Text("this match is too long for a record"))
    return text


def _result(last: Event) -> str:
    if not isinstance(last, Ended):
        return "result: unfinished"
    won = "draw" if last.winner is None else f"player {last.winner} won"
    resigned = "" if last.player is None else f", player {last.player} resigned"
    return f"result: {won}{resigned}, totals {last.totals[0]} {last.totals[1]}"


def read_record(text: str | bytes, games: Games) -> tuple[Event, ...]:
    """The log that a record holds, every line of it checked. `RecordError` names the first wrong line.

    Give the bytes of a file where there is one: reading it as text may change the ends of its lines.
    """
    if len(text) > MAX_RECORD:
        raise RecordError(1, Text("a record has at most {limit} bytes", {"limit": MAX_RECORD}))
    content = _decoded(text) if isinstance(text, bytes) else text
    lines = Lines(content)
    created, match = read_head(lines, games)
    if lines.next():
        raise lines.error("an empty line stands between the head and the events")
    log = (created, *_read_events(lines, created, match))
    _compare(lines.all, write_record(log).split("\n"))
    return log


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        raise RecordError(line, Text("a record is UTF-8 text, and this line is not")) from exc


def _read_events(lines: Lines, created: Created, match: Match) -> list[Event]:
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
    return events


def _read_event(lines: Lines, line: str, created_at: int) -> Event:
    try:
        event = read_event(line, created_at)
    except LineError as exc:
        raise RecordError(lines.number, exc.text) from exc
    written = write_event(event, created_at)
    if written != line:
        raise lines.error("this line should read: {line}", line=written[:200])
    return event


def _compare(lines: list[str], expected: list[str]) -> None:
    """Refuse lines that are not the ones written for their log: players, result, checksum, anything after it."""
    last = len(expected) - 1  # the empty text after the last line feed
    for number, (line, right) in enumerate(zip_longest(lines, expected), 1):
        if line == right:
            continue
        if line is None:
            raise RecordError(number - 1, Text("the record ends here, in the middle"))
        if number > last:
            raise RecordError(last + 1, Text("nothing may follow the checksum"))
        if number == last:
            raise RecordError(number, Text("this is not the checksum of the lines above: something was changed"))
        raise RecordError(number, Text("this line should read: {line}", {"line": right[:200]}))
