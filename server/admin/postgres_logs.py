"""The logs in a PostgreSQL database for admin commands: reading all of them, and writing them into an empty one."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import psycopg

from server.admin.databases import AdminError, Finding, TableLog, list_findings
from server.ops.database_address import without_password
from server.storage.event_store import Row, StoreBroken
from server.storage.games_schema import LOGS
from server.storage.postgres.connection import one, open_connection, reason_of
from server.storage.postgres.log import FIELDS, containing

AT_ONCE = 100  # tables


@contextmanager
def open_postgres_logs(address: str) -> Iterator["PostgresLogs"]:
    """Open the logs in a database for reading; `AdminError` if that fails, or reading inside the block."""
    shown = without_password(address)
    with closing(open_connection(address)) as db:
        try:
            if not one(db, "SELECT to_regclass('log_version') IS NOT NULL"):
                raise AdminError("There are no games in {folder}", folder=shown)
            version = int(str(one(db, "SELECT version FROM log_version")))
            if version > LOGS.version:
                raise AdminError("{name} was written by a newer version of this program. Update it", name=shown)
            if version < LOGS.version:
                raise AdminError(
                    "{path} is of an older version. Start the server once to migrate it, then try again", path=shown
                )
            yield PostgresLogs(db, shown)
        except psycopg.Error as error:
            raise AdminError(
                "The database {path} cannot be read ({reason})", path=shown, reason=reason_of(error, address)
            ) from None


@contextmanager
def open_postgres_readable(address: str) -> Iterator["PostgresReadable"]:
    """Open a database for reading; `AdminError` if that fails, or reading inside the block."""
    with closing(open_connection(address)) as db:
        try:
            yield PostgresReadable(db, address)
        except psycopg.Error as error:
            raise AdminError(
                "The database {path} cannot be read ({reason})",
                path=without_password(address), reason=reason_of(error, address),
            ) from None  # fmt: skip


class PostgresReadable:
    """A database that is asked as SQLite is."""

    def __init__(self, db: psycopg.Connection, address: str) -> None:
        self._db, self._address = db, address

    def execute(self, question: str, values: Sequence[object] = (), /) -> Any:
        """Ask a question with ? for each value, or ?1 for the only one, and return a cursor."""
        question = question.replace("instr(", "strpos(")
        if "?1" in question:
            return self._db.execute(question.replace("?1", "%(value)s").encode(), {"value": values[0]}, binary=True)
        return self._db.execute(question.replace("?", "%s").encode(), values, binary=True)

    def events_containing(self, text: str) -> list[tuple[str, Row]]:
        """Return the events that contain a text, with their tables."""
        try:
            return containing(self._address, text)
        except StoreBroken as broken:
            raise AdminError(
                "The database {path} cannot be read ({reason})",
                path=without_password(self._address), reason=str(broken),
            ) from None  # fmt: skip


class PostgresLogs:
    """The logs of all tables in a database, made by `open_postgres_logs`."""

    def __init__(self, db: psycopg.Connection, name: str) -> None:
        self._db, self._name = db, name

    def count(self, *, finished: bool = False) -> int:
        """Count all tables that have events, or those whose match is over."""
        ends = "SELECT count(*) FROM ends"
        return int(str(one(self._db, ends if finished else f"SELECT ({ends}) + (SELECT count(*) FROM unfinished)")))

    def tables(self, *, finished: bool = False) -> Iterator[TableLog]:
        """Yield all tables in the order of their creation, or those whose match is over."""
        last = 0
        is_over = "ends.place IS NOT NULL"
        which = is_over if finished else f"(unfinished.place IS NOT NULL OR {is_over})"
        listing = (
            f"SELECT place, name, CASE WHEN {is_over} THEN coalesce(ends.number, -1) ELSE 0 END, left_at FROM tables"
            " LEFT JOIN ends USING (place) LEFT JOIN unfinished USING (place)"
            f" WHERE place > %s AND {which} ORDER BY place LIMIT %s"
        )
        events = f"SELECT place, {FIELDS} FROM events WHERE place = ANY(%s) ORDER BY place, number"
        while True:
            with self._db.transaction():
                self._db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                page = self._db.execute(listing.encode(), (last, AT_ONCE)).fetchall()
                rows: dict[int, list[Row]] = {place: [] for place, *_more in page}
                for place, *row in self._db.execute(events.encode(), (list(rows),), binary=True):
                    rows[place].append(Row(*row))
            for place, name, ended, left_at in page:
                yield TableLog(place, name, ended, rows[place], left_at)
            if not page:
                return
            last = page[-1][0]

    def last_end(self) -> int:
        """Return the number of the last match that is over."""
        return int(str(one(self._db, "SELECT coalesce(max(number), 0) FROM ends")))

    def findings(self) -> Iterator[Finding]:
        """Find what is wrong with the lists of tables. Ends of the last moments may have no number yet."""
        row = self._db.execute(
            "SELECT (SELECT coalesce(max(number), 0) FROM ends), (SELECT count(number) FROM ends),"
            " (SELECT count(DISTINCT number) FROM ends),"
            " (SELECT count(*) FROM events WHERE NOT EXISTS (SELECT FROM tables WHERE tables.place = events.place))"
        ).fetchone()
        assert row is not None, "it has one row"
        yield from list_findings(self._name, *row)


def other_servers(address: str) -> int:
    """Count the connections of servers to a database."""
    question = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND application_name = current_setting('application_name')"
    )
    with closing(open_connection(address)) as db:
        return int(str(one(db, question)))


def write_logs(address: str, logs: Iterable[tuple[TableLog, int, bytes]]) -> None:
    """Write logs into a database that has none, all or none. Each comes with its due time and its entry."""
    columns = {
        "tables": "place, name, left_at", "events": "place, number, body, key, digest", "unfinished": "place, due",
        "entries": "place, entry, number, changed", "ends": "place, closed, last, changed, number",
    }  # fmt: skip
    try:
        with closing(open_connection(address)) as db, db.transaction():
            db.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # no server uses this database now
            now = str(one(db, "SELECT pg_current_xact_id()::text"))
            rows: dict[str, list[tuple[object, ...]]] = {table: [] for table in columns}

            def flush() -> None:
                for table, found in rows.items():
                    with db.cursor().copy(f"COPY {table} ({columns[table]}) FROM STDIN".encode()) as copy:
                        for row in found:
                            copy.write_row(row)
                    found.clear()

            for log, due, entry in logs:
                last = log.rows[-1].number
                rows["tables"].append((log.place, log.table, log.left_at))
                rows["events"] += [(log.place, row.number, row.body, row.key, row.digest) for row in log.rows]
                if log.ended:
                    rows["ends"].append((log.place, log.ended, last, now, log.ended))
                else:
                    rows["unfinished"].append((log.place, due))
                    rows["entries"].append((log.place, entry, last, now))
                if len(rows["tables"]) == AT_ONCE:
                    flush()
            flush()
            for table, column in (("tables", "place"), ("ends", "closed")):
                db.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), max({column})) FROM {table}".encode()
                )
        with closing(open_connection(address)) as db:
            db.execute("ANALYZE")
    except psycopg.Error as error:
        raise AdminError(
            "{path} cannot be written ({reason})", path=without_password(address), reason=reason_of(error, address)
        ) from None
