"""The schema of the logs in PostgreSQL, version by version. An older one is migrated when a server starts."""

import psycopg

from server.errors import StoreError
from server.ops.database_address import without_password

# Each table has a row in `ends` if it is over, else one in `unfinished` and often one in `entries`. `changed` is the
# transaction that wrote a row. An end gets its number after its transaction has committed, so that readers who follow
# the numbers skip none.
_V1 = """
CREATE TABLE tables (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, left_at bigint NOT NULL DEFAULT 0
);
CREATE TABLE events (
    place bigint, number integer, body bytea NOT NULL, key bytea, digest bytea, PRIMARY KEY (place, number)
);
CREATE TABLE unfinished (place bigint PRIMARY KEY, due bigint NOT NULL);
CREATE INDEX unfinished_due ON unfinished (due) WHERE due <> 0;
CREATE TABLE entries (place bigint PRIMARY KEY, entry bytea NOT NULL, number integer NOT NULL, changed xid8 NOT NULL);
CREATE INDEX entries_changed ON entries (changed);
CREATE TABLE ends (
    place bigint PRIMARY KEY, closed bigint GENERATED ALWAYS AS IDENTITY, last integer NOT NULL, changed xid8 NOT NULL,
    number bigint UNIQUE
);
CREATE INDEX ends_changed ON ends (changed);
CREATE INDEX ends_unnumbered ON ends (closed) WHERE number IS NULL;
CREATE TABLE alive (id integer PRIMARY KEY CHECK (id = 0), at bigint NOT NULL);
"""
# how often the rating of an account in a game has changed
_V2 = "CREATE TABLE rating_versions (account text, game text, version bigint NOT NULL, PRIMARY KEY (account, game));"
MIGRATIONS = (_V1, _V2)  # from each version to the next one; never changed once published
VERSION = len(MIGRATIONS)
LOCK = 0x6E657467616D65  # for `pg_advisory_lock`: two servers that start at once do not migrate at once


def migrate(db: psycopg.Connection, address: str) -> None:
    """Create or migrate the schema, under a lock that all servers of this database take.

    `StoreError` if a newer program wrote it.
    """
    with db.transaction():
        db.execute("SET LOCAL lock_timeout = 0")
        db.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        db.execute("CREATE TABLE IF NOT EXISTS log_version (id integer PRIMARY KEY CHECK (id = 0), version integer)")
        row = db.execute("SELECT version FROM log_version").fetchone()
        version = row[0] if row is not None else 0
        if version > VERSION:
            raise StoreError(
                "The database {path} was written by a newer version of this program. Update it",
                path=without_password(address),
            )
        for script in MIGRATIONS[version:]:
            db.execute(script.encode())
        if version < VERSION:
            db.execute(
                "INSERT INTO log_version VALUES (0, %s) ON CONFLICT (id) DO UPDATE SET version = excluded.version",
                (VERSION,),
            )
        # After a restore into another PostgreSQL, whose transactions have smaller numbers, its rows seem to be of the
        # future, and readers would get them again and again.
        for table in ("entries", "ends"):
            current = "pg_current_xact_id()"
            db.execute(f"UPDATE {table} SET changed = {current} WHERE changed > {current}".encode())
