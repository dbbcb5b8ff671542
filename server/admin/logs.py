"""Reading the logs of all tables, in a data folder or in a PostgreSQL database, also while servers write them."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from server.admin.databases import Finding, TableLog, count_tables, list_findings, open_games, open_readonly, table_logs
from server.storage.data_folder import GAMES_FILE
from server.storage.event_store import Row
from server.storage.log_store import require_psycopg
from server.storage.sqlite_log import events_containing

Where = Path | str  # a data folder, or the address of a database


class Logs(Protocol):
    """The logs of all tables; `AdminError` if they cannot be read."""

    def count(self, *, finished: bool = False) -> int:
        """Count all tables, or those whose match is over."""

    def tables(self, *, finished: bool = False) -> Iterator[TableLog]:
        """Yield all tables in the order of their creation, or those whose match is over."""

    def last_end(self) -> int:
        """Return the number of the last match that is over."""

    def findings(self) -> Iterator[Finding]:
        """Find what is wrong with the lists of tables."""


def open_logs(where: Where) -> AbstractContextManager[Logs]:
    """Open the logs of a service for reading; `AdminError` if that fails, or reading inside the block."""
    if isinstance(where, Path):
        return _open_folder(where)
    require_psycopg()
    from server.admin.postgres_logs import open_postgres_logs

    return open_postgres_logs(where)


class Readable(Protocol):
    """A database for reading, which is asked as SQLite is."""

    def execute(self, question: str, values: Sequence[object] = (), /) -> Any:
        """Ask a question with ? for each value, or ?1 for the only one, and return a cursor."""

    def events_containing(self, text: str) -> list[tuple[str, Row]]:
        """Return the events that contain a text, with their tables."""


class _FolderReadable:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.execute = db.execute
        self.events_containing = partial(events_containing, db)


@contextmanager
def open_readable(where: Where, file: str) -> Iterator[Readable | None]:
    """Open one of the files of a data folder, or a database, for reading; None if the file is missing."""
    if isinstance(where, str):
        require_psycopg()
        from server.admin.postgres_logs import open_postgres_readable

        with open_postgres_readable(where) as shared:
            yield shared
    elif (where / file).exists():
        with closing(open_readonly(where / file)) as db:
            yield _FolderReadable(db)
    else:
        yield None


@contextmanager
def _open_folder(folder: Path) -> Iterator[Logs]:
    with open_games(folder) as db:
        yield _FolderLogs(db)


class _FolderLogs:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def count(self, *, finished: bool = False) -> int:
        return count_tables(self._db, finished=finished)

    def tables(self, *, finished: bool = False) -> Iterator[TableLog]:
        return table_logs(self._db, finished=finished)

    def last_end(self) -> int:
        return int(self._db.execute("SELECT coalesce(max(ended), 0) FROM tables").fetchone()[0])

    def findings(self) -> Iterator[Finding]:
        self._db.execute("BEGIN")
        try:
            last, over, different = self._db.execute(
                "SELECT coalesce(max(ended), 0), count(*), count(DISTINCT ended) FROM tables WHERE ended != 0"
            ).fetchone()
            question = "SELECT count(*) FROM events WHERE place NOT IN (SELECT place FROM tables)"
            orphans = self._db.execute(question).fetchone()[0]
        finally:
            self._db.execute("COMMIT")
        yield from list_findings(GAMES_FILE, last, over, different, orphans)
