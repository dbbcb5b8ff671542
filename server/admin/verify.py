"""Is all that a server keeps as it should be? Every match is played again by the rules."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from netgame.games import GAMES as KNOWN_GAMES
from netgame.match import Match, MatchError, evolve, new_match
from netgame.match.events import Created, Event, Seated
from netgame.text import Text
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes
from server.admin.errors import sentence_of
from server.admin.files import ACCOUNTS, DATABASES, GAMES, damage, reading
from server.admin.findings import Finding
from server.admin.logs import Log, count_of, games_in, logs_of
from server.admin.progress import Progress, silent
from server.admin.verify_history import chronicle
from server.storage.wal import kept_logs

KEY_BYTES = 16


@dataclass
class Report:
    """What was looked at, and what was found."""

    tables: int = 0
    over: int = 0
    events: int = 0
    findings: list[Finding] = field(default_factory=list)


def verify(folder: Path, progress: Progress = silent) -> Report:
    """Look at everything in a data folder; a server may run there. `UpkeepError` if it cannot be read at all.

    Every match is folded with the rules; events have to be numbered without gaps, keys to be unique at their table, and
    the databases to fit together.
    """
    report = Report()
    report.findings += _damages(folder)
    people: set[str] = set()
    with games_in(folder) as db, chronicle(folder) as annals:
        total = count_of(db)
        for log in logs_of(db):
            report.tables, report.over = report.tables + 1, report.over + (log.ended != 0)
            report.events += len(log.rows)
            found = list(_findings(log, people)) or list(annals.findings(log))
            report.findings += found
            progress(report.tables, max(total, report.tables))
        report.findings += _of_lists(db)
        report.findings += annals.of_cursor(db)
    report.findings += _of_people(folder, people)
    return report


def _damages(folder: Path) -> Iterator[Finding]:
    for name in DATABASES:
        if (folder / name).exists() and (wrong := damage(folder / name)):
            yield Finding("", 0, f"{name}: {wrong}")
    for name, kept in kept_logs(folder):
        lost = kept.name.rpartition("-")[2]
        yield Finding(
            "",
            0,
            f"{name}: at least {lost} commits that were acknowledged are lost, since its write-ahead log was damaged. "
            f"{kept.name} holds what is left of them; delete it when you need it no more",
        )


# ---- one table


def _findings(log: Log, people: set[str]) -> Iterator[Finding]:
    """What is wrong with a table; who sat there joins `people`."""
    if not log.rows:
        yield Finding(log.table, 0, "there are no events")
        return
    yield from _of_numbers_and_keys(log)
    match: Match | None = None
    for row in log.rows:
        try:
            event = event_from_bytes(row.body)
            match = _folded(match, event, row.number)
        except (MatchError, ProtocolError) as error:
            reason = error.reason if isinstance(error, MatchError) else error
            yield Finding(log.table, row.number, str(reason))
            return
        if isinstance(event, Seated):
            people.add(event.account)
    is_over = match is not None and match.ended is not None
    if is_over != (log.ended != 0):
        said = "over" if log.ended else "going on"
        yield Finding(log.table, 0, f"the list of tables has it as {said}, by its events it is not")


def _folded(match: Match | None, event: Event, number: int) -> Match:
    """The match after that event; its first one begins it."""
    if event.number != number:
        raise MatchError(number, Text("it says of itself that it is number {number}", {"number": event.number}))
    if match is not None:
        return evolve(match, event)
    if not isinstance(event, Created):
        raise MatchError(number, Text("a match begins with the event created"))
    return new_match(event, KNOWN_GAMES)


def _of_numbers_and_keys(log: Log) -> Iterator[Finding]:
    keys: set[bytes] = set()
    for number, row in enumerate(log.rows, 1):
        if row.number != number:
            yield Finding(log.table, row.number, f"number {number} is missing")
            return
        if (row.key is None) != (row.digest is None):
            yield Finding(log.table, number, "of key and digest of the command one is missing")
        if row.key is not None:
            if len(row.key) != KEY_BYTES:
                yield Finding(log.table, number, f"its key has {len(row.key)} bytes instead of {KEY_BYTES}")
            if row.key in keys:
                yield Finding(log.table, number, "its key was used before at this table")
            keys.add(row.key)


# ---- all of it


def _of_lists(db: sqlite3.Connection) -> Iterator[Finding]:
    db.execute("BEGIN")
    try:
        last, over, different = db.execute(
            "SELECT coalesce(max(ended), 0), count(*), count(DISTINCT ended) FROM tables WHERE ended != 0"
        ).fetchone()
        lost = db.execute("SELECT count(*) FROM events WHERE place NOT IN (SELECT place FROM tables)").fetchone()[0]
    finally:
        db.execute("COMMIT")
    if not last == over == different:
        yield Finding("", 0, f"{GAMES}: the order of the ends has gaps: {over} matches are over, the last is {last}")
    if lost:
        yield Finding("", 0, f"{GAMES}: {lost} events belong to no table")


def _of_people(folder: Path, people: set[str]) -> Iterator[Finding]:
    """Whoever has sat at a table has an account."""
    if not people or not (folder / ACCOUNTS).exists():
        if people:
            yield Finding("", 0, f"{ACCOUNTS} is missing")
        return
    try:
        with closing(reading(folder / ACCOUNTS)) as db:
            known = {account for (account,) in db.execute("SELECT account FROM accounts")}
    except sqlite3.Error as error:
        yield Finding("", 0, f"{ACCOUNTS}: {sentence_of(error)}")
        return
    if strangers := sorted(people - known):
        named = ", ".join(strangers[:5])
        yield Finding("", 0, f"{ACCOUNTS}: {len(strangers)} who have sat at tables have no account ({named})")
