"""The schema of the database of the tables, version by version. A file of an older version is migrated."""

# places instead of names keep the index small; with rowids, rows that are written together share pages
_V1 = """
CREATE TABLE tables (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, ended INTEGER NOT NULL DEFAULT 0);
CREATE INDEX unfinished ON tables (place) WHERE ended = 0;
CREATE TABLE events (
    place INTEGER NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, key BLOB, digest BLOB,
    PRIMARY KEY (place, number)
);
CREATE UNIQUE INDEX keys ON events (place, key) WHERE key IS NOT NULL;
"""
# `ended` was 1 for all tables that had ended; now it numbers the ends, in the order of the last rows of these tables
_V2 = """
CREATE TEMP TABLE endings (ending INTEGER PRIMARY KEY, place INTEGER NOT NULL);
INSERT INTO endings (place)
    SELECT place FROM tables JOIN events USING (place) WHERE ended != 0 GROUP BY place ORDER BY max(events.rowid);
UPDATE tables SET ended = (SELECT ending FROM endings WHERE endings.place = tables.place) WHERE ended != 0;
DROP TABLE endings;
CREATE UNIQUE INDEX finished ON tables (ended) WHERE ended != 0;
CREATE TABLE alive (id INTEGER PRIMARY KEY CHECK (id = 0), at INTEGER NOT NULL);
"""
# when the last player left a table that waits for its start, in ms since 1970; 0: a player is present, or unknown
_V3 = "ALTER TABLE tables ADD COLUMN left_at INTEGER NOT NULL DEFAULT 0;"
# a table knows its own keys, and its number of events; the index cost a third of each insert
_V4 = "DROP INDEX keys;"
MIGRATIONS = (_V1, _V2, _V3, _V4)  # from each version to the next one; never changed once published
VERSION = len(MIGRATIONS)
