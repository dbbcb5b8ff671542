"""Migration of databases of older versions, after a copy of them was made."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from protocol.platform import open_new, sync
from server.errors import StoreError


def version_of(db: sqlite3.Connection) -> int:
    """Return how many migrations a database has had."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def migrate(db: sqlite3.Connection, path: Path | str, migrations: Sequence[str], newest: int = 0) -> None:
    """Run the migrations that a database has not had, each in a transaction.

    If `newest` is given, the caller makes a new database, and migrates further to that version.

    Before the first one, a file of version N is copied to `NAME.vN.bak` beside it. `StoreError` if the copy fails, or
    if a newer program wrote the database; `sqlite3.Error` if a migration fails. An error closes the connection, which
    rolls the migration back.
    """
    try:
        version = version_of(db)
        if version > (newest or len(migrations)):
            raise newer_version(str(path))
        if 0 < version < (newest or len(migrations)):
            _make_copy(db, Path(path), version)
        scripts = migrations[version:] if version or not newest else ()
        for number, script in enumerate(scripts, version + 1):
            db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    except (StoreError, sqlite3.Error):
        db.close()
        raise


def newer_version(place: str) -> StoreError:
    """Return the error for a database that a newer program has made."""
    return StoreError("The database {path} was written by a newer version of this program. Update it", path=place)


def backup_name(path: Path, version: int) -> Path:
    """Return the path of the copy of a database of that version."""
    return path.with_name(f"{path.name}.v{version}.bak")


def _make_copy(db: sqlite3.Connection, path: Path, version: int) -> None:
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
            path=str(path),
            reason=getattr(error, "strerror", None) or str(error),
        ) from error
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
    handle = os.open(target, os.O_RDWR)
    try:
        sync(handle)
    finally:
        os.close(handle)
