"""The last line of each talk, by which talks are ordered."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, inspect

revision, down_revision = "social_7", "social_6"

PLACE = (
    "CASE WHEN direct.account < direct.other THEN direct.account || ' ' || direct.other "
    "ELSE direct.other || ' ' || direct.account END"
)


def upgrade() -> None:
    """Add number and time of the last line, and fill them from the chat."""
    number = BigInteger().with_variant(Integer(), "sqlite")
    known = {column["name"] for column in inspect(op.get_bind()).get_columns("direct")}
    for name in ("last_number", "last_at"):
        if name not in known:
            op.add_column("direct", Column(name, number, nullable=False, server_default="0"))
    for name, wanted in (("last_number", "max(chat.number)"), ("last_at", "max(chat.at)")):
        op.execute(
            f"UPDATE direct SET {name} = coalesce("
            f"(SELECT {wanted} FROM chat WHERE chat.room = 'direct' AND chat.table_id = {PLACE}), 0)"
        )
