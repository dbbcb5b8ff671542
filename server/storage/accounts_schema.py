"""The tables of the account database."""

from sqlalchemy import Boolean, Column, Index, LargeBinary, MetaData, Table, text

from server.storage.schema import Number, Schema, Words, key_column, number_column, text_column

TABLES = MetaData()

accounts = Table(
    "accounts", TABLES, key_column("account"), text_column("name"),
    Column("registered", Boolean, nullable=False, server_default="0"),
    Column("password", Words),  # argon2id; its name is in `skeletons`
    Column("moderator", Boolean, nullable=False, server_default="0"),
    Column("banned_until", Number),  # NULL: not banned; 0: until it is lifted
    text_column("ban_reason", ""), Column("muted_until", Number),
    number_column("made", "0"), number_column("seen", "0"),
)  # fmt: skip
credentials = Table(
    "credentials", TABLES,
    Column("id", Number, primary_key=True),  # never reused: users name them to revoke them
    text_column("account"),
    text_column("kind"),  # key: value is the public key; token: its SHA-256; out: one of both, signed out by a reset
    Column("value", LargeBinary, nullable=False, unique=True),
    text_column("label", ""), number_column("made"), number_column("used"),
    Index("credentials_by_account", "account"),
    sqlite_autoincrement=True,
)  # fmt: skip
skeletons = Table(  # of registered names: names that share one look alike
    "skeletons", TABLES, key_column("skeleton"),
    key_column("account"),  # several only if an older rule distinguished their names
    sqlite_with_rowid=False,
)  # fmt: skip
# one row: the rule by which `skeletons` was made. Its lock is held while a name is registered
skeleton_rule = Table("skeleton_rule", TABLES, text_column("rule"))
address_bans = Table(
    "address_bans", TABLES, key_column("address"), number_column("until"), text_column("reason"),
    text_column("account", ""),  # the account whose ban it came with
)  # fmt: skip
reports = Table(
    "reports", TABLES,
    Column("number", Number, primary_key=True),
    Column("key", LargeBinary, nullable=False, unique=True),
    number_column("at"), text_column("by_account"), text_column("by_name"), text_column("account"), text_column("name"),
    text_column("place"),  # the table; empty for the lobby
    text_column("words"),
    text_column("lines"),  # JSON
    text_column("closed_by", ""),
    sqlite_autoincrement=True,
)  # fmt: skip
measures = Table(
    "measures", TABLES, number_column("at"), text_column("moderator"), text_column("what"), text_column("account"),
    Column("until", Number), text_column("reason"),
)  # fmt: skip
pairing_codes = Table(  # an account has one at a time
    "pairing_codes", TABLES, key_column("account"),
    Column("code", LargeBinary, nullable=False, unique=True),  # its SHA-256
    number_column("until"), Column("is_used", Boolean, nullable=False),
    Column("key", LargeBinary),  # of the device that used it
)  # fmt: skip
failed_sign_ins = Table(
    "failed_sign_ins", TABLES,
    Column("key", LargeBinary, primary_key=True),  # a hash of what the failure counts for
    number_column("failures"), Column("at", Number, nullable=False, index=True),
)  # fmt: skip
signing_key = Table(  # the secret Ed25519 keys of the service, which sign logs; the last one those of new tables
    "signing_key", TABLES,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("seed", LargeBinary, nullable=False),
)  # fmt: skip
runs = Table(  # each start of a single server; each database that a service has had
    "runs", TABLES,
    Column("number", Number, primary_key=True, autoincrement=False),
    Column("instance", LargeBinary, nullable=False),  # distinguishes copies of these data
)  # fmt: skip
vacations = Table(  # an account has one row, since its first vacation
    "vacations", TABLES, key_column("account"), number_column("year"),
    number_column("used"),  # days in that year
    number_column("until"),  # 0: over, and carried out
    Index("running_vacations", "account", "until", sqlite_where=text("until > 0")),
)  # fmt: skip
notice_people = Table(  # the members who want notices while their program is closed
    "notice_people", TABLES, key_column("account"),
    text_column("address", ""),  # the confirmed one, for mails
    text_column("waiting", ""),  # the one whose code is not confirmed
    Column("code", LargeBinary),  # its SHA-256
    number_column("code_until", "0"), number_column("code_tries", "0"),
    Column("reset_code", LargeBinary), number_column("reset_until", "0"),  # the same for a new password
    text_column("kinds"),  # of notices that the member wants, with spaces between
    Column("webhook", Boolean, nullable=False, server_default="0"),  # they go to the program of the operator as well
    number_column("seen", "0"),  # when a server last saw the member online
    Column("look_at", Number, nullable=False, server_default="0", index=True),  # when a server next looks for news
    number_column("told", "0"),  # when there was a notice last
    number_column("day", "0"), number_column("day_count", "0"),  # a day since 1970, and the notices on it
)  # fmt: skip
notice_news = Table(  # notices for a member, one for each key
    "notice_news", TABLES, key_column("account"), key_column("key"),
    text_column("facts", ""),  # JSON; empty when the notice was sent
    Column("at", Number, nullable=False, index=True),
    Column("is_told", Boolean, nullable=False),
    sqlite_with_rowid=False,
)  # fmt: skip
notice_outbox = Table(  # notices that wait for a mail server or webhook
    "notice_outbox", TABLES, key_column("id"), text_column("account"),
    text_column("channel"),  # mail or webhook
    text_column("news"),  # JSON
    number_column("made"), Column("try_at", Number, nullable=False, index=True), number_column("failures", "0"),
    Index("notice_outbox_by_account", "account"),
)  # fmt: skip
set_aside = Table(  # what has failed again and again, until the operator lets it be tried again
    "set_aside", TABLES, key_column("kind"), key_column("id"), number_column("at"), text_column("reason"),
    sqlite_with_rowid=False,
)  # fmt: skip
SCHEMA = Schema("accounts", 12, TABLES, skeleton_rule.insert().values(rule=""), released=5)
