"""The tables of a database and their versions. Alembic migrates them; it is imported only when a migration is due.

A new database gets the newest tables at once. The revision ids in `revisions` are `NAME_VERSION`; an SQLite file has
its version in `user_version`. To change tables, change the schema, raise its version, and add a revision that changes
the tables of the version before. Servers of the version before may still use a shared database meanwhile.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Dialect,
    Insert,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
    text,
)
from sqlalchemy.schema import CreateIndex, CreateTable

from server.errors import StoreError

log = logging.getLogger(__name__)

Words = Text(collation="C").with_variant(Text(), "sqlite")  # compared byte by byte
Number = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts rows up only in a column of this name


def text_column(name: str, default: str | None = None) -> Column[str]:
    """Return a column of texts that all rows have."""
    return Column(name, Words, nullable=False, server_default=default)


def number_column(name: str, default: str | None = None) -> Column[int]:
    """Return a column of numbers that all rows have. Times are ms since 1970."""
    return Column(name, Number, nullable=False, server_default=default)


def key_column(name: str) -> Column[str]:
    """Return a column of texts that belongs to the primary key."""
    return Column(name, Words, primary_key=True)


REVISIONS = Path(__file__).parent / "revisions"
STAMP = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
_LOCK = 0x6E657467616D65  # held while the tables of a shared database are made or migrated


@dataclass(frozen=True)
class Schema:
    """The newest tables, and the row that a new database has.

    `released` is the oldest version that a released program has made. `numbered_by` is the table in which programs that
    did not know Alembic stored the version.
    """

    name: str
    version: int
    tables: MetaData | str  # or the statements that make them
    first_row: Insert | None = None
    released: int = 0  # `version`, if there was no other
    numbered_by: str = ""
    revisions: Path = REVISIONS

    def prepare(self, db: Connection, place: str) -> None:
        """Make or migrate the tables in the transaction of `db`; `StoreError` if that is not possible.

        A migration is logged, unless `place` is empty: then it is a trial.
        """
        is_file = db.dialect.name == "sqlite"
        if not is_file:  # two nodes may start at once
            db.exec_driver_sql("SET LOCAL lock_timeout = 0")
            db.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        before = self.version_of(db)
        self.check(before, place)
        if before == self.version:
            return
        if before:
            self._migrate(db, before)
            if place:
                log.info("%s: the tables of %s have version %d now, had %d", place, self.name, self.version, before)
        else:
            self._create(db)
        if is_file:
            db.exec_driver_sql(f"PRAGMA user_version = {self.version}")
        elif not before:
            self._stamp(db, self.version)

    def version_of(self, db: Connection) -> int:
        """Return the version of the tables; 0 if there are none."""
        if db.dialect.name == "sqlite":
            return int(db.exec_driver_sql("PRAGMA user_version").scalar_one())
        return self._stamped(db) or self._numbered(db)

    def check(self, version: int, place: str) -> None:
        """Raise `StoreError` if this program cannot migrate tables of that version; 0: there are none."""
        if version > self.version:
            raise StoreError(
                "The database {path} was written by a newer version of this program. Update it", path=place
            )
        if 0 < version < (self.released or self.version):
            raise StoreError(
                "The database {path} was written before version 1.0.0 of this program. Start version 1.1.0 once, which "
                "migrates it",
                path=place,
            )

    def _create(self, db: Connection) -> None:
        if isinstance(self.tables, str):
            statements: Sequence[str] = self.tables.split(";")
        else:
            if db.dialect.name != "sqlite":  # only there, because this part of SQLAlchemy takes 40 ms to load
                for index in (index for table in self.tables.tables.values() for index in table.indexes):
                    index.kwargs["postgresql_where"] = index.kwargs.get("sqlite_where")
            dialect: Callable[[], Dialect] = type(db.dialect)
            statements = _statements(self.tables, dialect)
        for statement in statements:
            db.exec_driver_sql(statement)
        if self.first_row is not None:
            db.execute(self.first_row)

    @staticmethod
    def last_id(db: Connection, table: Table) -> int:
        """Return the last number that a table has given to a row, also if the row is gone."""
        if db.dialect.name == "postgresql":
            question = f"SELECT last_value FROM {_sequence(table)}"
        else:
            question = f"SELECT seq FROM sqlite_sequence WHERE name = '{table.name}'"
        return db.exec_driver_sql(question).scalar() or 0

    @staticmethod
    def continue_ids_after(db: Connection, table: Table, last: int) -> None:
        """Let a table give the numbers after that one."""
        if not last:
            return
        if db.dialect.name == "postgresql":
            db.exec_driver_sql(f"SELECT setval('{_sequence(table)}', {last})")
            return
        db.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
        db.exec_driver_sql("INSERT INTO sqlite_sequence VALUES (?, ?)", (table.name, last))

    def _stamped(self, db: Connection) -> int:
        if not inspect(db).has_table(STAMP.name):
            return 0
        stamps = dict(stamp.split("_") for stamp in db.scalars(select(STAMP.c.version_num)))
        return int(stamps.get(self.name, 0))

    def _numbered(self, db: Connection) -> int:
        if not self.numbered_by or not inspect(db).has_table(self.numbered_by):
            return 0
        return int(db.scalar(text(f"SELECT version FROM {self.numbered_by}")) or 0)

    def _stamp(self, db: Connection, version: int) -> None:
        STAMP.create(db, checkfirst=True)
        db.execute(STAMP.insert().values(version_num=f"{self.name}_{version}"))

    def _migrate(self, db: Connection, before: int) -> None:
        from alembic import command
        from alembic.config import Config

        if not self._stamped(db):
            self._stamp(db, before)
        config = Config(attributes={"connection": db})
        config.set_main_option("script_location", str(self.revisions).replace("%", "%%"))
        command.upgrade(config, f"{self.name}@head")


@cache
def _statements(tables: MetaData, dialect: Callable[[], Dialect]) -> Sequence[str]:
    """Return the statements that make these tables."""
    made: list[CreateTable | CreateIndex] = []
    for table in tables.sorted_tables:
        made += [CreateTable(table), *map(CreateIndex, table.indexes)]
    return [str(each.compile(dialect=dialect())) for each in made]


def _sequence(table: Table) -> str:
    column = table.autoincrement_column
    assert column is not None, "it counts its rows"
    return f"{table.name}_{column.name}_seq"
