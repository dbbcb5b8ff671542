"""The tables of the account database."""

from sqlalchemy import Boolean, Column, Index, LargeBinary, MetaData, Table

from server.storage.schema import Number, Schema, Words, key, number, words

TABLES = MetaData()

accounts = Table(
    "accounts", TABLES, key("account"), words("name"),
    Column("registered", Boolean, nullable=False, server_default="0"),
    Column("password", Words),  # argon2id; its name is in `skeletons`
    Column("moderator", Boolean, nullable=False, server_default="0"),
    Column("banned_until", Number),  # NULL: not banned; 0: until it is lifted
    words("ban_reason", ""), Column("muted_until", Number), number("made", "0"), number("seen", "0"),
)  # fmt: skip
credentials = Table(
    "credentials", TABLES,
    Column("id", Number, primary_key=True),  # never reused: users name them to revoke them
    words("account"),
    words("kind"),  # key: value is the public key; token: its SHA-256
    Column("value", LargeBinary, nullable=False, unique=True),
    words("label", ""), number("made"), number("used"),
    Index("credentials_by_account", "account"),
    sqlite_autoincrement=True,
)  # fmt: skip
skeletons = Table(  # of registered names: names that share one look alike
    "skeletons", TABLES, key("skeleton"),
    key("account"),  # several only if an older rule distinguished their names
    sqlite_with_rowid=False,
)  # fmt: skip
# one row: the rule by which `skeletons` was made. Its lock is held while a name is registered
skeleton_rule = Table("skeleton_rule", TABLES, words("rule"))
address_bans = Table(
    "address_bans", TABLES, key("address"), number("until"), words("reason"),
    words("account", ""),  # the account whose ban it came with
)  # fmt: skip
reports = Table(
    "reports", TABLES,
    Column("number", Number, primary_key=True),
    Column("key", LargeBinary, nullable=False, unique=True),
    number("at"), words("by_account"), words("by_name"), words("account"), words("name"),
    words("place"),  # the table; empty for the lobby
    words("words"),
    words("lines"),  # JSON
    words("closed_by", ""),
    sqlite_autoincrement=True,
)  # fmt: skip
measures = Table(
    "measures", TABLES, number("at"), words("moderator"), words("what"), words("account"), Column("until", Number),
    words("reason"),
)  # fmt: skip
pairing_codes = Table(  # an account has one at a time
    "pairing_codes", TABLES, key("account"),
    Column("code", LargeBinary, nullable=False, unique=True),  # its SHA-256
    number("until"), Column("is_used", Boolean, nullable=False),
    Column("key", LargeBinary),  # of the device that used it
)  # fmt: skip
failed_sign_ins = Table(
    "failed_sign_ins", TABLES,
    Column("key", LargeBinary, primary_key=True),  # a hash of what the failure counts for
    number("failures"), Column("at", Number, nullable=False, index=True),
)  # fmt: skip
SCHEMA = Schema("accounts", 6, TABLES, skeleton_rule.insert().values(rule=""))
