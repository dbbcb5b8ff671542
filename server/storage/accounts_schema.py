"""The tables of the account database, and the scripts that lead to them from files of older programs."""

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

_SCRIPTS = (  # a file of version n has had the first n of them
    "CREATE TABLE accounts (account TEXT PRIMARY KEY, token BLOB NOT NULL UNIQUE, name TEXT NOT NULL);",
    "ALTER TABLE accounts ADD COLUMN registered INTEGER NOT NULL DEFAULT 0;",
    """
    CREATE TABLE credentials (
        id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never reused: users name them to revoke them
        account TEXT NOT NULL,
        kind TEXT NOT NULL,                    -- key: value is the public key; token: its SHA-256
        value BLOB NOT NULL UNIQUE,
        label TEXT NOT NULL DEFAULT '',
        made INTEGER NOT NULL,                 -- times are ms since 1970
        used INTEGER NOT NULL
    );
    CREATE INDEX credentials_by_account ON credentials (account);
    INSERT INTO credentials (account, kind, value, made, used) SELECT account, 'token', token, 0, 0 FROM accounts;
    CREATE TABLE people (
        account TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        registered INTEGER NOT NULL DEFAULT 0,
        skeleton TEXT UNIQUE,                  -- of a name registered with a password
        password TEXT,                         -- argon2id
        moderator INTEGER NOT NULL DEFAULT 0,
        banned_until INTEGER,                  -- NULL: not banned; 0: until it is lifted
        ban_reason TEXT NOT NULL DEFAULT '',
        muted_until INTEGER,
        made INTEGER NOT NULL DEFAULT 0,
        seen INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO people (account, name, registered) SELECT account, name, registered FROM accounts;
    DROP TABLE accounts;
    ALTER TABLE people RENAME TO accounts;
    CREATE TABLE address_bans (address TEXT PRIMARY KEY, until INTEGER NOT NULL, reason TEXT NOT NULL);
    CREATE TABLE reports (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        key BLOB NOT NULL UNIQUE,
        at INTEGER NOT NULL,
        by_account TEXT NOT NULL,
        by_name TEXT NOT NULL,
        account TEXT NOT NULL,
        name TEXT NOT NULL,
        place TEXT NOT NULL,                   -- the table; empty for the lobby
        words TEXT NOT NULL,
        lines TEXT NOT NULL,                   -- JSON
        closed_by TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE measures (
        at INTEGER NOT NULL, moderator TEXT NOT NULL, what TEXT NOT NULL, account TEXT NOT NULL,
        until INTEGER, reason TEXT NOT NULL
    );
    """,
    "ALTER TABLE address_bans ADD COLUMN account TEXT NOT NULL DEFAULT '';",  # the account whose ban it came with
    """
    CREATE TABLE people (
        account TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        registered INTEGER NOT NULL DEFAULT 0,
        password TEXT,                         -- argon2id; its name is in `skeletons`
        moderator INTEGER NOT NULL DEFAULT 0,
        banned_until INTEGER,                  -- NULL: not banned; 0: until it is lifted
        ban_reason TEXT NOT NULL DEFAULT '',
        muted_until INTEGER,
        made INTEGER NOT NULL DEFAULT 0,
        seen INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO people SELECT
        account, name, registered, password, moderator, banned_until, ban_reason, muted_until, made, seen FROM accounts;
    DROP TABLE accounts;
    ALTER TABLE people RENAME TO accounts;
    CREATE TABLE skeletons (                   -- of registered names: names that share one look alike
        skeleton TEXT NOT NULL,
        account TEXT NOT NULL,                 -- several only if an older rule distinguished their names
        PRIMARY KEY (skeleton, account)
    ) WITHOUT ROWID;
    CREATE TABLE skeleton_rule (rule TEXT NOT NULL);  -- one row: the rule by which `skeletons` was made
    """,
)
SCHEMA = Schema("accounts", 6, TABLES, skeleton_rule.insert().values(rule=""), _SCRIPTS)
