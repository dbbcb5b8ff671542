"""Restoring a backup into a data folder."""

import json
import os
import shutil
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from protocol.control.messages import CONTROL_FILE
from server.admin.archive import Contents, unpack
from server.admin.databases import DATABASES, AdminError, check_version, damage, hold_stopped, open_readonly
from server.errors import reason_of
from server.storage.copies import fsync
from server.storage.data_folder import LOCK_FILE, RESTORE_FOLDER, RESTORING_FILE
from server.storage.database import version_of

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
    if not file.is_file():
        raise AdminError(f"There is no file {file}")
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
            f"{file} could not be restored into {folder} ({reason_of(error)}). Make room on the disk and try again"
        ) from error


def _restore(file: Path, folder: Path, work: Path, force: bool) -> Restored:
    existing = [path for path in folder.iterdir() if path.name not in _IGNORED and not path.name.startswith(ASIDE)]
    if existing and not force:
        raise AdminError(f"{folder} is not empty. Choose another folder, or move its files aside with --force")
    contents = unpack(file, work)
    for entry in contents.entries:
        if entry.name in DATABASES:
            if wrong := damage(work / entry.name):
                raise AdminError(f"{entry.name} in this backup is damaged ({wrong})")
            with closing(open_readonly(work / entry.name)) as db:
                check_version(entry.name, version_of(db))  # whatever the list says
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
