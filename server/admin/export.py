"""Matches that are over, as files that people and other programs can read."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from netgame.games import GAMES
from netgame.match.events import Created, Ended, Event, Seated, Started
from netgame.records.lines import RecordError
from netgame.records.reader import read_record
from netgame.records.writer import write_record
from netgame.text import Text
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes
from protocol.files import write_whole
from server.admin.errors import UpkeepError, sentence_of
from server.admin.findings import Finding
from server.admin.logs import Log, count_of, games_in, logs_of
from server.admin.progress import Progress, silent

SUFFIX = ".netgame"
_TABLE = re.compile(r"[a-z0-9]{1,64}")
NAME_LETTERS = 24  # of each player


@dataclass
class Exported:
    """How many files were written, how many were there already, how many matches were broken off before a start."""

    written: int = 0
    there: int = 0
    unplayed: int = 0
    findings: list[Finding] = field(default_factory=list)


def export(folder: Path, directory: Path, progress: Progress = silent) -> Exported:
    """Write the record of each finished match into a directory; a server may run in the folder.

    A file that is there already is not written again, so the next time only what is new is. Each record is read again
    before it is kept; a match that cannot be written is named in `findings`.
    """
    done = Exported()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        there = {_table_of(path) for path in directory.glob(f"*{SUFFIX}")}
        with games_in(folder) as db:
            total = count_of(db, over=True)
            for number, log in enumerate(logs_of(db, over=True), 1):
                if log.table in there:
                    done.there += 1
                else:
                    _export(log, directory, done)
                progress(number, max(total, number))
    except OSError as error:
        raise UpkeepError(
            "Records cannot be written to {directory} ({reason})", directory=str(directory), reason=sentence_of(error)
        ) from error
    return done


def _export(log: Log, directory: Path, done: Exported) -> None:
    try:
        events = [event_from_bytes(row.body) for row in log.rows]
        if not any(isinstance(event, Started) for event in events):
            done.unplayed += 1
            return
        if not _TABLE.fullmatch(log.table):  # it becomes part of a file's name
            raise RecordError(1, Text("this is no name of a table"))
        text = write_record(events).encode()
        if read_record(text, GAMES) != tuple(events):
            raise RecordError(1, Text("the record says something else than the events"))
    except (ProtocolError, RecordError) as error:
        done.findings.append(Finding(log.table, 0, str(error)))
        return
    write_whole(directory / f"{name_of(log.table, events)}{SUFFIX}", text)
    done.written += 1


def name_of(table: str, events: list[Event]) -> str:
    """Such as `2026-11-21-thud-ann-bob-k3m5...`: day of the end, game, players, and the table, which is unique."""
    created, ended = events[0], events[-1]
    assert isinstance(created, Created)
    assert isinstance(ended, Ended), "it is over"
    names = {event.player: event.name for event in events if isinstance(event, Seated)}
    day = datetime.fromtimestamp(ended.at / 1000, UTC).strftime("%Y-%m-%d")
    players = [re.sub(r"[\W_]+", "-", names.get(player, "")).strip("-").lower() for player in (0, 1)]
    return "-".join(filter(None, (day, created.game, *(name[:NAME_LETTERS] for name in players), table)))


def _table_of(path: Path) -> str:
    return path.stem.rpartition("-")[2]
