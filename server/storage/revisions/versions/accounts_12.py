"""The runs of the server, which distinguish copies of its data."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary

revision, down_revision = "accounts_12", "accounts_11"


def upgrade() -> None:
    """Add the table. The server adds a row when it starts."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    op.create_table(
        "runs",
        Column("number", number, primary_key=True, autoincrement=False),
        Column("instance", LargeBinary, nullable=False),
    )
