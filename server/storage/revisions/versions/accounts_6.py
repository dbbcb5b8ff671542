"""Pairing codes and failed sign-ins, which several nodes share."""

from alembic import op
from sqlalchemy import Boolean, Column, LargeBinary

from server.storage.schema import Number, Words

revision, down_revision = "accounts_6", "accounts_5"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "pairing_codes",
        Column("account", Words, primary_key=True),
        Column("code", LargeBinary, nullable=False, unique=True),
        Column("until", Number, nullable=False),
        Column("is_used", Boolean, nullable=False),
        Column("key", LargeBinary),
    )
    op.create_table(
        "failed_sign_ins",
        Column("key", LargeBinary, primary_key=True),
        Column("failures", Number, nullable=False),
        Column("at", Number, nullable=False, index=True),
    )
