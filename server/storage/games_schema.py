"""The tables of the logs: in a file of one server, and in a PostgreSQL database that several servers share."""

from server.storage.schema import Schema

# places instead of names keep the index small; with rowids, rows that are written together share pages
_FILE = """
CREATE TABLE tables (
    place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, ended INTEGER NOT NULL DEFAULT 0,
    left_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX unfinished ON tables (place) WHERE ended = 0;
CREATE UNIQUE INDEX finished ON tables (ended) WHERE ended != 0;
CREATE TABLE events (
    place INTEGER NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, key BLOB, digest BLOB,
    PRIMARY KEY (place, number)
);
CREATE TABLE alive (id INTEGER PRIMARY KEY CHECK (id = 0), at INTEGER NOT NULL)
"""
# Each table has a row in `ends` if it is over, else one in `unfinished` and often one in `entries`. `changed` is the
# transaction that wrote a row. The `number` in `entries` is negative while the table takes no events. An end gets its
# number after its transaction has committed, so that readers who follow the numbers skip none. `rating_versions` has
# how often the rating of an account in a game has changed. Servers of 1.0 and 1.1
# look at `log_version` when they start.
_SHARED = """
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
CREATE TABLE rating_versions (account text, game text, version bigint NOT NULL, PRIMARY KEY (account, game));
CREATE TABLE log_version (id integer PRIMARY KEY CHECK (id = 0), version integer);
INSERT INTO log_version VALUES (0, 2)
"""
GAMES = Schema("games", 4, _FILE)
LOGS = Schema("logs", 2, _SHARED, released=1, numbered_by="log_version")
