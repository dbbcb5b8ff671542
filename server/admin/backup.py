"""Everything of a server in one file, also while it runs."""

import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from server.admin.archive import Contents, Entry, entry_of, pack
from server.admin.errors import UpkeepError, sentence_of
from server.admin.files import DATABASES, SMALL, damage, reading, to_disk
from server.storage.files import BACKUP, UNFINISHED
from server.storage.leftovers import remove_unfinished
from server.storage.lock import hold
from server.storage.migrations import copy_database, version_of


def backup(folder: Path, file: Path, *, force: bool = False) -> Contents:
    """Write all that is in a data folder into a file, whole or not at all, readable for its owner only.

    A server may run there: nothing that was acknowledged before the call is missing, and the databases fit together.
    The copies are checked before they are packed. A file that exists is only replaced with `force`.
    """
    if not any((folder / name).exists() for name in DATABASES):
        raise UpkeepError("There is nothing of a server in {folder}", folder=str(folder))
    if file.exists() and not (force and file.is_file()):
        raise UpkeepError("{file} exists. Choose another name, or say --force to replace it", file=str(file))
    try:
        with _working_beside(file) as work:
            contents = Contents(time.time_ns() // 1_000_000, (*_copied(folder, work), *_small(folder, work)))
            packed = work / "packed"
            pack(contents, work, packed)
            os.replace(packed, file)
            to_disk(file.parent)
    except (OSError, sqlite3.Error) as error:
        raise UpkeepError(
            "The backup {file} could not be written ({reason})", file=str(file), reason=sentence_of(error)
        ) from error
    return contents


@contextmanager
def _working_beside(file: Path) -> Iterator[Path]:
    """A folder on the disk of that file, for nobody else, gone after the block. Ones that were left behind go, too."""
    beside = file.resolve().parent
    remove_unfinished(beside)
    made = beside / f"{BACKUP}{secrets.token_hex(4)}{UNFINISHED}"
    made.mkdir(mode=0o700)
    try:
        with hold(made):
            yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _copied(folder: Path, work: Path) -> list[Entry]:
    """The databases as they are at one moment: each is held as it is before the first one is copied.

    The moments differ by the time of three questions. In that time something may be written, so the order matters, too;
    see `DATABASES`.
    """
    with ExitStack() as stack:
        held: dict[str, sqlite3.Connection] = {}
        for name in DATABASES:
            if (folder / name).exists():
                held[name] = stack.enter_context(closing(reading(folder / name)))
        for db in held.values():
            db.execute("BEGIN")
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()  # from here on it sees nothing newer
        for name, db in held.items():
            copy_database(db, work / name)
        versions = {name: version_of(db) for name, db in held.items()}
    for name, version in versions.items():
        if wrong := damage(work / name):
            raise UpkeepError("{name} is damaged ({reason}); no backup was made", name=name, reason=wrong)
        if version > DATABASES[name]:
            raise UpkeepError("{name} was written by a newer version of this program. Update it", name=name)
    return [entry_of(work / name, version) for name, version in versions.items()]


def _small(folder: Path, work: Path) -> Iterator[Entry]:
    for name in SMALL:
        if (folder / name).exists():
            shutil.copyfile(folder / name, work / name)
            yield entry_of(work / name)
