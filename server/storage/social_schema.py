"""The tables of chat, access, match history and ratings, and the scripts of older programs that lead to them."""

from sqlalchemy import Boolean, Column, Index, LargeBinary, MetaData, Table, text

from server.storage.schema import Number, Schema, key, number, words

TABLES = MetaData()

chat = Table(
    "chat", TABLES, key("room"), key("table_id"), Column("number", Number, primary_key=True), number("at"),
    words("account"), words("name"), words("text"), Column("key", LargeBinary, nullable=False),
    Index("chat_keys", "account", "key", unique=True),
)  # fmt: skip
codes = Table("codes", TABLES, key("table_id"), words("code", ""))
guests = Table("guests", TABLES, key("table_id"), key("account"))
direct = Table("direct", TABLES, key("account"), key("other"), sqlite_with_rowid=False)
# The selection of matches of an account uses columns of these indexes only, so the rows of other matches are not read.
# Public matches have indexes of their own: a list of all would read the private ones as well.
finished = Table(
    "finished", TABLES, Column("ending", Number, primary_key=True, autoincrement=False), words("game"),
    words("first"), words("second"), Column("open", Boolean, nullable=False), Column("winner", Number),
    Column("counts", Boolean, nullable=False), number("ended"), Column("match", LargeBinary, nullable=False),
    Index("of_first", "first", "ending", "game", "open", "second", "counts", "winner"),
    Index("of_second", "second", "ending", "game", "open", "first", "counts", "winner"),
    Index("in_public", "ending", sqlite_where=text("open")),
    Index("of_game_in_public", "game", "ending", sqlite_where=text("open")),
)  # fmt: skip
ratings = Table(
    "ratings", TABLES, key("account"), key("game"), Column("ending", Number, primary_key=True), number("at"),
    number("rating"), number("deviation"), number("volatility"),
)  # fmt: skip
cursor = Table("cursor", TABLES, number("ending"))  # one row

_V1 = """
CREATE TABLE chat (
    room TEXT NOT NULL, table_id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,
    account TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, key BLOB NOT NULL,
    PRIMARY KEY (room, table_id, number)
);
CREATE UNIQUE INDEX chat_keys ON chat (account, key);
CREATE TABLE codes (table_id TEXT PRIMARY KEY, code TEXT NOT NULL DEFAULT '');
CREATE TABLE guests (table_id TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (table_id, account));
CREATE TABLE finished (
    ending INTEGER PRIMARY KEY, game TEXT NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, open INTEGER NOT NULL,
    winner INTEGER, counts INTEGER NOT NULL, ended INTEGER NOT NULL, match BLOB NOT NULL
);
CREATE INDEX of_first ON finished (first, ending, game, open, second, counts, winner);
CREATE INDEX of_second ON finished (second, ending, game, open, first, counts, winner);
CREATE INDEX in_public ON finished (ending) WHERE open;
CREATE INDEX of_game_in_public ON finished (game, ending) WHERE open;
CREATE TABLE ratings (
    account TEXT NOT NULL, game TEXT NOT NULL, ending INTEGER NOT NULL, at INTEGER NOT NULL,
    rating INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL,
    PRIMARY KEY (account, game, ending)
);
CREATE TABLE cursor (ending INTEGER NOT NULL);
INSERT INTO cursor VALUES (0);
"""
_V2 = """
CREATE TABLE direct (account TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (account, other)) WITHOUT ROWID;
"""
SCHEMA = Schema("social", 2, TABLES, cursor.insert().values(ending=0), (_V1, _V2))
