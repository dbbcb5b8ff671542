"""Databases of older versions become ones of this; before that a copy is laid beside them."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from server.errors import StoreError


def version_of(db: sqlite3.Connection) -> int:
    """How many migrations that database has had."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def bring_up_to_date(db: sqlite3.Connection, path: Path | str, migrations: Sequence[str]) -> None:
    """Do the migrations that the database in that file has not had, each as a whole or not at all.

    Before the first one a file that holds something is copied to `NAME.vN.bak` beside it, N being its version. A
    database that has had more migrations than there are here was written by a newer program: `StoreError`, as if the
    copy cannot be made. `sqlite3.Error` where one fails. After an error the connection is closed, and what was half
    done is taken back.
    """
    try:
        _bring(db, path, migrations)
    except (StoreError, sqlite3.Error):
        db.close()
        raise


def _bring(db: sqlite3.Connection, path: Path | str, migrations: Sequence[str]) -> None:
    version = version_of(db)
    if version > len(migrations):
        raise StoreError(
            "The database {path} was written by a newer version of this program. Update it", path=str(path)
        )
    if 0 < version < len(migrations):
        _lay_beside(db, Path(path), version)
    for number, script in enumerate(migrations[version:], version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")


def backup_name(path: Path, version: int) -> Path:
    """Where the copy of a database of that version is laid."""
    return path.with_name(f"{path.name}.v{version}.bak")


def _lay_beside(db: sqlite3.Connection, path: Path, version: int) -> None:
    copy = backup_name(path, version)
    part = copy.with_name(f"{copy.name}.part")
    try:
        part.unlink(missing_ok=True)
        copy_database(db, part)
        os.replace(part, copy)  # one of an earlier try is no younger than this one
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            "Before {path} is brought up to date a copy of it has to be made, and that failed ({reason}). "
            "Make room on the disk, or let this program write there",
            path=str(path),
            reason=getattr(error, "strerror", None) or str(error),
        ) from error
    finally:
        part.unlink(missing_ok=True)


def copy_database(db: sqlite3.Connection, target: Path) -> None:
    """Everything that is committed, as one file that needs no other, on disk when this returns.

    In one go: a copy page by page begins anew whenever somebody writes, which on a busy server never ends. The log that
    grows meanwhile is what that costs. Only its owner may read the file.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # otherwise it would want its log beside it
    handle = os.open(target, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
