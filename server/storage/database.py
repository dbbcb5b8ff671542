"""How a database of the server is opened: for its own user alone, durable, and safe where the disk is full."""

import errno
import logging
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from server.errors import StoreError
from server.storage.migrations import bring_up_to_date
from server.storage.wal import keep_lost

log = logging.getLogger(__name__)

ROOM = 4 << 20  # bytes that have to be free where a server starts, or goes on after its disk was full
LEAST = 1 << 20  # bytes that have to be free before a database is opened: its index and the first entries of its log
INDEX = 256 << 10  # bytes of the index of the write-ahead log that are allocated: enough for a log of 128 MiB
LOG_KEPT = 32 << 20  # a log that grew beyond this, during a backup for example, is cut back when it begins again
IN_MEMORY = ":memory:"


def connect(path: Path | str) -> sqlite3.Connection:
    """A connection in autocommit, so every transaction is begun and ended by name; each commit reaches the disk."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")  # NORMAL may lose the last commits on a power cut
        db.execute(f"PRAGMA journal_size_limit = {LOG_KEPT}")
    except sqlite3.Error:
        db.close()
        raise
    return db


def open_database(path: Path | str, migrations: Sequence[str]) -> tuple[sqlite3.Connection, "Index"]:
    """The database in that file as this program knows it, made or migrated if need be; `StoreError` if it cannot be.

    The log says if moves were lost. Close the connection, every other one of this process to that file, and then the
    index.
    """
    with usable(path), ExitStack() as stack:
        if path != IN_MEMORY:
            check_room(Path(path).parent, LEAST)
            _make_private(Path(path))
            keep_lost(Path(path))
        index = Index(path)
        stack.callback(index.close)
        db = connect(path)
        stack.callback(db.close)
        bring_up_to_date(db, path, migrations)
        index.allocate()
        stack.pop_all()
    return db, index


@contextmanager
def usable(path: Path | str) -> Iterator[None]:
    """`StoreError` with a sentence where the database in that file, or its disk, fails in the block."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise StoreError(
            "The database {path} cannot be used ({reason}). Put back a copy of it, or choose another data folder",
            path=str(path),
            reason=getattr(error, "strerror", None) or str(error),
        ) from error


def check_room(folder: Path, least: int = ROOM) -> None:
    """`OSError` (ENOSPC) if the disk of that folder has less than so many bytes left for this user."""
    if sys.platform == "win32":
        return
    disk = os.statvfs(folder)
    if disk.f_bavail * disk.f_frsize < least:
        raise OSError(errno.ENOSPC, f"less than {least >> 20} MiB of its disk are free")


def _make_private(path: Path) -> None:
    """Make the database and the files that SQLite keeps beside it readable for their owner only."""
    if sys.platform == "win32":
        return
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        # not opened: closing a file of a database ends the locks that this process has on it
        if each.exists() and (mode := each.stat().st_mode) & 0o077:
            each.chmod(mode & 0o700)


class Index:
    """The index of a write-ahead log (`-shm`), kept without holes. One process has one of each file at most.

    SQLite maps that file into memory and allocates only one byte of each page before. A write into the rest of such a
    page ends the process with SIGBUS when the disk is full, on ext4 with blocks of 1 KiB for example.
    """

    def __init__(self, path: Path | str) -> None:
        self._path = Path(f"{path}-shm") if path != IN_MEMORY else None
        self._handle = -1  # stays open: closing it would end the locks of SQLite on the same file

    def allocate(self) -> None:
        """Allocate the index of a database that is open. `OSError` if there is no room for it."""
        if sys.platform != "linux" or self._path is None or not self._path.exists():
            return  # a file system on which SQLite keeps no index
        if self._handle < 0 or not os.path.samestat(os.fstat(self._handle), self._path.stat()):
            self.close()
            self._handle = os.open(self._path, os.O_RDWR)
        try:
            os.posix_fallocate(self._handle, 0, INDEX)
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise
            log.warning("%s cannot be allocated: %s", self._path, error.strerror)

    def close(self) -> None:
        """Let go of the file, when no connection of this process uses it any more."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
