"""Codes for a new password."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, inspect

revision, down_revision = "accounts_11", "accounts_10"


def upgrade() -> None:
    """Add the code that was mailed to a member who has forgotten the password, and until when it holds."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    if "reset_code" not in {column["name"] for column in inspect(op.get_bind()).get_columns("notice_people")}:
        op.add_column("notice_people", Column("reset_code", LargeBinary))
        op.add_column("notice_people", Column("reset_until", number, nullable=False, server_default="0"))
