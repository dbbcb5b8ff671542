"""The base of the stores that are no event log: an SQLite file of one server, or PostgreSQL that several share."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, TypeVarTuple

import trio
from sqlalchemy import Connection, Engine, Executable, QueuePool, Table, create_engine, event, func, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from server.errors import DatabaseFailed
from server.ops.database_address import without_password
from server.storage.database import IN_MEMORY, WalIndex, connect, empty_wal, open_database, usable
from server.storage.schema import Schema

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Values = Mapping[str, object] | None
Insert: TypeAlias = "sqlite.Insert | postgresql.Insert"

COPIED_AT_ONCE = 1000  # rows
SQLITE_CONNECTIONS = 2  # so that chat does not wait for questions about history
SHARED_CONNECTIONS = 8  # of each store of a node


class SqlStore:
    """The database of that schema in a file (a `Path`), in memory (tests), or at a `postgresql://` address.

    `StoreError` if it cannot be used. Methods read or write the disk, or ask another computer: the event loop calls
    them with `in_thread`. They raise `DatabaseFailed` if that fails; then nothing has changed.
    """

    def __init__(self, where: Path | str, schema: Schema) -> None:
        self.is_shared = isinstance(where, str) and where != IN_MEMORY
        with ExitStack() as stack:
            if self.is_shared:
                self._engine = _shared_engine(str(where))
            else:
                first, index = open_database(where, schema.scripts, newest=schema.version)
                stack.callback(index.close)
                self._engine = _file_engine(where, first, index)
            stack.callback(self._engine.dispose)
            # a connection to a file commits by itself outside `_transaction`
            more = {"isolation_level": "AUTOCOMMIT"} if self.is_shared else {}
            self._reading = self._engine.execution_options(**more)
            self._schema = schema
            self._place = without_password(str(where)) if self.is_shared else str(where)
            self._limiter = trio.CapacityLimiter(SHARED_CONNECTIONS if self.is_shared else 1)
            with _reachable(str(where)) if self.is_shared else usable(where), self._transaction() as db:
                self._prepare(db)
            self._close = stack.pop_all().close

    def _prepare(self, db: Connection) -> None:
        """Make or migrate the tables."""
        self._schema.prepare(db, self._place)

    async def in_thread(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """Make a call that waits for the database in a worker thread. With an SQLite file the calls take turns."""
        return await trio.to_thread.run_sync(call, *args, limiter=self._limiter)

    def is_empty(self) -> bool:
        """Tell whether no table has more rows than a new database."""
        with self._read() as db:
            counts = [db.execute(select(func.count()).select_from(table)).scalar_one() for table in self._tables]
        return sum(counts) <= 1

    def copy_from(self, other: "SqlStore") -> None:
        """Copy all rows of a store of the same kind into this one, which is empty."""
        with other._read() as source, self._transaction() as db:
            db.execute(self._schema.first_row.table.delete())
            for table in self._tables:
                for page in source.execute(select(table)).mappings().partitions(COPIED_AT_ONCE):
                    db.execute(table.insert(), [dict(row) for row in page])
                if table.autoincrement_column is not None:
                    self._schema.count_on(db, table, other._schema.last_id(source, table))

    def digests(self) -> dict[str, tuple[int, int]]:
        """Return the number of rows of each table, and a digest of them in any order."""
        found: dict[str, tuple[int, int]] = {}
        with self._read() as db:
            for table in self._tables:
                count, digest = 0, 0
                for row in db.execute(select(table)):
                    count += 1
                    digest += int.from_bytes(sha256(repr(tuple(row)).encode()).digest())
                found[table.name] = count, digest
        return found

    @property
    def _tables(self) -> list[Table]:
        return self._schema.tables.sorted_tables

    def close(self) -> None:
        """Close the database."""
        self._close()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Commit the block, or roll it back if it raises."""
        with failing(), self._engine.connect() as db:
            if not self.is_shared:
                db.exec_driver_sql("BEGIN IMMEDIATE")
            yield db
            db.commit()

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """Yield a connection that sees each commit at once."""
        with failing(), self._reading.connect() as db:
            yield db

    def _rows(self, query: Executable, values: Values = None) -> Sequence[Any]:
        """Return what is found."""
        with self._read() as db:
            return db.execute(query, values).all()

    def _value(self, query: Executable, values: Values = None) -> Any:
        """Return the first column of the first row; None if there is none."""
        with self._read() as db:
            return db.scalar(query, values)

    def _write(self, statement: Executable, values: Values = None) -> int:
        """Carry out one statement and return how many rows have changed."""
        with self._transaction() as db:
            return db.execute(statement, values).rowcount

    def _insert(self, table: Table) -> Insert:
        """Return an insert that can say what to do about a row that exists."""
        if not self.is_shared:
            return sqlite.Insert(table)
        from sqlalchemy.dialects import postgresql  # 40 ms

        return postgresql.Insert(table)

    def _empty_wal(self) -> None:
        """Remove what was deleted from the files beside the database."""
        if not self.is_shared:
            with self._read() as db:
                connection = db.connection.driver_connection
                assert isinstance(connection, sqlite3.Connection), "the engine was made so"
                empty_wal(connection)


def _file_engine(path: Path | str, first: sqlite3.Connection, index: WalIndex) -> Engine:
    """Return an engine that begins with an open connection, and opens another one after an error."""
    opened = [first]

    def connection() -> sqlite3.Connection:
        if opened:
            return opened.pop()
        db = connect(path)
        index.allocate()
        return db

    connections = 1 if path == IN_MEMORY else SQLITE_CONNECTIONS
    return _engine("sqlite://", connections, creator=connection)


def _shared_engine(address: str) -> Engine:
    from server.storage.postgres.connection import connection_options, open_connection, prepare_session

    open_connection(address).close()  # its errors say what to do
    options = connection_options(address)
    engine = _engine("postgresql+psycopg://", SHARED_CONNECTIONS, connect_args=options, pool_pre_ping=True)
    event.listen(engine, "connect", lambda db, _record: prepare_session(db))
    return engine


def _engine(url: str, connections: int, **more: Any) -> Engine:
    # a caller that finds no free connection waits for one; the one used last is used next
    return create_engine(
        url, poolclass=QueuePool, pool_size=connections, max_overflow=0, pool_timeout=None, pool_use_lifo=True, **more
    )


@contextmanager
def failing() -> Iterator[None]:
    """Raise `DatabaseFailed` if the database fails in the block."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise DatabaseFailed(str(getattr(error, "orig", None) or error)) from error


@contextmanager
def _reachable(address: str) -> Iterator[None]:
    from server.storage.postgres.connection import unusable

    try:
        yield
    except DatabaseFailed as error:
        raise unusable(address, str(error)) from error
