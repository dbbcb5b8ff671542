"""Reading the stores of a service, in a data folder or in a PostgreSQL database, also while servers write them."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, NullPool, bindparam, create_engine, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from server.admin.databases import AdminError, Finding, exists, open_readonly
from server.errors import reason_of
from server.ops.database_address import hide_password, without_password
from server.storage.data_folder import GAMES_FILE, SOCIAL_FILE
from server.storage.database import SQLITE_ERRORS
from server.storage.event_store import Row, StoreBroken
from server.storage.games_schema import GAMES, LOGS
from server.storage.social_schema import tournaments
from server.storage.sqlite_log import events_containing
from server.storage.stores import require_psycopg

Where = Path | str  # a data folder, or the address of a database

AT_ONCE = 100  # tables
# All tables, in the order of their creation. `TableLog` describes the columns.
_TABLES = {
    "sqlite": "SELECT place, name, ended, left_at FROM tables",
    "postgresql": """
        SELECT place, name, CASE WHEN ends.place IS NULL THEN 0 ELSE coalesce(ends.number, -1) END AS ended, left_at
        FROM tables LEFT JOIN ends USING (place) LEFT JOIN unfinished USING (place)
        WHERE unfinished.place IS NOT NULL OR ends.place IS NOT NULL
    """,
}
_KEYS = {"sqlite": "key", "postgresql": "CASE WHEN digest IS NULL THEN NULL ELSE key END"}  # without marks of appends
_BEGIN = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ"}


@dataclass(frozen=True)
class TableLog:
    """A table and its events. `ended` counts the finished matches up to this one; 0 if it is not over.

    It is -1 for a match that has just ended in a shared database. `left_at` is when the last player left it.
    """

    place: int
    table: str
    ended: int
    rows: list[Row]
    left_at: int = 0


class Logs:
    """The logs of all tables, made by `open_logs`."""

    def __init__(self, db: Connection, name: str) -> None:
        self._db, self._name = db, name
        kind = db.dialect.name
        self._tables, self._begin = f"({_TABLES[kind]}) AS t", _BEGIN[kind]
        self._events = text(
            f"SELECT place, number, body, {_KEYS[kind]}, digest FROM events WHERE place IN :places"
            " ORDER BY place, number"
        ).bindparams(bindparam("places", expanding=True))

    def count(self, *, finished: bool = False) -> int:
        """Count all tables, or those whose match is over."""
        which = " WHERE ended <> 0" if finished else ""
        return int(self._db.exec_driver_sql(f"SELECT count(*) FROM {self._tables}{which}").scalar_one())

    def tables(self, *, finished: bool = False) -> Iterator[TableLog]:
        """Yield all tables in the order of their creation, or those whose match is over.

        Some are read in a transaction of their own: a long one would make the write-ahead log of the server grow.
        """
        which = " AND ended <> 0" if finished else ""
        listing = text(f"SELECT * FROM {self._tables} WHERE place > :last{which} ORDER BY place LIMIT {AT_ONCE}")
        last = 0
        while True:
            with self._snapshot():
                page = self._db.execute(listing, {"last": last}).all()
                rows: dict[int, list[Row]] = {place: [] for place, *_more in page}
                for place, *row in self._db.execute(self._events, {"places": list(rows)}):
                    rows[place].append(Row(*row))
            for place, name, ended, left_at in page:
                yield TableLog(place, str(name), ended, rows[place], left_at)
            if not page:
                return
            last = page[-1].place

    def last_end(self) -> int:
        """Return the number of the last match that is over."""
        return self._ends()[0]

    def findings(self) -> Iterator[Finding]:
        """Find what is wrong with the lists of tables. Ends of the last moments may have no number yet."""
        orphans = (
            "SELECT count(*) FROM events WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.place = events.place)"
        )
        with self._snapshot():
            last, over, different = self._ends()
            lost = self._db.exec_driver_sql(orphans).scalar_one()
        if not last == over == different:
            reason = f"the order of ends has gaps: {over} matches are over, the last is {last}"
            yield Finding("", 0, f"{self._name}: {reason}")
        if lost:
            yield Finding("", 0, f"{self._name}: {lost} events belong to no table")

    def _ends(self) -> tuple[int, int, int]:
        """Return the number of the last end, and the counts of ends and of their numbers."""
        ends = f"FROM {self._tables} WHERE ended > 0"
        question = f"SELECT coalesce(max(ended), 0), count(*), count(DISTINCT ended) {ends}"
        last, over, different = self._db.exec_driver_sql(question).one()
        return last, over, different

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Let the block see the state of one moment."""
        self._db.exec_driver_sql(self._begin)
        try:
            yield
        finally:
            self._db.exec_driver_sql("COMMIT")


@contextmanager
def open_logs(where: Where) -> Iterator[Logs]:
    """Open the logs of a service for reading; `AdminError` if that fails, or reading inside the block."""
    schema, name = (GAMES, GAMES_FILE) if isinstance(where, Path) else (LOGS, shown(where))
    with open_readable(where, GAMES_FILE) as db:
        version = schema.version_of(db) if db is not None else 0
        if db is None or not version:
            raise AdminError(f"There are no games in {shown(where)}")
        if version > schema.version:
            raise AdminError(f"{name} was written by a newer version of this program. Update it")
        if version < (schema.released or schema.version):  # later ones have everything that is read here
            path = _path(where, GAMES_FILE)
            raise AdminError(
                f"{path} is of an older version, from before 1.0.0. Start version 1.1.0 once, which migrates it"
            )
        yield Logs(db, name)


@contextmanager
def open_readable(where: Where, file: str) -> Iterator[Connection | None]:
    """Open one of the files of a data folder, or a database, for reading; None if the file is missing.

    Each statement is a transaction of its own. `AdminError` if that fails, or reading inside the block.
    """
    connect: Callable[[], Any]
    if isinstance(where, Path):
        if not exists(where / file):
            yield None
            return
        url, connect = "sqlite://", partial(open_readonly, where / file)
    else:
        require_psycopg()
        from server.storage.postgres.connection import open_connection

        url, connect = "postgresql+psycopg://", partial(open_connection, where)
    with _reading(where, file), create_engine(url, creator=connect, poolclass=NullPool).connect() as db:
        yield db


def has_unfinished(where: Where) -> bool:
    """Tell whether there are tables or tournaments that are not over; `AdminError` if that cannot be read."""
    with open_readable(where, GAMES_FILE) as db:
        if db is not None and inspect(db).has_table("tables"):
            tables = _TABLES[db.dialect.name]
            if db.exec_driver_sql(f"SELECT 1 FROM ({tables}) AS t WHERE ended = 0 LIMIT 1").first() is not None:
                return True
    with open_readable(where, SOCIAL_FILE) as db:
        if db is None or not inspect(db).has_table("tournaments"):
            return False
        unfinished = select(tournaments.c.tournament).where(tournaments.c.over.is_(False)).limit(1)
        return db.execute(unfinished).first() is not None


def find_events(where: Where, text: str) -> list[tuple[str, Row]]:
    """Return the events that contain a text, with their tables; `AdminError` if that fails."""
    with _reading(where, GAMES_FILE):
        if isinstance(where, str):
            from server.storage.postgres.log import containing

            return containing(where, text)
        with closing(open_readonly(where / GAMES_FILE)) as db:
            return events_containing(db, text)


@contextmanager
def _reading(where: Where, file: str) -> Iterator[None]:
    """Raise `AdminError` if a database cannot be read in the block."""
    try:
        yield
    except (SQLAlchemyError, *SQLITE_ERRORS, StoreBroken) as error:
        reason = reason_of(error) if isinstance(where, Path) else hide_password(reason_of(error), where)
        # the text and the frames of the error may hold a password
        raise AdminError(f"The database {_path(where, file)} cannot be read ({reason})") from None


def shown(where: Where) -> str:
    """Return the folder, or the address without its password."""
    return str(where) if isinstance(where, Path) else without_password(where)


def _path(where: Where, file: str) -> str:
    return str(where / file) if isinstance(where, Path) else without_password(where)
