"""Notices for members whose program is closed."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, LargeBinary, Text

revision, down_revision = "accounts_9", "accounts_8"

_WORDS = Text(collation="C").with_variant(Text(), "sqlite")
_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


def _number(name: str, default: str | None = None) -> "Column[int]":
    return Column(name, _NUMBER, nullable=False, server_default=default)


def _text(name: str, default: str | None = None) -> "Column[str]":
    return Column(name, _WORDS, nullable=False, server_default=default)


def upgrade() -> None:
    """Add the members with notices, the news that they have had, and the notices that wait to be sent."""
    op.create_table(
        "notice_people",
        Column("account", _WORDS, primary_key=True),
        _text("address", ""),
        _text("waiting", ""),
        Column("code", LargeBinary),
        _number("code_until", "0"),
        _number("code_tries", "0"),
        _text("kinds"),
        Column("webhook", Boolean, nullable=False, server_default="0"),
        _number("seen", "0"),
        _number("look_at", "0"),
        _number("told", "0"),
        _number("day", "0"),
        _number("day_count", "0"),
    )
    op.create_index("ix_notice_people_look_at", "notice_people", ["look_at"])
    op.create_table(
        "notice_news",
        Column("account", _WORDS, primary_key=True),
        Column("key", _WORDS, primary_key=True),
        _text("facts", ""),
        _number("at"),
        Column("is_told", Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notice_news_at", "notice_news", ["at"])
    op.create_table(
        "notice_outbox",
        Column("id", _WORDS, primary_key=True),
        _text("account"),
        _text("channel"),
        _text("news"),
        _number("made"),
        _number("try_at"),
        _number("failures", "0"),
    )
    op.create_index("ix_notice_outbox_try_at", "notice_outbox", ["try_at"])
    op.create_index("notice_outbox_by_account", "notice_outbox", ["account"])
