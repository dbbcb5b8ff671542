"""The tables of a database and their versions. Alembic migrates them; it is imported only when a migration is due.

A new database gets the newest tables at once. The revision ids in `revisions` are `NAME_VERSION`; an SQLite file has
its version in `user_version` as well. To change tables, change the schema, raise its version, and add a revision that
changes the tables of the version before. Servers of the version before may still use a shared database meanwhile.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import BigInteger, Column, Connection, Insert, Integer, MetaData, String, Table, Text, inspect, select

from server.storage.migrations import newer_version

log = logging.getLogger(__name__)

Words = Text(collation="C").with_variant(Text(), "sqlite")  # compared byte by byte
Number = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts rows up only in a column of this name


def words(name: str, default: str | None = None) -> Column[str]:
    """Return a column of texts that all rows have."""
    return Column(name, Words, nullable=False, server_default=default)


def number(name: str, default: str | None = None) -> Column[int]:
    """Return a column of numbers that all rows have. Times are ms since 1970."""
    return Column(name, Number, nullable=False, server_default=default)


def key(name: str) -> Column[str]:
    """Return a column of texts that belongs to the primary key."""
    return Column(name, Words, primary_key=True)


_REVISIONS = Path(__file__).parent / "revisions"
_STAMP = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
_LOCK = 0x6E657467616D65  # held while the tables of a shared database are made or migrated


@dataclass(frozen=True)
class Schema:
    """The newest tables, and the row that a new database has.

    `scripts` lead an SQLite file of an older program to the first version that Alembic knows.
    """

    name: str
    version: int
    tables: MetaData
    first_row: Insert
    scripts: Sequence[str]

    def prepare(self, db: Connection, place: str) -> None:
        """Make or migrate the tables in the transaction of `db`; `StoreError` if a newer program made them."""
        is_shared = db.dialect.name == "postgresql"
        if is_shared:  # two nodes may start at once
            db.exec_driver_sql("SET LOCAL lock_timeout = 0")
            db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        before = self._version_of(db) if is_shared else db.exec_driver_sql("PRAGMA user_version").scalar_one()
        if before == self.version:
            return
        if before > self.version:
            raise newer_version(place)
        if not before:
            if is_shared:
                self._share_conditions()
            self.tables.create_all(db)
            db.execute(self.first_row)
        if not self._version_of(db):
            _STAMP.create(db, checkfirst=True)
            db.execute(_STAMP.insert().values(version_num=f"{self.name}_{before or self.version}"))
        if before:
            self._migrate(db)
            log.info("%s: the tables of %s have version %d now, had %d", place, self.name, self.version, before)
        if not is_shared:
            db.exec_driver_sql(f"PRAGMA user_version = {self.version}")

    def _share_conditions(self) -> None:
        """Give the partial indexes their conditions for PostgreSQL, whose part of SQLAlchemy takes 40 ms to load."""
        for table in self.tables.tables.values():
            for index in table.indexes:
                index.kwargs["postgresql_where"] = index.kwargs.get("sqlite_where")

    @staticmethod
    def last_id(db: Connection, table: Table) -> int:
        """Return the last number that a table has given to a row, also if the row is gone."""
        if db.dialect.name == "postgresql":
            question = f"SELECT last_value FROM {_sequence(table)}"
        else:
            question = f"SELECT seq FROM sqlite_sequence WHERE name = '{table.name}'"
        return db.exec_driver_sql(question).scalar() or 0

    @staticmethod
    def count_on(db: Connection, table: Table, last: int) -> None:
        """Let a table give the numbers after that one."""
        if not last:
            return
        if db.dialect.name == "postgresql":
            db.exec_driver_sql(f"SELECT setval('{_sequence(table)}', {last})")
            return
        db.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
        db.exec_driver_sql("INSERT INTO sqlite_sequence VALUES (?, ?)", (table.name, last))

    def _version_of(self, db: Connection) -> int:
        if not inspect(db).has_table(_STAMP.name):
            return 0
        stamps = dict(stamp.split("_") for stamp in db.scalars(select(_STAMP.c.version_num)))
        return int(stamps.get(self.name, 0))

    def _migrate(self, db: Connection) -> None:
        from alembic import command
        from alembic.config import Config

        config = Config(attributes={"connection": db})
        config.set_main_option("script_location", str(_REVISIONS).replace("%", "%%"))
        command.upgrade(config, f"{self.name}@head")


def _sequence(table: Table) -> str:
    column = table.autoincrement_column
    assert column is not None, "it counts its rows"
    return f"{table.name}_{column.name}_seq"
