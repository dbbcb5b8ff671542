"""The tables of chat, access, match history and ratings."""

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
SCHEMA = Schema("social", 2, TABLES, cursor.insert().values(ending=0))
