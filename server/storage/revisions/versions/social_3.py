"""Challenges, whom players follow and block, and the last ratings in the order of a ladder."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, Text

revision, down_revision = "social_3", "social_2"


def upgrade() -> None:
    """Add the tables, and fill the ladder."""
    number, words = BigInteger().with_variant(Integer(), "sqlite"), Text(collation="C").with_variant(Text(), "sqlite")

    def key(name: str) -> "Column[str]":
        return Column(name, words, primary_key=True)

    def texts(*names: str) -> "list[Column[str]]":
        return [Column(name, words, nullable=False) for name in names]

    def numbers(*names: str) -> "list[Column[int]]":
        return [Column(name, number, nullable=False) for name in names]

    op.create_table("ladder", key("game"), key("account"), *numbers("at", "rating", "deviation", "volatility"))
    op.create_index("ladder_by_rating", "ladder", ["game", "rating"])
    op.create_table(
        "challenges", key("id"), *texts("account", "name", "other", "other_name", "state"),
        *numbers("made", "ends", "changed"), Column("terms", LargeBinary, nullable=False),
    )  # fmt: skip
    op.create_index("challenges_by", "challenges", ["account"])
    op.create_index("challenges_to", "challenges", ["other"])
    op.create_index("challenges_in_state", "challenges", ["state", "changed"])
    op.create_table(
        "relations", key("account"), key("other"), *texts("kind"), *numbers("at"), sqlite_with_rowid=False
    )  # fmt: skip
    op.create_index("relations_to", "relations", ["other"])
    op.execute(
        "INSERT INTO ladder (game, account, at, rating, deviation, volatility) "
        "SELECT game, account, at, rating, deviation, volatility FROM ratings AS last WHERE ending = "
        "(SELECT max(ending) FROM ratings WHERE account = last.account AND game = last.game)"
    )
