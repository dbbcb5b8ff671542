"""Opening a database: private to its user, durable, and safe on a full disk."""

import errno
import logging
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sqlalchemy import StaticPool, create_engine
from sqlalchemy.exc import SQLAlchemyError

from protocol.platform import open_new, restrict_to_owner
from server.errors import DatabaseFailed, StoreError
from server.storage.copies import copy_before_migration
from server.storage.schema import Schema
from server.storage.wal import keep_lost

log = logging.getLogger(__name__)

MIN_FREE = 4 << 20  # free bytes that a server needs to start, or to continue after its disk was full
MIN_FREE_TO_OPEN = 1 << 20  # free bytes for the index of a database and the first entries of its log
INDEX_BYTES = 256 << 10  # allocated for the index of the write-ahead log: enough for a log of 128 MiB
MAX_WAL = 32 << 20  # a write-ahead log that grew beyond this, such as during a backup, is truncated later
IN_MEMORY = ":memory:"
SQLITE_ERRORS = sqlite3.Error, UnicodeDecodeError  # the latter if the text of an error quotes damaged bytes


def connect(path: Path | str) -> sqlite3.Connection:
    """Return a connection in autocommit mode, so every transaction is explicit. Each commit reaches the disk."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # NORMAL may lose the last commits on a power cut
        db.execute("PRAGMA fullfsync = ON")  # macOS: the memory of the drive is written as well
        db.execute("PRAGMA checkpoint_fullfsync = ON")
        db.execute(f"PRAGMA journal_size_limit = {MAX_WAL}")
        db.execute("PRAGMA trusted_schema = OFF")  # a file may come from a backup
        db.execute("PRAGMA secure_delete = ON")  # what is deleted cannot be read in the file any more
    except SQLITE_ERRORS:
        db.close()
        raise
    return db


def empty_wal(db: sqlite3.Connection) -> None:
    """Copy the write-ahead log into the database and empty it, so that it has nothing that was deleted.

    Does not wait: while another connection reads, the log stays until the database is closed.
    """
    (timeout_ms,) = db.execute("PRAGMA busy_timeout").fetchone()
    db.execute("PRAGMA busy_timeout = 0")
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    finally:
        db.execute(f"PRAGMA busy_timeout = {timeout_ms}")


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of the tables of a database; 0 if it has none."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def open_database(path: Path | str, schema: Schema) -> tuple[sqlite3.Connection, "WalIndex"]:
    """Open a database; make or migrate its tables if necessary, after a copy was made; `StoreError` if that fails.

    Lost commits are logged. Close the connection, all others of this process to that file, and then the index.
    """
    with usable(path), ExitStack() as stack:
        if path != IN_MEMORY:
            check_room(Path(path).parent, MIN_FREE_TO_OPEN)
            _make_private(Path(path))
            keep_lost(Path(path))
        index = WalIndex(path)
        stack.callback(index.close)
        db = connect(path)
        stack.callback(db.close)
        version = version_of(db)
        schema.check(version, str(path))
        if version != schema.version:
            if version:
                copy_before_migration(db, Path(path), version)
            prepare(db, str(path), schema)
        if path != IN_MEMORY:
            _make_private(Path(path))  # on Windows files beside it have the access list of the folder, not of its file
        index.allocate()
        stack.pop_all()
    return db, index


def prepare(db: sqlite3.Connection, place: str, schema: Schema) -> None:
    """Make or migrate the tables, see `Schema.prepare`; `DatabaseFailed` if SQLite refuses that."""
    engine = create_engine("sqlite://", creator=lambda: db, poolclass=StaticPool)
    with failing(), engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        schema.prepare(connection, place)
        connection.commit()


@contextmanager
def failing() -> Iterator[None]:
    """Raise `DatabaseFailed` if the database fails in the block."""
    try:
        yield
    except (SQLAlchemyError, *SQLITE_ERRORS, OSError) as error:
        raise DatabaseFailed(str(getattr(error, "orig", None) or error)) from error


@contextmanager
def usable(path: Path | str) -> Iterator[None]:
    """Raise `StoreError` if the database in that file, or its disk, fails in the block."""
    try:
        yield
    except (*SQLITE_ERRORS, OSError, DatabaseFailed) as error:
        raise StoreError(
            "The database {path} cannot be used ({reason}). Put back a copy of it, or choose another data folder",
            path=path, reason=error,
        ) from error  # fmt: skip


def check_room(folder: Path, least: int = MIN_FREE) -> None:
    """Raise `OSError` (ENOSPC) if the disk of a folder has less free bytes for this user."""
    if shutil.disk_usage(folder).free < least:
        raise OSError(errno.ENOSPC, f"less than {least >> 20} MiB of its disk are free")


def is_full(error: sqlite3.Error | OSError) -> bool:
    """Tell whether an error says that the disk is full."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _make_private(path: Path) -> None:
    """Make the database and the files that SQLite keeps beside it readable for their owner only."""
    if not path.exists():
        os.close(open_new(path, private=True))
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        # by name: opening and closing a database file would end the locks that this process has on it
        if each.exists():
            restrict_to_owner(each)


class WalIndex:
    """The index of a write-ahead log (`-shm`), allocated without holes. A process has at most one for each file.

    SQLite maps that file into memory but allocates only one byte of each page. On a full disk a write into the rest of
    such a page would kill the process with SIGBUS, for example on ext4 with blocks of 1 KiB.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(f"{path}-shm") if path != IN_MEMORY else None
        self._handle = -1  # stays open: closing it would end the locks of SQLite on that file

    def allocate(self) -> None:
        """Allocate the index of an open database; `OSError` if the disk is full."""
        if sys.platform != "linux" or self._path is None or not self._path.exists():
            return  # SQLite has no index on this file system
        if self._handle < 0 or not os.path.samestat(os.fstat(self._handle), self._path.stat()):
            self.close()
            self._handle = os.open(self._path, os.O_RDWR)
        try:
            os.posix_fallocate(self._handle, 0, INDEX_BYTES)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise
            log.warning("%s cannot be allocated: %s", self._path, error.strerror)

    def close(self) -> None:
        """Close the file. No connection of this process may use it any more."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
