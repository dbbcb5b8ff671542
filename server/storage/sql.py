"""The base of the stores that are no event log: an SQLite file of one server, or PostgreSQL that several share."""

import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, TypeVarTuple

import outcome
import trio
from sqlalchemy import Connection, Engine, Executable, MetaData, QueuePool, Table, create_engine, event, func, select
from sqlalchemy.dialects import sqlite

from server.errors import DatabaseFailed
from server.ops.database_address import without_password
from server.storage.database import IN_MEMORY, connect, empty_wal, failing, open_database, usable
from server.storage.schema import Schema

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

log = logging.getLogger(__name__)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Values = Mapping[str, object] | None
Insert: TypeAlias = "sqlite.Insert | postgresql.Insert"

COPIED_AT_ONCE = 1000  # rows
SQLITE_CONNECTIONS = 2  # so that chat does not wait for questions about history
SHARED_CONNECTIONS = 8  # of each store of a node
MOST_SHARING = 50  # calls in one transaction, 10 ms; other calls wait for them


class FileDatabase:
    """An SQLite file (a `Path`) of one server, or a database in memory. It begins with the connection that opens it."""

    takes_turns = True  # calls do not run at the same time, so they can share a transaction

    def __init__(self, path: Path | str, schema: Schema) -> None:
        first, self._index = open_database(path, schema)
        opened = [first]

        def connection() -> sqlite3.Connection:
            if opened:
                return opened.pop()
            db = connect(path)  # after an error
            self._index.allocate()
            return db

        connections = 1 if path == IN_MEMORY else SQLITE_CONNECTIONS
        # `reading` is for connections that see each commit at once. These commit by themselves outside `begin`
        self.engine = self.reading = _engine("sqlite://", connections, creator=connection)
        self.limiter = trio.CapacityLimiter(1)  # of the threads that use it: calls take turns
        self._path = path

    def usable(self) -> AbstractContextManager[None]:
        """Raise `StoreError` if the database fails in the block."""
        return usable(self._path)

    def begin(self, db: Connection) -> None:
        """Begin a transaction that writes."""
        db.exec_driver_sql("BEGIN IMMEDIATE")

    def insert(self, table: Table) -> Insert:
        """Return an insert that can say what to do about a row that exists."""
        return sqlite.Insert(table)

    def mark(self) -> bytes:
        """Return bytes that a copy of this database has not, so a file has others each time; b"": not known."""
        return secrets.token_bytes(32)

    def empty_wal(self) -> None:
        """Remove what was deleted from the files beside the database."""
        with failing(), self.engine.connect() as db:
            connection = db.connection.driver_connection
            assert isinstance(connection, sqlite3.Connection), "the engine was made so"
            empty_wal(connection)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()
        self._index.close()


class SharedDatabase:
    """A PostgreSQL database that several servers may use, with the same methods."""

    takes_turns = False  # calls that share a transaction would lock rows in any order

    def __init__(self, address: str, schema: Schema) -> None:
        from server.storage.postgres.connection import connection_options, open_connection, prepare_session

        open_connection(address).close()  # its errors say what to do
        options = connection_options(address)
        self.engine = _engine("postgresql+psycopg://", SHARED_CONNECTIONS, connect_args=options, pool_pre_ping=True)
        event.listen(self.engine, "connect", lambda db, _record: prepare_session(db))
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.limiter = trio.CapacityLimiter(SHARED_CONNECTIONS)
        self._address = address
        with ExitStack() as stack:
            stack.callback(self.close)
            with self.usable(), failing(), self.engine.begin() as db:
                schema.prepare(db, without_password(address))
            stack.pop_all()

    @contextmanager
    def usable(self) -> Iterator[None]:
        from server.storage.postgres.connection import unusable

        try:
            yield
        except DatabaseFailed as error:
            raise unusable(self._address, str(error)) from error

    def begin(self, db: Connection) -> None:
        """Do nothing: the library has begun one."""

    def insert(self, table: Table) -> Insert:
        from sqlalchemy.dialects import postgresql  # 40 ms

        return postgresql.Insert(table)

    def mark(self) -> bytes:
        here = "pg_database WHERE datname = current_database()"
        question = f"SELECT system_identifier, oid FROM pg_control_system(), {here}"
        try:
            with failing(), self.reading.connect() as db:
                return sha256(repr(tuple(db.exec_driver_sql(question).one())).encode()).digest()
        except DatabaseFailed as error:
            log.warning("a copy of this database that another service uses cannot be noticed: %s", error)
            return b""

    def empty_wal(self) -> None:
        """Do nothing: PostgreSQL does that."""

    def close(self) -> None:
        self.engine.dispose()


class _Call:
    """A call that waits for its turn, and its result."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        self.result: outcome.Outcome[Any] | None = None


class _Undone(Exception):
    """A call in a shared transaction has raised."""


class _Shared(threading.local):
    """The transaction that the calls in this thread share, if they do, and whether one of them has raised in it."""

    db: Connection | None = None
    is_spoilt = False


class SqlStore:
    """The database of that schema in a file (a `Path`), in memory (tests), or at a `postgresql://` address.

    Methods read or write the disk, or ask another computer: the event loop calls them with `in_thread`.

    Raises:
        StoreError: the database cannot be used.
        DatabaseFailed: a method failed; then nothing has changed.
    """

    def __init__(self, where: Path | str, schema: Schema) -> None:
        is_file = isinstance(where, Path) or where == IN_MEMORY
        self._database = FileDatabase(where, schema) if is_file else SharedDatabase(str(where), schema)
        self._schema = schema
        self._shared = _Shared()
        self._waiting: list[_Call] = []  # for a shared transaction
        self._is_sharing = False
        self._shared_ended = trio.lowlevel.ParkingLot()
        with ExitStack() as stack:
            stack.callback(self.close)
            with self._database.usable(), self._transaction() as db:
                self._prepare(db)
            stack.pop_all()

    def _prepare(self, db: Connection) -> None:
        """Complete what is stored after a change of the program."""

    async def in_thread(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """Make a call that waits for the database in a worker thread. With an SQLite file the calls take turns."""
        return await trio.to_thread.run_sync(call, *args, limiter=self._database.limiter)

    async def in_shared_transaction(self, call: Callable[[*Ts], T], *args: *Ts) -> T:
        """As `in_thread`. With an SQLite file, calls that wait at the same time share a thread and a transaction.

        If one of them raises, all are undone, and each is made again in a transaction of its own.
        """
        if not self._database.takes_turns:
            return await self.in_thread(call, *args)
        mine = _Call(partial(call, *args))
        self._waiting.append(mine)
        try:
            while mine.result is None:
                if self._is_sharing:
                    await self._shared_ended.park()
                else:
                    await self._make_waiting()
        except trio.Cancelled:
            if mine in self._waiting:
                self._waiting.remove(mine)
            raise
        result: T = mine.result.unwrap()
        return result

    async def _make_waiting(self) -> None:
        calls, self._waiting = self._waiting[:MOST_SHARING], self._waiting[MOST_SHARING:]
        self._is_sharing = True
        with trio.CancelScope(shield=True):  # other tasks need the results, even if this one is cancelled
            made = await outcome.acapture(self.in_thread, self._make_together, calls)
        self._is_sharing = False
        self._shared_ended.unpark_all()
        results = made.value if isinstance(made, outcome.Value) else [made] * len(calls)
        for each, result in zip(calls, results, strict=True):
            each.result = result

    def _make_together(self, calls: Sequence[_Call]) -> list[outcome.Outcome[Any]]:
        shared = self._shared
        try:
            with self._transaction() as shared.db:
                try:
                    results = [outcome.capture(each.make) for each in calls]
                    if shared.is_spoilt or any(isinstance(each, outcome.Error) for each in results):
                        raise _Undone
                finally:
                    shared.db, shared.is_spoilt = None, False
            return results
        except (_Undone, DatabaseFailed):
            return [outcome.capture(each.make) for each in calls]

    def is_empty(self) -> bool:
        """Tell whether no table has more rows than a new database."""
        with self._read() as db:
            counts = [db.execute(select(func.count()).select_from(table)).scalar_one() for table in self._tables]
        return sum(counts) <= 1

    def copy_from(self, other: "SqlStore") -> None:
        """Copy all rows of a store of the same kind into this one, which is empty."""
        with other._read() as source, self._transaction() as db:
            assert self._schema.first_row is not None
            db.execute(self._schema.first_row.table.delete())
            for table in self._tables:
                for page in source.execute(select(table)).mappings().partitions(COPIED_AT_ONCE):
                    db.execute(table.insert(), [dict(row) for row in page])
                if table.autoincrement_column is not None:
                    self._schema.continue_ids_after(db, table, other._schema.last_id(source, table))

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
        assert isinstance(self._schema.tables, MetaData)
        return self._schema.tables.sorted_tables

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Commit the block, or roll it back if it raises. A shared transaction is committed later, or rolled back."""
        if self._shared.db is not None:
            try:
                yield self._shared.db
            except BaseException:
                self._shared.is_spoilt = True
                raise
            return
        with failing(), self._database.engine.connect() as db:
            self._database.begin(db)
            yield db
            db.commit()

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """Yield a connection that sees each commit at once, or that of the shared transaction."""
        if self._shared.db is not None:
            yield self._shared.db
            return
        with failing(), self._database.reading.connect() as db:
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


def _engine(url: str, connections: int, **more: Any) -> Engine:
    # a caller that finds no free connection waits for one; the one used last is used next
    return create_engine(
        url, poolclass=QueuePool, pool_size=connections, max_overflow=0, pool_timeout=None, pool_use_lifo=True, **more
    )
