"""Vacations of players."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, text

revision, down_revision = "accounts_8", "accounts_7"


def upgrade() -> None:
    """Add the table, which is empty."""
    words = Text(collation="C").with_variant(Text(), "sqlite")
    number = BigInteger().with_variant(Integer(), "sqlite")
    op.create_table(
        "vacations",
        Column("account", words, primary_key=True),
        *(Column(name, number, nullable=False) for name in ("year", "used", "until")),
    )
    running = text("until > 0")
    op.create_index(
        "running_vacations", "vacations", ["account", "until"], sqlite_where=running, postgresql_where=running
    )
