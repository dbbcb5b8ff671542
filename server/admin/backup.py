"""Making a backup: the whole data folder in one file, also while the server runs."""

import os
import shutil
import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from server.admin.archive import Contents, Entry, entry_of, pack
from server.admin.databases import (
    DATABASES,
    SMALL_FILES,
    AdminError,
    check_version,
    damage,
    exists,
    open_readonly,
    reason_and_remedy,
)
from server.storage.copies import copy_database, fsync
from server.storage.data_folder import BACKUP_PREFIX, PART, hold, remove_unfinished_backups
from server.storage.database import SQLITE_ERRORS, version_of


def backup(folder: Path, file: Path, *, force: bool = False) -> Contents:
    """Write a data folder into a file that only its owner may read, whole or not at all.

    A server may run there: everything acknowledged before the call is included, and the databases are consistent with
    each other. The copies are checked before they are packed. Replace an existing file only with `force`.
    """
    if not any(exists(folder / name) for name in DATABASES):
        raise AdminError(f"There is no server data in {folder}")
    if exists(file) and not (force and file.is_file()):
        raise AdminError(f"{file} exists. Choose another name, or replace it with --force")
    try:
        parent = file.resolve().parent
        remove_unfinished_backups(parent)  # of killed programs
        with TemporaryDirectory(PART, BACKUP_PREFIX, parent, ignore_cleanup_errors=True) as name, hold(Path(name)):
            work = Path(name)
            entries = _copy_databases(folder, work)
            for small in SMALL_FILES:
                if (folder / small).exists():
                    shutil.copyfile(folder / small, work / small)
                    entries.append(entry_of(work / small))
            contents = Contents(time.time_ns() // 1_000_000, tuple(entries))
            packed = work / "packed"
            pack(contents, work, packed)
            os.replace(packed, file)
            fsync(file.parent)
    except (OSError, *SQLITE_ERRORS) as error:
        raise AdminError(f"The backup {file} could not be written ({reason_and_remedy(error)})") from error
    return contents


def _copy_databases(folder: Path, work: Path) -> list[Entry]:
    """Copy the databases as of one moment: read transactions on all of them begin before the first copy.

    Between these beginnings something may be written, so the order of `DATABASES` matters.
    """
    with ExitStack() as stack:
        opened: dict[str, sqlite3.Connection] = {}
        for name in DATABASES:
            if (folder / name).exists():
                opened[name] = stack.enter_context(closing(open_readonly(folder / name)))
        for db in opened.values():
            db.execute("BEGIN")
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # the transaction begins with the first read
        for name, db in opened.items():
            copy_database(db, work / name)
        versions = {name: version_of(db) for name, db in opened.items()}
    for name, version in versions.items():
        if wrong := damage(work / name):
            raise AdminError(f"{name} is damaged ({wrong}); no backup was made")
        check_version(name, version)
    return [entry_of(work / name, version) for name, version in versions.items()]
