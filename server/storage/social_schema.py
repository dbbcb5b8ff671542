"""The tables of chat, access, match history, ratings, challenges and relations."""

from sqlalchemy import Boolean, Column, Index, LargeBinary, MetaData, Table, text

from server.storage.schema import Number, Schema, key_column, number_column, text_column

TABLES = MetaData()

chat = Table(
    "chat", TABLES, key_column("room"), key_column("table_id"), Column("number", Number, primary_key=True),
    number_column("at"), text_column("account"), text_column("name"), text_column("text"),
    Column("key", LargeBinary, nullable=False),
    Index("chat_keys", "account", "key", unique=True),
)  # fmt: skip
codes = Table("codes", TABLES, key_column("table_id"), text_column("code", ""))
guests = Table("guests", TABLES, key_column("table_id"), key_column("account"))
# talks are sorted by time without an index: a query reads only those of its account, 10,000 of them in 9 ms
direct = Table(
    "direct", TABLES, key_column("account"), key_column("other"),
    number_column("waiting", "0"),  # lines of the other one that came while the account was away, and were not sent
    number_column("last_number", "0"), number_column("last_at", "0"),  # of the last line
    sqlite_with_rowid=False,
)  # fmt: skip
# The selection of matches of an account uses columns of these indexes only, so the rows of other matches are not read.
# Public matches have indexes of their own: a list of all would read the private ones as well. The `winner` of a rated
# match that one player aborted alone is the other player; that match counts as no result.
finished = Table(
    "finished", TABLES, Column("ending", Number, primary_key=True, autoincrement=False), text_column("game"),
    text_column("first"), text_column("second"), Column("open", Boolean, nullable=False), Column("winner", Number),
    Column("counts", Boolean, nullable=False), number_column("ended"), Column("match", LargeBinary, nullable=False),
    Index("of_first", "first", "ending", "game", "open", "second", "counts", "winner"),
    Index("of_second", "second", "ending", "game", "open", "first", "counts", "winner"),
    Index("in_public", "ending", sqlite_where=text("open")),
    Index("of_game_in_public", "game", "ending", sqlite_where=text("open")),
)  # fmt: skip
ratings = Table(
    "ratings", TABLES, key_column("account"), key_column("game"), Column("ending", Number, primary_key=True),
    number_column("at"), number_column("rating"), number_column("deviation"), number_column("volatility"),
)  # fmt: skip
# the last row of each account and game in `ratings`, in the order of a ladder
ladder = Table(
    "ladder", TABLES, key_column("game"), key_column("account"), number_column("at"), number_column("rating"),
    number_column("deviation"), number_column("volatility"), Index("ladder_by_rating", "game", "rating"),
)  # fmt: skip
# finished matches whose spectators have not seen the end: until then only their players know of them
hidden = Table(
    "hidden", TABLES, Column("ending", Number, primary_key=True, autoincrement=False), number_column("until"),
    text_column("game"), text_column("first"), text_column("second"),
)  # fmt: skip
challenges = Table(
    "challenges", TABLES, key_column("id"), text_column("account"), text_column("name"), text_column("other"),
    text_column("other_name"), text_column("state"),  # as in `ChallengeChanged`, or made: accepted, and has its table
    number_column("made"), number_column("ends"), number_column("changed"),
    Column("terms", LargeBinary, nullable=False),  # the other fields of `ChallengeInfo`, in MessagePack
    Index("challenges_by", "account"), Index("challenges_to", "other"),
    Index("challenges_in_state", "state", "changed"),
)  # fmt: skip
relations = Table(
    "relations", TABLES, key_column("account"), key_column("other"), text_column("kind"),  # follow, or block
    number_column("at"), Index("relations_to", "other"), sqlite_with_rowid=False,
)  # fmt: skip
conditional = Table(  # conditional moves, which only their player sees
    "conditional", TABLES, key_column("table_id"), key_column("account"), number_column("base"),
    Column("secret", LargeBinary, nullable=False), text_column("lines"),  # JSON
    Index("conditional_by_account", "account"),
)  # fmt: skip
tournaments = Table(
    "tournaments", TABLES, key_column("tournament"), number_column("number"), number_column("changed"),
    Column("over", Boolean, nullable=False), Column("entry", LargeBinary, nullable=False),
    Index("tournaments_changed", "changed"), Index("tournaments_over", "over", "changed"),
)  # fmt: skip
tournament_events = Table(
    "tournament_events", TABLES, key_column("tournament"),
    Column("number", Number, primary_key=True, autoincrement=False), Column("key", LargeBinary),
    Column("body", LargeBinary, nullable=False),
)  # fmt: skip
tournament_people = Table(
    "tournament_people", TABLES, key_column("account"), key_column("tournament"), key_column("role"),
    sqlite_with_rowid=False,
)  # fmt: skip
cursor = Table("cursor", TABLES, number_column("ending"))  # one row
SCHEMA = Schema("social", 8, TABLES, cursor.insert().values(ending=0), released=2)
