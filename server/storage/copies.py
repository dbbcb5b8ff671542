"""Copies of databases, which are made before a migration and for a backup."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from protocol.platform import open_new, sync
from server.errors import StoreError


def backup_name(path: Path, version: int) -> Path:
    """Return the path of the copy of a database of that version."""
    return path.with_name(f"{path.name}.v{version}.bak")


def copy_before_migration(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Copy a file of version N to `NAME.vN.bak` beside it; `StoreError` if that fails."""
    copy = backup_name(path, version)
    part = copy.with_name(f"{copy.name}.part")
    try:
        part.unlink(missing_ok=True)
        copy_database(db, part)
        os.replace(part, copy)  # a copy of an earlier attempt has nothing newer
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            "{path} must be copied before it is migrated, and that failed ({reason}). "
            "Make room on the disk, or let this program write there",
            path=path, reason=error,
        ) from error  # fmt: skip
    finally:
        part.unlink(missing_ok=True)


def copy_database(db: sqlite3.Connection, target: Path) -> None:
    """Copy everything committed into a single file that only its owner may read, and sync it to disk.

    The copy is made in one step: a copy in several steps restarts at every write, so it would never end on a busy
    server. The write-ahead log grows meanwhile.
    """
    os.close(open_new(target, private=True))
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # otherwise it needs a write-ahead log beside it
    fsync(target)


def fsync(path: Path) -> None:
    """Make the content of a file, or the renames in a folder, survive a power cut."""
    if sys.platform == "win32" and path.is_dir():
        return  # Windows has no such call for folders
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        sync(handle)
    finally:
        os.close(handle)
