"""Direct messages to accounts that are away."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, inspect

revision, down_revision = "social_6", "social_5"


def upgrade() -> None:
    """Add how many lines of a talk wait for an account. The lines before count as read."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    if "waiting" not in {column["name"] for column in inspect(op.get_bind()).get_columns("direct")}:
        op.add_column("direct", Column("waiting", number, nullable=False, server_default="0"))
