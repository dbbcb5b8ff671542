"""Read the record of a match: parse and check all of it.

docs/records.md specifies the format. A match has exactly one spelling; any other text is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from netgame.match.events import Event
from netgame.match.evolve import evolve
from netgame.match.state import Games, Match, MatchError
from netgame.records.comments import MAX_COMMENT, Comments, is_comment, may_have_comments
from netgame.records.event_lines import SEALED_LABEL, SIGNED_LABEL, read_event, read_proof, write_event, write_proof
from netgame.records.header import MAGIC, check_players, read_head
from netgame.records.lines import COMMENT_LABEL, MAX_EVENTS, MAX_RECORD, LineError, Lines, RecordError, quote, unquote
from netgame.records.writer import checksum_line, result_line
from netgame.text import N_, Text

_TOO_SHORT = N_("the record ends too early")


@dataclass(frozen=True)
class Record:
    """The content of a record."""

    log: tuple[Event, ...]
    match: Match
    comments: Comments = field(default_factory=dict)


class CutRecord(RecordError):
    """The text ends before the record does. `whole` is what comes before, without a checksum that would prove it; None
    if not even the head is whole."""

    def __init__(self, line: int, whole: Record | None) -> None:
        super().__init__(line, Text(_TOO_SHORT))
        self.whole = whole


def read_record(text: str | bytes, games: Games) -> tuple[Event, ...]:
    """Return the log of a record after checking every line. Raise `RecordError` with the first wrong line.

    A byte order mark and the line ends of Windows are accepted: other programs add them.
    """
    return read_match(text, games)[0]


def read_match(text: str | bytes, games: Games) -> tuple[tuple[Event, ...], Match]:
    """Return the log of a record and its match. See `read_record`."""
    record = load_record(text, games)
    return record.log, record.match


def load_record(text: str | bytes, games: Games) -> Record:
    """Return all that a record holds. See `read_record`; raise `CutRecord` if the end of the text is missing."""
    lines = Lines(_content(text))
    log: list[Event] = []
    comments: dict[int, tuple[str, ...]] = {}
    match: Match | None = None
    try:
        created, match = read_head(lines, games)
        if lines.next():
            raise lines.record_error("there must be an empty line between the head and the events")
        log.append(created)
        while line := lines.next():
            if lines.number == len(lines.all):
                raise lines.record_error(_TOO_SHORT)
            if len(log) == MAX_EVENTS:
                raise lines.record_error("a record has at most {limit} events", limit=MAX_EVENTS)
            event = _read_event(lines, line, created.at)
            try:
                match = evolve(match, event)
            except MatchError as exc:
                raise RecordError(lines.number, exc.reason) from exc
            log.append(event)
            if lines.next_is(COMMENT_LABEL):
                comments[event.number] = tuple(_read_comments(lines, event))
        _check_end(lines, match)
    except RecordError as exc:
        if exc.line < len(lines.all) or lines.all[0] != MAGIC:
            raise
        raise CutRecord(exc.line, Record(tuple(log), match, comments) if match and log else None) from exc
    if lines.next() or lines.number < len(lines.all):
        raise lines.record_error("nothing may follow the checksum")
    return Record(tuple(log), match, comments)


def _content(text: str | bytes) -> str:
    """Return the text of a record. Raise `RecordError` if it is too long or not text."""
    # count the characters first, to avoid encoding a huge text
    if len(text) > MAX_RECORD or (isinstance(text, str) and len(text.encode("utf-8", "surrogatepass")) > MAX_RECORD):
        raise RecordError(1, Text("a record has at most {limit} bytes", {"limit": MAX_RECORD}))
    try:
        content = text.decode() if isinstance(text, bytes) else text
    except UnicodeDecodeError as exc:
        if exc.reason == "unexpected end of data":
            return _content(exc.object[: exc.start]) + "\ufffd"  # cut within a character: the last line is not whole
        line = exc.object.count(b"\n", 0, exc.start) + 1
        raise RecordError(line, Text("this line is not UTF-8 text")) from exc
    # as mail programs and editors of Windows may write it
    return content.removeprefix("\ufeff").replace("\r\n", "\n")


def _read_event(lines: Lines, line: str, started_at: int) -> Event:
    try:
        event = read_event(line, started_at)
    except LineError as exc:
        raise RecordError(lines.number, exc.text) from exc
    _check_written(lines, line, write_event(event, started_at))
    signed, sealed = (lines.next() if lines.next_is(label) else "" for label in (SIGNED_LABEL, SEALED_LABEL))
    try:
        proof = read_proof(signed, sealed)
    except LineError as exc:
        raise RecordError(lines.number, exc.text) from exc
    if proof is None:
        return event
    for read, written in zip(filter(None, (signed, sealed)), write_proof(proof), strict=False):
        _check_written(lines, read, written)
    return replace(event, proof=proof)


def _read_comments(lines: Lines, event: Event) -> Iterator[str]:
    while lines.next_is(COMMENT_LABEL):
        line = lines.next()
        if not may_have_comments(event):
            raise lines.record_error("a comment must follow the start of a leg, a move or a forfeited turn")
        try:
            text = unquote(line.removeprefix(COMMENT_LABEL))
        except LineError as exc:
            raise RecordError(lines.number, exc.text) from exc
        if not is_comment(text):
            raise lines.record_error(
                "a comment is one line of at most {limit} characters, without spaces at its ends",
                limit=MAX_COMMENT,
            )
        _check_written(lines, line, f"{COMMENT_LABEL}{quote(text)}")
        yield text


def _check_written(lines: Lines, line: str, written: str) -> None:
    if written != line:
        raise lines.record_error("this line should read: {line}", line=written[:200])


def _check_end(lines: Lines, match: Match) -> None:
    """Check what follows the events: an empty line, the result, the checksum."""
    if lines.number >= len(lines.all):
        raise RecordError(len(lines.all), Text(_TOO_SHORT))
    check_players(lines, match)
    _expect_line(lines, result_line(match.ended), "this line should read: {line}")
    body = "".join(f"{line}\n" for line in lines.all[: lines.number])
    _expect_line(lines, checksum_line(body), N_("the checksum does not match the lines above: the record was changed"))
    if lines.number == len(lines.all):
        raise lines.record_error(_TOO_SHORT)


def _expect_line(lines: Lines, right: str, template: str) -> None:
    """Raise `RecordError` unless the next line is complete and reads so."""
    if lines.next() == right:
        return
    if lines.number < len(lines.all):
        raise lines.record_error(template, line=right)
    raise RecordError(len(lines.all), Text(_TOO_SHORT))
