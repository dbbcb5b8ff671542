"""Verifying a data folder or database: the rules replay every match, and accounts and history must agree with them."""

from collections.abc import Iterator, Sequence, Set
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from netgame.games import GAMES
from netgame.match import Match, MatchError, evolve, new_match
from netgame.match.events import Created, Event, Seated
from netgame.match.state import InvalidEvent
from netgame.records.proof import ProofError, check_statement, statements
from netgame.text import Text
from netgame.tournaments.state import Tournament
from netgame.tournaments.state import evolve as evolve_tournament
from protocol.errors import ProtocolError
from protocol.event_codec import event_from_bytes, tournament_codec
from protocol.identity.device_key import verify as is_signature
from server.admin.databases import SCHEMAS, AdminError, Finding, Progress, damage, foreign, no_progress, wrong_type
from server.admin.logs import TableLog, Where, open_logs, open_readable
from server.errors import reason_of
from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE
from server.storage.history_projection import outcome_of
from server.storage.social import FinishedMatch, match_from
from server.storage.wal import kept_logs

KEY_BYTES = 16


@dataclass
class Verification:
    """The counts of checked objects, and the problems found."""

    tables: int = 0
    over: int = 0
    events: int = 0
    findings: list[Finding] = field(default_factory=list)


def verify(where: Where, progress: Progress = no_progress) -> Verification:
    """Check everything in a data folder or database; servers may use it. `AdminError` if it cannot be read at all.

    Every match must follow the rules and fit what the server has signed, events must be numbered without gaps, keys
    must be unique at their table, the events of tournaments must fit, and the databases must agree.
    """
    report, players = Verification(), set[str]()
    with open_logs(where) as logs, ExitStack() as stack:
        strange = _foreign_files(where) if isinstance(where, Path) else {}
        report.findings += [Finding("", 0, f"{name}: {reason}") for name, reason in strange.items()]
        if isinstance(where, Path):
            report.findings += _damaged_files(where, SCHEMAS.keys() - strange.keys())
        if GAMES_FILE in strange:
            return report
        social = stack.enter_context(open_readable(where, SOCIAL_FILE)) if SOCIAL_FILE not in strange else None
        history = _History(social)
        total = logs.count()
        for log in logs.tables():
            report.tables, report.over = report.tables + 1, report.over + (log.ended != 0)
            report.events += len(log.rows)
            report.findings += list(_check_table(log, players)) or list(history.check(log))
            progress(report.tables, max(total, report.tables))
        report.findings += logs.findings()
        report.findings += history.check_cursor(logs.last_end())
        report.findings += _check_tournaments(social)
    if ACCOUNTS_FILE not in strange:
        report.findings += _check_accounts(where, players)
    return report


def _foreign_files(folder: Path) -> dict[str, str]:
    """Return the databases that no server would open, and the reasons. They are not read any further."""
    found = {name: foreign(folder / name) for name in SCHEMAS if (folder / name).exists()}
    found[GAMES_FILE] = found[GAMES_FILE] or wrong_type(folder / GAMES_FILE)
    return {name: reason for name, reason in found.items() if reason}


def _damaged_files(folder: Path, names: Set[str]) -> Iterator[Finding]:
    for name in sorted(names):
        if (folder / name).exists() and (wrong := damage(folder / name)):
            yield Finding("", 0, f"{name}: {wrong}")
    for name, kept in kept_logs(folder):
        lost = kept.name.rpartition("-")[2]
        yield Finding(
            "",
            0,
            f"{name}: at least {lost} acknowledged commits are lost, because its write-ahead log was damaged. "
            f"{kept.name} holds what is left of them; delete it when you no longer need it",
        )


def _check_table(log: TableLog, players: set[str]) -> Iterator[Finding]:
    """Find what is wrong with a table. Add its players' accounts to `players`."""
    if not log.rows:
        yield Finding(log.table, 0, "there are no events")
        return
    yield from _check_numbers_and_keys(log)
    match: Match | None = None
    events: list[Event] = []
    for row in log.rows:
        try:
            event = event_from_bytes(row.body)
            if event.number != row.number:
                raise MatchError(row.number, Text("its own number is {number}", {"number": event.number}))
            if match is not None:
                match = evolve(match, event)
            elif isinstance(event, Created):
                match = new_match(event, GAMES)
            else:
                raise MatchError(row.number, Text("the first event is not created"))
        except (MatchError, ProtocolError) as error:
            reason = error.reason if isinstance(error, MatchError) else error
            yield Finding(log.table, row.number, str(reason))
            return
        events.append(event)
        if isinstance(event, Seated):
            players.add(event.account)
    is_over = match is not None and match.ended is not None
    if is_over != (log.ended != 0):
        yield Finding(log.table, 0, f"the list of tables says {'over' if log.ended else 'going on'}, its events do not")
    yield from _check_seals(log.table, events)


def _check_seals(table: str, events: Sequence[Event]) -> Iterator[Finding]:
    """Find a signature of the server that does not hold: an event before it was changed.

    Those of players are not checked here: what the program of a player sends is no damage.
    """
    assert isinstance(events[0], Created), "checked before"
    for statement in statements(events) if events[0].origin else ():
        if statement.signer is None:
            try:
                check_statement(statement, events[0].origin, is_signature)
            except ProofError:
                yield Finding(table, statement.number, "the signature of the server does not fit the events up to here")
                return


def _check_numbers_and_keys(log: TableLog) -> Iterator[Finding]:
    keys: set[bytes] = set()
    for number, row in enumerate(log.rows, 1):
        if row.number != number:
            yield Finding(log.table, row.number, f"number {number} is missing")
            return
        if (row.key is None) != (row.digest is None):
            yield Finding(log.table, number, "only one of the command's key and digest is stored")
        if row.key is not None:
            if len(row.key) != KEY_BYTES:
                yield Finding(log.table, number, f"its key has {len(row.key)} bytes instead of {KEY_BYTES}")
            if row.key in keys:
                yield Finding(log.table, number, "its key was used before at this table")
            keys.add(row.key)


def _check_tournaments(db: Connection | None) -> Iterator[Finding]:
    """Find tournaments whose events cannot be applied, or are missing."""
    log = text("SELECT body FROM tournament_events WHERE tournament = :id ORDER BY number")
    try:
        if db is None or not inspect(db).has_table("tournaments"):  # of an older version
            return
        for id, number in db.execute(text("SELECT tournament, number FROM tournaments")).all():
            tournament: Tournament | None = None
            try:
                for body in db.scalars(log, {"id": id}):
                    tournament = evolve_tournament(tournament, tournament_codec.from_bytes(body))
            except (ProtocolError, InvalidEvent) as error:
                yield Finding("", 0, f"tournament {id}: {error}")
                continue
            if tournament is None or tournament.number < number:  # a server may have added more
                yield Finding("", 0, f"tournament {id}: the last of its {number} events are missing")
    except SQLAlchemyError as error:
        yield Finding("", 0, f"{SOCIAL_FILE}: {reason_of(error)}")


def _check_accounts(where: Where, players: set[str]) -> Iterator[Finding]:
    """Every player must have an account."""
    if not players:
        return
    try:
        with open_readable(where, ACCOUNTS_FILE) as db:
            if db is None:
                yield Finding("", 0, f"{ACCOUNTS_FILE} is missing")
                return
            known = {account for (account,) in db.execute(text("SELECT account FROM accounts"))}
    except AdminError as error:
        yield Finding("", 0, f"{ACCOUNTS_FILE}: {error}")
        return
    if unknown := sorted(players - known):
        yield Finding("", 0, f"{ACCOUNTS_FILE}: {len(unknown)} players have no account ({', '.join(unknown[:5])})")


class _History:
    """The match history of a folder, as far as it had followed the games when this was made."""

    def __init__(self, db: Connection | None) -> None:
        self._db = db
        self._problem = ""
        self._cursor = 0
        if db is not None:
            try:
                self._cursor = int(db.execute(text("SELECT ending FROM cursor")).scalar_one())
            except (SQLAlchemyError, ValueError, TypeError) as error:
                self._problem = reason_of(error)

    def check(self, log: TableLog) -> Iterator[Finding]:
        """Compare the history of a match with its events, which are valid."""
        if self._db is None or self._problem or not 0 < log.ended <= self._cursor:
            return
        outcome = outcome_of(log.ended, log.table, log.rows)
        expected = outcome.match if outcome is not None else None
        try:
            row = self._db.scalar(text("SELECT match FROM finished WHERE ending = :ending"), {"ending": log.ended})
            stored = match_from(row) if row is not None else None
        except (SQLAlchemyError, msgspec.DecodeError, TypeError, RecursionError) as error:
            yield Finding(log.table, 0, f"the match history cannot be read: {reason_of(error)}")
            return
        if expected is not None and stored is None:
            yield Finding(log.table, 0, "it is missing in the match history")
        elif _essence(expected) != _essence(stored):
            yield Finding(log.table, 0, "the match history differs from its events")

    def check_cursor(self, last: int) -> Iterator[Finding]:
        """Check that the history is not ahead of the games. `last` is the number of their last end."""
        if self._problem:
            yield Finding("", 0, f"{SOCIAL_FILE}: {self._problem}")
        if self._cursor > last:
            yield Finding(
                "", 0, f"{SOCIAL_FILE}: it has read up to end {self._cursor}, but the last of {GAMES_FILE} is {last}"
            )


def _essence(match: FinishedMatch | None) -> tuple[object, ...]:
    """Return the facts of a match that every version of this program stores."""
    if match is None:
        return ()
    return match.table, match.game, match.accounts, match.winner, match.reason, match.totals, match.ended
