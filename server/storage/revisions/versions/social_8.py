"""Finished matches whose spectators have not seen the end."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, inspect

revision, down_revision = "social_8", "social_7"


def upgrade() -> None:
    """Add their table. The matches before count as seen."""
    if inspect(op.get_bind()).has_table("hidden"):
        return
    number = BigInteger().with_variant(Integer(), "sqlite")
    words = Text(collation="C").with_variant(Text(), "sqlite")
    op.create_table(
        "hidden",
        Column("ending", number, primary_key=True, autoincrement=False),
        Column("until", number, nullable=False),
        Column("game", words, nullable=False),
        Column("first", words, nullable=False),
        Column("second", words, nullable=False),
    )
