"""Conditional moves."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Text

revision, down_revision = "social_4", "social_3"


def upgrade() -> None:
    """Add the table, which is empty."""
    number, words = BigInteger().with_variant(Integer(), "sqlite"), Text(collation="C").with_variant(Text(), "sqlite")
    op.create_table(
        "conditional",
        Column("table_id", words, primary_key=True),
        Column("account", words, primary_key=True),
        Column("base", number, nullable=False),
        Column("secret", LargeBinary, nullable=False),
        Column("lines", words, nullable=False),
    )
    op.create_index("conditional_by_account", "conditional", ["account"])
