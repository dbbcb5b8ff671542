"""Pairing codes and failed sign-ins, which several servers share."""

from alembic import op
from sqlalchemy import Boolean, Column, LargeBinary

from server.storage.schema import Number, key, number

revision, down_revision = "accounts_6", "accounts_5"


def upgrade() -> None:
    """Add the tables."""
    code = Column("code", LargeBinary, nullable=False, unique=True)
    is_used = Column("is_used", Boolean, nullable=False)
    op.create_table("pairing_codes", key("account"), code, number("until"), is_used, Column("key", LargeBinary))
    at = Column("at", Number, nullable=False, index=True)
    op.create_table("failed_sign_ins", Column("key", LargeBinary, primary_key=True), number("failures"), at)
