"""Restoring a backup into a data folder."""

import json
import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from protocol.control.messages import CONTROL_FILE
from server.admin.archive import Contents, unpack
from server.admin.databases import (
    SCHEMAS,
    AdminError,
    check_file,
    damage,
    foreign,
    hold_stopped,
    reason_and_remedy,
    wrong_type,
)
from server.errors import ServerError, StoreProblem
from server.storage.accounts import AccountStore
from server.storage.copies import fsync
from server.storage.data_folder import ACCOUNTS_FILE, LOCK_FILE, RESTORE_FOLDER, RESTORING_FILE, SOCIAL_FILE
from server.storage.database import is_full
from server.storage.social import SocialStore

ASIDE = "before-restore-"
_IGNORED = (LOCK_FILE, RESTORING_FILE, RESTORE_FOLDER, CONTROL_FILE)  # files of the program itself, not worth keeping


@dataclass(frozen=True)
class Restored:
    """The restored files, and the folder to which earlier files were moved; None if there were none."""

    contents: Contents
    aside: Path | None


def restore(file: Path, folder: Path, *, force: bool = False) -> Restored:
    """Restore a backup into a folder that no server uses.

    The whole archive is checked before the folder is touched. With `force` the files of a folder that is not empty are
    moved into a folder inside it. After an interrupted restore no server starts there until one has finished.
    """
    check_file(file)
    try:
        with hold_stopped(folder, restoring=True):
            work = folder / RESTORE_FOLDER
            shutil.rmtree(work, ignore_errors=True)  # of an interrupted restore
            work.mkdir(mode=0o700)
            try:
                return _restore(file, folder, work, force)
            finally:
                shutil.rmtree(work, ignore_errors=True)
    except OSError as error:
        raise AdminError(
            f"{file} could not be restored into {folder} ({reason_and_remedy(error)})"
            + (". Make room on the disk and try again" if is_full(error) else "")
        ) from error


def _problem(path: Path) -> str:
    """Return why a server would not use a database of a backup; empty if it would."""
    return foreign(path) or damage(path) or wrong_type(path)


def _try_stores(work: Path) -> None:
    """Open copies of the unpacked databases as a server does, which migrates them; `AdminError` if that fails."""
    for name, open_store in ((ACCOUNTS_FILE, AccountStore), (SOCIAL_FILE, SocialStore)):
        if not (work / name).exists():
            continue
        with TemporaryDirectory(dir=work, ignore_cleanup_errors=True) as trial:
            copy = shutil.copy(work / name, trial)
            try:
                open_store(Path(copy)).close()
            except (ServerError, StoreProblem, TypeError, ValueError, LookupError) as error:
                raise AdminError(f"{name} in this backup cannot be used ({error}). Nothing was changed") from error


def _restore(file: Path, folder: Path, work: Path, force: bool) -> Restored:
    existing = [path for path in folder.iterdir() if path.name not in _IGNORED and not path.name.startswith(ASIDE)]
    if existing and not force:
        raise AdminError(f"{folder} is not empty. Choose another folder, or move its files aside with --force")
    contents = unpack(file, work)
    for entry in contents.entries:
        if entry.name in SCHEMAS and (wrong := _problem(work / entry.name)):  # whatever the list says
            raise AdminError(f"{entry.name} in this backup cannot be used ({wrong}). Nothing was changed")
    _try_stores(work)
    mark = folder / RESTORING_FILE
    mark.write_text(json.dumps({"file": str(file.resolve())}), "utf-8")
    fsync(mark)

    aside = None
    if existing:  # with the logs of the databases: an old log would corrupt a restored database
        stamp = time.strftime("%Y%m%d-%H%M%S")
        names = (f"{ASIDE}{stamp}{f'-{number}' * bool(number)}" for number in range(1000))
        aside = next(path for name in names if not (path := folder / name).exists())
        aside.mkdir(mode=0o700)
        for path in existing:
            os.replace(path, aside / path.name)
        fsync(aside)
    for entry in contents.entries:
        os.replace(work / entry.name, folder / entry.name)
    fsync(folder)
    mark.unlink()
    fsync(folder)
    return Restored(contents, aside)
