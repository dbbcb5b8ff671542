"""Do the annals say of finished matches what their events say?"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from protocol import messages as m
from server.admin.errors import sentence_of
from server.admin.files import ANNALS, GAMES, reading
from server.admin.findings import Finding
from server.admin.logs import Log
from server.storage.history_projection import outcome_of

_match_of = msgspec.msgpack.Decoder(m.Finished).decode


class Chronicle:
    """The annals of a folder as they were when this was made: as far as they had read the games by then."""

    def __init__(self, db: sqlite3.Connection | None) -> None:
        self._db = db
        self._problem = ""
        self._cursor = 0
        if db is not None:
            try:
                self._cursor = int(db.execute("SELECT ending FROM cursor").fetchone()[0])
            except (sqlite3.Error, TypeError) as error:
                self._problem = sentence_of(error)

    def findings(self, log: Log) -> Iterator[Finding]:
        """What is wrong about a match whose events are as they should be."""
        if self._db is None or self._problem or not 0 < log.ended <= self._cursor:
            return
        outcome = outcome_of(log.ended, log.table, log.rows)
        told = outcome.match if outcome is not None else None
        try:
            row = self._db.execute("SELECT match FROM finished WHERE ending = ?", (log.ended,)).fetchone()
            kept = _match_of(row[0]) if row is not None else None
        except (sqlite3.Error, msgspec.DecodeError) as error:
            yield Finding(log.table, 0, f"the annals cannot be read: {sentence_of(error)}")
            return
        if told is not None and kept is None:
            yield Finding(log.table, 0, "it is missing in the annals")
        elif _essence(told) != _essence(kept):
            yield Finding(log.table, 0, "the annals say something else of it than its events")

    def of_cursor(self, games: sqlite3.Connection) -> Iterator[Finding]:
        """What is wrong about all of them."""
        if self._problem:
            yield Finding("", 0, f"{ANNALS}: {self._problem}")
        last = int(games.execute("SELECT coalesce(max(ended), 0) FROM tables").fetchone()[0])
        if self._cursor > last:
            yield Finding(
                "", 0, f"{ANNALS}: it has read up to end {self._cursor}, and the last one of {GAMES} is {last}"
            )


@contextmanager
def chronicle(folder: Path) -> Iterator[Chronicle]:
    """The annals of that folder, if it has any."""
    if not (folder / ANNALS).exists():
        yield Chronicle(None)
        return
    with closing(reading(folder / ANNALS)) as db:
        yield Chronicle(db)


def _essence(match: m.Finished | None) -> tuple[object, ...]:
    """What every version of this program says of a match."""
    if match is None:
        return ()
    return match.table, match.game, match.accounts, match.winner, match.reason, match.totals, match.ended
