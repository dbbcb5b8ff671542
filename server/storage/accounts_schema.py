"""The tables of the account database, and the migrations from older versions."""

MIGRATIONS = (  # a file of version n has had the first n of them
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
VERSION = len(MIGRATIONS)
