"""A backup becomes a data folder again."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.admin.archive import Contents, unpack
from server.admin.errors import UpkeepError, sentence_of
from server.admin.files import DATABASES, check_owner, damage, reading, to_disk
from server.errors import DataFolderBusy
from server.storage.files import RESTORE
from server.storage.lock import FILE as LOCK
from server.storage.lock import RESTORING, hold
from server.storage.migrations import version_of

ASIDE = "before-restore-"
SOCKET = "control.sock"
_OURS = (LOCK, RESTORING, RESTORE, SOCKET)  # neither in the way nor worth keeping


@dataclass(frozen=True)
class Restored:
    """What was put back, and where the files lie now that were there before; None if there were none."""

    contents: Contents
    aside: Path | None


def restore(file: Path, folder: Path, *, force: bool = False) -> Restored:
    """Put a backup into a folder that no server uses.

    The archive is checked completely before anything in the folder is touched. A folder that holds something is only
    taken with `force`, and what it holds is moved into a folder inside it. If that is broken off in the middle no
    server starts there until a restore was finished.
    """
    if not file.is_file():
        raise UpkeepError("There is no file {file}", file=str(file))
    check_owner(folder)
    try:
        with hold(folder, restoring=True), _working_in(folder) as work:
            return _restore(file, folder, work, force)
    except DataFolderBusy as busy:
        raise UpkeepError(
            "A server runs in {folder} (port {port}). Stop it first, with drain", folder=str(folder), port=busy.port
        ) from busy
    except OSError as error:
        raise UpkeepError(
            "{file} could not be put into {folder} ({reason}). Make room, and start it again",
            file=str(file), folder=str(folder), reason=sentence_of(error),
        ) from error  # fmt: skip


@contextmanager
def _working_in(folder: Path) -> Iterator[Path]:
    work = folder / RESTORE
    shutil.rmtree(work, ignore_errors=True)  # of a try that was broken off
    work.mkdir(mode=0o700)
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _restore(file: Path, folder: Path, work: Path, force: bool) -> Restored:
    there = [path for path in folder.iterdir() if path.name not in _OURS and not path.name.startswith(ASIDE)]
    if there and not force:
        raise UpkeepError(
            "There is something in {folder}. Choose another folder, or say --force: then it is moved aside",
            folder=str(folder),
        )
    contents = unpack(file, work)
    _check_databases(contents, work)
    mark = folder / RESTORING
    mark.write_text(json.dumps({"file": str(file.resolve())}), "utf-8")
    to_disk(mark)
    aside = _move_aside(there, folder) if there else None
    for entry in contents.entries:
        os.replace(work / entry.name, folder / entry.name)
    to_disk(folder)
    mark.unlink()
    to_disk(folder)
    return Restored(contents, aside)


def _check_databases(contents: Contents, work: Path) -> None:
    for entry in contents.entries:
        if entry.name not in DATABASES:
            continue
        if wrong := damage(work / entry.name):
            raise UpkeepError("{name} in this backup is damaged ({reason})", name=entry.name, reason=wrong)
        with closing(reading(work / entry.name)) as db:
            version = version_of(db)
        if version > DATABASES[entry.name]:  # whatever the list says
            raise UpkeepError(
                "{name} in this backup was written by a newer version of this program. Update it", name=entry.name
            )


def _move_aside(there: list[Path], folder: Path) -> Path:
    """Databases with the logs beside them: a log of the old one would spoil the new one."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = next(
        path for number in range(1000) if not (path := folder / f"{ASIDE}{stamp}{f'-{number}' * bool(number)}").exists()
    )
    aside.mkdir(mode=0o700)
    for path in there:
        os.replace(path, aside / path.name)
    to_disk(aside)
    return aside
