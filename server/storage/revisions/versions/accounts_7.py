"""The key with which the service signs logs."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary

revision, down_revision = "accounts_7", "accounts_6"


def upgrade() -> None:
    """Add the table. The server makes the key."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    op.create_table(
        "signing_key",
        Column("id", number, primary_key=True, autoincrement=False),
        Column("seed", LargeBinary, nullable=False),
    )
