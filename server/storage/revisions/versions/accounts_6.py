"""Pairing codes and failed sign-ins, which several servers share: the accounts of 1.1.0."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, Text

revision, down_revision = "accounts_6", "accounts_5"


def upgrade() -> None:
    """Add the tables, which are empty."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    words = Text(collation="C").with_variant(Text(), "sqlite")
    op.create_table(
        "pairing_codes",
        Column("account", words, primary_key=True),
        Column("code", LargeBinary, nullable=False, unique=True),
        Column("until", number, nullable=False),
        Column("is_used", Boolean, nullable=False),
        Column("key", LargeBinary),
    )
    op.create_table(
        "failed_sign_ins",
        Column("key", LargeBinary, primary_key=True),
        Column("failures", number, nullable=False),
        Column("at", number, nullable=False, index=True),
    )
