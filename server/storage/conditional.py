"""The part of the social database about conditional moves, which only their player sees."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import delete, select

from netgame.match.conditional import Line
from server.storage import social_schema as t
from server.storage.sql import SqlStore

_lines_from = msgspec.json.Decoder(tuple[tuple[str, ...], ...]).decode


@dataclass(frozen=True)
class StoredLines:
    """The lines of a player at a table, which begin after the ply `base`.

    `secret` is random, new with each change. The keys of the answers follow from it, so that no other user can use
    them first.
    """

    account: str
    base: int
    secret: bytes
    lines: tuple[Line, ...]


class ConditionalStore(SqlStore):
    """The methods of the social database for conditional moves. They have a row for each player and table."""

    def conditional_tables(self) -> set[str]:
        """Return the tables for which there are lines."""
        return {table for (table,) in self._rows(select(t.conditional.c.table_id).distinct())}

    def conditional_moves(self, table: str) -> Sequence[StoredLines]:
        """Return the lines of both players of a table."""
        columns = t.conditional.c["account", "base", "secret", "lines"]
        rows = self._rows(select(*columns).where(t.conditional.c.table_id == table).order_by(t.conditional.c.account))
        return [StoredLines(row.account, row.base, bytes(row.secret), _lines_from(row.lines)) for row in rows]

    def set_conditional_moves(self, table: str, kept: StoredLines) -> None:
        """Replace the lines of a player at a table."""
        row = {"base": kept.base, "secret": kept.secret, "lines": msgspec.json.encode(kept.lines).decode()}
        new = self._database.insert(t.conditional).values(table_id=table, account=kept.account, **row)
        self._write(new.on_conflict_do_update(index_elements=["table_id", "account"], set_=row))

    def drop_conditional_moves(self, table: str, account: str, secret: bytes | None = None) -> None:
        """Delete the lines of a player at a table; with `secret` only if they have not been replaced since."""
        rows = t.conditional.c
        order = delete(t.conditional).where(rows.table_id == table, rows.account == account)
        self._write(order if secret is None else order.where(rows.secret == secret))
