"""The parts of each table that `user export` writes."""

from server.storage.data_folder import ACCOUNTS_FILE, GAMES_FILE, SOCIAL_FILE

# For each table of the databases: its parts of an export, or why it has none.
# docs/operating/privacy.md describes the same tables.
TABLES: dict[str, dict[str, tuple[str, ...] | str]] = {
    ACCOUNTS_FILE: {
        "accounts": ("account",),
        "credentials": ("devices",),
        "skeletons": "forms of the registered name, for finding names that look like it",
        "skeleton_rule": "a rule of the program",
        "set_aside": "faults of the server; one with an account names its number only, and is deleted with it",
        "signing_key": "a key of the server",
        "runs": "random numbers of the server",
        "address_bans": ("banned_addresses",),
        "reports": ("reports_by", "reports_about", "lines_in_reports"),
        "measures": ("measures_against", "measures_by"),
        "vacations": ("vacation",),
        "notice_people": ("notices",),
        "notice_news": ("notices_told",),
        "notice_outbox": ("notices_waiting",),
        "pairing_codes": "hashes of codes, which hold for five minutes",
        "failed_sign_ins": "hashes of names and addresses, which count for an hour at most",
        "alembic_version": "a version of the program",
    },
    SOCIAL_FILE: {
        "chat": ("chat", "direct_messages"),
        "direct": ("direct_messages",),
        "codes": "codes of tables, which name nobody",
        "hidden": "numbers of finished matches and their accounts, until spectators have seen the end",
        "guests": ("invitations",),
        "finished": ("matches",),
        "ratings": ("ratings",),
        "ladder": ("ratings",),
        "challenges": ("challenges",),
        "relations": ("relations",),
        "conditional": ("conditional_moves",),
        "tournaments": ("tournaments",),
        "tournament_events": ("tournaments",),
        "tournament_people": ("tournaments",),
        "cursor": "a position of the program",
        "alembic_version": "a version of the program",
    },
    GAMES_FILE: {
        "tables": ("records",),
        "events": ("records",),
        "alive": "a time of the program",
        "alembic_version": "a version of the program",
    },
}
