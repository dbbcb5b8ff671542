"""The logs of the tables as they lie in a data folder, read one table at a time while a server may be writing them."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.admin.errors import UpkeepError, sentence_of
from server.admin.files import DATABASES, GAMES, reading
from server.storage.event_store import Row
from server.storage.migrations import version_of

PAGE = 500  # tables listed at once


@dataclass(frozen=True)
class Log:
    """A table and its events. `ended` is its place among the matches that are over, 0 while it is not."""

    place: int
    table: str
    ended: int
    rows: list[Row]


@contextmanager
def games_in(folder: Path) -> Iterator[sqlite3.Connection]:
    """The games of a folder, to be read; `UpkeepError` also where reading fails inside the block."""
    path = folder / GAMES
    if not path.exists():
        raise UpkeepError("There are no games in {folder}", folder=str(folder))
    with closing(reading(path)) as db:
        version = version_of(db)
        if version < DATABASES[GAMES]:
            raise UpkeepError(
                "{path} is of an older version. It is brought up to date when the server starts; then try again",
                path=str(path),
            )
        if version > DATABASES[GAMES]:
            raise UpkeepError("{path} was written by a newer version of this program. Update it", path=str(path))
        try:
            yield db
        except sqlite3.Error as error:
            raise UpkeepError("{path} cannot be read ({reason})", path=str(path), reason=sentence_of(error)) from error


def count_of(db: sqlite3.Connection, *, over: bool = False) -> int:
    """How many tables there are, or how many that are over."""
    return int(db.execute(f"SELECT count(*) FROM tables{' WHERE ended != 0' * over}").fetchone()[0])


def logs_of(db: sqlite3.Connection, *, over: bool = False) -> Iterator[Log]:
    """Every table in the order in which they were made, or those that are over.

    Each is read at one moment, all of them at as many: who held one moment for long would make the server's log grow.
    """
    last = -1
    which = "AND ended != 0" if over else ""
    while page := db.execute(
        f"SELECT place, name FROM tables WHERE place > ? {which} ORDER BY place LIMIT ?", (last, PAGE)
    ).fetchall():
        for place, name in page:
            yield _log(db, place, name)
        last = page[-1][0]


def _log(db: sqlite3.Connection, place: int, name: str) -> Log:
    db.execute("BEGIN")
    try:
        (ended,) = db.execute("SELECT ended FROM tables WHERE place = ?", (place,)).fetchone()
        rows = db.execute("SELECT number, body, key, digest FROM events WHERE place = ? ORDER BY number", (place,))
        return Log(place, name, ended, [Row(*row) for row in rows])
    finally:
        db.execute("COMMIT")
