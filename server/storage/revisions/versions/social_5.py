"""Tournaments."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, Text

revision, down_revision = "social_5", "social_4"


def upgrade() -> None:
    """Add the tables."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    words = Text(collation="C").with_variant(Text(), "sqlite")
    op.create_table(
        "tournaments",
        Column("tournament", words, primary_key=True),
        Column("number", number, nullable=False),
        Column("changed", number, nullable=False),
        Column("over", Boolean, nullable=False),
        Column("entry", LargeBinary, nullable=False),
    )
    op.create_index("tournaments_changed", "tournaments", ["changed"])
    op.create_index("tournaments_over", "tournaments", ["over", "changed"])
    op.create_table(
        "tournament_events",
        Column("tournament", words, primary_key=True),
        Column("number", number, primary_key=True, autoincrement=False),
        Column("key", LargeBinary),
        Column("body", LargeBinary, nullable=False),
    )
    op.create_table(
        "tournament_people",
        Column("account", words, primary_key=True),
        Column("tournament", words, primary_key=True),
        Column("role", words, primary_key=True),
        sqlite_with_rowid=False,
    )
