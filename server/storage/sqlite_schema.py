"""How the tables of the store's file look, version by version. A file of an older version is brought up to date."""

# places instead of names keep the two indexes small, and rows in the order of their coming share their pages
_V1 = """
CREATE TABLE tables (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, ended INTEGER NOT NULL DEFAULT 0);
CREATE INDEX unfinished ON tables (place) WHERE ended = 0;
CREATE TABLE events (
    place INTEGER NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL, key BLOB, digest BLOB,
    PRIMARY KEY (place, number)
);
CREATE UNIQUE INDEX keys ON events (place, key) WHERE key IS NOT NULL;
"""
# `ended` was 1 for all that had ended; now it counts them in the order in which they did, which their last rows have
_V2 = """
CREATE TEMP TABLE endings (ending INTEGER PRIMARY KEY, place INTEGER NOT NULL);
INSERT INTO endings (place)
    SELECT place FROM tables JOIN events USING (place) WHERE ended != 0 GROUP BY place ORDER BY max(events.rowid);
UPDATE tables SET ended = (SELECT ending FROM endings WHERE endings.place = tables.place) WHERE ended != 0;
DROP TABLE endings;
CREATE UNIQUE INDEX finished ON tables (ended) WHERE ended != 0;
CREATE TABLE alive (id INTEGER PRIMARY KEY CHECK (id = 0), at INTEGER NOT NULL);
"""
# when the last player left a table that waits for its start, in ms since 1970; 0: one of them is here, or not known
_V3 = "ALTER TABLE tables ADD COLUMN left_at INTEGER NOT NULL DEFAULT 0;"
MIGRATIONS = (_V1, _V2, _V3)  # each brings a file of the version before to the next one; never changed once published
VERSION = len(MIGRATIONS)
