"""Exporting finished matches and tournaments as files that people and other programs can read."""

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
from server.admin.databases import AdminError, Finding, Progress, no_progress, reason_and_remedy
from server.admin.logs import TableLog, Where, open_logs
from server.admin.tournament_export import export_tournaments

SUFFIX = ".netgame"
_TABLE = re.compile(r"[a-z0-9]{1,64}")
NAME_LETTERS = 24  # of each player


@dataclass
class Exported:
    """How many records were written, how many existed, how many matches ended before their start.

    `tournaments` counts the pages of tournaments that were written.
    """

    written: int = 0
    existing: int = 0
    unplayed: int = 0
    tournaments: int = 0
    findings: list[Finding] = field(default_factory=list)


def export(where: Where, directory: Path, progress: Progress = no_progress) -> Exported:
    """Write the record of each finished match of a data folder or database into a directory; servers may use it.

    Skip matches whose file exists, so the next export writes only new ones. Each record is read again before it is
    stored; matches that cannot be written are in `findings`. Tournaments that are over get a page and JSON.
    """
    done = Exported()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        existing = {path.stem.rpartition("-")[2] for path in directory.glob(f"*{SUFFIX}")}
        with open_logs(where) as logs:
            total = logs.count(finished=True)
            for number, log in enumerate(logs.tables(finished=True), 1):
                if log.table in existing:
                    done.existing += 1
                else:
                    _export(log, directory, done)
                progress(number, max(total, number))
        for finding in export_tournaments(where, directory, SUFFIX):
            done.tournaments += finding is None
            done.findings += [] if finding is None else [finding]
    except OSError as error:
        raise AdminError(f"Records cannot be written to {directory} ({reason_and_remedy(error)})") from error
    return done


def _export(log: TableLog, directory: Path, done: Exported) -> None:
    try:
        events = [event_from_bytes(row.body) for row in log.rows]
        if not any(isinstance(event, Started) for event in events):
            done.unplayed += 1
            return
        if not _TABLE.fullmatch(log.table):  # it becomes part of a file name
            raise RecordError(1, Text("the table has no valid name"))
        if not isinstance(events[0], Created):
            raise RecordError(1, Text("the first event is not created"))
        text = write_record(events).encode()
        if read_record(text, GAMES) != tuple(events):
            raise RecordError(1, Text("the record differs from the events"))
    except (ProtocolError, RecordError) as error:
        done.findings.append(Finding(log.table, 0, str(error)))
        return
    write_whole(directory / f"{file_stem(log.table, events)}{SUFFIX}", text)
    done.written += 1


def file_stem(table: str, events: list[Event]) -> str:
    """Return a name like `2026-11-21-thud-ann-bob-k3m5...`: end date, game, players, and the table, which is unique."""
    created, ended = events[0], events[-1]
    assert isinstance(created, Created)
    assert isinstance(ended, Ended), "it is over"
    names = {event.player: event.name for event in events if isinstance(event, Seated)}
    day = datetime.fromtimestamp(ended.at / 1000, UTC).strftime("%Y-%m-%d")
    players = [re.sub(r"[\W_]+", "-", names.get(player, "")).strip("-").lower() for player in (0, 1)]
    return "-".join(filter(None, (day, created.game, *(name[:NAME_LETTERS] for name in players), table)))
