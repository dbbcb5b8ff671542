"""What is set aside after faults of the server."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

revision, down_revision = "accounts_10", "accounts_9"

_WORDS = Text(collation="C").with_variant(Text(), "sqlite")
_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    """Add the items that the server does not try again by itself."""
    op.create_table(
        "set_aside",
        Column("kind", _WORDS, primary_key=True),
        Column("id", _WORDS, primary_key=True),
        Column("at", _NUMBER, nullable=False),
        Column("reason", _WORDS, nullable=False),
        sqlite_with_rowid=False,
    )
