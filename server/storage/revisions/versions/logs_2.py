"""How often the ratings of an account have changed."""

from alembic import op

revision, down_revision = "logs_2", "logs_1"


def upgrade() -> None:
    """Add the table."""
    op.execute(
        "CREATE TABLE rating_versions (account text, game text, version bigint NOT NULL, PRIMARY KEY (account, game))"
    )
    op.execute("UPDATE log_version SET version = 2")
