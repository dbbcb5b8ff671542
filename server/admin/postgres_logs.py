"""Writing logs into an empty PostgreSQL database."""

from collections.abc import Iterable
from contextlib import closing

import psycopg

from server.admin.databases import AdminError
from server.admin.logs import TableLog
from server.ops.database_address import without_password
from server.storage.postgres.connection import one, open_connection, reason_of

AT_ONCE = 100  # tables


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
        raise AdminError(f"{without_password(address)} cannot be written ({reason_of(error, address)})") from None
